"""What a client is told when something is wrong with a request, or with the server."""

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from app.play.looking_back import NoSuchGame
from app.play.practising import NoSuchTurn
from app.solver.service import Busy
from app.store.database import NotRead
from app.store.writer import NotStored
from app.web.budgets import OverBudget
from app.web.forms import BadForm
from app.web.notices import Notice
from app.web.responses import SOON, problem
from app.web.reviewing import TooManyReviews

_BY_STATUS = {
    404: Notice.NOT_FOUND,
    405: Notice.WRONG_METHOD,
    413: Notice.TOO_LARGE,
}


def add_error_handlers(app: FastAPI) -> None:
    """Answer every error in the reader's language, as a page or as a line of the page that asked."""
    app.add_exception_handler(BadForm, _bad_form)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(NotStored, _not_stored)
    app.add_exception_handler(NotRead, _not_read)
    app.add_exception_handler(Busy, _solver_busy)
    app.add_exception_handler(NoSuchGame, _no_such_game)
    app.add_exception_handler(NoSuchTurn, _no_such_turn)
    app.add_exception_handler(TooManyReviews, _too_many_reviews)
    app.add_exception_handler(OverBudget, _over_budget)
    app.add_exception_handler(ClientDisconnect, _gone)
    app.add_exception_handler(Exception, _broken)


async def _bad_form(request: Request, error: Exception) -> Response:
    assert isinstance(error, BadForm)  # noqa: S101 - registered for it alone
    return problem(request, 422, error.notice)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    notice = _BY_STATUS.get(error.status_code, Notice.BAD_REQUEST)
    return problem(request, error.status_code, notice, error.headers)


async def _not_stored(request: Request, _error: Exception) -> Response:
    return problem(request, 503, Notice.BUSY)


async def _not_read(request: Request, _error: Exception) -> Response:
    return problem(request, 503, Notice.UNREADABLE)


async def _solver_busy(request: Request, _error: Exception) -> Response:
    return problem(request, 503, Notice.SOLVER_BUSY)


async def _no_such_game(request: Request, _error: Exception) -> Response:
    return problem(request, 404, Notice.NOT_FOUND)


async def _no_such_turn(request: Request, _error: Exception) -> Response:
    return problem(request, 422, Notice.BAD_TURN)


async def _too_many_reviews(request: Request, _error: Exception) -> Response:
    return problem(request, 429, Notice.TOO_MANY_REVIEWS, {"Retry-After": SOON})


async def _over_budget(request: Request, error: Exception) -> Response:
    assert isinstance(error, OverBudget)  # noqa: S101 - registered for it alone
    return problem(request, 429, Notice.TOO_MUCH, {"Retry-After": str(error.seconds)})


async def _gone(_request: Request, _error: Exception) -> Response:
    """Answer nobody: the client left before its request was complete."""
    return Response(status_code=400)


async def _broken(request: Request, _error: Exception) -> Response:
    return problem(request, 500, Notice.BROKEN)
