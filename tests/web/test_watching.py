"""GET /watch and POST /solver/moves: the solver plays the game of whoever watches."""

from functools import partial

import pytest
from starlette.types import ASGIApp

from app.engine.board import Board, Direction
from app.engine.game import Game, move, start
from app.play.seats import Seat, take_seat
from app.play.watching import play_for_solver
from app.solver.plain import PlainPlayer
from app.solver.service import Service
from app.store.database import Database
from app.store.games import read_directions
from app.store.verification import violations
from app.web.app import Rules, create_app
from app.web.budgets import Spending
from tests.builders import SEED, board_of, game_of, seat_at, undoable_game_of
from tests.conftest import FORM, FROM_PAGE, KEY, Player, player_of

FRESH = start(SEED)
MIDDLE = game_of(board_of(64, 32, 16, 8, 4, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0, 2))
NEARLY_WON = undoable_game_of(board_of(1024, 1024, *[0] * 14))
WON = game_of(board_of(2048, 64, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4))
OVER = game_of(board_of(4, 8, 16, 32, 8, 2, 4, 16, 2, 4, 2, 8, 4, 2, 4, 2))
MANY = dict.fromkeys(Spending, "1000000/minute")


@pytest.fixture
def app(database: Database, solver: Service) -> ASGIApp:
    return create_app(database, KEY, solver=solver)


async def come_to(player: Player, database: Database, game: Game, *, undoable: bool = False) -> None:
    await player.visit()
    await seat_at(database, player.visitor, game, undoable=undoable)
    await player.visit()


async def seat_of(player: Player, database: Database) -> Seat:
    return await database.read(lambda transaction: take_seat(transaction, player.visitor))


async def faults(database: Database) -> list[str]:
    return await database.read(lambda transaction: list(violations(transaction)))


def solved(game: Game, moves: int, seed: bytes = SEED) -> list[Direction]:
    """Return what the plain player plays from here."""
    directions: list[Direction] = []
    for _ in range(moves):
        direction = PlainPlayer("").best(game.board).best
        assert direction is not None
        played = move(game, seed, direction)
        assert played is not None
        directions.append(direction)
        game = played.game
    return directions


def values_of(board: Board) -> list[int]:
    return [1 << exponent if exponent else 0 for exponent in board]


async def test_the_solver_plays_real_moves_of_the_stored_game(alice: Player, database: Database) -> None:
    await come_to(alice, database, FRESH)
    assert (await alice.let_solver_play()).status_code == 200
    await alice.let_solver_play(5)
    seat = await seat_of(alice, database)
    assert seat.stored is not None
    game_id = seat.stored.game_id
    kept = await database.read(lambda t: read_directions(t, game_id, seat.game.turn))
    assert kept == solved(FRESH, len(kept))
    assert alice.seen.turn == seat.game.turn == len(kept) >= 2
    assert alice.seen.values == values_of(seat.game.board)
    assert await faults(database) == []


