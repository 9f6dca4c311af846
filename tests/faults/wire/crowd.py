"""More connections than one client, or all of them, may have."""

from contextlib import AsyncExitStack
from typing import NamedTuple

from tests.faults.wire.headers import header_faults
from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Answer, Line, raw

SOURCES = ("127.0.0.1", "127.0.0.2", "127.0.0.3")


class Crowd(NamedTuple):
    """What came of the connections of each client, and of one more after all had left.

    ``said_when`` counts those who were turned away and told when to come again.
    """

    served: dict[str, int]
    refused: dict[str, int]
    said_when: dict[str, int]
    faults: list[str]
    afterwards: int


async def crowd(server: Server, attempts: int) -> Crowd:
    """Open so many connections from each of several addresses and keep them."""
    served: dict[str, int] = {}
    refused: dict[str, int] = {}
    said_when: dict[str, int] = {}
    faults: list[str] = []
    async with AsyncExitStack() as stack:
        for source in SOURCES:
            answers = [await _come(stack, server.port, source) for _ in range(attempts)]
            served[source] = sum(answer.status == 200 for answer in answers)
            turned_away = [answer for answer in answers if answer.status == 503]
            refused[source] = len(turned_away)
            said_when[source] = sum(answer.header("retry-after").isdigit() for answer in turned_away)
            faults += [fault for answer in turned_away for fault in header_faults(answer)]
    async with await Line.open(server.port) as line:
        return Crowd(served, refused, said_when, faults, (await line.ask(raw("GET", "/your-data"))).status)


async def _come(stack: AsyncExitStack, port: int, source: str) -> Answer:
    line = await stack.enter_async_context(await Line.open(port, source))
    return await line.ask(raw("GET", "/your-data"))
