"""Taking moves back and playing them again."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play import undoing
from app.web.budgets import Spending
from app.web.clock import now
from app.web.forms import read_steps
from app.web.responses import game_answer
from app.web.state import spend, state_of

router = APIRouter()


@router.post("/undo")
async def take_back(request: Request) -> Response:
    """Take back one move, or as many as the form says."""
    return await _step(request, undoing.undo)


@router.post("/redo")
async def play_again(request: Request) -> Response:
    """Play one move again that was taken back, or as many as the form says."""
    return await _step(request, undoing.redo)


async def _step(request: Request, change: undoing.Change) -> Response:
    state = state_of(request)
    spend(request, Spending.MOVES)
    session = state.sessions.of(request)
    version, steps = await read_steps(request)
    use_case = partial(change, visitor=session.visitor, version=version, steps=steps, now=now())
    return game_answer(request, session, await state.database.write(use_case))
