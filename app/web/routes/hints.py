"""Asking the solver for a hint."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.hinting import ask_for_hint, may_have_hint
from app.web.budgets import Spending
from app.web.changing import change_game, seat_of
from app.web.clock import now
from app.web.forms import read_change
from app.web.responses import hint_answer
from app.web.solving import ask, spend_search
from app.web.state import spend

router = APIRouter()


@router.route("/hint", methods=["POST"])
async def want_hint(request: Request) -> Response:
    """Make the game an assisted one; the page then asks for the hint itself."""
    spend(request, Spending.MOVES)
    version = await read_change(request)
    admit = partial(spend, request, Spending.NEW_PLAYERS)
    use_case = partial(ask_for_hint, version=version, now=now(), admit=admit)
    return await change_game(request, use_case, home="/?hint")


@router.route("/hint", methods=["GET"])
async def show_hint(request: Request) -> Response:
    """Answer with the hint for the state with this version, or with nothing if it is gone."""
    session, seat = await seat_of(request)
    if request.query_params.get("version") != str(seat.position.version) or not may_have_hint(seat):
        return Response(status_code=204, headers={"Cache-Control": "no-store"})
    spend_search(request, session, Spending.HINTS)
    return hint_answer(request, seat, await ask(request, session, seat.game.board))
