"""The server under test as a process of its own, by its defaults."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple

from app.resources import ROOT
from app.settings import Settings
from tests.bench.server import Durability

PLENTY = "1000000000/minute"
"""A budget that no round uses up: all of the players share one address."""

_LONGEST_STOP = 10


class Server(NamedTuple):
    """A server: its process, the port for players, and the one for its measurements."""

    process: int
    port: int
    ops_port: int


@contextmanager
def serve(folder: Path, size: int, durability: Durability = Durability.GROUPED) -> Iterator[Server]:
    """Serve from this folder, the bare routes with a body of this size; the log goes to a file."""
    command = [sys.executable, "-m", "tests.bench.server", str(size), durability]
    with TemporaryFile("w+") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=_environment(folder), stdout=subprocess.PIPE, stderr=log, text=True
        )
        assert process.stdout is not None
        try:
            address, ops_address = process.stdout.readline(), process.stdout.readline()
            if not ops_address:
                log.seek(0)
                raise RuntimeError(f"the server did not start: {log.read()}")
            yield Server(process.pid, *(int(one.rpartition(":")[2]) for one in (address, ops_address)))
        finally:
            _stop(process)
            process.stdout.close()


def _environment(folder: Path) -> dict[str, str]:
    """Return the environment of the server, with no setting but those of the benchmark.

    The weights of the solver may be others, so that training can be measured before it is done.
    """
    settings = {name.upper() for name in Settings.model_fields} - {"SOLVER_WEIGHTS"}
    inherited = {name: value for name, value in os.environ.items() if name.upper() not in settings}
    budgets = {name: PLENTY for name in settings if name.startswith("BUDGET_")}
    return {**inherited, **budgets, "DATA_DIR": str(folder), "PORT": "0"}


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.wait(_LONGEST_STOP)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
