"""Requests that do not end: headers, bodies, trailers and requests without number."""

import asyncio
from time import perf_counter
from typing import NamedTuple

from tests.faults.wire.pulse import pulse
from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Answer, Cut, Line, raw, read_answers

LARGEST_GROWTH = 20.0
"""MB by which a flood may make the server grow."""

_SETTLING = 0.05
_LONGEST = 15.0
"""Seconds after which a flood that is not stopped gives up."""
_FORM = "Content-Type: application/x-www-form-urlencoded"
_CHUNKED = raw("POST", "/moves", _FORM, "Transfer-Encoding: chunked")
_TINY = b"GET /x HTTP/1.1\r\nHost: localhost\r\nX: %s\r\n\r\n" % (b"x" * 23)
"""A request of 64 bytes, so that waves of them end where a request does."""
_BIG = 16 * 1024


class Flood(NamedTuple):
    """How a request begins, and what then comes again and again."""

    name: str
    opening: bytes
    wave: bytes


FLOODS = [
    Flood("many small headers", raw("GET", "/")[:-2], b"a:b\r\n" * 3000),
    Flood("one endless header", raw("GET", "/")[:-2] + b"X: ", b"x" * _BIG),
    Flood("one endless name of a header", raw("GET", "/")[:-2], b"x" * _BIG),
    Flood("an endless address", b"GET /", b"x" * _BIG),
    Flood("endless blank lines", b"", b"\r\n" * (_BIG // 2)),
    Flood("an endless body in chunks", _CHUNKED, b"4000\r\n" + b"x" * _BIG + b"\r\n"),
    Flood("an endless body in tiny chunks", _CHUNKED, b"1\r\nx\r\n" * 3000),
    Flood(
        "an endless body, its length announced",
        raw("POST", "/moves", _FORM, f"Content-Length: {10**10}"),
        b"x" * _BIG,
    ),
    Flood("an endless body of a GET", raw("GET", "/", f"Content-Length: {10**10}"), b"x" * _BIG),
    Flood("an endless body after a refusal", raw("POST", "/moves", f"Content-Length: {10**10}"), b"x" * _BIG),
    Flood("an endless chunk extension", _CHUNKED + b"1;", b"x" * _BIG),
    Flood("many small trailers", _CHUNKED + b"1\r\nx\r\n0\r\n", b"a:b\r\n" * 3000),
    Flood("one endless trailer", _CHUNKED + b"1\r\nx\r\n0\r\nX: ", b"x" * _BIG),
    Flood("requests without number in one flight", b"", _TINY * (_BIG // len(_TINY))),
    Flood("no HTTP at all", b"", b"\x16\x03\x01" * 5000),
]


class Flooded(NamedTuple):
    """What a flood did to the server; sizes in MB, times in milliseconds."""

    name: str
    sent: float
    statuses: list[int]
    is_closed: bool
    growth: float
    worst_ping: float
    seconds: float


async def flood(server: Server, kind: Flood, megabytes: int, longest_ping: float) -> Flooded:
    """Flood up to three times, until nobody else waits longer than so many milliseconds for it.

    What a flood costs it costs each time; what else the machine does it may do just once.
    """
    for _ in range(2):
        flooded = await _flood(server, kind, megabytes)
        if flooded.worst_ping < longest_ping:
            return flooded
    return await _flood(server, kind, megabytes)


async def _flood(server: Server, kind: Flood, megabytes: int) -> Flooded:
    """Send up to so much of a flood, and what the server still takes of it is told."""
    before = server.memory()
    server.forget_peak()
    began = perf_counter()
    async with pulse(server.ops_port) as taken, await Line.open(server.port) as line:
        sent, (received, is_closed) = await _pour(line, kind, megabytes * 10**6)
    return Flooded(
        kind.name,
        sent / 10**6,
        [answer.status for answer in _whole(received)],
        is_closed,
        max(server.peak() - before, 0.0),
        taken.worst,
        perf_counter() - began,
    )


async def _pour(line: Line, kind: Flood, most: int) -> tuple[int, tuple[bytes, bool]]:
    listening = asyncio.create_task(line.rest(_LONGEST))
    sent = 0
    try:
        if kind.opening:
            await line.send(kind.opening)
            await asyncio.sleep(_SETTLING)
        async with asyncio.timeout(_LONGEST):
            while sent < most and not listening.done():
                await line.send(kind.wave)
                sent += len(kind.wave)
    except (Cut, TimeoutError):
        pass
    return sent, await listening


def _whole(received: bytes) -> list[Answer]:
    """Read the answers that arrived whole; a flood that is cut off may lose the last of them."""
    try:
        return read_answers(received)
    except AssertionError:
        return []
