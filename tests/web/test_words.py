"""Every sentence that a player can see can be translated."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from starlette.types import ASGIApp

from app.resources import ROOT
from app.store.database import Database
from app.web import i18n
from app.web.app import create_app
from app.web.notices import Notice, sentence
from app.web.readings import Reading
from tests.builders import board_of, game_of, seat_at
from tests.conftest import FROM_PAGE, KEY, Player, player_of
from tests.pseudo import speaking

SPOKEN_ATTRIBUTES = {"aria-label", "title", "alt", "placeholder"}
SPOKEN_PROPERTIES = {"description", "og:description", "og:image:alt"}
NOT_WORDS = {"2048"}


class Unmarked(HTMLParser):
    """Collects the words of a page that did not come from the catalogue."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._inside: list[str] = []
        self._is_foreign = False
        self._open = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        # What names another language is written in that one.
        self._is_foreign = tag != "html" and "lang" in dict(attrs)
        self.words += [
            value for name, value in attrs if name in SPOKEN_ATTRIBUTES and value and "⟦" not in value
        ]
        named = dict(attrs)
        told = named.get("name") or named.get("property")
        if told in SPOKEN_PROPERTIES and "⟦" not in (named["content"] or ""):
            self.words.append(named["content"] or "")

    def handle_endtag(self, tag: str) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        said = data.strip()
        is_marked = self._open > 0 or "⟦" in said
        self._open += said.count("⟦") - said.count("⟧")
        if is_marked or said in NOT_WORDS or self._is_foreign or self._inside[-1:] in (["code"], ["script"]):
            return
        if any(letter.isalpha() for letter in said):
            self.words.append(said)


@pytest.fixture
def marked(tmp_path: Path) -> Iterator[i18n.Language]:
    """A language in which every sentence is wrapped, so that one that was not translated shows."""
    with speaking(tmp_path / "locale", "de"):
        yield i18n.languages()["de"]


async def speaker_of(app: ASGIApp, language: i18n.Language) -> AsyncIterator[Player]:
    async for player in player_of(app):
        player.client.headers["Accept-Language"] = language.code
        yield player


def unmarked_words(html: str) -> list[str]:
    parser = Unmarked()
    parser.feed(html)
    return parser.words


def test_the_check_sees_a_word_that_was_not_translated() -> None:
    assert unmarked_words('<p>⟦Left⟧</p><p>Right</p><img alt="up">') == ["Right", "up"]


async def test_no_page_or_fragment_has_a_word_outside_the_catalogue(
    marked: i18n.Language, database: Database
) -> None:
    seen: list[str] = []
    async for player in speaker_of(create_app(database, KEY), marked):
        seen.append((await player.visit()).text)
        seen.append((await player.move("left", "up", "right", "down")).text)
        seen.append((await player.move("down", version=1)).text)
        seen += [(await player.client.get(f"/{reading}")).text for reading in Reading]
        for path in ("/games/new", "/settings", "/offline"):
            seen.append((await player.client.get(path)).text)
        seen.append((await player.client.get("/nowhere")).text)
        seen.append((await player.client.get("/moves", headers=FROM_PAGE)).text)
        seen.append((await player.client.post("/moves", data={})).text)
    async for player in speaker_of(create_app(database, KEY), marked):
        await player.visit()
        await seat_at(database, player.visitor, game_of(board_of(2048, 2, *[0] * 14)), seed=b"w" * 32)
        seen.append((await player.visit()).text)
    async for player in speaker_of(create_app(database, KEY), marked):
        await player.visit()
        stuck = game_of(board_of(2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2))
        await seat_at(database, player.visitor, stuck, seed=b"o" * 32)
        seen.append((await player.visit()).text)
    assert [unmarked_words(text) for text in seen] == [[]] * len(seen)
    assert all("⟦" in text for text in seen)


@pytest.mark.parametrize("notice", Notice)
def test_every_notice_has_a_sentence(marked: i18n.Language, notice: Notice) -> None:
    assert sentence(notice, marked).startswith("⟦")


def test_the_catalogue_holds_exactly_the_sentences_of_the_code(tmp_path: Path) -> None:
    """If this fails, run ``make messages`` and commit what it writes."""
    fresh = tmp_path / "fresh.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract", "-F", "pyproject.toml"]
    subprocess.run([*command, "-o", str(fresh), "."], cwd=ROOT, check=True)
    with fresh.open("rb") as new, (ROOT / "locale" / "messages.pot").open("rb") as kept:
        assert _sentences(read_po(new)) == _sentences(read_po(kept))


def _sentences(catalogue: Catalog) -> set[tuple[object, object]]:
    return {(message.context, message.id) for message in catalogue}


async def test_numbers_are_written_as_the_language_groups_them(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, game_of(board_of(2048, 1024, *[0] * 14), continued=True))
    assert "29,696" in (await alice.visit()).text
