"""The player that a command asks for."""

import argparse
from pathlib import Path

from app import solver
from app.commands import CannotRun
from app.settings import Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what chooses the weights."""
    parser.add_argument(
        "--weights", type=Path, metavar="FILE", help="weights; SOLVER_WEIGHTS, or those of the product"
    )


def weights_of(settings: Settings, arguments: argparse.Namespace) -> Path:
    """Return the file of weights that was chosen."""
    return arguments.weights or settings.solver_weights or solver.WEIGHTS


def loaded(settings: Settings, arguments: argparse.Namespace) -> solver.Player:
    """Return the player; whatever was decoded and compiled for it stays in the data folder."""
    return solver.load(weights_of(settings, arguments), settings.data_dir / "solver")


def network(settings: Settings, arguments: argparse.Namespace) -> solver.Player:
    """Return the player with the network; raises ``CannotRun`` where only the slow path would serve."""
    player = loaded(settings, arguments)
    if player.is_plain:
        raise CannotRun(player.reason)
    return player
