"""Single calls to the disk that fail in the middle of play."""

from pathlib import Path

import pytest

from tests.faults.figures import broken
from tests.faults.storage.errors import (
    KINDS,
    fail_one_by_one,
    kill_while_failing,
    leave_checkpoints_unwritten,
)
from tests.faults.storage.servers import Forker


def test_one_failed_call_is_a_refusal_or_nothing(tmp_path: Path, forker: Forker) -> None:
    found = fail_one_by_one(tmp_path / "data", forker.serve, (1, 2, 5))
    assert not broken(found.figures("one failed call"))


@pytest.mark.parametrize(("calls", "error"), KINDS)
def test_a_kill_while_the_disk_fails_leaves_each_refused_move_once_at_most(
    tmp_path: Path, forker: Forker, calls: str, error: str
) -> None:
    found = kill_while_failing(tmp_path / "data", forker.serve, calls, error)
    assert not broken(found.figures(error))


def test_moves_go_on_while_no_checkpoint_can_be_written(tmp_path: Path, forker: Forker) -> None:
    assert not broken(leave_checkpoints_unwritten(tmp_path / "data", forker.serve).figures())
