"""Workers for tests: they start at once, make way for nobody, and answer the same on any machine."""

import sys
import threading
from unittest.mock import patch

from app.engine.board import Board
from app.solver import Advice, Level, worker
from app.solver.plain import PlainPlayer

COMMAND = (sys.executable, "-m", "tests.worker", "patient", "-")
"""A worker that always finishes what it has begun."""
TIRELESS = (sys.executable, "-m", "tests.worker", "tireless", "-")
"""A worker that searches until its time is over or it is told to stop."""


class PatientPlayer(PlainPlayer):
    """The plain player, without a look at the clock."""

    def best(self, board: Board, level: Level = Level.STANDARD, deadline: float | None = None) -> Advice:
        del deadline
        return super().best(board, level)


class TirelessPlayer(PatientPlayer):
    """The plain player, which goes on as long as it may."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self._is_told_to_stop = threading.Event()

    def best(self, board: Board, level: Level = Level.STANDARD, deadline: float | None = None) -> Advice:
        self._is_told_to_stop.wait(deadline)
        self._is_told_to_stop.clear()
        return super().best(board, level)

    def cancel(self) -> None:
        self._is_told_to_stop.set()


PLAYERS = {"patient": PatientPlayer, "tireless": TirelessPlayer}

if __name__ == "__main__":
    player = PLAYERS[sys.argv[1]]("a player for tests")
    with (
        patch.object(worker, "prepare"),
        patch.object(worker, "load", lambda *_: player),
        patch.object(worker, "_step_back"),
    ):
        worker.main()
