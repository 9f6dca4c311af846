"""The player that a command asks for."""

import argparse
from pathlib import Path

from app import solver
from app.commands import CannotRun
from app.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what chooses the weights."""
    parser.add_argument(
        "--weights", type=Path, default=solver.WEIGHTS, metavar="FILE", help="weights; those of the product"
    )


def loaded(settings: Settings, arguments: argparse.Namespace) -> solver.Player:
    """Return the player; whatever was decoded and compiled for it stays in the data folder."""
    return solver.load(arguments.weights, settings.data_dir / "solver")


def network(settings: Settings, arguments: argparse.Namespace) -> solver.Player:
    """Return the player with the network; raises ``CannotRun`` where only the slow path would serve."""
    player = loaded(settings, arguments)
    if player.is_plain:
        raise CannotRun(player.reason)
    return player
