"""Cookies that would cost the parser of Python time that grows with the square of their length."""

from time import perf_counter
from typing import NamedTuple

from tests.faults.wire.pulse import pulse
from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Line, raw

KILOBYTES = (2, 4, 8, 16, 32, 64)
_PIECES = {"escaped quotes": '\\"', "octal escapes": "\\101", "backslashes": "\\\\"}


class Cookie(NamedTuple):
    """How long an answer to a cookie took, and how long others had to wait meanwhile, in milliseconds."""

    name: str
    status: int
    taken: float
    worst_ping: float

    @property
    def longest(self) -> float:
        """The longer of the two."""
        return max(self.taken, self.worst_ping)


async def ask_with(server: Server, kilobytes: int, longest: float) -> list[Cookie]:
    """Ask for the page with each kind of costly cookie of this size, in one header and in many.

    Each is sent up to three times, until it takes nobody longer than so many milliseconds: what a
    cookie costs it costs each time.
    """
    found = []
    for name, piece in _PIECES.items():
        value = f'session="{piece * (kilobytes * 1024 // len(piece))}"'
        spread = [f'Cookie: a{number}="{piece * (1000 // len(piece))}"' for number in range(kilobytes)]
        found.append(await _ask(server, f"{kilobytes} KB of {name}", [f"Cookie: {value}"], longest))
        found.append(await _ask(server, f"{kilobytes} KB of {name} in many cookies", spread, longest))
    return found


async def _ask(server: Server, name: str, headers: list[str], longest: float) -> Cookie:
    for _ in range(2):
        cookie = await _ask_once(server, name, headers)
        if cookie.longest < longest:
            return cookie
    return await _ask_once(server, name, headers)


async def _ask_once(server: Server, name: str, headers: list[str]) -> Cookie:
    async with pulse(server.ops_port) as taken, await Line.open(server.port) as line:
        began = perf_counter()
        answer = await line.ask(raw("GET", "/", *headers))
        seconds = perf_counter() - began
    return Cookie(name, answer.status, seconds * 1000, taken.worst)
