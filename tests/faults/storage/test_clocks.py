"""Clocks that are wrong or jump."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.figures import broken
from tests.faults.storage.clocks import Clock, jump_while_playing, start_under


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clock]:
    with Clock(tmp_path_factory.mktemp("clock")) as clock:
        yield clock


def test_play_goes_on_while_the_clock_jumps(tmp_path: Path, clock: Clock) -> None:
    assert not broken(jump_while_playing(clock, tmp_path / "data", 2).figures("jump"))


def test_a_server_that_starts_with_a_wrong_clock_knows_everybody(tmp_path: Path, clock: Clock) -> None:
    assert not broken(start_under(clock, tmp_path / "data", 2).figures("start"))
