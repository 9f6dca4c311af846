"""A whole visit by the accessibility tree alone: nothing here looks at the page itself."""

from playwright.sync_api import expect

from tests.browser.page import PlayPage
from tests.browser.positions import FRESH, NEARLY_OVER, STEADY, legal
from tests.browser.reader import Reader


def said(play: PlayPage, words: str) -> None:
    """Expect the status line to come to say these words."""
    expect(play.page.get_by_role("status")).to_contain_text(words)


def test_a_game_is_found_played_and_left_by_what_a_screen_reader_is_told(play: PlayPage) -> None:
    play.start_at(FRESH)
    reader = Reader(play.page)
    assert reader.names("heading")[0] == "2048"
    assert "main" in [node.role for node in reader.read()]
    before = reader.inside("table", "The board")
    assert len(before) == 1 + 16
    numbers = [text for text in reader.inside("main") if text.isdecimal()]
    assert numbers == [text for text in before if text.isdecimal()], "tiles are read twice"

    direction = legal(FRESH, STEADY)[0].capitalize()
    reader.press("button", direction)
    said(play, f"{direction}. New ")
    after = reader.inside("table", "The board")
    assert after != before
    assert reader.focus == ("button", direction)

    reader.press("button", "Undo", "Space")
    said(play, "1 move taken back.")
    assert reader.inside("table", "The board") == before
    assert "Assisted game" in " ".join(reader.inside("main"))

    reader.press("button", "New game")
    expect(play.question).to_be_visible()
    assert reader.names("dialog") == ["Leave this game for a new one?"]
    assert reader.focus == ("button", "Keep playing")
    play.press("Escape")
    expect(play.question).to_be_hidden()
    assert reader.focus == ("button", "New game")


def test_the_end_is_told_where_the_reader_is_and_leads_to_a_new_game(play: PlayPage) -> None:
    play.start_at(NEARLY_OVER)
    reader = Reader(play.page)
    reader.press("button", "Left")
    said(play, "No move is left: the game is over.")
    assert "Game over" in reader.names("heading")
    assert not {"Up", "Down", "Left", "Right"} & set(reader.names("button"))
    reader.press("heading", "Game over", "Tab")
    assert reader.focus == ("button", "New game")
    play.press("Enter")
    said(play, "A new game.")
    assert reader.focus[0] != "RootWebArea", "the reader has lost its place"
