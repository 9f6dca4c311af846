"""Nothing that a browser may send along costs a player the game, and no token locks anybody out."""

import pytest

from tests.faults.clients import request
from tests.faults.wire.player import Change, Page, first_visit, read_page
from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Answer, Line

OTHERS = {
    "quoted, as some frameworks sign theirs": 'user="2|1:0|10:1700000000|4:user|8:eHl6|0a1b2c"',
    "quoted with escapes": 'user="a\\"b\\054c"',
    "JSON": 'prefs={"theme":"dark"}',
    "large": f"basket={'x' * 5000}",
}


async def test_a_player_is_found_again(server: Server) -> None:
    cookie, page = await begin(server)
    answer = await ask(server, request("GET", "/", cookie))
    assert (read_page(answer.body), answer.cookie) == (page, "")


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS.keys())
async def test_a_cookie_of_somebody_else_does_not_cost_the_game(server: Server, other: str) -> None:
    cookie, page = await begin(server)
    for both in (f"{other}; {cookie}", f"{cookie}; {other}"):
        answer = await ask(server, request("GET", "/", both))
        assert (read_page(answer.body), answer.cookie) == (page, "")


async def test_who_comes_back_with_a_token_of_long_ago_can_play(server: Server) -> None:
    former, opening = await first_visit(server.port)
    cookie, page = await begin(server, former, opening)
    await ask(server, request("POST", "/moves", cookie, Change("/moves", page.legal[0]).form(page.version)))
    statuses = []
    for _ in range(3):
        former, seen = await visit(server, former)
        change = Change("/moves", seen.legal[0])
        answer = await ask(server, request("POST", "/moves", former, change.form(seen.version)))
        former = answer.cookie or former
        statuses.append(answer.status)
    assert statuses[-1] == 200, statuses
    assert max(statuses) < 500, statuses


async def begin(server: Server, cookie: str = "", page: Page | None = None) -> tuple[str, Page]:
    """Make the first move; return the cookie and the page that are then right."""
    if page is None:
        cookie, page = await first_visit(server.port)
    change = Change("/moves", page.legal[0])
    answer = await ask(server, request("POST", change.path, cookie, change.form(page.version)))
    return answer.cookie, read_page(answer.body)


async def visit(server: Server, cookie: str) -> tuple[str, Page]:
    """Open the page as a browser does, with what cookies and other addresses it is given on the way."""
    for _ in range(3):
        answer = await ask(server, request("GET", "/", cookie))
        cookie = answer.cookie or cookie
        if answer.status == 200:
            return cookie, read_page(answer.body)
        assert (answer.status, answer.header("location")) == (303, "/")
    raise AssertionError("one is sent on for ever")


async def ask(server: Server, sent: bytes) -> Answer:
    async with await Line.open(server.port) as line:
        return await line.ask(sent)
