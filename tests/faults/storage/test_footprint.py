"""What play leaves behind on the disk and in memory.

Five thousand requests show a leak of two kilobytes a request or more; the full run, with two hundred
thousand, one of a few bytes.
"""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.footprint import fill, weigh
from tests.faults.storage.servers import Forker

SEEN = 5 * 1024 * 1024


def test_a_hundred_games_take_few_bytes_a_move(tmp_path: Path) -> None:
    assert not broken(fill(tmp_path / "data", 100).figures())


def test_thousands_of_requests_leave_no_memory_behind(tmp_path: Path, forker: Forker) -> None:
    assert not broken(weigh(tmp_path / "data", forker.serve, 5000).figures(SEEN))
