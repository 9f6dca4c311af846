"""How a route reads or changes the game of whoever asks."""

from collections.abc import Callable
from functools import partial

from fastapi import Request, Response

from app.play.protocol import Answer
from app.play.seats import RetiredToken, Seat, take_seat
from app.store.database import Database
from app.web.responses import game_answer
from app.web.sessions import Session
from app.web.state import state_of


async def seat_of(request: Request) -> tuple[Session, Seat]:
    """Return the visitor's session and game; a token that is worth nothing any more gets a new one."""
    state = state_of(request)
    session = state.sessions.of(request)
    try:
        return session, await _look(state.database, session)
    except RetiredToken:
        session = state.sessions.new()
        return session, await _look(state.database, session)


async def change_game(request: Request, use_case: Callable[..., Answer], home: str = "/") -> Response:
    """Run a use case, which still lacks its visitor, and answer with what it made of the game.

    ``home`` is the page that a plain form leads back to.
    """
    state = state_of(request)
    session = state.sessions.of(request)
    try:
        answer = await state.database.write(partial(use_case, visitor=session.visitor))
    except RetiredToken:
        session = state.sessions.new()
        answer = await state.database.write(partial(use_case, visitor=session.visitor))
    return game_answer(request, session, answer, home)


async def _look(database: Database, session: Session) -> Seat:
    return await database.read(partial(take_seat, visitor=session.visitor))
