"""``selfplay``: whole games of a level, and a table of what came of them."""

import argparse
import sys
from itertools import islice
from typing import TYPE_CHECKING, cast

from app import solver
from app.commands import players
from app.commands.arguments import positive
from app.settings import Settings

if TYPE_CHECKING:
    from app.solver.player import NetworkPlayer

_SHOWN = (11, 12, 13, 14, 15, 16)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("selfplay", help="let the solver play, and tell how strong it is")
    command.add_argument("--games", type=positive, default=100, metavar="N", help="games to play; 100")
    command.add_argument(
        "--level", type=solver.Level, default=solver.Level.STANDARD, choices=list(solver.Level)
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="which games; 1")
    players.add_arguments(command)
    command.set_defaults(run=_run)


def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    player = cast("NetworkPlayer", players.network(settings, arguments))
    # Imported only now, because it is compiled, into the folder that the player's loading has set.
    from app.solver.selfplay import Played, Table, games

    played: list[Played] = []
    for game in islice(games(player, arguments.level, arguments.seed), arguments.games):
        played.append(game)
        if sys.stderr.isatty():
            print(f"\r{len(played)}/{arguments.games}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    table = Table(played)
    tiles = [f"{1 << exponent}" for exponent in _SHOWN]
    print(
        "| level | seed | games | average | ± | lowest | highest |",
        *(f"{tile} % |" for tile in tiles),
        "ms a move |",
    )
    print("| --- |", *["---: |"] * (len(tiles) + 7))
    print(
        f"| {arguments.level} | {arguments.seed} | {len(played)} | {table.average:,.0f} | {table.error:,.0f}",
        f"| {min(game.score for game in played):,} | {max(game.score for game in played):,} |",
        *(f"{100 * table.reached(exponent):.1f} |" for exponent in _SHOWN),
        f"{table.milliseconds:.3g} |",
    )
