"""POST /undo and POST /redo."""

import re

import pytest

from app.play.seats import take_seat
from app.store.database import Database
from app.store.games import SAVED_EVERY
from app.store.verification import violations
from tests.builders import board_of, seat_at, undoable_game_of
from tests.conftest import FORM, FROM_PAGE, Player, Shown

ROUND = ["up", "left", "down", "right"]
NEARLY = board_of(4, 8, 16, 32, 64, 128, 256, 512, 4, 8, 16, 32, 1024, 64, 8, 0)


async def play(player: Player, turns: int) -> list[Shown]:
    """Play until so many turns; return what was shown after each, the start first."""
    await player.visit()
    shown = [player.seen]
    number = 0
    while player.seen.turn < turns:
        before = player.seen.turn
        await player.move(ROUND[number % 4])
        number += 1
        if player.seen.turn > before:
            shown.append(player.seen)
        assert number < 20 * turns
    return shown


def same(first: Shown, second: Shown) -> bool:
    return (first.values, first.score, first.turn) == (second.values, second.score, second.turn)


async def test_every_step_back_to_the_start_shows_what_was_there(alice: Player) -> None:
    shown = await play(alice, SAVED_EVERY * 2 + 3)
    for before in reversed(shown[:-1]):
        assert (await alice.undo()).status_code == 200
        assert same(alice.seen, before)


async def test_every_step_forth_shows_what_was_there(alice: Player) -> None:
    shown = await play(alice, SAVED_EVERY + 5)
    await alice.undo(64)
    assert alice.seen.turn == 0
    for after in shown[1:]:
        assert (await alice.redo()).status_code == 200
        assert same(alice.seen, after)


async def test_several_steps_are_one_request(alice: Player) -> None:
    shown = await play(alice, 10)
    await alice.undo(7)
    assert same(alice.seen, shown[3])
    await alice.redo(4)
    assert same(alice.seen, shown[7])


async def test_the_same_move_again_brings_the_same_tile(alice: Player) -> None:
    await play(alice, 6)
    await alice.undo()
    for direction in ROUND:
        before = alice.seen.turn
        await alice.move(direction)
        after = alice.seen
        if after.turn == before:
            continue
        for _ in range(3):
            await alice.undo()
            await alice.move(direction)
            assert same(alice.seen, after)
        await alice.undo()


async def test_another_move_lets_go_of_what_could_be_redone(alice: Player) -> None:
    await play(alice, 10)
    await alice.undo(5)
    turn = alice.seen.turn
    await alice.move(*ROUND)
    assert alice.seen.turn > turn
    before = alice.seen
    await alice.redo()
    assert same(alice.seen, before)
    assert alice.seen.version == before.version


async def test_the_first_undo_makes_the_game_assisted_for_good(alice: Player) -> None:
    await play(alice, 5)
    assert not alice.seen.has("best-assisted")
    await alice.undo()
    assert alice.seen.has("best-assisted")
    await alice.redo()
    assert alice.seen.has("best-assisted")
    await alice.new_game()
    assert not alice.seen.has("best-assisted")


async def test_points_after_an_undo_count_for_the_assisted_best_alone(alice: Player) -> None:
    await play(alice, 30)
    alone = alice.seen.best
    assert alone == alice.seen.score > 0
    await alice.undo(20)
    assert (alice.seen.best, alice.seen.best_assisted) == (alone, alice.seen.score)
    while alice.seen.score <= alone:
        await alice.move(*ROUND)
    assert (alice.seen.best, alice.seen.best_assisted) == (alone, alice.seen.score)


async def test_undo_after_the_end_revives_the_game(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, undoable_game_of(NEARLY), undoable=True)
    await alice.visit()
    await alice.move("right")
    assert alice.seen.has("over")
    await alice.undo()
    assert not alice.seen.has("over")
    assert alice.seen.values[15] == 0


async def test_undo_across_the_win_takes_it_back_and_winning_again_says_so_again(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, undoable_game_of(board_of(1024, 1024, *[0] * 14)), undoable=True)
    await alice.visit()
    await alice.move("left")
    await alice.play_on()
    assert not alice.seen.has("won")
    await alice.undo()
    assert 2048 not in alice.seen.values
    await alice.move("left")
    assert alice.seen.has("won")


