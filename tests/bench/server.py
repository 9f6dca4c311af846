"""The server under test: ``python -m app serve`` to the letter, with the bare route beside the game.

Both are served by one process with one configuration: what differs is the application alone.
"""

import sys
from functools import wraps
from typing import Any
from unittest.mock import patch

from starlette.types import ASGIApp, Receive, Scope, Send

from app import server
from app.__main__ import main as run_command
from app.web.app import create_app
from tests.bench.bare import PATH, bare_app


class Beside:
    """Sends the path of the bare route there, and everything else to the product."""

    def __init__(self, product: ASGIApp, bare: ASGIApp) -> None:
        self._product = product
        self._bare = bare

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_bare = scope["type"] == "http" and scope["path"] == PATH
        await (self._bare if is_bare else self._product)(scope, receive, send)


def main(size: int) -> int:
    """Serve until stopped; the bare route answers this many bytes."""

    @wraps(create_app)
    def create_both(*arguments: Any, **options: Any) -> ASGIApp:
        return Beside(create_app(*arguments, **options), bare_app(size))

    with patch.object(server, "create_app", create_both):
        return run_command(["serve"])


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
