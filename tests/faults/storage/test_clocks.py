"""Clocks that are wrong or jump."""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.clocks import JUMPS, jump_while_playing, start_under


def test_play_goes_on_while_the_clock_jumps(tmp_path: Path) -> None:
    assert not broken(jump_while_playing(tmp_path / "data", 4).figures("jump"))


def test_a_server_that_starts_with_a_wrong_clock_knows_everybody(tmp_path: Path) -> None:
    found = start_under(tmp_path / "data", JUMPS, 4)
    assert not broken(
        figure for jump, each in zip(JUMPS, found, strict=True) for figure in each.figures(f"start at {jump}")
    )
