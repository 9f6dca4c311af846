"""A machine is made ready once, by a process that ends, and workers then need little memory of their own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from app.resources import ROOT
from app.solver import Level, load
from app.solver.loading import WEIGHTS, compiled_folder
from app.solver.preparing import mark, prepare
from app.solver.service import worker_command
from tests.solver.test_search import CROWDED

MOST_MEGABYTES = 80


def test_what_is_prepared_is_not_prepared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nobody"))
    with pytest.raises(FileNotFoundError):
        prepare(WEIGHTS, tmp_path)
    # As whoever was interrupted leaves it.
    compiled_folder(tmp_path).mkdir()
    with pytest.raises(FileNotFoundError):
        prepare(WEIGHTS, tmp_path)
    mark(tmp_path).touch()
    prepare(WEIGHTS, tmp_path)


def test_preparing_ends_when_nobody_waits_for_it_any_more(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "app.solver.preparing", str(WEIGHTS), str(tmp_path)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert not list(tmp_path.glob("*.weights"))


def test_what_is_prepared_is_marked_and_a_worker_finds_it(tmp_path: Path) -> None:
    load(WEIGHTS, tmp_path).best(CROWDED, Level.MAX)
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(numba.config.CACHE_DIR)}  # type: ignore[attr-defined]
    command = worker_command(WEIGHTS, tmp_path)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe) as worker:
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert json.loads(worker.stdout.readline()) == {"reason": ""}
        assert mark(tmp_path).exists(), "preparing has come to grief"
        assert megabytes_of_its_own(worker.pid) < MOST_MEGABYTES
        worker.stdin.close()


def megabytes_of_its_own(process: int) -> float:
    """Return the memory that a process has written, which it can share with no other."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    (kilobytes,) = [line.split()[1] for line in lines if line.startswith("Private_Dirty:")]
    return int(kilobytes) / 1024
