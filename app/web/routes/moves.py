"""Playing directions."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.moving import move
from app.web.budgets import Spending
from app.web.clock import now
from app.web.forms import read_moves
from app.web.responses import game_answer
from app.web.state import spend, state_of

router = APIRouter()


@router.post("/moves")
async def play_moves(request: Request) -> Response:
    """Play the directions in order on the board that the page shows."""
    state = state_of(request)
    spend(request, Spending.MOVES)
    session = state.sessions.of(request)
    version, directions = await read_moves(request)
    use_case = partial(
        move,
        visitor=session.visitor,
        version=version,
        directions=directions,
        now=now(),
        admit=partial(spend, request, Spending.NEW_PLAYERS),
    )
    return game_answer(request, session, await state.database.write(use_case))
