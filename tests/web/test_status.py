"""What is said of a change, in the long and in the short mode."""

import re

import pytest

from app.store.database import Database
from tests.builders import board_of, game_of, seat_at, undoable_game_of
from tests.conftest import ORIGIN, Player

NEARLY_WON = game_of(board_of(1024, 1024, 64, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4))
NEARLY_OVER = game_of(board_of(0, 8, 16, 32, 4, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
UNDER_WAY = undoable_game_of(board_of(64, 32, 16, 8, 4, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2))

WON = "You made 2048: you win!"
OVER = "No move is left: the game is over."
BEATEN = "That is a new best score."


def said(player: Player) -> str:
    found = re.findall(r'hx-target="#status"[^>]*>(.*?)</hx-partial>', player.seen.text)
    assert len(found) == 1
    return str(found[0])


def speak_shortly(player: Player) -> None:
    player.client.cookies.set("preferences", "words-short", domain=ORIGIN.removeprefix("http://"))


@pytest.fixture(params=["full", "short"])
def listener(alice: Player, request: pytest.FixtureRequest) -> Player:
    """Somebody who hears everything, and somebody who wants to hear little."""
    if request.param == "short":
        speak_shortly(alice)
    return alice


async def sit(player: Player, database: Database, **position: object) -> None:
    await player.visit()
    await seat_at(database, player.visitor, **position)  # type: ignore[arg-type]
    await player.visit()


async def test_the_short_mode_leaves_out_the_direction_and_the_merge(
    alice: Player, database: Database
) -> None:
    await sit(alice, database, game=UNDER_WAY, undoable=True)
    await alice.move("left")
    assert re.fullmatch(r"Left\. Merged into 8\. New [24] in row \d, column \d\. Score [\d,]+\.", said(alice))
    speak_shortly(alice)
    await alice.move("down")
    assert re.fullmatch(r"New [24] in row \d, column \d\. Score [\d,]+\.", said(alice))


async def test_a_win_is_said(listener: Player, database: Database) -> None:
    await sit(listener, database, game=NEARLY_WON)
    await listener.move("left")
    assert said(listener).endswith(WON)
    await listener.play_on()
    assert WON not in said(listener)
    await listener.move("down")
    assert WON not in said(listener)


async def test_the_end_is_said(listener: Player, database: Database) -> None:
    await sit(listener, database, game=NEARLY_OVER)
    await listener.move("left")
    assert said(listener).endswith(OVER)


async def test_moves_that_are_taken_back_are_counted(listener: Player, database: Database) -> None:
    await sit(listener, database, game=UNDER_WAY, undoable=True)
    await listener.move("left", "down")
    await listener.undo()
    assert said(listener).startswith("1 move taken back. Score ")
    await listener.redo()
    await listener.undo(2)
    assert said(listener).startswith("2 moves taken back. Score ")


async def test_a_best_score_that_is_beaten_is_said_once(listener: Player, database: Database) -> None:
    await sit(listener, database, game=UNDER_WAY, best=UNDER_WAY.score + 4, undoable=True)
    await listener.move("left")
    assert BEATEN in said(listener)
    score = listener.seen.score
    while listener.seen.score == score:
        await listener.move("down", "left", "up", "right")
    assert listener.seen.best == listener.seen.score
    assert BEATEN not in said(listener)


async def test_a_best_score_is_not_beaten_by_an_assisted_game(listener: Player, database: Database) -> None:
    best = UNDER_WAY.score + 4
    await sit(listener, database, game=UNDER_WAY, best=best, undoable=True)
    await listener.move("down")
    await listener.undo()
    while listener.seen.score <= best:
        await listener.move("left", "down", "right", "up")
        assert BEATEN not in said(listener)
    assert listener.seen.best == best


async def test_the_first_game_has_no_best_score_to_beat(listener: Player) -> None:
    await listener.visit()
    while listener.seen.score == 0:
        await listener.move("left", "up", "right", "down")
        assert BEATEN not in said(listener)
