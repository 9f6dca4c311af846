"""The review of a finished game: asked for by a form, and looked at turn by turn."""

import asyncio
from functools import partial

from fastapi import APIRouter, Request, Response

from app.engine.game import Game
from app.play.looking_back import Past, finished_game, position_of, positions_of
from app.solver.review import Review
from app.store.transaction import Transaction
from app.web.budgets import Spending
from app.web.forms import game_number, read_number
from app.web.responses import language_of, page, redirect, reload, wants_fragment
from app.web.reviews import view_finished, view_review, view_turn
from app.web.solving import asker_of
from app.web.state import spend, state_of

router = APIRouter()


@router.route("/games/{game}/review", methods=["GET", "HEAD"])
async def show_review(request: Request) -> Response:
    """Show the review of a game and one of its turns, or how far it is, or the way to ask for it."""
    past = await past_of(request)
    if past.review is None:
        return _progress(request, past)
    if not wants_fragment(request):
        return await _whole(request, past, past.review)
    if "turn" in request.query_params:
        return await _turn(request, past, past.review)
    return reload()


@router.route("/games/{game}/review", methods=["POST"])
async def ask_for_review(request: Request) -> Response:
    """Begin the review of a game, unless there is one or it is under way."""
    past = await past_of(request)
    reviewer = state_of(request).reviewer
    if past.review is None and reviewer.progress(past.game) is None:
        spend(request, Spending.REVIEWS, of=asker_of(state_of(request).sessions.of(request)))
        reviewer.begin(past)
    return redirect(f"/games/{past.game.id}/review")


async def past_of(request: Request) -> Past:
    """Return the finished game that the address names. Raises ``NoSuchGame``."""
    state = state_of(request)
    visitor = state.sessions.of(request).visitor
    return await state.database.read(partial(finished_game, visitor=visitor, game_id=game_number(request)))


def _progress(request: Request, past: Past) -> Response:
    progress = state_of(request).reviewer.progress(past.game)
    finished = view_finished(past.game, language_of(request))
    if not wants_fragment(request):
        return page(request, "pages/review_awaited.html", finished=finished, progress=progress)
    if progress is None:
        return reload()
    return page(request, "partials/progress.html", finished=finished, progress=progress)


async def _whole(request: Request, past: Past, review: Review) -> Response:
    looking = partial(_look, past=past, review=review, wanted=read_number(request, "turn"))
    turn, positions = await state_of(request).database.read(looking)
    language = language_of(request)
    return page(
        request,
        "pages/review.html",
        finished=view_finished(past.game, language),
        review=await asyncio.to_thread(view_review, review, positions, language),
        look=view_turn(review, turn, positions[turn], language),
    )


async def _turn(request: Request, past: Past, review: Review) -> Response:
    turn = min(read_number(request, "turn") or 0, past.game.turn)
    position = await state_of(request).database.read(partial(position_of, game=past.game, turn=turn))
    language = language_of(request)
    look = view_turn(review, turn, position, language)
    return page(request, "partials/turn.html", finished=view_finished(past.game, language), look=look)


def _look(
    transaction: Transaction, past: Past, review: Review, wanted: int | None
) -> tuple[int, dict[int, Game]]:
    """Return the turn to show, that of the worst move unless another is wanted, and all positions to show."""
    costliest = [turn - 1 for turn in review.costliest]
    turn = min(next(iter(costliest), 0) if wanted is None else wanted, past.game.turn)
    return turn, positions_of(transaction, past.game, [turn, *costliest])
