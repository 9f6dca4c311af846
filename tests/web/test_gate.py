"""What the gate lets in, and what it answers to the rest."""

from collections.abc import AsyncIterator
from itertools import product

import pytest

from app.store.database import Database
from app.web.app import Rules, create_app
from app.web.gate import LARGEST_BODY, LARGEST_HEAD
from app.web.origin import comes_from_here
from tests.conftest import FORM, FROM_PAGE, KEY, ORIGIN, Player, Shown, player_of

SITES = [None, "same-origin", "same-site", "cross-site", "none", "", "nonsense", "Same-Origin"]
ORIGINS = [
    None,
    "http://127.0.0.1",
    "https://127.0.0.1",
    "http://127.0.0.1:81",
    "http://evil.example",
    "null",
    "",
]
ORIGINS += [
    "http://127.0.0.1.evil.example",
    "http://127.0.0.1@evil.example",
    "file://127.0.0.1",
    "http://127.0.0.1/x",
]


def is_let_in(site: str | None, origin: str | None) -> bool:
    """The rule in words, written once more: the site header decides; then the origin; then nothing."""
    if site is not None:
        return site == "same-origin"
    return origin is None or origin in ("http://127.0.0.1", "https://127.0.0.1")


@pytest.mark.parametrize(("site", "origin"), list(product(SITES, ORIGINS)))
async def test_a_change_is_made_only_from_a_page_of_this_server(
    alice: Player, site: str | None, origin: str | None
) -> None:
    await alice.visit()
    headers = {
        name: value for name, value in (("Sec-Fetch-Site", site), ("Origin", origin)) if value is not None
    }
    data = {"version": str(alice.seen.version), "direction": ["left", "up", "right", "down"]}
    response = await alice.client.post("/moves", data=data, headers=headers)
    assert response.status_code == (303 if is_let_in(site, origin) else 403)
    await alice.visit()
    assert (alice.seen.turn > 0) == is_let_in(site, origin)


@pytest.mark.parametrize("path", ["/moves", "/games", "/continue", "/your-data/delete"])
async def test_every_change_is_guarded(alice: Player, path: str) -> None:
    headers = FORM | {"Sec-Fetch-Site": "cross-site"}
    response = await alice.client.post(path, content="version=1", headers=headers)
    assert response.status_code == 403
    assert "another site" in response.text


async def test_reading_is_open_to_links_from_everywhere(alice: Player) -> None:
    for site in ("cross-site", "none", "same-site"):
        response = await alice.client.get(
            "/", headers={"Sec-Fetch-Site": site, "Origin": "http://evil.example"}
        )
        assert response.status_code == 200


def test_a_header_that_comes_twice_is_none_that_a_browser_sent() -> None:
    twice = [(b"sec-fetch-site", b"same-origin"), (b"sec-fetch-site", b"same-origin")]
    assert not comes_from_here(twice, b"here")
    assert not comes_from_here([(b"origin", b"http://here")] * 2, b"here")
    assert comes_from_here([(b"origin", b"http://here")], b"here")
    assert not comes_from_here([(b"origin", b"http://[")], b"here")


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.", "[::2]", "localhost@x"]
)
async def test_another_name_than_the_servers_is_refused(alice: Player, host: str) -> None:
    response = await alice.client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert Shown(response.text).is_page


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]", "[::1]:8000"])
async def test_the_servers_own_names_are_let_in(alice: Player, host: str) -> None:
    assert (await alice.client.get("/", headers={"Host": host})).status_code == 200


async def test_any_name_is_let_in_where_the_rules_say_so(database: Database) -> None:
    async for player in player_of(create_app(database, KEY, Rules(hosts=frozenset({"*"})))):
        assert (await player.client.get("/", headers={"Host": "any.example"})).status_code == 200


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense", ""]
)
async def test_only_forms_are_taken(alice: Player, kind: str) -> None:
    response = await alice.client.post("/moves", content=b"version=1", headers={"Content-Type": kind})
    assert response.status_code == 415


async def test_a_form_may_name_its_charset(alice: Player) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded; charset=utf-8"}
    response = await alice.client.post("/moves", content=b"version=1&direction=up", headers=headers)
    assert response.status_code == 303


async def test_headers_beyond_the_limit_are_refused_and_those_within_are_not(alice: Player) -> None:
    for size, status in ((LARGEST_HEAD - 1000, 200), (LARGEST_HEAD, 431), (1_000_000, 431)):
        response = await alice.client.get("/", headers={"X-Filler": "x" * size})
        assert response.status_code == status


async def test_a_body_at_the_limit_is_read_and_one_beyond_is_not(alice: Player) -> None:
    for size, status in ((LARGEST_BODY - 10, 422), (LARGEST_BODY, 413), (1_000_000, 413)):
        response = await alice.client.post("/moves", content=b"direction=" + b"x" * size, headers=FORM)
        assert response.status_code == status


@pytest.mark.parametrize("length", ["99999999999999999999", "-1", "0x10", "1,1", "١"])
async def test_an_announced_length_that_is_none_is_refused(alice: Player, length: str) -> None:
    headers = {b"Content-Type": FORM["Content-Type"].encode(), b"Content-Length": length.encode()}
    response = await alice.client.post("/moves", content=b"version=1&direction=up", headers=headers)
    assert response.status_code == 413


async def test_a_body_of_unknown_length_is_bounded_as_well(alice: Player) -> None:
    async def body() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    assert (await alice.client.post("/moves", content=body(), headers=FORM)).status_code == 413


async def test_a_cookie_that_would_cost_time_to_parse_counts_as_none_and_the_others_do(alice: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    token = alice.client.cookies["session"]
    alice.client.cookies.clear()
    plain = await alice.client.get("/", headers={"Cookie": f"session={token}"})
    assert Shown(plain.text).turn > 0
    for odd in ('; x="' + "\\" * 3000 + '"', "; x=" + "y" * 5000):
        alice.client.cookies.clear()
        response = await alice.client.get("/", headers={"Cookie": f"session={token}{odd}"})
        assert response.status_code == 200
        assert Shown(response.text).turn > 0


async def test_a_refusal_by_the_gate_is_a_line_where_the_page_asks(alice: Player) -> None:
    response = await alice.client.post(
        "/moves", content=b"{}", headers=FROM_PAGE | {"Content-Type": "text/json"}
    )
    assert not Shown(response.text).is_page
    assert 'hx-target="#notice"' in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    assert str(response.url).startswith(ORIGIN)
