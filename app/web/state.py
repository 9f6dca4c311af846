"""What the routes share: one object, made when the application is."""

from dataclasses import dataclass
from typing import cast

from fastapi import Request

from app.solver.service import Service
from app.store.database import Database
from app.web.budgets import Budgets, Spending
from app.web.clients import Clients
from app.web.pages import Pages
from app.web.reviewing import Reviewer
from app.web.sessions import Sessions


@dataclass(frozen=True, slots=True)
class State:
    """The database, the solver and its reviews, the cookies, the templates, and what clients may spend."""

    database: Database
    solver: Service
    reviewer: Reviewer
    sessions: Sessions
    pages: Pages
    clients: Clients
    budgets: Budgets
    https: bool


def state_of(request: Request) -> State:
    """Return what the application that serves this request was made with."""
    return cast("State", request.app.state.shared)


def spend(request: Request, kind: Spending, of: str | None = None) -> None:
    """Count a request against the budget of its client, or ``of`` somebody. Raises ``OverBudget``."""
    state = state_of(request)
    state.budgets.spend(kind, state.clients.address(request) if of is None else of)
