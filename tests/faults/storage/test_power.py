"""Power cuts, a small number of them, and the proof that a loss would be seen."""

from pathlib import Path

import pytest

from tests.faults.figures import broken
from tests.faults.storage.power import cut_again_and_again

MODES = pytest.mark.parametrize("torn", [False, True], ids=["clean", "torn"])


@MODES
def test_after_a_power_cut_every_confirmed_move_is_on_the_disk(tmp_path: Path, torn: bool) -> None:
    found = cut_again_and_again(tmp_path, 20, torn=torn)
    assert found.confirmed > 0
    assert not broken(found.figures("suite"))


@MODES
def test_the_same_cuts_find_losses_where_commits_are_not_synced(tmp_path: Path, torn: bool) -> None:
    found = cut_again_and_again(tmp_path, 6, torn=torn, synchronous="NORMAL")
    assert found.control_figure("suite").holds
