"""What came of many games: counted right, kept, and reproduced from its seeds."""

from pathlib import Path

import pytest

from app.__main__ import main
from app.confidence import wilson
from app.strategies.choosing import MISTAKES, STRATEGIES, Way
from app.strategies.measuring import SAMPLE, measure, sample, seed_of
from app.strategies.playing import Played
from app.strategies.results import read_results, tally, write_results

PLAYED = [Played(100, 10, (5,) * 16), Played(300, 20, (6,) * 16), Played(500, 30, (11, *[1] * 15))]


def test_games_are_counted() -> None:
    counted = tally(PLAYED)
    assert (counted.games, counted.turns, counted.average) == (3, 60, 300)
    assert counted.largest == {5: 1, 6: 1, 11: 1}
    assert (counted.middle_score, counted.middle_board) == (300, (6,) * 16)
    assert [counted.reached(exponent) for exponent in (5, 6, 7, 11, 12)] == [3, 2, 1, 1, 0]
    assert counted.share() == pytest.approx(1 / 3)


def test_the_margin_of_the_average_is_two_standard_errors() -> None:
    assert tally(PLAYED).average_margin == pytest.approx(1.959964 * (80_000 / 3) ** 0.5 / 3**0.5)
    assert tally(PLAYED[:1]).average_margin == 0


@pytest.mark.parametrize(
    ("found", "of", "low", "high"),
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (1500, 10_000, 0.1431, 0.1571)],
)
def test_the_interval_of_a_share_is_that_of_wilson(found: int, of: int, low: float, high: float) -> None:
    assert wilson(found, of) == pytest.approx((low, high), abs=1e-4)


def test_results_come_back_from_a_file_as_they_were(tmp_path: Path) -> None:
    write_results(read_results(), tmp_path / "again.json")
    assert read_results(tmp_path / "again.json") == read_results()


def test_the_committed_results_are_of_ten_thousand_games_of_every_way_to_play() -> None:
    results = read_results()
    assert results.games >= 10_000
    assert set(results.tallies) == set(results.samples) == set(Way)
    for way, counted in results.tallies.items():
        assert counted.games == sum(counted.largest.values()) == results.games
        assert results.samples[way].games == SAMPLE


@pytest.mark.parametrize("way", Way)
def test_the_first_games_of_the_committed_results_come_out_the_same_again(way: Way) -> None:
    results = read_results()
    assert sample(way, results.seed) == results.samples[way]


def test_every_mistake_costs_points_beyond_what_chance_could_do() -> None:
    tallies = read_results().tallies
    careful = tallies[Way.CAREFUL]
    for way in MISTAKES:
        assert tallies[way].average + tallies[way].average_margin < careful.average - careful.average_margin


def test_other_seeds_bring_other_games() -> None:
    assert seed_of("strategies", 0) != seed_of("strategies", 1) != seed_of("others", 1)
    assert sample(Way.ANYTHING, "others") != sample(Way.ANYTHING, "strategies")


def test_games_are_the_same_on_many_processes_as_on_one() -> None:
    told: list[tuple[Way, int]] = []
    results = measure(SAMPLE, "strategies", lambda way, done: told.append((way, done)), [Way.ANYTHING])
    assert results.tallies == results.samples == {Way.ANYTHING: sample(Way.ANYTHING, "strategies")}
    assert told == [(Way.ANYTHING, SAMPLE)]


def test_the_command_prints_the_table_and_writes_the_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategies", "--games", "1", "--to", str(tmp_path / "results.json")]) == 0
    printed = capsys.readouterr()
    assert [line.split()[0] for line in printed.out.splitlines()] == [str(way) for way in STRATEGIES]
    assert read_results(tmp_path / "results.json").games == 1
    assert main(["strategies", "--games", "1", "--to", str(tmp_path)]) == 1
    assert "cannot be written" in capsys.readouterr().err
