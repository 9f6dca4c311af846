"""The page of the game."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.seats import take_seat
from app.web.notices import Notice
from app.web.responses import game_page
from app.web.state import state_of

router = APIRouter()


@router.api_route("/", methods=["GET", "HEAD"])
async def play(request: Request) -> Response:
    """Show the visitor's game: the one they left, or the one their first move will begin."""
    state = state_of(request)
    session = state.sessions.of(request)
    seat = await state.database.read(partial(take_seat, visitor=session.visitor))
    moved_on = request.query_params.get("notice") == Notice.MOVED_ON
    return game_page(request, session, seat, Notice.MOVED_ON if moved_on else None)
