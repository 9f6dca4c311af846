"""Removing what is kept about a player."""

from functools import partial

from fastapi import APIRouter, Request, Response

from app.play.forgetting import forget
from app.web.budgets import Spending
from app.web.notices import Notice
from app.web.responses import redirect
from app.web.state import spend, state_of

router = APIRouter()


@router.route("/your-data/delete", methods=["POST"])
async def delete_your_data(request: Request) -> Response:
    """Remove the player with all games and moves, from the database and from the browser."""
    spend(request, Spending.MOVES)
    state = state_of(request)
    session = state.sessions.of(request)
    await state.database.write(partial(forget, visitor=session.visitor), erasing=True)
    response = redirect(f"/?notice={Notice.FORGOTTEN}")
    response.headers["Clear-Site-Data"] = '"cookies", "storage"'
    state.sessions.clear(response)
    return response
