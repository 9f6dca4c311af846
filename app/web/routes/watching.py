"""Watching the solver play one's own game."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.engine.board import Board, Direction
from app.play.protocol import Reception, receive
from app.play.seats import Seat
from app.play.watching import choose_moves, play_for_solver
from app.solver import Level
from app.web.budgets import Spending
from app.web.changing import change_game, seat_of
from app.web.clock import now
from app.web.forms import read_solver_moves
from app.web.levels import level_names
from app.web.responses import language_of, page, with_cookie
from app.web.sessions import Session
from app.web.solving import ask, spend_search
from app.web.state import spend, state_of
from app.web.views import view_game

router = APIRouter()

PAUSES = (1000, 300, 100, 0)
"""Milliseconds between two moves that a reader may choose."""


@router.route("/watch", methods=["GET", "HEAD"])
async def show_solver(request: Request) -> Response:
    """Show the visitor's game with the solver at the keys, waiting to be told to go on."""
    session, seat = await seat_of(request)
    chosen = request.query_params
    response = page(
        request,
        "pages/watch.html",
        game=view_game(seat, language_of(request)),
        words="",
        levels=list(level_names(language_of(request)).items()),
        level=next((level for level in Level if level == chosen.get("level")), Level.STANDARD),
        pause=next((pause for pause in PAUSES if str(pause) == chosen.get("pause")), PAUSES[1]),
        is_plain=bool(state_of(request).solver.reason),
    )
    return with_cookie(request, response, session, seat)


@router.route("/solver/moves", methods=["POST"])
async def play_solver_moves(request: Request) -> Response:
    """Let the solver play the next move, or as many as the form says, on the board that the page shows."""
    version, level, steps = await read_solver_moves(request)
    session, seat = await seat_of(request)
    spend_search(request, session, Spending.SOLVER_MOVES)
    name = f"solver {level} {steps}"
    is_current = receive(seat.position, version, name) is Reception.CURRENT
    directions = await _choose(request, session, seat, level, steps) if is_current else []
    admit = partial(spend, request, Spending.NEW_PLAYERS)
    use_case = partial(
        play_for_solver, version=version, request=name, directions=directions, now=now(), admit=admit
    )
    return await change_game(request, use_case, home=f"/watch?level={level}")


async def _choose(
    request: Request, session: Session, seat: Seat, level: Level, steps: int
) -> list[Direction]:
    async def best(board: Board) -> Direction | None:
        return (await ask(request, session, board, level)).best

    return await choose_moves(seat, steps, best)
