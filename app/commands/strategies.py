"""``strategies``: many games of simple ways to play, and what came of them."""

import argparse
import sys
from pathlib import Path

from app.commands import CannotRun
from app.commands.arguments import positive
from app.settings import Settings
from app.strategies.choosing import Way
from app.strategies.measuring import measure
from app.strategies.results import write_results


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("strategies", help="play many games of simple strategies and count")
    command.add_argument("--games", type=positive, default=10_000, metavar="N", help="of each; 10000")
    command.add_argument("--seed", default="strategies", metavar="TEXT", help="what all luck follows from")
    command.add_argument("--to", type=Path, metavar="FILE", help="also write the results to this file")
    command.set_defaults(run=_run)


def _run(_settings: Settings, arguments: argparse.Namespace) -> None:
    results = measure(arguments.games, arguments.seed, _show)
    for way, tally in results.tallies.items():
        low, high = tally.interval()
        print(
            f"{way:26}{tally.average:9.0f} ± {tally.average_margin:3.0f} points,"
            f" {tally.share():7.2%} won ({low:.2%} to {high:.2%})"
        )
    if arguments.to:
        try:
            write_results(results, arguments.to)
        except OSError as error:
            raise CannotRun(f"{arguments.to} cannot be written: {error.strerror}") from error


def _show(way: Way, done: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{way}: {done} games ", end="", file=sys.stderr, flush=True)
