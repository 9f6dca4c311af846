"""The drill of backup and restore."""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.drill import drill
from tests.faults.storage.servers import Forker


def test_a_backup_taken_under_load_brings_back_all_that_was_confirmed_before_it(
    tmp_path: Path, forker: Forker
) -> None:
    (found,) = drill(tmp_path, forker.serve, forker.run, 1)
    assert found.during > 0
    assert not broken(found.figures())
