"""``solve``: what each direction of one board is worth."""

import argparse

from app import solver
from app.commands import CannotRun, players
from app.engine.board import CELLS, LARGEST, Board
from app.settings import Settings


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser("solve", help="tell what each direction of a board is worth")
    command.add_argument(
        "board",
        metavar="BOARD",
        help='the sixteen tiles from the top left, such as "2 4 . 8 ..."; a dot or 0 is empty',
    )
    command.add_argument(
        "--level", type=solver.Level, default=solver.Level.STANDARD, choices=list(solver.Level)
    )
    command.add_argument("--deadline", type=float, metavar="SECONDS", help="answer within this time")
    players.add_arguments(command)
    command.set_defaults(run=_run)


def _run(settings: Settings, arguments: argparse.Namespace) -> None:
    board = _board(arguments.board)
    player = players.loaded(settings, arguments)
    advice = player.best(board, arguments.level, arguments.deadline)
    if player.is_plain:
        print(f"The slow path answers: {player.reason}.")
    if advice.best is None:
        print("No move is left.")
    for direction, value in advice.values.items():
        print(f"{direction:<6} {value:>12,.0f}")
    print(f"depth {advice.depth}, {advice.nodes:,} boards, {1000 * advice.seconds:.2f} ms")


def _board(text: str) -> Board:
    words = text.replace(".", "0").split()
    if len(words) != CELLS:
        raise CannotRun(f"a board has {CELLS} cells, not {len(words)}", 2)
    known = {"0": 0} | {str(1 << exponent): exponent for exponent in range(1, LARGEST + 1)}
    for word in words:
        if word not in known:
            raise CannotRun(f"{word} is no tile of this game", 2)
    return tuple(known[word] for word in words)
