"""GET /robots.txt and /sitemap.xml, titles, descriptions, and what machines read of a page."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.web.readings import Reading
from tests.conftest import ORIGIN, Player
from tests.pseudo import speaking

PATHS = ["/", *(f"/{reading}" for reading in Reading)]
NAMES = {"of": "http://www.sitemaps.org/schemas/sitemap/0.9", "in": "http://www.w3.org/1999/xhtml"}


def one(pattern: str, text: str) -> str:
    found = re.findall(pattern, text, re.DOTALL)
    assert len(found) == 1, f"{pattern}: {found}"
    return str(found[0]).strip()


async def test_robots_are_told_where_the_pages_are_listed(alice: Player) -> None:
    robots = await alice.client.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {ORIGIN}/sitemap.xml\n" in robots.text
    assert "Disallow: /\n" not in robots.text


@pytest.fixture
def three_languages(tmp_path: Path) -> Iterator[None]:
    with speaking(tmp_path / "locale", "it", "zh_Hans"):
        yield


async def test_every_page_of_the_sitemap_is_there_in_each_language(
    three_languages: None, alice: Player
) -> None:
    sitemap = await alice.client.get("/sitemap.xml")
    assert sitemap.headers["content-type"].startswith("application/xml")
    listed = ElementTree.fromstring(sitemap.text).findall("of:url", NAMES)  # noqa: S314 - our own
    addresses = [url.findtext("of:loc", namespaces=NAMES) or "" for url in listed]
    assert len(addresses) == len(set(addresses)) == 1 + 3 * len(Reading)
    for address in addresses:
        assert address.startswith(ORIGIN)
        assert (await alice.client.get(address)).status_code == 200
    for url in listed[1:]:
        links = {link.get("hreflang"): link.get("href") for link in url.findall("in:link", NAMES)}
        assert set(links) == {"en", "it", "zh-Hans"}
        assert set(links.values()) < set(addresses)


async def test_every_page_has_a_title_and_a_description_of_its_own(alice: Player) -> None:
    pages = [(await alice.client.get(path)).text for path in PATHS]
    titles = [one("<title>(.*?)</title>", page) for page in pages]
    descriptions = [one(r'<meta name="description"\s+content="([^"]*)"', page) for page in pages]
    assert len(set(titles)) == len(set(descriptions)) == len(PATHS)
    assert all("2048" in title and len(title) <= 60 for title in titles)
    assert all(50 <= len(description) <= 200 for description in descriptions), descriptions


async def test_machines_read_what_the_game_is(alice: Player) -> None:
    page = (await alice.visit()).text
    said = json.loads(one(r'<script type="application/ld\+json">(.*?)</script>', page))
    assert (said["@context"], said["name"], said["url"]) == ("https://schema.org", "2048", f"{ORIGIN}/")
    assert "VideoGame" in said["@type"]
    assert said["inLanguage"] == "en"
    assert f'<link rel="canonical" href="{ORIGIN}/">' in page


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml", "/en/rules"])
async def test_reading_leaves_nothing_and_brings_no_cookie(alice: Player, path: str) -> None:
    response = await alice.client.get(path)
    assert response.status_code == 200
    assert "set-cookie" not in response.headers
