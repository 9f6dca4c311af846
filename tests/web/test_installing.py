"""GET /manifest.webmanifest, /offline and /service-worker.js."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.support import NullTranslations

from app.resources import ROOT
from app.store.database import Database
from app.web import i18n
from app.web.app import create_app
from tests.conftest import KEY, Player, player_of
from tests.pseudo import forget, speaking


class Awkward(NullTranslations):
    """A language whose sentences hold what JSON and scripts have to escape."""

    def ugettext(self, message: str) -> str:
        return f'"\\</script>\n{message}'


@pytest.fixture
def awkward(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(i18n, "NullTranslations", Awkward)
    forget()
    yield
    forget()


async def test_the_manifest_says_how_the_game_is_installed(alice: Player) -> None:
    response = await alice.client.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(response.text)
    assert (manifest["name"], manifest["start_url"], manifest["scope"]) == ("2048", "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["lang"] == response.headers["content-language"]
    assert "maskable" in {icon.get("purpose") for icon in manifest["icons"]}


async def test_the_manifest_is_json_whatever_its_words_hold(awkward: None, database: Database) -> None:
    async for player in player_of(create_app(database, KEY)):
        manifest = json.loads((await player.client.get("/manifest.webmanifest")).text)
        assert manifest["description"].startswith('"\\</script>\nPlay 2048')


async def test_the_colours_of_the_manifest_are_those_of_the_paper(alice: Player) -> None:
    manifest = json.loads((await alice.client.get("/manifest.webmanifest")).text)
    tokens = (ROOT / "static" / "css" / "tokens.css").read_text()
    paper, *_ = re.findall(r"--paper: light-dark\((#\w+),", tokens)
    assert {manifest["theme_color"], manifest["background_color"]} == {paper}


async def test_the_offline_page_is_the_same_for_everybody(alice: Player, stranger: Player) -> None:
    await alice.visit()
    await alice.client.post("/settings", data={"theme": "dark"})
    assert 'data-theme="dark"' in (await alice.visit()).text
    mine = await alice.client.get("/offline")
    assert mine.text == (await stranger.client.get("/offline")).text
    assert "set-cookie" not in mine.headers


@pytest.mark.parametrize("path", ["/offline", "/manifest.webmanifest", "/service-worker.js"])
async def test_what_is_installed_speaks_the_language_that_was_chosen(
    database: Database, tmp_path: Path, path: str
) -> None:
    with speaking(tmp_path / "locale", "de"):
        async for player in player_of(create_app(database, KEY)):
            before = await player.client.get(path)
            await player.client.post("/language", data={"language": "de"})
            after = await player.client.get(path)
            assert (before.headers["content-language"], after.headers["content-language"]) == ("en", "de")
            assert "Cookie" in after.headers["vary"]
            assert before.text != after.text


async def test_the_worker_is_for_the_whole_site_and_never_out_of_date(alice: Player) -> None:
    response = await alice.client.get("/service-worker.js")
    assert response.headers["content-type"] == "text/javascript; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"
    assert response.text == (await alice.client.get("/service-worker.js")).text


async def test_browsers_may_load_workers_and_manifests_from_here_alone(alice: Player) -> None:
    policy = (await alice.visit()).headers["content-security-policy"].split("; ")
    assert {"worker-src 'self'", "manifest-src 'self'"} <= set(policy)
