"""The running server: listeners, limits of the process, and the applications behind them."""

import gc
import os
import resource
import socket
import sqlite3

import structlog
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from app.logs import level_number
from app.settings import Settings
from app.solver import WEIGHTS
from app.solver.service import Service, worker_command
from app.store.database import Database
from app.sweeping import sweeper
from app.web.app import Rules, create_app
from app.web.budgets import Spending
from app.web.connections import Connections
from app.web.operations import create_operations
from app.web.security import SecurityHeaders

_KEEP_ALIVE = 5
_LONGEST_SHUTDOWN = 5
_OBJECTS_BETWEEN_COLLECTIONS = 50_000


def run(
    settings: Settings, database: Database, key: bytes, public: socket.socket, ops: socket.socket
) -> None:
    """Serve players on one socket and those who run the server on the other, until a signal ends it."""
    _raise_file_limit()
    ops_address = ops.getsockname()[:2]
    connections = Connections(
        settings.max_connections,
        settings.max_connections_per_client,
        https=settings.https,
        uncounted_port=ops_address[1],
    )
    sweep = sweeper(database, settings.keep_abandoned_days, settings.keep_idle_days)
    solver = _solver(settings)
    app = create_app(database, key, rules_of(settings), [connections.sweep, sweep], solver)
    operations = SecurityHeaders(create_operations(database), https=settings.https)
    doors = Doors(app, operations, ops_address)
    config = uvicorn.Config(
        doors,
        http=connections.protocol(),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_LONGEST_SHUTDOWN,
    )
    # What was made until now stays; looking through it again for garbage would cost every player.
    gc.collect()
    gc.freeze()
    # A move leaves no garbage that refers to itself, but many moves under way look like some.
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    structlog.get_logger().info("start", sqlite=sqlite3.sqlite_version)
    uvicorn.Server(config).run(sockets=[public, ops])


def rules_of(settings: Settings) -> Rules:
    """Return the part of the settings that the application itself needs."""
    return Rules(
        https=settings.https,
        log_level=level_number(settings.log_level),
        hosts=_names(settings.allowed_hosts)
        | {f"[{settings.host}]" if ":" in settings.host else settings.host},
        trusted_proxies=_names(settings.trusted_proxies),
        budgets={
            Spending.MOVES: settings.budget_moves,
            Spending.NEW_GAMES: settings.budget_new_games,
            Spending.NEW_PLAYERS: settings.budget_new_players,
            Spending.HINTS: settings.budget_hints,
            Spending.SOLVER_MOVES: settings.budget_solver_moves,
            Spending.SEARCHES: settings.budget_searches,
            Spending.REVIEWS: settings.budget_reviews,
        },
    )


class Doors:
    """Sends a connection to the application of the address it came in by."""

    def __init__(self, public: ASGIApp, operations: ASGIApp, ops_address: tuple[str, int]) -> None:
        self._public = public
        self._operations = operations
        self._ops_port = ops_address[1]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan, which is the public application's."""
        by_ops = scope["type"] == "http" and scope["server"][1] == self._ops_port
        await (self._operations if by_ops else self._public)(scope, receive, send)


def _solver(settings: Settings) -> Service:
    """Return the solver, with a process for each processor but one, or as many as the setting allows."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    spare = max(1, processors - 1)
    command = worker_command(settings.solver_weights or WEIGHTS, settings.data_dir / "solver")
    return Service(command, min(settings.solver_workers or spare, spare))


def _names(text: str) -> frozenset[str]:
    return frozenset(name.strip().lower() for name in text.split(",") if name.strip())


def _raise_file_limit() -> None:
    """Let the process have as many connections as the system allows it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
