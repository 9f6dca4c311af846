"""Small file systems in memory, which can be filled and turned read-only without harm to the machine."""

import errno
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PORTIONS = (1 << 16, 1 << 12, 1)
"""Bytes that are written until no more go in, then in smaller ones."""


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[Path]:
    """Mount a file system of this size; it is gone at the end of the block."""
    place.mkdir(parents=True)
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "faults", str(place)],
        check=True,
        capture_output=True,
    )
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
        place.rmdir()


@contextmanager
def filled(place: Path) -> Iterator[None]:
    """Take the last byte of the disk; free it at the end of the block."""
    filler = place / "filler"
    try:
        with filler.open("wb", buffering=0) as file:
            for portion in _PORTIONS:
                _write_until_full(file.fileno(), bytes(portion))
        yield
    finally:
        filler.unlink()


@contextmanager
def read_only(place: Path) -> Iterator[None]:
    """Turn the disk read-only, which works while nothing on it is open for writing, and back again."""
    _remount(place, "ro")
    try:
        yield
    finally:
        _remount(place, "rw")


def _remount(place: Path, mode: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{mode}", str(place)], check=True, capture_output=True)


def _write_until_full(descriptor: int, data: bytes) -> None:
    with suppress(OSError):
        while True:
            try:
                os.write(descriptor, data)
            except OSError as error:
                assert error.errno == errno.ENOSPC  # noqa: PT017 - any other error is one of this test
                raise
