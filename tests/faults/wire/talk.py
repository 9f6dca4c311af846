"""Bytes over a connection, and the answers to them as they come: nothing is put right on the way."""

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, Self

PATIENCE = 30.0
"""Seconds for an answer, after which the server counts as hung."""

HOST = "Host: 127.0.0.1"
_LARGEST_PART = 1 << 16


class Answer(NamedTuple):
    """What the server answered; the names of the headers are in lower case."""

    status: int
    headers: Sequence[tuple[str, str]]
    body: bytes = b""

    def all(self, name: str) -> list[str]:
        """Return every value of a header."""
        return [value for one, value in self.headers if one == name]

    def header(self, name: str) -> str:
        """Return the one value of a header; nothing where it is missing."""
        values = self.all(name)
        assert len(values) < 2, f"{name} comes {len(values)} times"
        return values[0] if values else ""

    @property
    def cookie(self) -> str:
        """The cookie that the answer sets, as a request sends it back; nothing if it sets none."""
        return self.header("set-cookie").partition(";")[0]


class Cut(ConnectionError):
    """The connection ended before the answer did; ``answer`` is what there is of it, if its head came."""

    def __init__(self, answer: Answer | None = None) -> None:
        super().__init__("the connection ended before the answer did")
        self.answer = answer


class Line:
    """A connection to a port of the loopback interface."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, source: str = "127.0.0.1") -> Self:
        """Connect from one of the addresses of the loopback interface. Raises ``OSError``."""
        async with asyncio.timeout(PATIENCE):
            return cls(*await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0)))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ask(self, request: bytes) -> Answer:
        """Send one request and return its answer.

        Raises ``Cut`` if the server hangs up, and ``TimeoutError`` if it says nothing.
        """
        await self.send(request)
        return await self.answer(has_body=not request.startswith(b"HEAD "))

    async def send(self, data: bytes) -> None:
        """Send bytes, as many at a time as the other side takes. Raises ``Cut``."""
        try:
            self.writer.write(data)
            async with asyncio.timeout(PATIENCE):
                await self.writer.drain()
        except ConnectionError:
            raise Cut from None

    async def answer(self, *, has_body: bool = True) -> Answer:
        """Wait for the next answer that is more than an interim one. Raises ``Cut`` and ``TimeoutError``."""
        async with asyncio.timeout(PATIENCE):
            while True:
                head = await self._head()
                if head.status >= 200:
                    return await self._with_body(head) if has_body else head

    async def rest(self, seconds: float) -> tuple[bytes, bool]:
        """Return what comes until the end or within so many seconds, and whether the end came."""
        received = b""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                try:
                    while part := await self.reader.read(_LARGEST_PART):
                        received += part
                except ConnectionError:
                    pass
                return received, True
        return received, False

    async def close(self) -> None:
        """Hang up."""
        self.writer.transport.abort()
        with suppress(OSError):
            await self.writer.wait_closed()

    async def _head(self) -> Answer:
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Cut from None
        return read_head(head[:-4])

    async def _with_body(self, head: Answer) -> Answer:
        body = b""
        if head.status in (204, 304):
            return head
        try:
            if "chunked" in head.header("transfer-encoding"):
                while size := int(await self.reader.readline(), 16):
                    body += (await self.reader.readexactly(size + 2))[:-2]
                await self.reader.readline()
            else:
                body = await self.reader.readexactly(int(head.header("content-length")))
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Cut(head) from None
        return head._replace(body=body)


def read_head(head: bytes) -> Answer:
    """Read the head of an answer, without the blank line that ends it."""
    first, *rest = head.decode("latin-1").split("\r\n")
    found = re.fullmatch(r"HTTP/1\.1 (\d{3}) [ -~]*", first)
    assert found, f"no status line: {first!r}"
    headers = [line.split(": ", 1) for line in rest]
    assert all(len(header) == 2 for header in headers), f"a line of the head is no header: {rest}"
    return Answer(int(found[1]), [(name.lower(), value) for name, value in headers])


def read_answers(received: bytes) -> list[Answer]:
    """Read all the answers with a length of their own that bytes hold, interim ones left out."""
    answers = []
    while received:
        head, blank, received = received.partition(b"\r\n\r\n")
        assert blank, f"an answer ends in its head: {head!r}"
        answer = read_head(head)
        size = 0 if answer.status < 200 or answer.status == 304 else int(answer.header("content-length"))
        assert len(received) >= size, f"an answer of {size} bytes ends after {len(received)}"
        body, received = received[:size], received[size:]
        if answer.status >= 200:
            answers.append(answer._replace(body=body))
    return answers


def raw(method: str, target: str, *headers: str, body: bytes = b"", host: str = HOST) -> bytes:
    """Return a request with these headers, the length of its body among them if it has one."""
    lines = [f"{method} {target} HTTP/1.1", host, *headers]
    if body:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
