"""What a page tells browsers and other places about itself: its icons, its colour, its picture."""

import re
import struct
from pathlib import Path

import httpx
import pytest

from app.resources import ROOT
from app.store.database import Database
from app.web.app import Rules, create_app
from tests.conftest import KEY, ORIGIN, Player, player_of
from tests.pictures.icons import FOLDER, ICONS, Icon

PAGES = {"/": "/", "/help": "/en/help", "/settings": "/", "/your-data": "/en/your-data"}
"""Pages, each with the address under which it is shared."""
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text()


def property_of(page: str, name: str) -> str:
    found = re.search(f'property="og:{name}"\\s+content="([^"]*)"', page)
    assert found, name
    return found[1]


@pytest.mark.parametrize("path", PAGES)
async def test_a_shared_link_shows_a_picture_at_the_address_of_this_site(alice: Player, path: str) -> None:
    page = (await alice.client.get(path)).text
    assert property_of(page, "url") == f"{ORIGIN}{PAGES[path]}"
    assert property_of(page, "title") in page.split("<title>")[1].split("</title>")[0]
    picture = property_of(page, "image")
    assert picture.startswith(f"{ORIGIN}/static/")
    assert (await alice.client.get(picture)).headers["content-type"] == "image/png"


async def test_behind_https_the_picture_is_there_by_https(database: Database) -> None:
    async for player in player_of(create_app(database, KEY, Rules(https=True))):
        page = (await player.client.get("/help")).text
        assert property_of(page, "image").startswith(ORIGIN.replace("http:", "https:"))


async def test_a_name_that_is_not_ours_is_never_repeated(alice: Player) -> None:
    answer = await alice.client.get("/", headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "elsewhere.example" not in answer.text
    assert "og:" not in answer.text


@pytest.mark.parametrize("path", PAGES)
async def test_each_icon_of_a_page_is_there(alice: Player, path: str) -> None:
    page = (await alice.client.get(path)).text
    icons = re.findall(r'rel="(?:icon|apple-touch-icon)"\s+href="([^"]+)"', page)
    assert len(icons) == 3
    for icon in icons:
        answer: httpx.Response = await alice.client.get(icon)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == ("image/svg+xml" if icon.endswith("svg") else "image/png")


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.name)
def test_each_icon_has_been_drawn_in_its_size(icon: Icon) -> None:
    """If this fails, run ``make pictures`` and commit what it draws."""
    assert size_of(FOLDER / icon.name) == (icon.width, icon.height)
    assert (FOLDER / icon.source).exists()


def size_of(png: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", png.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize(
    ("theme", "colours"),
    [
        ("auto", ["paper by day", "paper by night"]),
        ("light", ["paper by day"]),
        ("dark", ["paper by night"]),
        ("contrast", ["#ffffff", "#000000"]),
    ],
)
async def test_the_browser_is_told_the_colour_of_the_paper(
    alice: Player, theme: str, colours: list[str]
) -> None:
    found = re.search(r"--paper: light-dark\((#\w{6}), (#\w{6})\)", TOKENS)
    assert found
    papers = {"paper by day": found[1], "paper by night": found[2]}
    page = await alice.client.get("/", headers={"Cookie": f"preferences=theme-{theme}"})
    told = re.findall(r'name="theme-color"\s+content="(\S+)"', page.text)
    assert told == [papers.get(colour, colour) for colour in colours]
