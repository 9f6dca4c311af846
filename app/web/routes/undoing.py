"""Taking moves back and playing them again."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play import undoing
from app.web.budgets import Spending
from app.web.changing import change_game
from app.web.clock import now
from app.web.forms import read_steps
from app.web.state import spend

router = APIRouter()


@router.route("/undo", methods=["POST"])
async def take_back(request: Request) -> Response:
    """Take back one move, or as many as the form says."""
    return await _step(request, undoing.undo)


@router.route("/redo", methods=["POST"])
async def play_again(request: Request) -> Response:
    """Play one move again that was taken back, or as many as the form says."""
    return await _step(request, undoing.redo)


async def _step(request: Request, change: undoing.Change) -> Response:
    spend(request, Spending.MOVES)
    version, steps = await read_steps(request)
    return await change_game(request, partial(change, version=version, steps=steps, now=now()))
