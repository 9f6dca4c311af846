"""The server under test: ``python -m app serve`` to the letter, with bare routes beside and in the game.

All are served by one process with one configuration. What differs is the application alone, and,
where that is asked for, how the writer makes moves durable.
"""

import sys
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from functools import wraps
from typing import Any
from unittest.mock import patch

from starlette.types import ASGIApp, Receive, Scope, Send

from app import server
from app.__main__ import main as run_command
from app.store import database, writer
from app.web.app import create_app
from app.web.routes import moves
from tests.bench.bare import ALONE, INSIDE, add_bare_route, bare_app


class Durability(StrEnum):
    """What a stored move survives, and how many share a flush to the disk."""

    GROUPED = "FULL, grouped"
    """The product: an answered move survives a power cut, and whatever waits shares a commit."""
    EACH = "FULL, a commit a move"
    NORMAL = "NORMAL, grouped"
    """A power cut takes the last moves."""


class Beside:
    """Sends the path of the bare route there, and everything else to the product."""

    def __init__(self, product: ASGIApp, bare: ASGIApp) -> None:
        self._product = product
        self._bare = bare

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_bare = scope["type"] == "http" and scope["path"] == ALONE
        await (self._bare if is_bare else self._product)(scope, receive, send)


def main(size: int, durability: Durability) -> int:
    """Serve until stopped; the bare routes answer this many bytes."""

    @wraps(create_app)
    def create_both(*arguments: Any, **options: Any) -> ASGIApp:
        return Beside(create_app(*arguments, **options), bare_app(size))

    add_bare_route(moves.router, INSIDE, size)
    with patch.object(server, "create_app", create_both), _made(durability):
        return run_command(["serve"])


def _made(durability: Durability) -> AbstractContextManager[object]:
    """Return what changes the writer of this process accordingly."""
    match durability:
        case Durability.GROUPED:
            return nullcontext()
        case Durability.EACH:
            return patch.object(writer, "LARGEST_BATCH", 1)
        case Durability.NORMAL:
            pragmas = {**database._WRITER_PRAGMAS, "synchronous": "NORMAL"}
            migrating = {**pragmas, "foreign_keys": "OFF"}
            return patch.multiple(
                database, _WRITER_PRAGMAS=pragmas, _MIGRATING_PRAGMAS=migrating, _DURABLE=("wal", 1)
            )


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), Durability(sys.argv[2])))
