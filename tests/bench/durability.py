"""What it costs to keep a move: the product's way, its alternatives, and the bare routes, with many players.

Each way is a server of its own; one of them is asked at a time while the others are idle.
"""

import asyncio
from collections.abc import Sequence
from contextlib import ExitStack
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
    medians,
    share,
    who_sets_the_pace,
)
from tests.bench.report import Table, figure
from tests.bench.server import Durability
from tests.bench.serving import Server, serve

CONNECTIONS = 256
WINDOW = 1.5


class Ways(NamedTuple):
    """The rounds of each way to keep moves, and those of the bare routes."""

    moves: dict[Durability, list[Load]]
    inside: list[Load]
    alone: list[Load]


def measure(folder: Path, size: int) -> Ways:
    """Serve from folders in this one, the bare routes with a body of this size, and play."""
    with ExitStack() as stack:
        servers = [stack.enter_context(serve(folder / way.name, size, way)) for way in Durability]
        runner = stack.enter_context(asyncio.Runner(loop_factory=uvloop.new_event_loop))
        return runner.run(_measure(servers))


def table(measured: Ways) -> Table:
    """Show a row for each way, with both bare routes to compare it with."""
    bare = (measured.inside, measured.alone)
    named = {f"moves, {way}": rounds for way, rounds in measured.moves.items()}
    named |= {"bare route, in the product": measured.inside, "bare route, alone": measured.alone}
    return Table(
        "Durability",
        f"{CONNECTIONS} connections; medians of {ROUNDS} rounds of {WINDOW:g} s, in turn; {LEGEND}"
        " The last columns set the rate and the p99 in relation to those of the bare routes."
        f" {who_sets_the_pace(list(named.values()))}",
        ("", *HEADS, "of inside", "of alone", "p99 by inside", "p99 by alone"),
        [
            (
                name,
                *figures(rounds),
                *(share(rounds, each) for each in bare),
                *(figure(medians(rounds).p99 / medians(each).p99, 1) for each in bare),
            )
            for name, rounds in named.items()
        ],
    )


async def _measure(servers: Sequence[Server]) -> Ways:
    visitors = [await Visitors.arrive(server, CONNECTIONS) for server in servers]
    product = visitors[0]
    slices = [*(each.play for each in visitors), product.ask_inside, product.ask_alone]
    *moves, inside, alone = await in_turn(slices, WINDOW)
    return Ways(dict(zip(Durability, moves, strict=True)), inside, alone)
