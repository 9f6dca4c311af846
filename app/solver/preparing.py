"""What a machine needs once, made by a process that ends: the compiler leaves 90 MB behind where it ran."""

import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from app.solver.levels import Level
from app.solver.loading import compiled_folder, load

ANY_BOARD = (1, 1) + (0,) * 14


def mark(folder: Path) -> Path:
    """Return the file which says that all there is to compile has been compiled."""
    return compiled_folder(folder) / "whole"


def prepare(weights: Path, folder: Path) -> None:
    """Have the code compiled and the weights decoded, unless they are, and wait for it."""
    if not mark(folder).exists():
        command = [sys.executable, "-m", "app.solver.preparing", str(weights), str(folder)]
        with subprocess.Popen(command, stdin=subprocess.PIPE) as process:  # noqa: S603 - ourselves
            process.wait()


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)
    os._exit(0)


def main() -> None:
    """Prepare, or end as soon as the input does, which whoever waits for this holds open."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    weights, folder = map(Path, sys.argv[1:])
    load(weights, folder).best(ANY_BOARD, Level.MAX, 0.01)
    with suppress(OSError):
        mark(folder).parent.mkdir(parents=True, exist_ok=True)
        mark(folder).touch()


if __name__ == "__main__":
    main()
