"""Clients that take their time: silent, one byte a second, and never reading what they asked for."""

import asyncio
import re
import socket
from contextlib import suppress
from time import perf_counter
from typing import NamedTuple

from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Cut, Line, raw

_FORM = "Content-Type: application/x-www-form-urlencoded"
_CHUNKED = raw("POST", "/moves", _FORM, "Transfer-Encoding: chunked")
_WINDOW = 2048
_SETTLING = 0.5
"""Seconds in which a server lets go of connections that have ended."""


class Slow(NamedTuple):
    """What a client sends at once, and what it sends again and again with a pause before it."""

    name: str
    opening: bytes = b""
    drip: bytes = b""


KINDS = [
    Slow("silent"),
    Slow("a head that stops", b"GET / HT"),
    Slow("a head byte by byte", b"GET /", b"x"),
    Slow("a head header by header", raw("GET", "/")[:-2], b"a: b\r\n"),
    Slow("blank lines", b"", b"\r\n"),
    Slow("a body that stops", raw("POST", "/moves", _FORM, "Content-Length: 9") + b"version"),
    Slow("a body byte by byte", raw("POST", "/moves", _FORM, "Content-Length: 9999"), b"x"),
    Slow("a body chunk by chunk", _CHUNKED, b"1\r\nx\r\n"),
    Slow(
        "a body that was promised", raw("POST", "/moves", _FORM, "Content-Length: 9", "Expect: 100-continue")
    ),
    Slow("a chunk extension byte by byte", _CHUNKED + b"1;", b"x"),
    Slow("trailers one by one", _CHUNKED + b"0\r\n", b"a: b\r\n"),
    Slow("a refused body byte by byte", raw("POST", "/moves", "Content-Length: 9999"), b"x"),
    Slow("a second request that never comes", raw("GET", "/x")),
    Slow("a second head byte by byte", raw("GET", "/x") + b"GET /", b"x"),
    Slow(
        "a second body byte by byte",
        raw("GET", "/x") + raw("POST", "/moves", _FORM, "Content-Length: 99"),
        b"x",
    ),
]


class Lived(NamedTuple):
    """How long connections of one kind stayed open, in seconds."""

    name: str
    connections: int
    shortest: float
    longest: float


async def hold(port: int, kind: Slow, count: int, pause: float, longest: float) -> Lived:
    """Open so many connections of one kind and see how long the server lets them stay."""
    lives = await asyncio.gather(*(_hold(port, kind, pause, longest) for _ in range(count)))
    return Lived(kind.name, count, min(lives), max(lives))


async def never_read(server: Server, requests: int, count: int, longest: float) -> Lived:
    """Send so many requests for a large file on each connection, read nothing, and see when all are gone."""
    target = await _largest_file(server.port)
    await asyncio.sleep(_SETTLING)
    before = server.descriptors()
    began = perf_counter()
    lazy = await asyncio.gather(*(_ask_without_reading(server.port, target, requests) for _ in range(count)))
    try:
        while server.descriptors() > before and perf_counter() - began < longest:  # noqa: ASYNC110 - of a process
            await asyncio.sleep(0.05)
        lived = perf_counter() - began
    finally:
        for one in lazy:
            one.close()
    return Lived(f"{requests} requests, nothing read", count, lived, lived)


async def _hold(port: int, kind: Slow, pause: float, longest: float) -> float:
    began = perf_counter()
    async with await Line.open(port) as line:
        ended = asyncio.create_task(line.rest(longest))
        if kind.opening:
            await line.send(kind.opening)
        while not ended.done():
            await asyncio.wait([ended], timeout=pause)
            with suppress(Cut):
                await line.send(kind.drip)
        await ended
    return perf_counter() - began


async def _ask_without_reading(port: int, target: str, requests: int) -> socket.socket:
    loop = asyncio.get_running_loop()
    lazy = socket.socket()
    lazy.setblocking(False)
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _WINDOW)
    await loop.sock_connect(lazy, ("127.0.0.1", port))
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(0.5):
            for _ in range(requests):
                await loop.sock_sendall(lazy, raw("GET", target))
    return lazy


async def _largest_file(port: int) -> str:
    async with await Line.open(port) as line:
        page = await line.ask(raw("GET", "/"))
        targets: list[str] = re.findall(r'"(/static/[^"]+\.js)"', page.body.decode())
        sizes = {target: len((await line.ask(raw("GET", target))).body) for target in targets}
    return max(sizes, key=lambda target: sizes[target])