async def test_a_first_move_of_the_solver_begins_the_game_that_was_shown(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    assert not alice.seen.turn
    await alice.let_solver_play(16)
    assert alice.seen.turn > 0
    seat = await seat_of(alice, database)
    assert seat.position.solver
    assert await faults(database) == []


async def test_a_game_of_the_solver_never_raises_a_best(alice: Player, database: Database) -> None:
    await alice.visit()
    for _ in range(6):
        await alice.let_solver_play(16)
    assert alice.seen.score > 0
    assert alice.seen.best == 0
    await alice.move("left", "up", "right", "down")
    assert alice.seen.best == 0
    await alice.undo()
    assert alice.seen.best == 0
    assert not alice.seen.has("best-assisted")
    assert await faults(database) == []


async def test_not_even_its_first_points_are_a_best(alice: Player, database: Database) -> None:
    await alice.visit()
    turns = list(Direction) * 4
    use_case = partial(play_for_solver, version=alice.seen.version, request="", directions=turns, now=1)
    answer = await database.write(partial(use_case, visitor=alice.visitor, admit=lambda: None))
    assert answer.seat.game.score > 0
    assert answer.seat.best == 0
    assert await faults(database) == []
    assert (await seat_of(alice, database)).best == 0


async def test_a_best_that_was_played_before_the_solver_came_stays(alice: Player) -> None:
    await alice.visit()
    for _ in range(4):
        await alice.move("left", "up", "right", "down")
    alone = alice.seen.best
    assert alone > 0
    await alice.let_solver_play(16)
    assert alice.seen.best == alone
    await alice.new_game()
    await alice.move("left", "up", "right", "down")
    assert alice.seen.best == alone
    assert not (await alice.visit()).text.count("The solver has played")


async def test_the_page_says_whose_game_it_is_for_good(alice: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    assert "The solver has played" not in alice.seen.text
    await alice.let_solver_play()
    await alice.move("left", "up", "right", "down")
    assert "The solver has played" in alice.seen.text
    await alice.undo(64)
    assert "The solver has played" in (await alice.visit()).text


async def test_the_solver_goes_on_past_the_win_without_a_question(alice: Player, database: Database) -> None:
    await come_to(alice, database, NEARLY_WON, undoable=True)
    while 2048 not in alice.seen.values:
        await alice.let_solver_play()
        assert not alice.seen.has("won")
    won = alice.seen.turn
    await alice.move("left", "up", "right", "down")
    after = alice.seen.turn
    assert after > won
    for turn in (won, after):
        await alice.undo(alice.seen.turn - NEARLY_WON.turn)
        assert 2048 not in alice.seen.values
        await alice.redo(turn - NEARLY_WON.turn)
        assert alice.seen.turn == turn
        assert 2048 in alice.seen.values
        assert not alice.seen.has("won")


async def test_the_solver_takes_over_a_game_that_waits_at_its_win(alice: Player, database: Database) -> None:
    await come_to(alice, database, WON)
    assert alice.seen.has("won")
    await alice.let_solver_play()
    assert alice.seen.turn == WON.turn + 1
    assert not alice.seen.has("won")


async def test_a_game_that_is_over_stays_what_it_is(alice: Player, database: Database) -> None:
    await come_to(alice, database, OVER)
    version = alice.seen.version
    assert (await alice.let_solver_play(16)).status_code == 200
    assert alice.seen.version == version
    assert not (await seat_of(alice, database)).position.solver


async def test_the_same_request_again_counts_once_and_a_stale_one_not_at_all(
    alice: Player, database: Database
) -> None:
    await come_to(alice, database, FRESH)
    version = alice.seen.version
    await alice.let_solver_play(3, version=version)
    after = alice.seen
    assert (await alice.let_solver_play(3, version=version)).status_code == 200
    assert alice.seen.version == after.version
    assert (await alice.let_solver_play(4, version=version)).status_code == 409
    assert (await alice.let_solver_play(3, "fast", version=version)).status_code == 409
    assert (alice.seen.values, alice.seen.turn) == (after.values, after.turn)


async def test_a_plain_form_is_sent_back_to_the_page_with_its_level(alice: Player) -> None:
    await alice.visit()
    data = {"version": str(alice.seen.version), "level": "strong", "steps": "1", "pause": "300"}
    response = await alice.client.post("/solver/moves", data=data)
    assert (response.status_code, response.headers["location"]) == (303, "/watch?level=strong")
    page = (await alice.client.get("/watch?level=strong")).text
    assert '<option value="strong" selected>' in page
    assert 'data-turn="1"' in page


@pytest.mark.parametrize("query", ["", "?level=nonsense&pause=nonsense", "?level=&pause=-1"])
async def test_the_page_of_the_solver_knows_what_to_show_whatever_it_is_asked(
    alice: Player, query: str
) -> None:
    page = await alice.client.get(f"/watch{query}")
    assert page.status_code == 200
    assert '<option value="standard" selected>' in page.text
    assert '<option value="300" selected>' in page.text


async def test_the_page_says_when_only_the_simple_solver_is_there(alice: Player, solver: Service) -> None:
    assert "simple solver" not in (await alice.client.get("/watch")).text
    await alice.visit()
    await alice.let_solver_play()
    assert solver.reason
    assert "simple solver" in (await alice.client.get("/watch")).text


@pytest.mark.parametrize("level", [[], [""], ["god"], ["fast", "fast"], ["\uff4d"], ["9" * 400]])
async def test_a_level_that_there_is_not_is_refused(alice: Player, level: list[str]) -> None:
    await alice.visit()
    data = {"version": str(alice.seen.version), "level": level}
    response = await alice.client.post("/solver/moves", data=data, headers=FORM | FROM_PAGE)
    assert response.status_code == 422
    await alice.visit()
    assert alice.seen.turn == 0


@pytest.mark.parametrize("steps", ["0", "-1", "65", "x", "", "9" * 400])
async def test_a_number_of_moves_that_is_none_is_refused(alice: Player, steps: str) -> None:
    await alice.visit()
    data = {"version": str(alice.seen.version), "level": "fast", "steps": steps}
    response = await alice.client.post("/solver/moves", data=data, headers=FROM_PAGE)
    assert response.status_code == 422


async def test_a_form_without_a_version_is_refused(alice: Player) -> None:
    response = await alice.client.post("/solver/moves", data={"level": "fast"}, headers=FROM_PAGE)
    assert response.status_code == 422


async def test_get_is_refused(alice: Player) -> None:
    assert (await alice.client.get("/solver/moves")).status_code == 405


async def test_watching_beyond_the_budget_of_a_player_is_refused_and_play_goes_on(
    database: Database, solver: Service
) -> None:
    rules = Rules(budgets=MANY | {Spending.SOLVER_MOVES: "2/minute"})
    async for player in player_of(create_app(database, KEY, rules, solver=solver)):
        await player.visit()
        await player.move("left", "up", "right", "down")
        await player.move("left", "up", "right", "down")
        statuses = [(await player.let_solver_play()).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert (await player.move("left", "up", "right", "down")).status_code == 200


async def test_a_busy_solver_plays_nothing_and_says_so(database: Database) -> None:
    async for player in player_of(create_app(database, KEY)):
        await player.visit()
        refused = await player.let_solver_play()
        assert refused.status_code == 503
        assert "The solver is busy" in refused.text
        await player.visit()
        assert player.seen.turn == 0
        assert (await seat_of(player, database)).stored is None


async def test_a_stranger_cannot_let_the_solver_play_the_game_of_another(
    alice: Player, stranger: Player, database: Database
) -> None:
    await come_to(alice, database, FRESH)
    await stranger.visit()
    assert (await stranger.let_solver_play(version=alice.seen.version)).status_code == 409
    await alice.visit()
    assert alice.seen.turn == 0
