"""Decoded weights: written once to a file of the data folder, mapped by every process that plays."""

import fcntl
import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from app.solver.network import SIZE
from app.solver.weights import Header, decode_into, read


def mapped(weights: Path, folder: Path) -> tuple[Header, npt.NDArray[np.int16]]:
    """Return the header of a file of weights, and the weights, mapped for reading.

    The first process to come decodes them, while others wait for it; a file of the wrong size is made
    again, and what earlier weights left is removed. Raises ``BadWeights``, or ``OSError`` if the folder
    cannot be used.
    """
    header, content = read(weights)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{header.digest[:16]}.weights"
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _is_whole(path):
            _write(path, content)
            for other in folder.glob("*.weights"):
                if other != path:
                    other.unlink()
    # Copy on write, not read only, because compiled code takes those for different types.
    return header, np.memmap(path, np.int16, "c", shape=(SIZE,))


def _is_whole(path: Path) -> bool:
    return path.exists() and path.stat().st_size == 2 * SIZE


def _write(path: Path, content: bytes) -> None:
    unfinished = path.with_suffix(".unfinished")
    decoded = np.memmap(unfinished, np.int16, "w+", shape=(SIZE,))
    decode_into(content, decoded)
    decoded.flush()
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
