"""Playing on after the win."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.continuing import continue_game
from app.web.clock import now
from app.web.forms import read_change
from app.web.responses import game_answer
from app.web.state import state_of

router = APIRouter()


@router.post("/continue")
async def play_on(request: Request) -> Response:
    """Take the game on past its win."""
    state = state_of(request)
    session = state.sessions.of(request)
    use_case = partial(continue_game, visitor=session.visitor, version=await read_change(request), now=now())
    return game_answer(request, session, await state.database.write(use_case))
