"""How a route asks the solver."""

import asyncio

from fastapi import Request
from starlette.requests import ClientDisconnect

from app.engine.board import Board
from app.solver import Advice, Level
from app.web.budgets import Spending
from app.web.sessions import Session
from app.web.state import spend, state_of


def spend_search(request: Request, session: Session, kind: Spending) -> None:
    """Count a request to the solver against the player's and the client's budget. Raises ``OverBudget``."""
    spend(request, kind, of=asker_of(session))
    spend(request, Spending.SEARCHES)


async def ask(request: Request, session: Session, board: Board, level: Level = Level.MAX) -> Advice:
    """Return what the solver advises, given up as soon as whoever asks is gone.

    Raises ``Busy``, or ``ClientDisconnect`` if there is nobody left to answer.
    """
    search = asyncio.ensure_future(state_of(request).solver.ask(asker_of(session), board, level))
    gone = asyncio.ensure_future(_until_gone(request))
    try:
        await asyncio.wait((search, gone), return_when=asyncio.FIRST_COMPLETED)
        if not search.done():
            raise ClientDisconnect
        return search.result()
    finally:
        search.cancel()
        gone.cancel()


def asker_of(session: Session) -> str:
    """Return the name under which a player asks, which tells nothing of them."""
    return session.visitor.token_hash.hex()


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
