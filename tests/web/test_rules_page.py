"""The rules as they are read: every section, every example as the engine plays it, every figure."""

import re
from html.parser import HTMLParser

import pytest

from app.engine.board import Board, is_stuck
from app.web.examples import board_of
from app.web.i18n import languages
from app.web.rules import LOST, NOT_LOST, view_rules
from tests.conftest import Player

SECTIONS = [
    "The aim",
    "How many play",
    "What there is",
    "How a game begins",
    "A move",
    "What counts as a move",
    "Merging",
    "Points",
    "Winning",
    "The end of a game",
    "Controls",
    "The tiles, all the way up",
    "Four mistakes that end a game early",
]
# What the rulebook says of these rows.
ROWS = {
    "resting": ("2 4 8 0", "2 4 8 0"),
    "joining": ("2 0 0 2", "0 0 0 4"),
    "once": ("4 4 4 4", "8 8 0 0"),
    "made_now": ("2 2 4 0", "4 4 0 0"),
    "from_the_left": ("4 4 4 0", "8 4 0 0"),
    "from_the_right": ("0 4 4 4", "0 0 4 8"),
    "scoring": ("256 256 0 0", "512 0 0 0"),
    "winning": ("1024 0 1024 0", "2048 0 0 0"),
}


class Boards(HTMLParser):
    """Reads the boards of a page twice: as they are seen and as they are heard."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[dict[tuple[int, int], str]] = []
        self.heard: list[list[str]] = []
        self._cell = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        kinds = named.get("class", "").split()
        if "picture" in kinds:
            self.seen.append({})
        elif "tile" in kinds and "data-row" in named:
            self.seen[-1][int(named["data-row"]), int(named["data-col"])] = named["data-value"]
        elif tag == "table":
            self.heard.append([])
        self._cell = tag == "td"

    def handle_data(self, data: str) -> None:
        if self._cell and data.strip():
            self.heard[-1].append(data.strip())


async def read(player: Player) -> str:
    return (await player.client.get("/en/rules")).text


async def test_every_section_of_the_rulebook_is_there_in_its_order(alice: Player) -> None:
    rules = await read(alice)
    assert re.findall(r"<h2>(.*?)</h2>", rules) == SECTIONS


@pytest.mark.parametrize("name", ROWS)
def test_an_example_is_what_the_rules_say(name: str) -> None:
    example = view_rules(languages()["en"])[name]
    before, after = ROWS[name]
    for shown, values in ((example.before, before), (example.after, after)):
        (row,) = shown.rows
        assert [text.replace(",", "") for text in row] == [v if v != "0" else "empty" for v in values.split()]
    assert example.is_legal == (before != after)


def test_what_the_examples_show_is_said_of_them() -> None:
    shown = view_rules(languages()["en"])
    assert (shown["side_by_side"].is_legal, shown["set_in_motion"].is_legal) == (False, True)
    assert shown["scoring"].gained == "512"
    assert (is_stuck(LOST), is_stuck(NOT_LOST)) == (True, False)
    assert 0 not in LOST + NOT_LOST


async def test_every_board_is_seen_as_it_is_heard(alice: Player) -> None:
    rules = await read(alice)
    boards = Boards()
    boards.feed(rules)
    heard = boards.heard[: len(boards.seen)]
    assert len(boards.seen) > 20
    for seen, cells in zip(boards.seen, heard, strict=True):
        values = {
            divmod(place, 4): text.replace(",", "") for place, text in enumerate(cells) if text != "empty"
        }
        assert values == seen


def test_the_first_move_ends_with_one_tile_more_than_it_leaves() -> None:
    shown = view_rules(languages()["en"])
    filled = [
        sum(text != "empty" for row in shown_board.rows for text in row)
        for shown_board in (shown["opening"].before, shown["opening"].after, shown["after_a_move"])
    ]
    assert filled == [2, 2, 3]


async def test_the_ladder_goes_up_to_131072_with_its_figures(alice: Player) -> None:
    rules = await read(alice)
    rows = re.findall(
        r'data-value="(\d+)">[^<]*</span>\s*</th>\s*<td>(.*?)</td>\s*<td>(.*?)</td>\s*<td>(.*?)</td>', rules
    )
    figures = {int(value): tuple(int(text.replace(",", "")) for text in rest) for value, *rest in rows}
    assert list(figures) == [2**n for n in range(1, 18)]
    for n, (points, expected, moves) in enumerate(figures.values(), start=1):
        assert points == (n - 1) * 2**n
        assert moves == (round(2**n / 2.2) if n > 1 else 0)
        assert expected == (round(points - 0.4 * 2**n / 2.2) if n > 1 else 0)
    assert figures[2048] == (20_480, 20_108, 931)


def test_boards_are_written_as_values() -> None:
    board: Board = board_of(2, 0, 131072)
    assert board == (1, 0, 17, *[0] * 13)
