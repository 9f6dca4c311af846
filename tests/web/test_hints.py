"""POST /hint, which makes a game an assisted one, and GET /hint, which shows the hint."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.types import ASGIApp, Message

from app.engine.board import Board, Direction
from app.play.seats import take_seat
from app.solver.plain import PlainPlayer
from app.solver.service import Service
from app.store.database import Database
from app.store.verification import violations
from app.web.app import Rules, create_app
from app.web.budgets import Spending
from tests.builders import SEED, board_of, game_of, seat_at
from tests.conftest import FROM_PAGE, KEY, Player, player_of
from tests.worker import TIRELESS

MIDDLE = game_of(board_of(64, 32, 16, 8, 4, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2))
STUCK_BUT_FOR_UP = game_of(board_of(0, 8, 16, 32, 4, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
WON = game_of(board_of(2048, 64, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4))
OVER = game_of(board_of(4, 8, 16, 32, 8, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
MANY = dict.fromkeys(Spending, "1000000/minute")
GRADES = ("best", "good", "inaccuracy", "mistake", "blunder")


@pytest.fixture
def app(database: Database, solver: Service) -> ASGIApp:
    return create_app(database, KEY, solver=solver)


async def come_to(player: Player, database: Database, game: object, *, seed: bytes = SEED) -> None:
    await player.visit()
    await seat_at(database, player.visitor, game, seed=seed)  # type: ignore[arg-type]
    await player.visit()


def ways(text: str) -> dict[str, str]:
    """Return the grade that a hint gives to each direction, empty for one that changes nothing."""
    shown = re.findall(r'<li data-grade="(\w*)">.*?<span class="unseen">(\w+):</span>', text, re.DOTALL)
    return {name.lower(): grade for grade, name in shown}


def expected_best(board: Board) -> Direction | None:
    return PlainPlayer("").best(board).best


async def test_a_hint_shows_the_best_direction_and_says_what_each_is_worth(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    assert (await alice.want_hint()).status_code == 200
    assert f"/hint?version={alice.seen.version}" in alice.seen.text
    hint = await alice.look_at_hint()
    assert hint.status_code == 200
    best = expected_best(MIDDLE.board)
    assert f'data-best="{best}"' in hint.text
    grades = ways(hint.text)
    assert set(grades) == {"up", "down", "left", "right"}
    assert grades[str(best)] == "best"
    assert set(grades.values()) <= set(GRADES)
    assert f"{str(best).capitalize()}: best." in hint.text.rpartition("#status")[2]


async def test_a_hint_shows_no_number_of_the_solver(alice: Player, database: Database) -> None:
    await come_to(alice, database, MIDDLE)
    await alice.want_hint()
    text = (await alice.look_at_hint()).text
    assert re.findall(r"\d", text) == []


async def test_a_direction_that_changes_nothing_has_no_grade(alice: Player, database: Database) -> None:
    await come_to(alice, database, STUCK_BUT_FOR_UP)
    await alice.want_hint()
    grades = ways((await alice.look_at_hint()).text)
    assert {way for way, grade in grades.items() if not grade} == {"right", "down"}


async def test_a_hint_is_the_same_for_the_same_board_whatever_the_seed(
    alice: Player, stranger: Player, database: Database
) -> None:
    hints = []
    for number, player in enumerate((alice, stranger)):
        await come_to(player, database, MIDDLE, seed=bytes([number] * 32))
        await player.want_hint()
        hints.append((await player.look_at_hint()).text)
    assert hints[0] == hints[1]
    assert ways(hints[0])


async def test_a_hint_changes_neither_board_nor_score_nor_luck(
    alice: Player, stranger: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE, seed=bytes([1] * 32))
    before = alice.seen
    await alice.want_hint()
    await alice.look_at_hint()
    assert (alice.seen.values, alice.seen.score, alice.seen.turn) == (
        before.values,
        before.score,
        before.turn,
    )
    without = game_of(MIDDLE.board)
    await alice.move("left")
    after = alice.seen.values
    await stranger.visit()
    await database.write(lambda t: t.run("UPDATE games SET seed = zeroblob(32)"))
    await seat_at(database, stranger.visitor, without, seed=bytes([1] * 32))
    await stranger.visit()
    await stranger.move("left")
    assert stranger.seen.values == after


async def test_the_first_hint_makes_a_game_assisted_and_the_next_change_nothing(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    version = alice.seen.version
    assert not alice.seen.has("best-assisted")
    for _ in range(2):
        await alice.want_hint()
        assert alice.seen.version == version + 1
    await alice.visit()
    assert alice.seen.version == version + 1
    assert alice.seen.has("best-assisted")


async def test_points_after_a_hint_count_for_the_assisted_best_alone(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    alone = alice.seen.best
    await alice.want_hint()
    await alice.move("left")
    assert alice.seen.score > alone
    assert (alice.seen.best, alice.seen.best_assisted) == (alone, alice.seen.score)


async def test_asking_again_after_a_lost_answer_counts_once_and_a_stale_one_not_at_all(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    version = alice.seen.version
    await alice.want_hint(version)
    assert (await alice.want_hint(version)).status_code == 200
    assert alice.seen.version == version + 1
    assert "/hint?version=" in alice.seen.text
    await alice.move("left")
    stale = await alice.want_hint(version)
    assert stale.status_code == 409
    assert "/hint?version=" not in stale.text


async def test_a_hint_before_the_first_move_begins_the_game_that_was_shown(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    shown = alice.seen
    await alice.want_hint()
    assert alice.seen.values == shown.values
    seat = await database.read(lambda t: take_seat(t, alice.visitor))
    assert seat.stored is not None
    assert ways((await alice.look_at_hint()).text)
    await alice.move("left", "up", "right", "down")
    assert alice.seen.best == 0
    assert alice.seen.best_assisted == alice.seen.score
    assert await database.read(lambda t: list(violations(t))) == []


async def test_a_new_game_after_a_hint_is_not_assisted(alice: Player) -> None:
    await alice.visit()
    await alice.want_hint()
    await alice.new_game()
    assert not alice.seen.has("best-assisted")


@pytest.mark.parametrize("game", [WON, OVER])
async def test_a_game_that_takes_no_moves_gets_no_hint_and_stays_what_it_is(
    alice: Player, database: Database, game: object
) -> None:
    await come_to(alice, database, game)
    version = alice.seen.version
    assert (await alice.want_hint()).status_code == 200
    assert alice.seen.version == version
    assert "/hint?version=" not in alice.seen.text
    assert not alice.seen.has("best-assisted")
    assert (await alice.look_at_hint()).status_code == 204


async def test_an_assisted_game_that_waits_at_its_win_gets_no_hint(alice: Player, database: Database) -> None:
    await come_to(alice, database, game_of(board_of(1024, 1024, *[0] * 14)))
    await alice.want_hint()
    await alice.move("left")
    assert alice.seen.has("won")
    assert "/hint?version=" not in (await alice.want_hint()).text
    assert (await alice.look_at_hint()).status_code == 204
    await alice.play_on()
    assert (await alice.look_at_hint()).status_code == 200


async def test_nobody_gets_a_hint_who_has_not_asked_for_one(alice: Player, database: Database) -> None:
    await come_to(alice, database, MIDDLE)
    assert (await alice.look_at_hint()).status_code == 204
    assert ways((await alice.client.get("/?hint")).text) == {}


@pytest.mark.parametrize("version", ["", "x", "0", "9" * 400])
async def test_a_hint_for_a_board_that_is_gone_is_no_answer(
    alice: Player, database: Database, version: str
) -> None:
    await come_to(alice, database, MIDDLE)
    await alice.want_hint()
    response = await alice.client.get("/hint", params={"version": version}, headers=FROM_PAGE)
    assert (response.status_code, response.content) == (204, b"")
    before = alice.seen.version
    await alice.move("left")
    assert (await alice.look_at_hint(before)).status_code == 204


async def test_a_hint_is_gone_with_the_next_move(alice: Player, database: Database) -> None:
    await come_to(alice, database, MIDDLE)
    await alice.want_hint()
    await alice.look_at_hint()
    await alice.move("left")
    assert 'id="remark"' in alice.seen.text
    assert ways(alice.seen.text) == {}


async def test_a_plain_form_is_sent_to_the_page_with_the_hint_on_it(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    response = await alice.client.post("/hint", data={"version": str(alice.seen.version)})
    assert (response.status_code, response.headers["location"]) == (303, "/?hint")
    page = (await alice.client.get("/?hint")).text
    assert ways(page)[str(expected_best(MIDDLE.board))] == "best"


async def test_hints_beyond_the_budget_of_a_player_are_refused_and_moves_are_not(
    database: Database, solver: Service
) -> None:
    rules = Rules(budgets=MANY | {Spending.HINTS: "2/minute"})
    app = create_app(database, KEY, rules, solver=solver)
    async for player in player_of(app):
        async for other in player_of(app):
            await other.visit()
            await other.want_hint()
            await player.visit()
            await player.want_hint()
            await player.move("left", "up")
            statuses = [(await player.look_at_hint()).status_code for _ in range(3)]
            assert statuses == [200, 200, 429]
            assert (await player.move("right", "down")).status_code == 200
            assert (await other.look_at_hint()).status_code == 200


async def test_searches_beyond_the_budget_of_a_client_are_refused_whoever_asks(
    database: Database, solver: Service
) -> None:
    rules = Rules(budgets=MANY | {Spending.SEARCHES: "1/minute"})
    app = create_app(database, KEY, rules, solver=solver)
    async for player in player_of(app):
        async for other in player_of(app):
            statuses = []
            for one in (player, other):
                await one.visit()
                await one.want_hint()
                statuses.append((await one.look_at_hint()).status_code)
            assert statuses == [200, 429]


async def test_a_first_hint_counts_as_a_new_player(database: Database, solver: Service) -> None:
    rules = Rules(budgets=MANY | {Spending.NEW_PLAYERS: "1/hour"})
    app = create_app(database, KEY, rules, solver=solver)
    async for player in player_of(app):
        async for other in player_of(app):
            await player.visit()
            await other.visit()
            assert [(await one.want_hint()).status_code for one in (player, other)] == [200, 429]


async def test_a_busy_solver_says_so_and_play_goes_on(database: Database) -> None:
    async for player in player_of(create_app(database, KEY)):
        await player.visit()
        await player.want_hint()
        refused = await player.look_at_hint()
        assert refused.status_code == 503
        assert int(refused.headers["retry-after"]) > 0
        assert 'id="notice"' in refused.text
        assert "The solver is busy" in refused.text
        page = await player.client.get("/?hint")
        assert page.status_code == 200
        assert "The solver is busy" in page.text
        assert (await player.move("left", "up", "right", "down")).status_code == 200


async def test_moves_are_answered_while_every_worker_is_busy(database: Database) -> None:
    service = Service(TIRELESS, 1)
    others = [
        asyncio.create_task(service.ask(str(number), MIDDLE.board, seconds=300)) for number in range(20)
    ]
    async for player in player_of(create_app(database, KEY, solver=service)):
        await player.visit()
        for _ in range(20):
            assert (await player.move("left", "up", "right", "down")).status_code == 200
    assert not any(task.done() for task in others)
    await service.close()
    await asyncio.gather(*others, return_exceptions=True)


async def test_a_search_is_given_up_when_the_player_has_left(database: Database) -> None:
    service = Service(TIRELESS, 1)
    app = create_app(database, KEY, solver=service)
    other = asyncio.create_task(service.ask("somebody else", MIDDLE.board, seconds=300))
    async for player in player_of(app):
        await player.visit()
        await player.want_hint()
        leaving = asyncio.Event()
        asking = asyncio.create_task(leave_hint(app, player, leaving))
        await until(lambda: len(service._asking) == 2)
        leaving.set()
        await asking
        assert service._asking == {"somebody else"}
    await service.close()
    await asyncio.gather(other, return_exceptions=True)


async def until(is_true: Callable[[], bool]) -> None:
    for _ in range(1000):
        if is_true():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it never came true")


async def leave_hint(app: ASGIApp, player: Player, leaving: asyncio.Event) -> None:
    """Ask for the hint and leave before it comes."""
    cookies = "; ".join(f"{name}={value}" for name, value in player.client.cookies.items())
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/hint",
        "raw_path": b"/hint",
        "query_string": f"version={player.seen.version}".encode(),
        "headers": [(b"host", b"127.0.0.1"), (b"cookie", cookies.encode()), (b"hx-request", b"true")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
    }
    arriving: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        if arriving:
            return arriving.pop()
        await leaving.wait()
        return {"type": "http.disconnect"}

    async def send(_message: Message) -> None:
        pass

    await app(scope, receive, send)


async def test_a_worker_has_nothing_of_the_database_open(
    alice: Player, database: Database, solver: Service
) -> None:
    await come_to(alice, database, MIDDLE)
    await alice.want_hint()
    await alice.look_at_hint()
    (process,) = solver.processes
    assert [name for name in open_files(process) if "sqlite" in name or "socket" in name] == []
    assert any("pipe" in name for name in open_files(process))


def open_files(process: int) -> list[str]:
    return [str(file.readlink()) for file in Path(f"/proc/{process}/fd").iterdir()]


async def test_a_stranger_sees_no_hint_for_the_game_of_another(
    alice: Player, stranger: Player, database: Database
) -> None:
    await come_to(alice, database, MIDDLE)
    await alice.want_hint()
    await stranger.visit()
    assert (await stranger.look_at_hint(alice.seen.version)).status_code == 204
    assert (await stranger.want_hint(alice.seen.version)).status_code == 409
