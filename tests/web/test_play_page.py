"""GET /."""

import pytest
from sqlalchemy import func, select

from app.store.database import Database
from app.store.tables import games, moves, players
from tests.conftest import ORIGIN, Player, Shown


async def count_rows(database: Database) -> list[int]:
    queries = [select(func.count()).select_from(table) for table in (players, games, moves)]
    return await database.read(
        lambda transaction: [transaction.connection.execute(q).scalar_one() for q in queries]
    )


async def test_a_visitor_finds_a_board_with_two_tiles(alice: Player) -> None:
    response = await alice.visit()
    assert response.status_code == 200
    tiles = [value for value in alice.seen.values if value]
    assert len(tiles) == 2
    assert set(tiles) <= {2, 4}
    assert (alice.seen.turn, alice.seen.score, alice.seen.best) == (0, 0, 0)
    assert not alice.seen.has("won")
    assert not alice.seen.has("over")


async def test_a_thousand_visits_without_a_cookie_leave_no_row(alice: Player, database: Database) -> None:
    for _ in range(1000):
        alice.client.cookies.clear()
        assert (await alice.visit()).status_code == 200
    assert await count_rows(database) == [0, 0, 0]


async def test_a_first_move_leaves_the_player_the_game_and_the_move(
    alice: Player, database: Database
) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    assert await count_rows(database) == [1, 1, alice.seen.turn]


async def test_the_board_before_the_first_move_stays_the_same_for_its_visitor(alice: Player) -> None:
    await alice.visit()
    shown = alice.seen
    await alice.visit()
    assert alice.seen == shown


async def test_two_visitors_find_different_games(alice: Player, stranger: Player) -> None:
    await alice.visit()
    await stranger.visit()
    assert alice.seen.version != stranger.seen.version
    assert alice.visitor.opening_seed != stranger.visitor.opening_seed


async def test_the_page_is_never_kept_by_a_cache(alice: Player) -> None:
    assert (await alice.visit()).headers["cache-control"] == "no-store"


async def test_the_cookie_is_sent_once_and_not_again(alice: Player) -> None:
    assert "set-cookie" in (await alice.visit()).headers
    assert "set-cookie" not in (await alice.visit()).headers


async def test_the_cookie_is_hidden_from_scripts_and_from_other_sites(alice: Player) -> None:
    cookie = (await alice.visit()).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie


async def test_the_fragment_of_a_move_is_byte_for_byte_what_the_page_shows(alice: Player) -> None:
    """A move that changes nothing is answered with the settled board, as the page is."""
    await alice.visit()
    await alice.move("left")
    await alice.visit()
    page = alice.seen.text
    fragment = (await alice.move(*["left"] * 64, version=alice.seen.version - 1)).text
    assert fragment.startswith("<hx-partial")
    tiles = page[page.index('<div id="tiles"') : page.index("</div>\n</div>", page.index('<div id="tiles"'))]
    assert tiles in fragment


async def test_the_page_shows_no_seed_but_the_commitment_to_it(alice: Player, database: Database) -> None:
    from app.engine.chance import commitment

    await alice.visit()
    opening = alice.visitor.opening_seed
    assert commitment(opening).hex() in alice.seen.text
    await alice.move("left", "up", "right", "down")
    await alice.new_game()
    seed = await database.read(
        lambda transaction: transaction.connection.execute(
            select(games.c.seed).where(games.c.closed_at.is_(None))
        ).scalar_one()
    )
    await alice.visit()
    assert commitment(seed).hex() in alice.seen.text
    for secret in (opening, seed):
        assert secret.hex() not in alice.seen.text


async def test_head_answers_as_get_without_a_body(alice: Player) -> None:
    response = await alice.client.head("/")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("notice", ["moved-on", "nonsense", "<script>", ""])
async def test_only_a_known_notice_is_shown(alice: Player, notice: str) -> None:
    response = await alice.client.get("/", params={"notice": notice})
    assert ("moved on elsewhere" in response.text) == (notice == "moved-on")
    assert "<script>" not in Shown(response.text).text


@pytest.mark.parametrize(
    "cookie",
    [
        "session=",
        "session=x",
        "session=" + "A" * 64,
        "session=" + "A" * 3000,
        "session=%00%ff",
        "session=é",
        'session="\\"; session=\\\\',
        ";;;=;=",
        "other=1; session",
    ],
)
async def test_a_forged_or_broken_cookie_counts_as_none(
    alice: Player, cookie: str, database: Database
) -> None:
    response = await alice.client.get("/", headers={b"Cookie": cookie.encode()})
    assert response.status_code == 200
    assert "set-cookie" in response.headers
    assert await count_rows(database) == [0, 0, 0]


async def test_a_token_with_any_character_changed_is_not_the_players(alice: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    token = alice.client.cookies["session"]
    for place in range(0, len(token), 7):
        other = "A" if token[place] != "A" else "B"
        forged = token[:place] + other + token[place + 1 :]
        response = await alice.client.get(ORIGIN + "/", headers={"Cookie": f"session={forged}"})
        assert Shown(response.text).turn == 0


async def test_no_page_of_one_player_shows_what_is_anothers(alice: Player, stranger: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    await stranger.visit()
    assert stranger.seen.turn == 0
    assert stranger.seen.version != alice.seen.version
