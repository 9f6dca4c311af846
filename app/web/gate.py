"""The gate: what a request must be before anything else looks at it.

Everything here reads raw bytes and costs a few microseconds at most, whatever arrives. What the
wire itself must bound (slow clients, endless headers) is in ``connections.py``.
"""

from collections.abc import Callable

from fastapi import Response
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.notices import Notice
from app.web.origin import comes_from_here

LARGEST_HEAD = 8 * 1024
"""Bytes of all header names and values together."""
LARGEST_BODY = 16 * 1024
"""Bytes: sixty-four directions need less than a tenth of it."""
MOST_REQUESTS = 384
"""Requests that may be under way at once; more than these are asked to come again."""

FORM = b"application/x-www-form-urlencoded"
_ODD_IN_COOKIES = (b"\\", b'"')
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS", "TRACE")

Refuse = Callable[[Scope, int, Notice], Response]


class Gate:
    """Refuses what no player sends, before it is parsed any further.

    ``hosts`` are the names under which the server may be asked for, without ports; ``*`` among them
    allows any. ``refuse`` makes the answer.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], refuse: Refuse) -> None:
        self._app = app
        self._hosts = hosts
        self._refuse = refuse
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        scope["headers"] = [
            (name, _plain(value) if name == b"cookie" else value) for name, value in scope["headers"]
        ]
        if refusal:
            await self._refuse(scope, *refusal)(scope, receive, send)
            return
        self._under_way += 1
        try:
            await self._app(scope, _limited(scope, receive), send)
        finally:
            self._under_way -= 1

    def _refusal(self, scope: Scope) -> tuple[int, Notice] | None:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        if sum([len(name) + len(value) for name, value in headers]) > LARGEST_HEAD:
            return 431, Notice.HEAD_TOO_LARGE
        if self._under_way >= MOST_REQUESTS:
            return 503, Notice.BUSY
        hosts = [value for name, value in headers if name == b"host"]
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            return 400, Notice.WRONG_HOST
        if scope["method"] in _SAFE_METHODS:
            return None
        if not comes_from_here(headers, hosts[0]):
            return 403, Notice.OTHER_SITE
        if scope["method"] == "POST" and not _is_form(headers):
            return 415, Notice.WRONG_TYPE
        return None

    def _is_ours(self, host: bytes) -> bool:
        name = host.decode("latin-1").lower()
        name = name.rsplit(":", 1)[0] if not name.endswith("]") else name
        return name in self._hosts or "*" in self._hosts


def _plain(cookies: bytes) -> bytes:
    """Return the cookies of a header without those that have signs which ours never have.

    Quotes and backslashes would send the cookie parser of Python into work that grows with the
    square of their number. Other applications of this host may have such cookies all the same.
    """
    if not any(sign in cookies for sign in _ODD_IN_COOKIES):
        return cookies
    return b";".join(one for one in cookies.split(b";") if not any(sign in one for sign in _ODD_IN_COOKIES))


def _is_form(headers: list[tuple[bytes, bytes]]) -> bool:
    types = [value for name, value in headers if name == b"content-type"]
    return len(types) == 1 and types[0].partition(b";")[0].strip().lower() == FORM


def _limited(scope: Scope, receive: Receive) -> Receive:
    """Return a ``receive`` that hands on ``LARGEST_BODY`` bytes at most, whatever was announced."""
    announced = [value for name, value in scope["headers"] if name == b"content-length"]
    too_large = any(not value.isdigit() or len(value) > 6 or int(value) > LARGEST_BODY for value in announced)
    received = 0

    async def receive_within_limit() -> Message:
        nonlocal received
        if too_large:
            raise HTTPException(413)
        message = await receive()
        received += len(message.get("body", b""))
        if received > LARGEST_BODY:
            raise HTTPException(413)
        return message

    return receive_within_limit
