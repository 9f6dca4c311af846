"""Another process that holds the database."""

from pathlib import Path

import pytest

from tests.faults.figures import broken
from tests.faults.storage.locks import hold
from tests.faults.storage.servers import Forker


@pytest.mark.parametrize("seconds", [1, 7])
def test_a_lock_is_waited_for_if_short_and_refused_in_time_if_long(
    tmp_path: Path, forker: Forker, seconds: int
) -> None:
    folder = tmp_path / "data"
    with forker.serve(folder) as server:
        assert not broken(hold(folder, server, seconds).figures())
