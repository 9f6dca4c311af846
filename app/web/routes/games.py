"""Beginning a new game, after a question where there is something to leave."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.seats import take_seat
from app.play.starting import start_game
from app.web.budgets import Spending
from app.web.clock import now
from app.web.forms import read_change
from app.web.responses import game_answer, language_of, page, with_cookie
from app.web.state import spend, state_of
from app.web.views import view_game

router = APIRouter()


@router.api_route("/games/new", methods=["GET", "HEAD"])
async def ask_for_new_game(request: Request) -> Response:
    """Ask whether to leave the game; the page asks by itself where scripts run."""
    state = state_of(request)
    session = state.sessions.of(request)
    seat = await state.database.read(partial(take_seat, visitor=session.visitor))
    response = page(request, "pages/new_game.html", game=view_game(seat, language_of(request)))
    return with_cookie(request, response, session, seat)


@router.post("/games")
async def begin_game(request: Request) -> Response:
    """Leave the game for a new one."""
    state = state_of(request)
    spend(request, Spending.NEW_GAMES)
    session = state.sessions.of(request)
    use_case = partial(start_game, visitor=session.visitor, version=await read_change(request), now=now())
    return game_answer(request, session, await state.database.write(use_case))
