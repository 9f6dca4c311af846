"""Playing on from a turn of a finished game, for practice."""

from functools import partial

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from app.engine.game import outcome
from app.play.looking_back import position_of
from app.play.practising import practise
from app.web.budgets import Spending
from app.web.changing import change_game, seat_of
from app.web.clock import now
from app.web.forms import game_number, read_number, read_practice
from app.web.pictures import picture
from app.web.responses import language_of, page, with_cookie
from app.web.routes.reviews import past_of
from app.web.state import spend, state_of
from app.web.views import view_game

router = APIRouter()


@router.route("/games/{game}/practice", methods=["GET", "HEAD"])
async def ask_for_practice(request: Request) -> Response:
    """Say what practice is, and ask whether to leave the present game for it."""
    past = await past_of(request)
    turn = min(read_number(request, "turn") or 0, past.game.turn)
    position = await state_of(request).database.read(partial(position_of, game=past.game, turn=turn))
    if not outcome(position).takes_moves:
        raise HTTPException(404)
    session, seat = await seat_of(request)
    language = language_of(request)
    response = page(
        request,
        "pages/practice.html",
        game=view_game(seat, language),
        finished=past.game,
        turn=turn,
        board=picture(position.board, language),
    )
    return with_cookie(request, response, session, seat)


@router.route("/games/{game}/practice", methods=["POST"])
async def begin_practice(request: Request) -> Response:
    """Leave the present game for one that goes on from that turn."""
    spend(request, Spending.NEW_GAMES)
    version, turn = await read_practice(request)
    use_case = partial(practise, version=version, game_id=game_number(request), turn=turn, now=now())
    return await change_game(request, use_case)
