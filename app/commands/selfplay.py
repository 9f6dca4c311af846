"""``selfplay``: whole games of a level, kept if wanted, and a table of what came of them."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, cast

from app import solver
from app.commands import CannotRun, players
from app.commands.arguments import natural, positive
from app.settings import Settings
from app.solver.example import judged
from app.solver.strength import Played, Strength, Summary, Unlike, keep, read_strength

if TYPE_CHECKING:
    from app.solver.player import NetworkPlayer

_SHOWN = (11, 12, 13, 14, 15, 16)


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("selfplay", help="let the solver play, and tell how strong it is")
    command.add_argument("--games", type=positive, default=100, metavar="N", help="games to play; 100")
    command.add_argument("--first", type=natural, default=0, metavar="N", help="number of the first game; 0")
    command.add_argument(
        "--level", type=solver.Level, default=solver.Level.STANDARD, choices=list(solver.Level)
    )
    command.add_argument("--seed", type=int, default=1, metavar="N", help="which games; 1")
    command.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help="play only what this file does not have, and add each game to it; several may share a file",
    )
    players.add_arguments(command)
    command.set_defaults(run=_run)


def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    player = cast("NetworkPlayer", players.network(settings, arguments))
    today = datetime.now(UTC).date()
    none = Strength(_checksum(settings, arguments), arguments.seed, today, judged(player), {})
    try:
        played = list(_played(player, none, arguments))
    except Unlike as reason:
        raise CannotRun(f"the file {arguments.to} takes no such games: {reason}") from reason
    except (KeyError, ValueError) as error:
        raise CannotRun(f"the file {arguments.to} holds no games of the solver") from error
    except OSError as error:
        raise CannotRun(f"the file {arguments.to} cannot be used: {error.strerror}") from error
    _show(arguments, Summary(played))


def _checksum(settings: Settings, arguments: argparse.Namespace) -> str:
    from app.solver.weights import read

    return read(players.weights_of(settings, arguments))[0].digest


def _played(player: "NetworkPlayer", none: Strength, arguments: argparse.Namespace) -> Iterator[Played]:
    """Play the games that the file does not have, keep each at once, and return them and those it has."""
    # Imported only now, because it is compiled, into the folder that the player's loading has set.
    from app.solver.selfplay import game

    kept = read_strength(arguments.to) if arguments.to else None
    known = (kept.joined(none) if kept else none).games.get(arguments.level, {})
    for done in range(arguments.games):
        number = arguments.first + done
        played = known.get(number) or game(player, arguments.level, arguments.seed, number)
        if arguments.to and number not in known:
            keep(arguments.to, none.with_game(arguments.level, number, played))
        if sys.stderr.isatty():
            print(f"\r{done + 1}/{arguments.games}", end="", file=sys.stderr, flush=True)
        yield played
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)


def _show(arguments: argparse.Namespace, summary: Summary) -> None:
    tiles = [f"{1 << exponent}" for exponent in _SHOWN]
    scores = [game.score for game in summary.games]
    print(
        "| level | seed | games | average | ± | lowest | highest |",
        *(f"{tile} % |" for tile in tiles),
        "ms a move |",
    )
    print("| --- |", *["---: |"] * (len(tiles) + 7))
    print(
        f"| {arguments.level} | {arguments.seed} | {len(scores)} |",
        f"{summary.average:,.0f} | {summary.error:,.0f} | {min(scores):,} | {max(scores):,} |",
        *(f"{100 * summary.share(exponent):.1f} |" for exponent in _SHOWN),
        f"{summary.milliseconds:.3g} |",
    )
