"""Beginning a new game, after a question where there is something to leave."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.starting import start_game
from app.web.budgets import Spending
from app.web.changing import change_game, seat_of
from app.web.clock import now
from app.web.forms import read_change
from app.web.responses import language_of, page, with_cookie
from app.web.state import spend
from app.web.views import view_game

router = APIRouter()


@router.route("/games/new", methods=["GET", "HEAD"])
async def ask_for_new_game(request: Request) -> Response:
    """Ask whether to leave the game; the page asks by itself where scripts run."""
    session, seat = await seat_of(request)
    response = page(request, "pages/new_game.html", game=view_game(seat, language_of(request)))
    return with_cookie(request, response, session, seat)


@router.route("/games", methods=["POST"])
async def begin_game(request: Request) -> Response:
    """Leave the game for a new one."""
    spend(request, Spending.NEW_GAMES)
    version = await read_change(request)
    return await change_game(request, partial(start_game, version=version, now=now()))
