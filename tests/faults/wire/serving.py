"""The server under attack: a process of its own, and what the system says about it."""

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from app.resources import ROOT

KEY = "a key that only the fault suite knows."
PATIENCE = 60.0
"""Seconds within which a process starts or ends, however busy the machine is."""

_UNLIMITED = "1000000000/second"
_SETTINGS = {
    "PORT": "0",
    "OPS_PORT": "0",
    "SECRET_KEY": KEY,
    "BUDGET_MOVES": _UNLIMITED,
    "BUDGET_NEW_GAMES": _UNLIMITED,
    "BUDGET_NEW_PLAYERS": _UNLIMITED,
}
_MEGABYTE = 1024.0


class Server:
    """A server that has printed where it is to be found."""

    def __init__(self, process: subprocess.Popen[str], output: IO[str], folder: Path, log: Path) -> None:
        self.pid = process.pid
        self.database = folder / "2048.sqlite3"
        self._log = log
        lines = output.readline() + output.readline()
        found = re.fullmatch(r"2048 is ready: open http://\S+:(\d+)\nHealth .*:(\d+)\n", lines)
        assert found, f"the server did not start: {lines!r} {log.read_text()}"
        self.port, self.ops_port = int(found[1]), int(found[2])

    def log(self) -> list[str]:
        """Return the lines that it has written on its error stream."""
        return self._log.read_bytes().decode().split("\n")[:-1]

    def memory(self) -> float:
        """Return how much memory it holds, in MB."""
        return self._status("VmRSS")

    def forget_peak(self) -> None:
        """Let ``peak`` begin anew."""
        Path(f"/proc/{self.pid}/clear_refs").write_text("5")

    def peak(self) -> float:
        """Return how much memory it has held at most, in MB."""
        return self._status("VmHWM")

    def descriptors(self) -> int:
        """Return how many files and connections it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))  # noqa: PTH208 - a count, of no folder to speak of

    def processor_seconds(self) -> float:
        """Return how long it has had a processor."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _status(self, name: str) -> float:
        found = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found
        return int(found[1]) / _MEGABYTE


@contextlib.contextmanager
def serving(folder: Path, command: Sequence[str] = ("app", "serve"), **settings: str) -> Iterator[Server]:
    """Run the product, or another module that runs it, on a folder; the end of the block ends it."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME")}
    log = folder.with_name(folder.name + ".log")
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env={**kept, **_SETTINGS, "DATA_DIR": str(folder), **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        hung = threading.Timer(PATIENCE, process.kill)
        hung.start()
        try:
            assert process.stdout
            server = Server(process, process.stdout, folder, log)
            hung.cancel()
            yield server
        finally:
            hung.cancel()
            _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    finally:
        process.kill()
