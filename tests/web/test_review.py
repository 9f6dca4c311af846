"""GET and POST /games/…/review: asking for a review, its progress, and looking at it."""

import asyncio
import re
from collections.abc import AsyncIterator
from time import monotonic

import pytest
from httpx import Response
from sqlalchemy import select, update
from starlette.types import ASGIApp

from app.play.looking_back import Past
from app.solver.review import pack, unpack
from app.solver.service import Service
from app.store.database import Database
from app.store.tables import games, reviews
from app.web import reviewing
from app.web.app import Rules, create_app
from app.web.budgets import Spending
from tests.conftest import FORM, FROM_PAGE, KEY, Player, player_of
from tests.finished import newest_game, play_to_the_end, store_review

PATIENCE = 60.0
"""Seconds that a slow machine may take; what is expected takes about one."""
ROUND = ("left", "up", "right", "down")


@pytest.fixture
async def reviewed(database: Database, solver: Service) -> AsyncIterator[Player]:
    """Alice where there is a solver. Elsewhere whoever asks one is told that it is busy, for ever."""
    async for player in player_of(create_app(database, KEY, solver=solver)):
        yield player


@pytest.fixture
async def past(alice: Player, database: Database) -> Past:
    """A game that Alice has played to its end."""
    return await play_to_the_end(database, alice)


def address(past: Past) -> str:
    return f"/games/{past.game.id}/review"


async def look(player: Player, past: Past, query: str = "", **headers: str) -> Response:
    return await player.client.get(f"{address(past)}{query}", headers=headers)


async def ask(player: Player, past: Past) -> Response:
    return await player.client.post(address(past), headers=FORM)


async def stored(database: Database) -> list[tuple[int, int]]:
    query = select(reviews.c.game_id, reviews.c.version)
    return await database.read(lambda t: [(row[0], row[1]) for row in t.connection.execute(query)])


async def until_stored(database: Database) -> None:
    ends = monotonic() + PATIENCE
    while not await stored(database):
        assert monotonic() < ends
        await asyncio.sleep(0.05)


def turn_shown(page: Response) -> int:
    (turn,) = re.findall(r'data-turn="(\d+)"', page.text)
    return int(turn)


async def test_a_review_is_asked_for_made_and_looked_at(reviewed: Player, database: Database) -> None:
    past = await play_to_the_end(database, reviewed)
    page = await look(reviewed, past)
    assert (page.status_code, "Review this game" in page.text, "<progress" in page.text) == (200, True, False)
    response = await ask(reviewed, past)
    assert (response.status_code, response.headers["location"]) == (303, address(past))
    page = await look(reviewed, past)
    assert ("Review this game" in page.text, "<progress" in page.text) == (False, True)
    assert 'href="/games' in page.text, "without scripts a link refreshes the page"
    await until_stored(database)
    page = await look(reviewed, past)
    assert re.search(r"Accuracy \d+ of 100", page.text)
    assert "simple solver" in page.text
    assert "The story of the score" not in page.text


async def test_the_region_asks_how_far_it_is_and_reloads_the_page_at_the_end(
    reviewed: Player, database: Database
) -> None:
    past = await play_to_the_end(database, reviewed)
    await ask(reviewed, past)
    part = await look(reviewed, past, **FROM_PAGE)
    assert "<html" not in part.text
    assert f'max="{past.game.turn + 1}"' in part.text
    assert "HX-Refresh" not in part.headers
    await until_stored(database)
    assert (await look(reviewed, past, **FROM_PAGE)).headers["HX-Refresh"] == "true"


async def test_asking_again_begins_nothing_new(alice: Player, past: Past, database: Database) -> None:
    for _ in range(5):
        assert (await ask(alice, past)).status_code == 303
    await store_review(database, past)
    before = await stored(database)
    assert (await ask(alice, past)).status_code == 303
    assert await stored(database) == before


async def test_a_review_outlives_the_process_and_a_lost_one_may_be_asked_for_again(
    alice: Player, past: Past, database: Database
) -> None:
    await ask(alice, past)
    async for later in player_of(create_app(database, KEY)):
        later.client.cookies = alice.client.cookies
        assert "Review this game" in (await look(later, past)).text
        assert (await look(later, past, **FROM_PAGE)).headers["HX-Refresh"] == "true"
        assert (await ask(later, past)).status_code == 303
        assert "<progress" in (await look(later, past)).text
        await store_review(database, past)
        assert "Accuracy" in (await look(later, past)).text


