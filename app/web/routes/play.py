"""The page of the game."""

from fastapi import APIRouter, Request, Response

from app.play.hinting import may_have_hint
from app.solver.service import Busy
from app.web.budgets import Spending
from app.web.changing import seat_of
from app.web.notices import Notice
from app.web.responses import game_page
from app.web.solving import ask, spend_search

router = APIRouter()

_TOLD = (Notice.MOVED_ON, Notice.LOST_COOKIE, Notice.FORGOTTEN)
"""What a redirect to this page may say on it."""


@router.route("/", methods=["GET", "HEAD"])
async def play(request: Request) -> Response:
    """Show the visitor's game: the one they left, or the one their first move will begin.

    With the query ``hint`` it shows a hint too, as whoever plays by forms has asked for it.
    """
    session, seat = await seat_of(request)
    told = request.query_params.get("notice")
    notice = next((notice for notice in _TOLD if notice == told), None)
    advice = None
    if "hint" in request.query_params and may_have_hint(seat):
        spend_search(request, session, Spending.HINTS)
        try:
            advice = await ask(request, session, seat.game.board)
        except Busy:
            notice = Notice.SOLVER_BUSY
    return game_page(request, session, seat, notice, advice)
