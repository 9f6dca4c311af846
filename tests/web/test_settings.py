"""GET and POST /settings, and what the page makes of them."""

import pytest

from tests.conftest import FORM, Player, Shown

CHOSEN = {"theme": "dark", "tiles": "safe", "speed": "off", "letters": "off", "words": "short"}
DEFAULT = {"theme": "auto", "tiles": "warm", "speed": "normal", "letters": "on"}


def attributes(text: str) -> dict[str, str]:
    head = text[text.index("<html") : text.index(">", text.index("<html"))]
    return {name: head.split(f'data-{name}="')[1].split('"')[0] for name in DEFAULT}


async def test_a_choice_is_on_every_page_from_the_next_on(alice: Player) -> None:
    response = await alice.client.post("/settings", data=CHOSEN)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    for path in ("/", "/help", "/settings", "/your-data", "/nowhere"):
        shown = attributes((await alice.client.get(path)).text)
        assert shown == {name: CHOSEN[name] for name in DEFAULT}


async def test_without_a_choice_the_system_decides(alice: Player) -> None:
    assert attributes((await alice.visit()).text) == DEFAULT


async def test_the_page_of_settings_shows_what_is_chosen(alice: Player) -> None:
    await alice.client.post("/settings", data=CHOSEN)
    text = (await alice.client.get("/settings")).text
    for name, value in CHOSEN.items():
        assert f'name="{name}" value="{value}" checked' in text
    assert text.count("checked") == len(CHOSEN)


@pytest.mark.parametrize("value", ["", "purple", "dark.tiles-safe", '"><script>', "DARK", "x" * 1000])
async def test_a_value_that_is_no_choice_is_the_default(alice: Player, value: str) -> None:
    assert (await alice.client.post("/settings", data={"theme": value})).status_code == 303
    page = await alice.visit()
    assert attributes(page.text) == DEFAULT
    assert "<script>" not in page.text.split("<body>")[0].replace("<script src", "")


@pytest.mark.parametrize(
    "cookie", ["theme-dark", "theme-dark.theme-light", "...", "theme", "-", "theme-purple", "é"]
)
async def test_any_cookie_gets_a_page(alice: Player, cookie: str) -> None:
    response = await alice.client.get("/", headers={b"Cookie": b"preferences=" + cookie.encode()})
    assert response.status_code == 200
    assert attributes(response.text)["theme"] in ("auto", "dark", "light")


async def test_choosing_keeps_nothing_on_the_server_and_leaves_the_game(alice: Player) -> None:
    await alice.visit()
    await alice.move("left", "up", "right", "down")
    turn = alice.seen.turn
    await alice.client.post("/settings", data=CHOSEN)
    await alice.visit()
    assert alice.seen.turn == turn


async def test_the_status_line_says_less_where_that_is_chosen(alice: Player) -> None:
    await alice.client.post("/settings", data={"words": "short"})
    await alice.visit()
    text = (await alice.move("left", "up", "right", "down")).text
    status = text[text.index('hx-swap="textContent">') :]
    assert "New " in status
    assert "Score " in status
    assert "moves." not in status


async def test_an_empty_form_is_all_defaults(alice: Player) -> None:
    assert (await alice.client.post("/settings", headers=FORM)).status_code == 303
    assert attributes((await alice.visit()).text) == DEFAULT


async def test_the_help_page_is_a_page(alice: Player) -> None:
    response = await alice.client.get("/help")
    assert response.status_code == 200
    assert Shown(response.text).is_page
    assert "takes the win back" in response.text