async def test_undo_that_stays_behind_the_win_shows_no_banner_again(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, undoable_game_of(board_of(1024, 1024, *[0] * 14)), undoable=True)
    await alice.visit()
    await alice.move("left")
    await alice.play_on()
    await alice.move("right")
    await alice.undo()
    assert 2048 in alice.seen.values
    assert not alice.seen.has("won")


async def test_redo_stops_at_the_win(alice: Player, database: Database) -> None:
    await alice.visit()
    await seat_at(database, alice.visitor, undoable_game_of(board_of(1024, 1024, *[0] * 14)), undoable=True)
    await alice.visit()
    start = alice.seen.turn
    await alice.move("left")
    await alice.play_on()
    await alice.move("right")
    await alice.undo(2)
    await alice.redo(2)
    assert alice.seen.turn == start + 1
    assert alice.seen.has("won")


async def test_undo_before_the_first_move_changes_nothing(alice: Player, database: Database) -> None:
    await alice.visit()
    version = alice.seen.version
    assert (await alice.undo()).status_code == 200
    assert (await alice.redo()).status_code == 200
    assert alice.seen.version == version
    assert (await database.read(lambda t: take_seat(t, alice.visitor))).stored is None


@pytest.mark.parametrize("kind", ["undo", "redo"])
async def test_the_same_request_again_counts_once_and_a_stale_one_not_at_all(
    alice: Player, kind: str
) -> None:
    await play(alice, 12)
    await alice.undo(6)
    step = alice.undo if kind == "undo" else alice.redo
    version, turn = alice.seen.version, alice.seen.turn
    await step(2)
    after = alice.seen
    assert abs(after.turn - turn) == 2
    assert (await step(2, version)).status_code == 200
    assert same(alice.seen, after)
    assert (await step(3, version)).status_code == 409
    assert same(alice.seen, after)


async def test_every_stored_game_is_right_whatever_was_undone(alice: Player, database: Database) -> None:
    await play(alice, 40)
    for steps in (3, 17, 1, 30):
        await alice.undo(steps)
        await alice.redo(steps // 2)
        await alice.move(*ROUND)
        assert await database.read(lambda t: list(violations(t))) == []


async def test_a_plain_form_is_sent_back_to_the_page(alice: Player) -> None:
    await play(alice, 3)
    response = await alice.client.post("/undo", data={"version": str(alice.seen.version)})
    assert (response.status_code, response.headers["location"]) == (303, "/")
    await alice.visit()
    assert alice.seen.turn == 2


async def test_a_stranger_cannot_undo_the_moves_of_another(alice: Player, stranger: Player) -> None:
    await play(alice, 3)
    await stranger.visit()
    assert (await stranger.undo(version=alice.seen.version)).status_code == 409
    await alice.visit()
    assert alice.seen.turn == 3


@pytest.mark.parametrize("path", ["/undo", "/redo"])
@pytest.mark.parametrize("steps", [["0"], ["-1"], ["65"], ["x"], [""], ["1", "1"], ["\uff11"], ["9" * 400]])
async def test_a_number_of_steps_that_is_none_is_refused(alice: Player, path: str, steps: list[str]) -> None:
    await play(alice, 3)
    data = {"version": str(alice.seen.version), "steps": steps}
    response = await alice.client.post(path, data=data, headers=FORM | FROM_PAGE)
    assert response.status_code == 422
    await alice.visit()
    assert alice.seen.turn == 3


@pytest.mark.parametrize("path", ["/undo", "/redo"])
async def test_get_is_refused(alice: Player, path: str) -> None:
    assert (await alice.client.get(path)).status_code == 405


async def test_tiles_that_only_slid_go_back_as_themselves(alice: Player) -> None:
    await play(alice, 6)
    before = set(re.findall(r'id="t(\d+)"', alice.seen.text))
    await alice.move(*ROUND[:1])
    await alice.undo()
    back = set(re.findall(r'id="t(\d+)"', alice.seen.text))
    assert len(before & back) >= len(back) - 4
    assert len(back) == len([value for value in alice.seen.values if value])
