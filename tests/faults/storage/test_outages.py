"""Times in which nothing can be stored: full, broken and read-only disks under a running server."""

from pathlib import Path

import pytest

from tests.faults.figures import broken
from tests.faults.storage.injected import READ_ONLY, SYNCS, WRITES, failing
from tests.faults.storage.mounts import filled, read_only, small_disk
from tests.faults.storage.outages import bear, bear_at_first
from tests.faults.storage.servers import Forker


def test_a_full_disk_refuses_moves_and_heals_when_there_is_space_again(
    tmp_path: Path, forker: Forker
) -> None:
    with small_disk(tmp_path / "disk", 8) as disk, forker.serve(disk) as server:
        assert not broken(bear(disk, server, filled(disk), 3).figures("disk full"))


def test_a_disk_that_is_full_before_the_first_visit_gives_clear_refusals(
    tmp_path: Path, forker: Forker
) -> None:
    with small_disk(tmp_path / "disk", 8) as disk:
        assert not broken(bear_at_first(disk, forker.serve, filled(disk), 2).figures("disk full"))


def test_a_disk_that_turned_read_only_gives_clear_refusals_and_heals(tmp_path: Path, forker: Forker) -> None:
    with small_disk(tmp_path / "disk", 8) as disk:
        assert not broken(bear_at_first(disk, forker.serve, read_only(disk), 2).figures("read-only"))


@pytest.mark.parametrize(
    ("calls", "error"),
    [(WRITES, "EIO"), (WRITES, "ENOSPC"), (SYNCS, "EIO"), (READ_ONLY, "EROFS")],
)
def test_errors_of_the_disk_refuse_moves_and_heal(
    tmp_path: Path, forker: Forker, calls: str, error: str
) -> None:
    folder = tmp_path / "data"
    with forker.serve(folder) as server:
        found = bear(folder, server, failing(server.pid, calls, error), 2)
    assert not broken(found.figures(error))
