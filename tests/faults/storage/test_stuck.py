"""A reader that never lets go, with a bound small enough to be reached in no time."""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.stuck import stick


def test_a_stuck_reader_cannot_make_the_log_grow_beyond_its_bound(tmp_path: Path) -> None:
    assert not broken(stick(tmp_path / "data", 1024 * 1024).figures())
