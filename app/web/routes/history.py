"""The list of a player's finished games."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.looking_back import finished_games
from app.web.forms import read_number
from app.web.responses import language_of, page
from app.web.reviews import view_finished
from app.web.state import state_of

router = APIRouter()


@router.route("/games", methods=["GET", "HEAD"])
async def list_games(request: Request) -> Response:
    """List the visitor's finished games, a page of them at a time."""
    state, language = state_of(request), language_of(request)
    visitor = state.sessions.of(request).visitor
    wanted = read_number(request, "page") or 1
    found = await state.database.read(partial(finished_games, visitor=visitor, page=wanted))
    games = [view_finished(game, language) for game in found.games]
    return page(request, "pages/games.html", games=games, number_of_page=found.number, pages=found.pages)
