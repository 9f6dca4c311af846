"""Playing on after the win."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.continuing import continue_game
from app.web.budgets import Spending
from app.web.changing import change_game
from app.web.clock import now
from app.web.forms import read_change
from app.web.state import spend

router = APIRouter()


@router.route("/continue", methods=["POST"])
async def play_on(request: Request) -> Response:
    """Take the game on past its win."""
    spend(request, Spending.MOVES)
    version = await read_change(request)
    return await change_game(request, partial(continue_game, version=version, now=now()))