async def test_a_solver_that_stays_busy_is_given_up_in_the_end(
    alice: Player, past: Past, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "LONGEST_PATIENCE", 0.0)
    await ask(alice, past)
    ends = monotonic() + PATIENCE
    while "<progress" in (await look(alice, past)).text:
        assert monotonic() < ends
        await asyncio.sleep(0.05)
    assert "Review this game" in (await look(alice, past)).text
    assert await stored(database) == []


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_only_a_finished_game_of_ones_own_is_there(
    alice: Player, stranger: Player, past: Past, database: Database, method: str
) -> None:
    await store_review(database, past)
    await play_to_the_end(database, stranger, 2)
    assert (await stranger.client.request(method, address(past), headers=FORM)).status_code == 404
    for number in ("0", "-1", "999", "99999999999999999999", "9" * 15, "x", "1%00", "١"):
        response = await alice.client.request(method, f"/games/{number}/review", headers=FORM)
        assert response.status_code == 404, number


async def test_somebody_without_a_cookie_gets_404_and_no_cookie(past: Past, app: ASGIApp) -> None:
    async for nobody in player_of(app):
        response = await look(nobody, past)
        assert response.status_code == 404
        assert "set-cookie" not in response.headers


async def test_a_game_that_is_not_finished_is_not_reviewed(alice: Player, database: Database) -> None:
    await alice.visit()
    await alice.move(*ROUND)
    number = await database.read(lambda t: t.connection.scalar(select(games.c.id)))
    for method in ("GET", "POST"):
        response = await alice.client.request(method, f"/games/{number}/review", headers=FORM)
        assert response.status_code == 404
    await alice.new_game()
    assert (await alice.client.get(f"/games/{number}/review")).status_code == 200


async def test_undo_after_the_end_takes_the_review_back_and_another_end_gets_its_own(
    alice: Player, past: Past, database: Database
) -> None:
    await store_review(database, past)
    await alice.undo(5)
    assert (await look(alice, past)).status_code == 404
    again = await play_to_the_end(database, alice, 2)
    assert again.game.id == past.game.id
    assert "Review this game" in (await look(alice, again)).text
    await store_review(database, again)
    assert "Accuracy" in (await look(alice, again)).text
    assert await stored(database) == [(again.game.id, again.game.version)]


async def test_a_review_of_a_state_that_is_gone_is_not_kept(
    alice: Player, past: Past, database: Database
) -> None:
    await alice.undo(5)
    await store_review(database, past)
    assert await stored(database) == []
    again = await play_to_the_end(database, alice, 2)
    await store_review(database, again._replace(game=again.game._replace(version=past.game.version)))
    assert await stored(database) == []


async def test_a_player_has_a_budget_and_looking_costs_nothing(database: Database) -> None:
    budgets = dict.fromkeys(Spending, "1000000/minute") | {Spending.REVIEWS: "1/hour"}
    app = create_app(database, KEY, Rules(budgets=budgets))
    async for player in player_of(app):
        first = await play_to_the_end(database, player)
        assert (await ask(player, first)).status_code == 303
        assert (await ask(player, first)).status_code == 303
        assert (await look(player, first)).status_code == 200
        await player.new_game()
        second = await play_to_the_end(database, player, 2)
        response = await ask(player, second)
        assert (response.status_code, "Retry-After" in response.headers) == (429, True)
        async for other in player_of(app):
            assert (await ask(other, await play_to_the_end(database, other, 3))).status_code == 303


async def test_few_reviews_of_one_player_are_under_way_at_once(alice: Player, database: Database) -> None:
    answers = []
    for number in range(reviewing.MOST_A_PLAYER + 1):
        answers.append((await ask(alice, await play_to_the_end(database, alice, number))).status_code)
        await alice.new_game()
    assert answers == [303] * reviewing.MOST_A_PLAYER + [429]


async def test_each_turn_can_be_looked_at(alice: Player, past: Past, database: Database) -> None:
    found = await store_review(database, past)
    last = past.game.turn
    first = await look(alice, past, "?turn=0")
    assert f"Before move 1 of {last}" in first.text
    assert "Score 0." in first.text
    end = await look(alice, past, f"?turn={last}")
    assert f"After the last of {last} moves" in end.text
    assert f"Score {past.game.score:,}." in end.text
    assert "Play on from here" not in end.text
    for turn in range(0, last, 9):
        page = await look(alice, past, f"?turn={turn}", **FROM_PAGE)
        assert "<html" not in page.text
        assert turn_shown(page) == turn
        assert f'data-grade="{found.marks[turn].grade}"' in page.text
        assert f"practice?turn={turn}" in page.text


