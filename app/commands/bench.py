"""``bench solver``: how fast the solver is on this machine."""

import argparse
from typing import TYPE_CHECKING, cast

from app import solver
from app.commands import players
from app.commands.arguments import positive
from app.settings import Settings

if TYPE_CHECKING:
    from app.solver.player import NetworkPlayer


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("bench", help="measure the solver's speed")
    command.add_argument("what", choices=["solver"])
    command.add_argument("--boards", type=positive, default=600, metavar="N", help="boards to answer; 600")
    players.add_arguments(command)
    command.set_defaults(run=_run)


def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    player = cast("NetworkPlayer", players.network(settings, arguments))
    # Imported only now, because it is compiled, into the folder that the player's loading has set.
    from app.solver.speed import latencies, positions, random_play

    print(f"random play: {random_play() / 1e6:.1f} million moves a second")
    boards = positions(player, arguments.boards)
    print(f"answers to {len(boards)} boards of games of the level fast, in ms:")
    print("| level | mean | p50 | p99 | highest | depth | boards valued |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for level in solver.Level:
        measured = latencies(player, boards, level)
        times = sorted(1000 * advice.seconds for advice in measured)
        print(
            f"| {level} | {sum(times) / len(times):.3g} | {times[len(times) // 2]:.3g}",
            f"| {times[len(times) * 99 // 100]:.3g} | {times[-1]:.3g}",
            f"| {sum(advice.depth for advice in measured) / len(measured):.1f}",
            f"| {sum(advice.nodes for advice in measured) / len(measured):,.0f} |",
        )
