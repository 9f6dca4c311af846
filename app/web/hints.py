"""What the solver advises, in the words of a teacher and never in its numbers."""

from typing import NamedTuple

from app.engine.board import Direction
from app.solver import Advice
from app.solver.grades import Grade, grade
from app.web.directions import ARROWS, direction_names
from app.web.i18n import Language

_ORDER = (Direction.LEFT, Direction.UP, Direction.DOWN, Direction.RIGHT)


class Way(NamedTuple):
    """One direction of a hint: ``grade`` is a name for the style sheet, empty where nothing would move."""

    arrow: str
    name: str
    grade: str
    words: str


class Hint(NamedTuple):
    """A hint as the page shows it."""

    best: Direction | None
    ways: tuple[Way, ...]


def view_hint(advice: Advice, language: Language) -> Hint:
    """Return what the page shows of an advice."""
    return Hint(advice.best, tuple(_way(advice, direction, language) for direction in _ORDER))


def describe_hint(advice: Advice, language: Language) -> str:
    """Say an advice in whole sentences, the best direction first."""
    ways = [_way(advice, direction, language) for direction in advice.values]
    return " ".join(
        language.gettext("%(direction)s: %(grade)s.", direction=way.name, grade=way.words) for way in ways
    )


def _way(advice: Advice, direction: Direction, language: Language) -> Way:
    given = None
    if direction in advice.values:
        given = grade(advice.values[direction], advice.value, is_plain=advice.is_plain)
    words = grade_names(language)[given] if given else language.gettext("no move")
    return Way(ARROWS[direction], direction_names(language)[direction], given or "", words)


def grade_names(language: Language) -> dict[Grade, str]:
    """Return what each grade is called."""
    _ = language.gettext
    return {
        Grade.BEST: _("best"),
        Grade.GOOD: _("good"),
        Grade.INACCURACY: _("inaccuracy"),
        Grade.MISTAKE: _("mistake"),
        Grade.BLUNDER: _("blunder"),
    }
