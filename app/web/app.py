"""The application: routes, errors, static files, gate and log put together."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Scope

from app.solver.service import Service
from app.store.database import Database
from app.web.budgets import Budgets, Spending
from app.web.clients import Clients
from app.web.errors import add_error_handlers
from app.web.gate import Gate
from app.web.notices import Notice
from app.web.pages import pages_for
from app.web.request_log import RequestLog
from app.web.responses import problem
from app.web.reviewing import Reviewer
from app.web.routes import (
    choosing,
    continuing,
    finding,
    games,
    hints,
    history,
    installing,
    moves,
    play,
    practice,
    reading,
    reviews,
    settings,
    undoing,
    watching,
    your_data,
)
from app.web.security import SecurityHeaders
from app.web.sessions import Sessions
from app.web.state import State
from app.web.static_files import StaticFiles, static_url

Background = Callable[[], Coroutine[Any, Any, None]]


@dataclass(frozen=True)
class Rules:
    """How the application meets the world: by which names, behind what, and within which budgets.

    ``hosts`` are names without ports, ``*`` for any; a budget is a text like ``100/minute``.
    """

    https: bool = False
    log_level: int = logging.INFO
    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    trusted_proxies: frozenset[str] = frozenset()
    budgets: dict[Spending, str] = field(default_factory=lambda: dict.fromkeys(Spending, "1000000/minute"))


def create_app(
    database: Database,
    key: bytes,
    rules: Rules | None = None,
    background: Sequence[Background] = (),
    solver: Service | None = None,
) -> ASGIApp:
    """Return the ASGI application that plays on this database.

    ``key`` is the server's secret of 32 bytes or more; ``background`` runs from start to shutdown,
    when the solver and the database are closed too. Without a solver whoever asks it is told that it
    is busy.
    """
    rules = rules or Rules()
    solver = solver or Service()
    reviewer = Reviewer(database, solver)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(work()) for work in background]
        solver.start()
        yield
        await reviewer.close()
        await solver.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(database.close)

    app = FastAPI(
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    url = static_url()
    app.state.shared = State(
        database,
        solver,
        reviewer,
        Sessions(key, https=rules.https),
        pages_for(url),
        Clients(rules.trusted_proxies),
        Budgets(rules.budgets),
        rules.https,
    )
    playing = (moves, play, undoing, hints, watching, continuing, games)
    reviewing = (history, reviews, practice)
    others = (settings, choosing, your_data, installing, finding, reading)
    for module in (*playing, *reviewing, *others):
        # As routes of the application itself: those of an included router are looked up twice.
        app.router.routes.extend(module.router.routes)
    add_error_handlers(app)

    def refuse(scope: Scope, status: int, notice: Notice) -> Response:
        return problem(Request({**scope, "app": app}), status, notice)

    gate = Gate(StaticFiles(app, url), rules.hosts, refuse)
    routes = [route for route in app.routes if isinstance(route, Route)]
    paths: dict[object, str] = {route.endpoint: route.path for route in routes}
    return SecurityHeaders(RequestLog(gate, paths, rules.log_level), https=rules.https)
