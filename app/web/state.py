"""What the routes share: one object, made when the application is."""

from dataclasses import dataclass
from typing import cast

from fastapi import Request

from app.store.database import Database
from app.web.pages import Pages
from app.web.sessions import Sessions


@dataclass(frozen=True, slots=True)
class State:
    """The database, the session cookies and the templates."""

    database: Database
    sessions: Sessions
    pages: Pages


def state_of(request: Request) -> State:
    """Return what the application that serves this request was made with."""
    return cast("State", request.app.state.shared)
