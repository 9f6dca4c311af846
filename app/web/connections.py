"""How long and how large a request may be on the wire, before it is one at all.

uvicorn waits for ever for a request that does not arrive, and collects headers without end. This
protocol bounds both, and counts connections. Each connection has a deadline; one sweep a second
closes those that are past it, so that a request in time costs no timer.
"""

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.web.security import security_headers

RECEIVE_SECONDS = 10.0
"""From the first byte of a request, or from connecting, to its last byte."""
ANSWER_SECONDS = 30.0
"""From the last byte of a request until its reader has taken the answer."""
LARGEST_HEAD = 16 * 1024
"""Bytes of a request before its body; what fits here but is too much is refused with a page."""
LARGEST_REQUEST = 64 * 1024
"""Bytes of a request with all that frames it, chunks and trailers included, before it has ended."""
MOST_WAITING = 16
"""Requests that may wait on one connection for the answer to an earlier one."""
SWEEP_SECONDS = 1.0


class Connections:
    """The open connections of a server: how many there may be, and which are past their deadline.

    Those to ``uncounted_port`` are always let in, so that no crowd of players hides how it goes.
    """

    def __init__(
        self, most: int, most_a_client: int, *, https: bool, uncounted_port: int | None = None
    ) -> None:
        self.uncounted_port = uncounted_port
        self.headers = security_headers(https=https)
        self._most = most
        self._most_a_client = most_a_client
        self._open: set[GuardedProtocol] = set()
        self._by_client: Counter[str] = Counter()

    def protocol(self) -> type["GuardedProtocol"]:
        """Return the protocol class for uvicorn whose connections are counted here."""
        return type("Guarded", (GuardedProtocol,), {"guard": self})

    def admit(self, connection: "GuardedProtocol", client: str) -> bool:
        """Count a connection in, unless there are too many."""
        is_full = len(self._open) >= self._most or self._by_client[client] >= self._most_a_client
        if is_full and (connection.server or ("", None))[1] != self.uncounted_port:
            return False
        self._open.add(connection)
        self._by_client[client] += 1
        return True

    def leave(self, connection: "GuardedProtocol", client: str) -> None:
        """Count a connection out."""
        if connection in self._open:
            self._open.discard(connection)
            self._by_client[client] -= 1
            if not self._by_client[client]:
                del self._by_client[client]

    async def sweep(self) -> None:
        """Close what is past its deadline, once a second, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            now = loop.time()
            for connection in [one for one in self._open if one.deadline < now]:
                connection.transport.abort()


class GuardedProtocol(HttpToolsProtocol):
    """uvicorn's protocol with a deadline for each request and a limit for its head."""

    guard: Connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.deadline = 0.0
        self._resting = True
        self._in_head = True
        self._in_message = False
        self._head = 0
        self._received = 0
        self._peer = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin with a deadline, or not at all where there are too many connections."""
        super().connection_made(transport)
        self.deadline = self.loop.time() + RECEIVE_SECONDS
        self._peer = self.client[0] if self.client else ""
        if not self.guard.admit(self, self._peer):
            self._refuse(503, b"Too many connections.")

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection out."""
        self.guard.leave(self, self._peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in bytes of a request, while its head stays within the limit."""
        if self._resting:
            self._resting = False
            self.deadline = self.loop.time() + RECEIVE_SECONDS
        if self.transport.is_closing():
            return
        super().data_received(data)
        self._received += len(data)
        if self._in_head:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self._refuse(431, b"The headers of this request are too large.")
        elif self._in_message and self._received > LARGEST_REQUEST:
            self._refuse(413, b"This request is too large.")

    def on_message_begin(self) -> None:
        """Begin to count the head of a request. Raises ``OverflowError`` if too many wait already."""
        if len(self.pipeline) >= MOST_WAITING:
            raise OverflowError("too many requests wait on this connection")
        self._in_head = True
        self._in_message = True
        self._head = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Stop counting: what follows is the body.

        Whoever asks for another protocol gets an answer in this one, and no further request is read:
        the parser takes what follows such a head for the next request, even if it is a body.
        """
        super().on_headers_complete()
        self._in_head = False
        if self.parser.should_upgrade():
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """Give the answer its time."""
        self._in_message = False
        self.deadline = self.loop.time() + ANSWER_SECONDS
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Rest until the next request; uvicorn's own timer bounds that."""
        self._resting = True
        self._in_head = not self._in_message
        self._head = 0
        self._received = 0
        self.deadline = self.loop.time() + ANSWER_SECONDS
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are no request."""
        self._refuse(400, msg.encode("ascii"))

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing: it is no trouble of this server's."""

    def _refuse(self, status: int, sentence: bytes) -> None:
        """Answer and hang up; without an answer where the request has had one, or is getting it."""
        if self.transport.is_closing():
            return
        if self._in_message and not self._in_head and self.cycle.response_started:
            self.transport.close()
            return
        reasons = {
            400: b"Bad Request",
            413: b"Content Too Large",
            431: b"Request Header Fields Too Large",
            503: b"Service Unavailable",
        }
        lines = [b"HTTP/1.1 %d %s" % (status, reasons[status])]
        lines += [b"%s: %s" % header for header in self.guard.headers]
        if status == 503:
            lines.append(b"Retry-After: 2")
        lines += [b"Content-Type: text/plain; charset=utf-8", b"Content-Length: %d" % len(sentence)]
        lines += [b"Connection: close", b"", sentence]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()
