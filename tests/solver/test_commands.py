"""The commands of the solver, as they are typed."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from app import solver
from app.__main__ import main
from app.resources import ROOT
from app.solver.network import SIZE
from app.solver.strength import Played, keep, read_strength
from app.solver.weights import encode, read


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("DATA_DIR", str(folder))
    return folder


@pytest.fixture
def weights(tmp_path: Path) -> str:
    path = tmp_path / "weights.bin"
    path.write_bytes(encode(np.zeros(SIZE, np.int16), 32, 0))
    return str(path)


def test_solve_tells_the_worth_of_each_legal_direction_depth_and_time(
    weights: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["solve", "2 4 8 8  . . . .  0 0 0 0  . . . .", "--weights", weights, "--level", "instant"]) == 0
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split() for line in lines[:3]] == [["left", "16"], ["right", "16"], ["down", "0"]]
    assert lines[3].startswith("depth 1, ")
    assert lines[3].endswith(" ms")


def test_solve_says_that_no_move_is_left(weights: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "2 4 2 4  4 2 4 2  2 4 2 4  4 2 4 2", "--weights", weights]) == 0
    assert capsys.readouterr().out.startswith("No move is left.\n")


def test_solve_by_the_slow_path_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "2 2" + " ." * 14, "--weights", str(tmp_path / "none")]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    reason = f"the weights {tmp_path / 'none'} cannot be read: No such file or directory"
    assert first == f"The slow path answers: {reason}."


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        ("2 4", "a board has 16 cells, not 2"),
        ("3" + " ." * 15, "3 is no tile"),
        ("262144" + " ." * 15, "262144 is no tile"),
    ],
)
def test_solve_refuses_what_is_no_board(board: str, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", board]) == 2
    assert reason in capsys.readouterr().err


def test_selfplay_prints_a_table_that_is_the_same_for_the_same_seed(
    weights: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = []
    for seed in ("5", "5", "6"):
        assert (
            main(["selfplay", "--games", "3", "--level", "instant", "--seed", seed, "--weights", weights])
            == 0
        )
        table = capsys.readouterr().out.splitlines()
        assert [line.count("|") for line in table] == [table[0].count("|")] * 3
        rows.append(table[2].rsplit("|", 2)[0])
    assert rows[0] == rows[1] != rows[2]


def test_selfplay_adds_to_a_file_what_it_does_not_have(weights: str, tmp_path: Path) -> None:
    file = tmp_path / "strength.json"
    play = ["selfplay", "--weights", weights, "--to", str(file), "--level"]
    assert main([*play, "instant", "--games", "2"]) == 0
    first = read_strength(file)
    assert main([*play, "instant", "--games", "2", "--first", "1"]) == 0
    assert main([*play, "fast", "--games", "1", "--first", "7"]) == 0
    kept = read_strength(file)
    assert first
    assert kept
    assert {level: list(games) for level, games in kept.games.items() if games} == {
        solver.Level.INSTANT: [0, 1, 2],
        solver.Level.FAST: [7],
    }
    assert kept.games[solver.Level.INSTANT].items() >= first.games[solver.Level.INSTANT].items()
    assert kept.weights == read(Path(weights))[0].digest


def test_selfplay_plays_no_game_again_that_is_kept(
    weights: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "strength.json"
    play = ["selfplay", "--level", "instant", "--weights", weights, "--to", str(file), "--games"]
    assert main([*play, "1"]) == 0
    kept = read_strength(file)
    assert kept
    keep(file, kept.with_game(solver.Level.INSTANT, 0, Played(123_456, 5_000, 13, 1.0)))
    capsys.readouterr()
    assert main([*play, "2"]) == 0
    assert "| instant | 1 | 2 |" in (printed := capsys.readouterr().out)
    assert "| 123,456 |" in printed


def test_selfplay_refuses_to_mix_games_of_other_weights_or_another_seed(
    weights: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, others = tmp_path / "strength.json", tmp_path / "others.bin"
    others.write_bytes(encode(np.ones(SIZE, np.int16), 32, 0))
    play = ["selfplay", "--games", "1", "--level", "instant", "--to", str(file), "--weights"]
    assert main([*play, weights]) == 0
    before = file.read_bytes()
    for mixed in ([*play, str(others)], [*play, weights, "--seed", "2"]):
        capsys.readouterr()
        assert main(mixed) == 1
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert f"the file {file} takes no such games: its games " in told
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", ["no json", "{}", None])
def test_selfplay_spoils_no_file_that_is_another(
    weights: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None
) -> None:
    file = tmp_path / "file" if content else tmp_path / "no folder" / "file"
    if content:
        file.write_text(content)
    assert (
        main(["selfplay", "--games", "1", "--level", "instant", "--weights", weights, "--to", str(file)]) == 1
    )
    assert f"the file {file} " in capsys.readouterr().err
    assert not content or file.read_text() == content


def test_selfplay_plays_with_the_weights_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOLVER_WEIGHTS", str(tmp_path / "chosen"))
    assert main(["selfplay"]) == 1
    assert "chosen cannot be read" in capsys.readouterr().err


def test_selfplay_needs_the_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--weights", str(tmp_path / "none")]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_bench_measures_every_level(weights: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "solver", "--boards", "3", "--weights", weights]) == 0
    told = capsys.readouterr().out
    assert "million moves a second" in told
    for level in ("instant", "fast", "standard", "strong", "max"):
        assert f"| {level} |" in told


def test_train_writes_weights_that_play_and_goes_on_only_when_told_to(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "trained.bin"
    train = ["train", "--games", "1", "--weights", str(out), "--megabytes", "1"]
    assert main(train) == 0
    assert out.stat().st_size <= 1_000_000
    assert {path.name for path in (data_dir / "training").iterdir()} == {
        "checkpoint.npz",
        "curve.csv",
        "curve.svg",
    }
    assert main(train) == 1
    assert "go on from it with --resume" in capsys.readouterr().err
    assert main([*train, "--resume"]) == 0
    assert len((data_dir / "training" / "curve.csv").read_text().splitlines()) == 3
    assert main(["selfplay", "--games", "1", "--level", "instant", "--weights", str(out)]) == 0


def test_train_with_a_damaged_checkpoint_says_so(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data_dir / "training").mkdir(parents=True)
    (data_dir / "training" / "checkpoint.npz").write_bytes(b"damaged")
    assert main(["train", "--resume", "--games", "1"]) == 1
    assert "checkpoint.npz cannot be used" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_train_told_to_end_keeps_what_it_has_learned(data_dir: Path, ending: signal.Signals) -> None:
    command = [sys.executable, "-m", "app", "train", "--minutes", "5"]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as training:
        assert training.stderr
        assert any("M moves/s" in line for line in training.stderr)
        training.send_signal(ending)
        assert "what was learned is kept" in training.stderr.read()
    assert training.returncode == 0
    assert len((data_dir / "training" / "curve.csv").read_text().splitlines()) > 1
