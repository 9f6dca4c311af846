"""The settings of the page."""

from fastapi import APIRouter, Request, Response

from app.web.forms import read_choices_of
from app.web.preferences import preferences_of, read_choices, send
from app.web.responses import page, redirect
from app.web.state import state_of

router = APIRouter()


@router.route("/settings", methods=["GET", "HEAD"])
async def show_settings(request: Request) -> Response:
    """Show what can be chosen, and what is."""
    return page(request, "pages/settings.html", chosen=preferences_of(request))


@router.route("/settings", methods=["POST"])
async def choose_settings(request: Request) -> Response:
    """Keep what was chosen in a cookie, and go back to the game."""
    response = redirect("/")
    send(response, read_choices(await read_choices_of(request)), https=state_of(request).https)
    return response
