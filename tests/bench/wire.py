"""One connection of a client that costs next to nothing, for the server alone is to be measured.

It speaks as much HTTP/1.1 as this server answers: a status, a Content-Length, a body; and the
connection stays open.
"""

import asyncio
from time import perf_counter
from typing import NamedTuple, cast

_END_OF_HEAD = b"\r\n\r\n"
_LENGTH = b"\r\ncontent-length: "
_COOKIE = b"\r\nset-cookie: "


class Reply(NamedTuple):
    """An answer, and when it was asked for and complete, in seconds of ``perf_counter``."""

    status: int
    head: bytes
    body: bytes
    asked: float
    answered: float

    @property
    def cookie(self) -> bytes:
        """The cookie that the answer sets, as a request sends it back; nothing if it sets none."""
        return _header(self.head, _COOKIE).partition(b";")[0] if _COOKIE in self.head else b""


class Wire(asyncio.Protocol):
    """Sends one request at a time and waits for its answer."""

    _transport: asyncio.Transport
    _received = b""
    _reply: asyncio.Future[Reply] | None = None
    _asked = 0.0

    @classmethod
    async def open(cls, port: int) -> "Wire":
        """Connect to this port of the loopback interface."""
        _, wire = await asyncio.get_running_loop().create_connection(cls, "127.0.0.1", port)
        return wire

    async def ask(self, request: bytes) -> Reply:
        """Send a request and return its answer. Raises ``ConnectionError`` if the server hangs up."""
        self._received = b""
        self._reply = asyncio.get_running_loop().create_future()
        self._asked = perf_counter()
        self._transport.write(request)
        return await self._reply

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        received = self._received = self._received + data if self._received else data
        end = received.find(_END_OF_HEAD)
        if end < 0:
            return
        head, start = received[:end], end + len(_END_OF_HEAD)
        if self._reply and not self._reply.done() and len(received) == start + int(_header(head, _LENGTH)):
            self._reply.set_result(
                Reply(int(head[9:12]), head, received[start:], self._asked, perf_counter())
            )

    def connection_lost(self, exc: Exception | None) -> None:
        if self._reply and not self._reply.done():
            self._reply.set_exception(ConnectionError(f"the server hung up: {exc}"))


def request(method: str, path: str, headers: dict[str, str], cookie: bytes, form: str = "") -> bytes:
    """Return the bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if form:
        lines.append(f"Content-Length: {len(form)}")
    if cookie:
        lines.append(f"Cookie: {cookie.decode()}")
    return "\r\n".join([*lines, "", form]).encode()


def _header(head: bytes, name: bytes) -> bytes:
    return head[head.index(name) + len(name) :].partition(b"\r\n")[0]
