"""Playing directions."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.moving import move
from app.web.budgets import Spending
from app.web.changing import change_game
from app.web.clock import now
from app.web.forms import read_moves
from app.web.state import spend

router = APIRouter()


@router.route("/moves", methods=["POST"])
async def play_moves(request: Request) -> Response:
    """Play the directions in order on the board that the page shows."""
    spend(request, Spending.MOVES)
    version, directions = await read_moves(request)
    admit = partial(spend, request, Spending.NEW_PLAYERS)
    use_case = partial(move, version=version, directions=directions, now=now(), admit=admit)
    return await change_game(request, use_case)
