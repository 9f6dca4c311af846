"""What holds at every address: errors, headers, static files, languages, health."""

import re

import pytest

from app.resources import ROOT
from app.store.database import Database
from app.web.app import Rules, create_app
from app.web.i18n import negotiate
from tests.conftest import FROM_PAGE, KEY, Player, Shown, player_of

UNKNOWN = ["/nowhere", "/moves/", "/static", "/docs", "/redoc", "/openapi.json", "/.git/config"]
UNKNOWN += ["/static/../pyproject.toml", "/static/..%2fpyproject.toml", "/%00", "/%ff"]
ACCEPT_LANGUAGE = [
    "",
    "en",
    "EN",
    "EN-US",
    "En",
    "en-GB,en;q=0.9",
    "xx",
    "*",
    "q=1",
    ";;;,,,",
    "de;q=x",
    "en;q=0",
    "é",
]
ACCEPT_LANGUAGE += ["a" * 5_000, "it-IT-x-" * 50]
ADDRESSES = ["/", "/games/new", "/your-data", "/nowhere", "/moves", "/static/nowhere.css"]


@pytest.mark.parametrize("path", UNKNOWN)
async def test_an_unknown_path_is_a_page_for_a_reader_and_a_line_for_the_page(
    alice: Player, path: str
) -> None:
    page = await alice.client.get(path)
    line = await alice.client.get(path, headers=FROM_PAGE)
    assert (page.status_code, line.status_code) == (404, 404)
    assert Shown(page.text).is_page
    assert not Shown(line.text).is_page
    assert "nothing at this address" in page.text


@pytest.mark.parametrize("path", ADDRESSES)
async def test_every_answer_carries_the_security_headers(alice: Player, path: str) -> None:
    headers = (await alice.client.get(path)).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "strict-transport-security" not in headers


async def test_behind_https_the_cookie_is_secure_and_browsers_stay_with_https(database: Database) -> None:
    async for player in player_of(create_app(database, KEY, Rules(https=True))):
        response = await player.client.get("/")
        cookie = response.headers["set-cookie"]
        assert cookie.startswith("__Host-session=")
        assert "; Secure" in cookie
        assert "max-age=63072000" in response.headers["strict-transport-security"]


async def test_the_page_has_no_inline_script_style_or_event(alice: Player) -> None:
    text = (await alice.visit()).text
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", text)
    scripts = [tag for tag in re.findall(r"<script[^>]*>", text) if "ld+json" not in tag]
    assert scripts
    assert all("src=" in tag for tag in scripts)


async def test_every_file_that_the_page_names_is_served_and_may_be_kept_for_ever(alice: Player) -> None:
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', (await alice.visit()).text)
    assert len(files) >= 7
    for path in files:
        response = await alice.client.get(path)
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]


async def test_every_module_that_a_script_imports_is_there() -> None:
    for script in (ROOT / "static" / "js").glob("*.js"):
        for name in re.findall(r'from "\./([^"]+)"', script.read_text()):
            assert (script.parent / name).is_file()


async def test_a_database_that_cannot_write_is_503_with_a_time_to_come_back(database: Database) -> None:
    async for player in player_of(create_app(database, KEY)):
        await player.visit()
        database.close()
        response = await player.move("left", "up", "right", "down")
        assert response.status_code == 503
        assert response.headers["retry-after"] == "2"
        assert 'hx-target="#notice"' in response.text


async def test_a_database_that_cannot_read_is_503_with_a_time_to_come_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async for player in player_of(create_app(database, KEY)):
        await database.write(lambda t: t.run("ALTER TABLE players RENAME TO hidden"))
        response = await player.client.get("/")
        assert response.status_code == 503
        assert response.headers["retry-after"] == "2"
        assert "could not be read" in response.text


@pytest.mark.parametrize("header", ACCEPT_LANGUAGE)
async def test_any_accept_language_gets_a_page(alice: Player, header: str) -> None:
    response = await alice.client.get("/", headers={b"Accept-Language": header.encode()})
    assert response.status_code == 200
    assert response.headers["content-language"] in response.text


def test_an_unknown_language_falls_back_to_the_source() -> None:
    assert negotiate("tlh,xx;q=0.5").code == "en"
