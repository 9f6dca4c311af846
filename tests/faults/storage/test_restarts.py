"""Restarts under load."""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.restarts import restart_again_and_again
from tests.faults.storage.servers import Forker


def test_restarts_lose_nothing_and_whoever_tries_again_gets_through(tmp_path: Path, forker: Forker) -> None:
    found = restart_again_and_again(tmp_path / "data", forker.serve, 5)
    assert found.audit.confirmed > found.restarts
    assert not broken(found.figures())
