"""The wire between the browser and the application: what went over it, and what can go wrong on it."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Post(NamedTuple):
    """A POST as it arrived: where to, which directions it brought, in order, and for which version."""

    path: str
    directions: list[str]
    version: str


class Fault(Enum):
    """What can happen to an answer."""

    LOST = auto()
    """The application has done its work, and the connection breaks before the answer is sent."""
    CUT = auto()
    """The connection breaks in the middle of the answer."""
    REFUSED = auto()
    """A proxy on the way answers 503 with a page of its own; the application hears nothing."""
    FOREIGN = auto()
    """Somebody on the way, such as a hotel that wants a name first, answers 200 with a page of its own."""


_PAGES_OF_OTHERS = {
    Fault.REFUSED: HTMLResponse("<!DOCTYPE html><h1>503 Service Unavailable</h1>", 503),
    Fault.FOREIGN: HTMLResponse("<!DOCTYPE html><title>Sign in</title><h1>Welcome to our network</h1>"),
}


class Outlet:
    """Where the server hands its requests on to: the wire that a test has plugged in."""

    def __init__(self) -> None:
        self.wire: Wire | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.wire is not None, "no wire is plugged in"
        await self.wire(scope, receive, send)


class Wire:
    """An ASGI application around the real one. Whatever is not a POST goes through untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self.posts: list[Post] = []
        self.sent: Counter[str] = Counter()
        """How many bytes each path has sent, heads included."""
        self._app = app
        self._seconds_there = 0.0
        self._seconds_back = 0.0
        self._fault: Fault | None = None

    @property
    def directions(self) -> list[str]:
        """All directions that arrived, in order."""
        return [direction for post in self.posts for direction in post.directions]

    def delay(self, milliseconds: int) -> None:
        """Let every POST wait this long for its answer, half of it on the way there."""
        self._seconds_there = self._seconds_back = milliseconds / 2000

    @contextmanager
    def broken(self, fault: Fault) -> Iterator[None]:
        """Do this to every POST in the meantime."""
        self._fault = fault
        yield
        self._fault = None

    def _weighed(self, scope: Scope, send: Send) -> Send:
        async def weigh(message: Message) -> None:
            self.sent[scope["path"]] += _size(message)
            await send(message)

        return weigh

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "POST":
            await self._app(scope, receive, self._weighed(scope, send))
            return
        body = await _body(receive)
        fields = parse_qs(body.decode())
        self.posts.append(Post(scope["path"], fields.get("direction", []), fields.get("version", [""])[0]))
        await asyncio.sleep(self._seconds_there)
        if self._fault in _PAGES_OF_OTHERS:
            await _PAGES_OF_OTHERS[self._fault](scope, receive, send)
            return
        answer = await _answer(self._app, scope, body)
        await asyncio.sleep(self._seconds_back)
        if self._fault is None:
            for message in answer:
                await send(message)
            return
        if self._fault is Fault.CUT:
            start, whole = answer[0], answer[1]["body"]
            await send(start)
            await send({"type": "http.response.body", "body": whole[: len(whole) // 2], "more_body": True})
        await _hang_up(receive, send)


def _size(message: Message) -> int:
    """Return how many bytes a part of an answer is, but for what the server itself puts before it."""
    headers = sum(len(name) + len(value) + len(": \r\n") for name, value in message.get("headers", ()))
    return headers + len(message.get("body", b""))


async def _body(receive: Receive) -> bytes:
    body = b""
    while True:
        message = await receive()
        body += bytes(message.get("body", b""))
        if not message.get("more_body"):
            return body


async def _answer(app: ASGIApp, scope: Scope, body: bytes) -> list[Message]:
    """Let the application answer a request whose body is all there."""
    sent: list[Message] = []

    arriving: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not arriving:
            await asyncio.Event().wait()
        return arriving.pop()

    async def send(message: Message) -> None:
        sent.append(message)

    try:
        await app(scope, receive, send)
    except Exception:
        # Starlette answers 500 and then raises on, for the server's log.
        if not sent:
            raise
    return sent


async def _hang_up(receive: Receive, send: Send) -> None:
    """Break the connection; ASGI has no word for it, so it is done below."""
    cycle: Any = send.__self__  # type: ignore[attr-defined]
    cycle.transport.abort()
    while (await receive())["type"] != "http.disconnect":
        pass
