"""One line of the log and one measurement for every request."""

import json
import logging
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from time import perf_counter

from prometheus_client import Counter, Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.measures import REQUESTS, SECONDS

_NO_ROUTE = "none"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})


class RequestLog:
    """Notes each request when its answer is out: what was asked for and how it went, and no secret.

    The query and every header stay out of it; JSON keeps whatever a path holds on its one line. The
    line is written here and not by the logging library, which takes longer for it than the engine
    takes for a move. ``paths`` names each endpoint by the path of its route, as it is measured;
    ``level`` is that of the log; the lines are information.
    """

    def __init__(self, app: ASGIApp, paths: Mapping[object, str], level: int = logging.INFO) -> None:
        self._app = app
        self._paths = paths
        self._is_written = level <= logging.INFO

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request and note it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = perf_counter()
        status = 0

        async def send_and_note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_note)
        finally:
            self._note(scope, status, perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        method = scope["method"] if scope["method"] in _METHODS else "other"
        route = self._paths.get(scope.get("endpoint"), _NO_ROUTE)
        count, duration = _measures(route, method, status)
        count.inc()
        duration.observe(seconds)
        if self._is_written:
            sys.stderr.write(
                f'{{"event": "request", "method": "{method}", "path": {_quoted(scope["path"])},'
                f' "status": {status}, "ms": {seconds * 1000:.2f}, "level": "info",'
                f' "timestamp": "{datetime.now(UTC).isoformat()}"}}\n'
            )


@lru_cache(maxsize=1024)
def _measures(route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    return REQUESTS.labels(route, method, status), SECONDS.labels(route)


@lru_cache(maxsize=256)
def _quoted(path: str) -> str:
    return json.dumps(path)
