"""A limit on what a request may bring along, answered by the page of the error it raises."""

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 16 * 1024
"""Bytes: sixty-four directions need less than a tenth of it."""


class BodyLimit:
    """Refuses to hand on more than ``LARGEST_BODY`` bytes, whatever length was announced."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request within the limit."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "")
        too_large = announced.isdecimal() and int(announced[:12]) > LARGEST_BODY
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

        await self._app(scope, receive_within_limit, send)
