"""How strong the solver is: games are summed up rightly, kept together, and those of the product are true."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from app import solver
from app.engine.board import Direction, empty_cells, slide
from app.solver.example import EXAMPLE, futures_of, judged
from app.solver.levels import Level
from app.solver.player import NetworkPlayer
from app.solver.selfplay import game
from app.solver.strength import Played, Strength, Summary, Unlike, keep, read_strength
from app.solver.weights import read
from tests.bench.strength import RESULTS, document

GAMES = {0: Played(100, 10, 11, 0.1), 1: Played(300, 30, 14, 0.3)}
DAY = date(2026, 11, 30)


@pytest.fixture
def strength(player: NetworkPlayer) -> Strength:
    return Strength("ab" * 32, 1, DAY, judged(player), {Level.FAST: GAMES})


def test_games_are_summed_up() -> None:
    summary = Summary(list(GAMES.values()))
    assert summary.average == 200
    assert summary.error == pytest.approx(np.std([100, 300], ddof=1) / 2**0.5)
    assert summary.seconds == pytest.approx(0.4)
    assert summary.milliseconds == pytest.approx(10)
    assert [summary.share(exponent) for exponent in (11, 12, 14, 15)] == [1, 0.5, 0.5, 0]
    assert summary.interval(15) == pytest.approx((0, 0.6576), abs=1e-4)


def test_strength_comes_back_from_a_file_as_it_was(tmp_path: Path, strength: Strength) -> None:
    assert read_strength(tmp_path / "strength.json") is None
    keep(tmp_path / "strength.json", strength)
    assert read_strength(tmp_path / "strength.json") == strength
    assert [path.name for path in tmp_path.iterdir()] == ["strength.json"]


def test_games_kept_at_once_by_many_are_all_there(tmp_path: Path, strength: Strength) -> None:
    file = tmp_path / "strength.json"
    one = Played(1, 1, 1, 1.0)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: keep(file, strength.with_game(Level.MAX, number, one)), range(40)))
    kept = read_strength(file)
    assert kept
    assert kept.games[Level.MAX] == dict.fromkeys(range(40), one)
    assert kept.games[Level.FAST] == GAMES


@pytest.mark.parametrize(("checksum", "seed"), [("cd" * 32, 1), ("ab" * 32, 2)])
def test_games_of_other_weights_or_another_seed_are_not_mixed(
    tmp_path: Path, strength: Strength, checksum: str, seed: int
) -> None:
    file = tmp_path / "strength.json"
    keep(file, strength)
    with pytest.raises(Unlike):
        keep(file, replace(strength, weights=checksum, seed=seed))
    assert read_strength(file) == strength


def test_only_looking_ahead_tells_the_pushes_of_the_example_apart() -> None:
    pushes = [slide(EXAMPLE, direction) for direction in Direction]
    assert len({pushed.board for pushed in pushes} | {EXAMPLE}) == 5
    assert len({(pushed.gained, len(empty_cells(pushed.board))) for pushed in pushes}) == 1


def test_the_second_board_of_the_example_is_the_worst_that_can_come(player: NetworkPlayer) -> None:
    first, second = judged(player)
    assert first.board == EXAMPLE
    futures = futures_of(slide(EXAMPLE, first.best).board)
    assert len(futures) == 2 * len(empty_cells(slide(EXAMPLE, first.best).board))
    worths = {future: round(player.best(future).value) for future in futures}
    assert worths[second.board] == min(worths.values())
    assert second.values[second.best] == worths[second.board]
    assert list(second.values.values()) == sorted(second.values.values(), reverse=True)


def test_the_games_of_the_product_are_those_from_the_first_on() -> None:
    strength = read_strength()
    assert strength
    assert strength.summaries
    for games in strength.games.values():
        assert list(games) == list(range(len(games)))


def test_the_table_for_whoever_reads_the_repository_has_the_same_figures() -> None:
    strength = read_strength()
    assert strength
    assert RESULTS.read_text("utf-8") == document(strength)


def test_the_weights_of_the_product_judge_and_play_as_it_says(tmp_path: Path) -> None:
    strength = read_strength()
    assert strength
    assert read(solver.WEIGHTS)[0].digest == strength.weights
    player = solver.load(solver.WEIGHTS, tmp_path)
    assert isinstance(player, NetworkPlayer)
    for now, then in zip(judged(player), strength.example, strict=True):
        assert now.board == then.board
        assert now.values == pytest.approx(then.values, abs=1)
    for level in (Level.INSTANT, Level.FAST):
        for number, played in list(strength.games[level].items())[:3]:
            assert game(player, level, strength.seed, number)[:3] == played[:3]
