"""What the page of the solver shows: an example of how it thinks, its levels, and how strong it is."""

from functools import cache
from typing import Any, NamedTuple

from app.engine.board import SIDE, Board, Direction, slide
from app.solver import Level
from app.solver.example import LEVEL, Judged
from app.solver.grades import AT_LEAST, grade, share
from app.solver.levels import DOWNGRADED_FROM, EFFORTS, MOST_TIMES
from app.solver.strength import Strength, Summary, read_strength
from app.web.chart import Chart, draw
from app.web.directions import direction_names
from app.web.examples import Push, push
from app.web.hints import grade_names
from app.web.i18n import Language
from app.web.levels import level_names
from app.web.pictures import Picture, picture

_FIRST, _LAST = 11, 15
"""The exponents of the tiles that are told apart, 2048 to 32768, and beyond where a game has made more."""


class ExampleView(NamedTuple):
    """The pushes of a board, the best first, each with its words; one board that may come of it; the answer.

    ``kept`` is what that board is worth beside what was to be expected.
    """

    pushes: list[tuple[Push, str]]
    future: Picture
    new_tile: str
    answer: Push
    kept: str
    nodes: str
    depth: str


class LevelView(NamedTuple):
    """How far a level looks: moves ahead, and the chance below which a future is left out, if any is."""

    name: str
    depth: str
    chance: str


class StrengthView(NamedTuple):
    """What came of the games of a level."""

    name: str
    games: str
    average: str
    error: str
    milliseconds: str
    shares: list[tuple[str, str]]
    command: str


class MeasuredView(NamedTuple):
    """All that was measured."""

    levels: list[StrengthView]
    tiles: list[str]
    chart: Chart
    measured_on: str
    duration: str
    weights: str


@cache
def view_solver(language: Language) -> dict[str, Any]:
    """Return what the template of the solver needs in a language."""
    names = level_names(language)
    strength = read_strength()
    return {
        "example": _example(strength.example, language) if strength else None,
        "at_most_times": language.number(MOST_TIMES),
        "example_level": names[LEVEL],
        "at_least": {given: language.percent(least, 0) for least, given in AT_LEAST},
        "downgraded_from": language.tiles[DOWNGRADED_FROM],
        "strongest": names[Level.MAX],
        "standard": names[Level.STANDARD],
        "levels": [_level(level, language) for level in Level],
        "measured": _measured(strength, language) if strength and strength.summaries else None,
    }


def _example(judged: list[Judged], language: Language) -> ExampleView:
    first, second = judged
    expected = first.values[first.best] - slide(first.board, first.best).gained
    return ExampleView(
        pushes=[
            (push(first.board, direction, language), _words(direction, first, language))
            for direction in first.values
        ],
        future=picture(second.board, language),
        new_tile=_new_tile(slide(first.board, first.best).board, second.board, language),
        answer=push(second.board, second.best, language),
        kept=language.percent(second.values[second.best] / expected),
        nodes=language.number(first.nodes),
        depth=language.number(first.depth),
    )


def _words(direction: Direction, judged: Judged, language: Language) -> str:
    _ = language.gettext
    value, best = judged.values[direction], judged.values[judged.best]
    given = _(
        "%(direction)s: %(grade)s.",
        direction=direction_names(language)[direction],
        grade=grade_names(language)[grade(value, best)],
    )
    if value == best:
        return given
    kept = _("It keeps %(share)s of what the best push is worth.", share=language.percent(share(value, best)))
    return f"{given} {kept}"


def _new_tile(pushed: Board, future: Board, language: Language) -> str:
    (cell,) = (cell for cell, exponent in enumerate(future) if exponent != pushed[cell])
    return language.gettext(
        "New %(value)s in row %(row)s, column %(column)s.",
        value=language.tiles[future[cell]],
        row=language.number(cell // SIDE + 1),
        column=language.number(cell % SIDE + 1),
    )


def _level(level: Level, language: Language) -> LevelView:
    effort = EFFORTS[level]
    # What follows two pushes and one new tile is judged in any case.
    leaves_out = effort.last > 2
    return LevelView(
        level_names(language)[level],
        language.number(effort.last),
        language.percent(effort.cut) if leaves_out else "",
    )


def _measured(strength: Strength, language: Language) -> MeasuredView:
    names, summaries = level_names(language), strength.summaries
    largest = max(game.largest for summary in summaries.values() for game in summary.games)
    tiles = range(_FIRST, max(_LAST, largest) + 1)
    lines = [
        (names[level], [summary.share(exponent) for exponent in tiles])
        for level, summary in summaries.items()
    ]
    return MeasuredView(
        levels=[
            _strength(level, summary, tiles, strength.seed, language) for level, summary in summaries.items()
        ],
        tiles=[language.tiles[exponent] for exponent in tiles],
        chart=draw(lines, tiles, language),
        measured_on=language.date(strength.measured_on),
        duration=language.duration(sum(summary.seconds for summary in summaries.values())),
        weights=strength.weights,
    )


def _strength(level: Level, summary: Summary, tiles: range, seed: int, language: Language) -> StrengthView:
    games = len(summary.games)
    return StrengthView(
        name=level_names(language)[level],
        games=language.number(games),
        average=language.number(round(summary.average)),
        error=language.number(round(summary.error)),
        milliseconds=language.roughly(summary.milliseconds),
        shares=[
            (language.percent(summary.share(exponent)), language.between(summary.interval(exponent)))
            for exponent in tiles
        ],
        command=f"python -m app selfplay --level {level} --games {games} --seed {seed}",
    )
