"""kill -9 at random moments, a small number of times; the full run does it a thousand times."""

from pathlib import Path

from tests.faults.figures import broken
from tests.faults.storage.kills import kill_again_and_again
from tests.faults.storage.servers import Forker


def test_after_a_kill_at_any_moment_every_confirmed_move_is_there_once(
    tmp_path: Path, forker: Forker
) -> None:
    found = kill_again_and_again(tmp_path / "data", forker.serve, 50)
    assert found.audit.confirmed > found.kills
    assert not broken(found.figures())
