"""What the page of the strategies shows: what came of many thousand games."""

from functools import cache
from typing import Any, NamedTuple

from app.engine.board import Direction
from app.strategies.choosing import MISTAKES, STRATEGIES, Way
from app.strategies.results import Results, read_results
from app.web.chart import draw
from app.web.examples import board_of, push
from app.web.i18n import Language
from app.web.pictures import Picture, picture

_TILES = range(6, 13)
"""The exponents of the tiles that are told apart: 64 to 4096."""
_DRAWN = (Way.ANYTHING, Way.MOST_POINTS, Way.TWO_DIRECTIONS, Way.SNAKE, Way.CAREFUL)
CORNER_LEFT = board_of(0, 0, 0, 0, 2, 4, 0, 0, 16, 8, 4, 2, 512, 64, 32, 0)
MERGE_CHASED = board_of(0, 0, 0, 0, 2, 8, 0, 0, 4, 8, 16, 0, 256, 64, 32, 0)
SHUT_IN = board_of(2, 64, 8, 4, 128, 32, 16, 2, 256, 64, 4, 0, 512, 128, 32, 8)
ALMOST_FULL = board_of(32, 8, 2, 4, 16, 32, 8, 0, 128, 64, 16, 4, 512, 256, 64, 8)


class WayView(NamedTuple):
    """A strategy and what came of its games; the bar is in hundredths of the longest one."""

    name: str
    words: str
    won: str
    won_between: str
    average: str
    margin: str
    bar: float
    bar_low: float
    bar_high: float
    shares: list[tuple[str, str]]
    ending: Picture
    middle_score: str


@cache
def view_strategy(language: Language) -> dict[str, Any]:
    """Return what the template of the strategies needs in a language."""
    results = _results()
    ways = {way: _view(way, results, language) for way in STRATEGIES}
    names = _words(language)
    lines = [(names[way][0], [results.tallies[way].share(exponent) for exponent in _TILES]) for way in _DRAWN]
    return {
        "ways": [ways[way] for way in STRATEGIES if way not in MISTAKES],
        "careful": ways[Way.CAREFUL],
        "free": ways[Way.ALL_DIRECTIONS],
        "chasing": ways[Way.CHASING_MERGES],
        "trapping": ways[Way.TRAPPING],
        "hasty": ways[Way.IN_HASTE],
        "all_ways": list(ways.values()),
        "most_without_looking": language.percent(_most_without_looking(results), 2),
        "tiles": [language.tiles[exponent] for exponent in _TILES],
        "chart": draw(lines, _TILES, language),
        "corner_left": push(CORNER_LEFT, Direction.RIGHT, language),
        "merge_chased": push(MERGE_CHASED, Direction.UP, language),
        "shut_in": picture(SHUT_IN, language),
        "careless": push(ALMOST_FULL, Direction.RIGHT, language),
        "considered": push(ALMOST_FULL, Direction.DOWN, language),
        "games": language.number(results.games),
        "all_games": language.number(results.games * len(STRATEGIES)),
        "seed": results.seed,
        "command": f"python -m app strategies --games {results.games} --seed {results.seed}",
        "taken_on": language.date(results.taken_on),
        "duration": language.duration(results.seconds),
    }


@cache
def _results() -> Results:
    return read_results()


def _most_without_looking(results: Results) -> float:
    """Return the largest share of wins among the ways to play that never look ahead."""
    return max(tally.share() for way, tally in results.tallies.items() if way not in (Way.CAREFUL, *MISTAKES))


def _view(way: Way, results: Results, language: Language) -> WayView:
    tally = results.tallies[way]
    name, words = _words(language)[way]
    longest = max(other.average + other.average_margin for other in results.tallies.values())
    return WayView(
        name=name,
        words=words,
        won=language.percent(tally.share(), 2),
        won_between=language.between(tally.interval(), 2),
        average=language.number(round(tally.average)),
        margin=language.number(round(tally.average_margin)),
        bar=round(100 * tally.average / longest, 2),
        bar_low=round(100 * (tally.average - tally.average_margin) / longest, 2),
        bar_high=round(100 * (tally.average + tally.average_margin) / longest, 2),
        shares=[
            (language.percent(tally.share(exponent)), language.between(tally.interval(exponent)))
            for exponent in _TILES
        ],
        ending=picture(tally.middle_board, language),
        middle_score=language.number(tally.middle_score),
    )


def _words(language: Language) -> dict[Way, tuple[str, str]]:
    """Return the name of each way to play, and the rule that it follows."""
    _ = language.gettext
    return {
        Way.ANYTHING: (_("Any direction"), _("Every legal direction is as likely as the others.")),
        Way.ROUND_AND_ROUND: (
            _("Round and round"),
            _("Up, right, down, left, and again; what is not legal is left out."),
        ),
        Way.MOST_POINTS: (_("Most points"), _("Whatever brings the most points now.")),
        Way.MOST_ROOM: (_("Most room"), _("Whatever leaves the most empty cells.")),
        Way.TWO_DIRECTIONS: (
            _("Two directions"),
            _("Down and left by turns; right where neither moves, and up only where nothing else does."),
        ),
        Way.CORNER: (
            _("Corner"),
            _(
                "The largest tile stays in its corner; of the pushes that keep it there, the one of most"
                " points."
            ),
        ),
        Way.SNAKE: (
            _("Snake"),
            _(
                "The tiles lie by size along a snake: out of the corner along the edge, and back in the"
                " next row."
            ),
        ),
        Way.SNAKE_WITH_ROOM: (_("Snake with room"), _("The snake, and as many empty cells as it allows.")),
        Way.CAREFUL: (
            _("Careful snake"),
            _(
                "The snake with room. With three empty cells or fewer it looks at every cell on which a 2 may"
                " appear next, and at the best push after that."
            ),
        ),
        Way.ALL_DIRECTIONS: (
            _("Free with directions"),
            _("The careful snake, but one move in ten goes in any direction at all."),
        ),
        Way.CHASING_MERGES: (
            _("After every merge"),
            _("The careful snake, but wherever there is a merge, the one of most points is taken."),
        ),
        Way.TRAPPING: (
            _("Shutting small tiles in"),
            _("The careful snake, but a push that shuts in a tile up to 8 is always played."),
        ),
        Way.IN_HASTE: (
            _("In haste"),
            _("The careful snake, but with three empty cells or fewer any direction will do."),
        ),
    }
