"""Databases that must not be used as they are."""

from pathlib import Path

import pytest

from tests.faults.storage.servers import Forker
from tests.faults.storage.unfit import DAMAGES, refuse, refuse_full, refuse_read_only, refuse_unwritable


@pytest.mark.parametrize("what", DAMAGES)
def test_a_server_refuses_to_start_in_one_line_with_the_code_for_it(
    tmp_path: Path, forker: Forker, what: str
) -> None:
    found = refuse(tmp_path / "data", forker, what)
    assert found.is_right, found


def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path) -> None:
    found = refuse_unwritable(tmp_path / "data")
    assert found.is_right, found


@pytest.mark.parametrize("after_kill", [False, True])
def test_a_read_only_disk_is_refused(tmp_path: Path, forker: Forker, after_kill: bool) -> None:
    found = refuse_read_only(tmp_path / "disk", forker, after_kill=after_kill)
    assert found.is_right, found


def test_a_full_disk_is_not_taken_for_a_damaged_one(tmp_path: Path, forker: Forker) -> None:
    found = refuse_full(tmp_path / "disk", forker)
    assert found.is_right, found
