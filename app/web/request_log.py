"""One line of the log and one measurement for every request."""

from time import perf_counter

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.measures import REQUESTS, SECONDS

_NO_ROUTE = "none"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})


class RequestLog:
    """Notes each request when its answer is out: what was asked for and how it went, and no secret.

    The query and every header stay out of it; JSON keeps whatever a path holds on its one line.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._log = structlog.get_logger()

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
        route = getattr(scope.get("route"), "path", _NO_ROUTE)
        REQUESTS.labels(route, method, status).inc()
        SECONDS.labels(route).observe(seconds)
        self._log.info(
            "request", method=method, path=scope["path"], status=status, ms=round(seconds * 1000, 2)
        )
