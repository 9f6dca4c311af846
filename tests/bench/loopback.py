"""The product over the loopback interface, beside the bare routes of the same server."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import uvloop

from tests.bench.load import (
    HEADS,
    LEGEND,
    ROUNDS,
    Load,
    Visitors,
    figures,
    in_turn,
    share,
    who_sets_the_pace,
)
from tests.bench.report import Table
from tests.bench.serving import Server, serve

CONNECTIONS = (1, 16, 64, 256)
WINDOW = 1.2
"""Seconds that count of each round and route, after the warm-up."""


class Beside(NamedTuple):
    """The rounds of the three routes with so many connections."""

    connections: int
    moves: list[Load]
    inside: list[Load]
    alone: list[Load]


def measure(folder: Path, size: int) -> list[Beside]:
    """Serve from this folder, the bare routes with a body of this size, and play."""
    with serve(folder, size) as server, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return [runner.run(_beside(server, connections)) for connections in CONNECTIONS]


def table(measured: Sequence[Beside]) -> Table:
    """Show three rows for each number of connections."""
    return Table(
        "POST over loopback",
        f"Medians of {ROUNDS} rounds of {WINDOW:g} s, in turn; {LEGEND}"
        f" {who_sets_the_pace([rounds for beside in measured for rounds in beside[1:]])}",
        ("connections", "route", *HEADS, "of inside", "of alone"),
        [
            (str(beside.connections), route, *figures(rounds), *shares)
            for beside in measured
            for route, rounds, shares in (
                (
                    "POST /moves",
                    beside.moves,
                    (share(beside.moves, beside.inside), share(beside.moves, beside.alone)),
                ),
                ("bare route, in the product", beside.inside, ("", share(beside.inside, beside.alone))),
                ("bare route, alone", beside.alone, ("", "")),
            )
        ],
        words=2,
    )


async def _beside(server: Server, connections: int) -> Beside:
    visitors = await Visitors.arrive(server, connections)
    slices = (visitors.play, visitors.ask_inside, visitors.ask_alone)
    return Beside(connections, *await in_turn(slices, WINDOW))
