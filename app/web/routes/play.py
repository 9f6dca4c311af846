"""The page of the game."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.seats import take_seat
from app.web.notices import Notice
from app.web.responses import game_page
from app.web.state import state_of

router = APIRouter()

_TOLD = (Notice.MOVED_ON, Notice.FORGOTTEN)
"""What a redirect to this page may say on it."""


@router.api_route("/", methods=["GET", "HEAD"])
async def play(request: Request) -> Response:
    """Show the visitor's game: the one they left, or the one their first move will begin."""
    state = state_of(request)
    session = state.sessions.of(request)
    seat = await state.database.read(partial(take_seat, visitor=session.visitor))
    told = request.query_params.get("notice")
    return game_page(request, session, seat, next((notice for notice in _TOLD if notice == told), None))