async def test_without_a_turn_the_worst_move_is_shown(alice: Player, past: Past, database: Database) -> None:
    found = await store_review(database, past)
    assert turn_shown(await look(alice, past)) == found.costliest[0] - 1


@pytest.mark.parametrize(
    ("query", "shown"),
    [("?turn=-4", None), ("?turn=x", None), ("?turn=", None), ("?turn=99999999999999", "last")],
)
async def test_a_turn_that_is_none_shows_the_worst_move_and_one_too_late_the_last(
    alice: Player, past: Past, database: Database, query: str, shown: str | None
) -> None:
    found = await store_review(database, past)
    expected = past.game.turn if shown else found.costliest[0] - 1
    assert turn_shown(await look(alice, past, query)) == expected


async def test_the_costliest_moves_are_told_with_their_boards(
    alice: Player, past: Past, database: Database
) -> None:
    found = await store_review(database, past)
    page = (await look(alice, past)).text
    costly = page.partition('class="costliest"')[2]
    assert [int(turn) for turn in re.findall(r'href="\?turn=(\d+)#turn">Move', costly)] == [
        turn - 1 for turn in found.costliest
    ]
    assert costly.count('class="pictured"') == len(found.costliest) == 10
    boards = costly.partition("</ol>")[0]
    assert boards.count("<td>") == 16 * 10, "a board that cannot be read"
    assert costly.count("<h3>") == 10


async def test_a_language_with_one_word_for_score_and_move_tells_them_apart(
    alice: Player, past: Past, database: Database
) -> None:
    await store_review(database, past)
    page = (await look(alice, past, **{"Accept-Language": "it"})).text
    turn = page.partition('id="turn"')[2].partition("</section>")[0]
    assert "Mossa migliore" in turn
    assert "Record" not in turn


async def test_the_story_of_the_score_adds_up_as_it_is_shown(
    alice: Player, past: Past, database: Database
) -> None:
    await store_review(database, past)
    await alice.new_game()
    await alice.move(*ROUND)
    await alice.move(*ROUND)
    await alice.new_game()
    left = await newest_game(database, alice.visitor)
    await store_review(database, left)
    for finished, parts in ((past, 4), (left, 5)):
        story = (
            (await look(alice, finished)).text.partition("The story of the score")[2].partition("</dl>")[0]
        )
        numbers = [
            int(re.sub(r"\D", "", text)) * (-1 if text[0] in "−-" else 1)
            for text in re.findall(r"<dd>\s*([−-]?[\d,]+)\s*</dd>", story)
        ]
        assert len(numbers) == parts
        assert sum(numbers[:-1]) == numbers[-1] == finished.game.score


async def test_no_point_but_the_scores_is_told_outside_of_the_story(
    alice: Player, past: Past, database: Database
) -> None:
    found = await store_review(database, past)
    page = (await look(alice, past)).text
    before, _, rest = page.partition('class="story"')
    told = {int(text.replace(",", "")) for text in re.findall(r">\s*([\d,]{4,})", before)}
    assert {round(found.start), round(found.losses)}.isdisjoint(told)
    assert f"{round(found.losses):,}" in rest


async def test_the_banner_at_the_end_offers_the_review(alice: Player, past: Past) -> None:
    assert f'action="{address(past)}"' in (await alice.visit()).text
    await alice.undo(1)
    assert "/review" not in (await alice.visit()).text


async def test_a_review_goes_with_the_data_of_its_player(
    alice: Player, past: Past, database: Database
) -> None:
    await store_review(database, past)
    await alice.client.post("/your-data/delete", headers=FORM)
    assert await stored(database) == []


async def test_a_game_of_2048_tells_its_milestones(alice: Player, past: Past, database: Database) -> None:
    await store_review(database, past)
    assert "Milestones" not in (await look(alice, past)).text
    marked = update(reviews).values(packed=await _with_milestone(database))
    await database.write(lambda t: t.connection.execute(marked).rowcount)
    assert "512 with move 7" in (await look(alice, past)).text


async def _with_milestone(database: Database) -> bytes:
    packed = await database.read(lambda t: t.connection.scalar(select(reviews.c.packed)))
    assert packed is not None
    return pack(unpack(packed)._replace(milestones={9: 7}))
