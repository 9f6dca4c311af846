"""A process that searches: a question a line comes in, an answer a line goes out, both in JSON.

It takes only the time of a processor that nobody else wants, and ends as soon as its input does, so
that it never outlives whoever started it, however that one came to end.
"""

import json
import os
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import Any, BinaryIO

from app.solver import Level, Player, load
from app.solver.plain import PlainPlayer
from app.solver.preparing import ANY_BOARD, prepare

LOADING_SECONDS = 0.75
"""Seconds from the start until which a question waits for the player to be loaded; from then on and
until it is, the slow path answers."""
_FIRST_TO_BE_KILLED = "1000"


class Worker:
    """Answers the questions of ``questions`` one after the other, and reads cancellations meanwhile."""

    def __init__(self, questions: BinaryIO, answers: BinaryIO, weights: Path, folder: Path) -> None:
        self._input = questions
        self._output = answers
        self._files = weights, folder
        self._questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self._player: Player = PlainPlayer("the solver is still being made ready")
        self._loaded = threading.Event()
        self._searching = 0
        self._cancelled = 0

    def run(self) -> None:
        """Answer for ever."""
        for task in (self._listen, self._load):
            threading.Thread(target=task, daemon=True).start()
        patience_ends = monotonic() + LOADING_SECONDS
        while True:
            question = self._questions.get()
            self._loaded.wait(max(0.0, patience_ends - monotonic()))
            self._searching = number = question["number"]
            seconds = 0.0 if number == self._cancelled else question["seconds"]
            advice = self._player.best(tuple(question["board"]), Level(question["level"]), seconds)
            self._say(number=number, **advice._asdict())

    def _listen(self) -> None:
        for line in self._input:
            message = json.loads(line)
            if "board" in message:
                self._questions.put(message)
                continue
            self._cancelled = message["cancel"]
            if self._cancelled == self._searching:
                self._player.cancel()
        os._exit(0)

    def _load(self) -> None:
        prepare(*self._files)
        player = load(*self._files)
        player.best(ANY_BOARD, Level.MAX, 0.01)
        self._player = player
        self._loaded.set()
        self._say(reason=player.reason)

    def _say(self, **message: object) -> None:
        # One write a line, because two threads have something to say.
        self._output.write(json.dumps(message).encode() + b"\n")


def main() -> None:
    """Answer what comes on standard input, with the weights and the folder that the command line names."""
    _step_back()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    # Whatever a library prints is no answer.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Worker(sys.stdin.buffer, answers, Path(sys.argv[1]), Path(sys.argv[2])).run()


def _step_back() -> None:
    """Let everybody else go first, and be the first to go where memory runs out."""
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(19)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_BE_KILLED, encoding="ascii")


if __name__ == "__main__":
    main()
