"""What the figures were taken on, without a word on where."""

import os
import platform
import sqlite3
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from tests.bench.report import UNKNOWN
from tests.bench.timing import percentile

_LIBRARIES = ("fastapi", "starlette", "uvicorn", "httptools", "uvloop", "sqlalchemy", "jinja2")
_FLUSHES = 200
_PAGE = bytes(4096)
_SYNC = getattr(os, "fdatasync", os.fsync)


def describe() -> list[str]:
    """Return the machine and the software, a line each."""
    taken = f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
    cpus = f"{os.cpu_count()} CPUs ({platform.machine()}, {platform.system()})"
    return [
        f"Taken {taken} on {cpus}, load average {os.getloadavg()[0]:.1f} at the start",
        f"{platform.python_implementation()} {platform.python_version()}, SQLite {sqlite3.sqlite_version}",
        ", ".join(f"{library} {version(library)}" for library in _LIBRARIES),
    ]


def flush_time(folder: Path) -> float:
    """Return the median seconds that one more page takes to reach the disk of this folder."""
    times: list[float] = []
    with (folder / "flushed").open("wb", buffering=0) as file:
        for _ in range(_FLUSHES):
            file.write(_PAGE)
            started = perf_counter()
            _SYNC(file.fileno())
            times.append(perf_counter() - started)
    return percentile(times, 50)


def cpu_time(process: int) -> float:
    """Return the seconds of CPU that a process has used, all its threads together; Linux tells."""
    if sys.platform != "linux":
        return UNKNOWN
    fields = (
        Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    )
    user, system = fields[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
