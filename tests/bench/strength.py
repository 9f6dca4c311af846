"""Measure how strong the solver is: play the games that are not kept yet, and write the table of all."""

from pathlib import Path

from app.__main__ import main as run
from app.solver import Level
from app.solver.strength import COMMITTED, Strength, Summary, read_strength
from tests.bench.report import Table, figure

GAMES = {Level.INSTANT: 1000, Level.FAST: 300, Level.STANDARD: 200, Level.STRONG: 50, Level.MAX: 100}
RESULTS = Path(__file__).with_name("strength.md")
_TILES = range(11, 17)


def main() -> None:
    """Play and write; it may be ended at any time and goes on where it was."""
    for level, games in GAMES.items():
        if code := run(["selfplay", "--level", level, "--games", str(games), "--to", str(COMMITTED)]):
            raise SystemExit(code)
    strength = read_strength()
    assert strength
    RESULTS.write_text(document(strength), "utf-8")


def document(strength: Strength) -> str:
    """Return the results as Markdown."""
    head = "# Strength of the solver\n\nWritten by `make strength`."
    about = f"- Taken {strength.measured_on}, seed {strength.seed}\n- Weights {strength.weights}"
    return f"{head}\n\n{about}\n\n{_table(strength).markdown()}\n"


def _table(strength: Strength) -> Table:
    return Table(
        "Whole games",
        "± is the standard error; shares of the games that made each tile, in %, with 95 % intervals; ms of"
        " one processor.",
        ["level", "games", "average", "±", *(str(1 << tile) for tile in _TILES), "ms a move"],
        [_row(level, summary) for level, summary in strength.summaries.items()],
    )


def _row(level: Level, summary: Summary) -> list[str]:
    shares = [_share(summary, tile) for tile in _TILES]
    games, milliseconds = str(len(summary.games)), f"{summary.milliseconds:.2g}"
    return [level, games, figure(summary.average), figure(summary.error), *shares, milliseconds]


def _share(summary: Summary, tile: int) -> str:
    low, high = summary.interval(tile)
    return f"{figure(100 * summary.share(tile), 1)} ({figure(100 * low, 1)} to {figure(100 * high, 1)})"


if __name__ == "__main__":
    main()
