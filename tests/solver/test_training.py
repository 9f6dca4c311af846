"""Training is reproducible, goes on where it stopped, and learns."""

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from app.engine.board import Board
from app.solver.bitboard import pack, row_table, unpack
from app.solver.compiling import u64
from app.solver.curve import as_blocks, as_csv, as_svg, merged
from app.solver.episodes import greedy, late_kind
from app.solver.network import SIZE
from app.solver.training import BadCheckpoint, Recipe, Round, Training, begin, resume

SHORT = Recipe(late=30, messy=20, round_moves=20_000)


def trained(training: Training, rounds: int, recipe: Recipe = SHORT) -> Training:
    list(islice(training.rounds(recipe), rounds))
    return training


def state(training: Training) -> list[object]:
    """Return all that a training has come to, its times excepted."""
    touched = np.flatnonzero(training.errors[:, 1])
    learned = [touched, training.weights[touched], training.errors[touched]]
    return [*(array.tobytes() for array in learned), *(done[1:] for done in training.curve)]


def test_the_same_seed_gives_the_same_weights_with_one_thread_and_another_seed_others() -> None:
    first = state(trained(begin(seed=1, threads=1), 3))
    assert first == state(trained(begin(seed=1, threads=1), 3))
    assert first != state(trained(begin(seed=2, threads=1), 3))


def test_an_interrupted_training_comes_to_the_same_as_one_that_was_not(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    trained(begin(seed=1, threads=1), 2).save(path)
    assert state(trained(resume(path, threads=1), 2)) == state(trained(begin(seed=1, threads=1), 4))


def test_games_get_better() -> None:
    curve = trained(begin(seed=1, threads=1), 4, Recipe(round_moves=100_000)).curve
    assert curve[-1].average > 2 * 1_100 > curve[0].average / 4


def test_several_threads_learn_together(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    trained(begin(seed=1, threads=1), 1).save(path)
    training = trained(resume(path, threads=2), 1)
    assert len(training.learners) == 2
    assert training.curve[1].moves >= SHORT.round_moves
    assert training.moves == sum(done.moves for done in training.curve)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut short"])
def test_a_checkpoint_that_cannot_be_used_is_told_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "checkpoint.npz"
    path.write_bytes(content)
    with pytest.raises(BadCheckpoint, match=r"checkpoint\.npz cannot be used") as caught:
        resume(path, threads=1)
    assert "\n" not in str(caught.value)
    path.unlink()
    with pytest.raises(BadCheckpoint):
        resume(path, threads=1)


def greedily(before: Board) -> tuple[Board, int]:
    """Play the best push as training does; return the board after it, and its points."""
    bits, points = greedy(row_table(), np.zeros(SIZE, np.float32), u64(pack(before)))
    return unpack(int(bits)), points


def test_a_tile_16384_is_downgraded_as_soon_as_it_is_made_and_counts_its_points() -> None:
    after, points = greedily((13, 13, 0, 0, *[0] * 12))
    assert (max(after), points) == (13, 16_384)
    after, points = greedily((12, 12, 0, 0, *[0] * 12))
    assert (max(after), points) == (13, 8_192)


def test_a_tile_16384_above_every_smaller_one_is_kept() -> None:
    after, points = greedily((13, 13, 13, 12, 8, 9, 10, 11, 7, 6, 5, 1, 0, 0, 0, 0))
    assert (max(after), points) == (14, 16_384)


def test_late_boards_are_kept_in_the_order_of_how_far_they_have_come() -> None:
    kinds = [(12, 11), (13, 11), (13, 12), (13, 12, 11), (14, 12), (14, 13, 12)]
    found = [late_kind(u64(pack((*tiles, *[0] * (16 - len(tiles)))))) for tiles in kinds]
    assert found == [0, 1, 2, 3, 0, 0]


def test_the_curve_can_be_computed_with_looked_at_and_shown_in_a_line() -> None:
    reached = [0] * 16
    reached[11], reached[14] = 3, 1
    rounds = [Round(1.0, 1_000, 4, 4 * average, tuple(reached)) for average in (100, 800, 400)]
    assert as_csv(rounds).splitlines() == [
        "moves,seconds,games,average,2048,8192,16384,32768",
        "1000,1.0,4,100,1.0000,0.2500,0.2500,0.0000",
        "2000,1.0,4,800,1.0000,0.2500,0.2500,0.0000",
        "3000,1.0,4,400,1.0000,0.2500,0.2500,0.0000",
    ]
    assert as_blocks(rounds) == "▁█▄"
    assert as_svg(rounds).count(",") >= 3
    assert "800 points" in as_svg(rounds)
    assert [done.average for done in merged(rounds, 1)] == [1300 / 3]
    assert as_blocks([]) == ""
