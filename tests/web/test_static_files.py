"""GET /static/…, and the compression of every answer."""

import gzip
import re
from pathlib import Path

import httpx
import pytest

from app.resources import ROOT
from tests.conftest import FORM, FROM_PAGE, Player

PLAIN = {"Accept-Encoding": "identity"}
PACKED = {"Accept-Encoding": "gzip, deflate, br, zstd"}


async def raw(player: Player, path: str, headers: dict[str, str]) -> tuple[httpx.Response, bytes]:
    """Return an answer, and its body as it went over the wire."""
    async with player.client.stream("GET", path, headers=headers) as response:
        return response, b"".join([part async for part in response.aiter_raw()])


async def static_paths(player: Player) -> list[str]:
    page = (await player.visit()).text
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)))


async def test_every_file_is_the_same_compressed_or_not_and_may_be_kept_for_ever(alice: Player) -> None:
    for path in await static_paths(alice):
        plain, as_it_is = await raw(alice, path, PLAIN)
        packed, body = await raw(alice, path, PACKED)
        if not path.endswith(".css"):
            assert as_it_is == (ROOT / "static" / path.split("/", 3)[3]).read_bytes()
        for answer in (plain, packed):
            assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert answer.headers["vary"] == "Accept-Encoding"
        assert plain.headers["content-type"] == packed.headers["content-type"]
        assert "content-encoding" not in plain.headers
        if "content-encoding" in packed.headers:
            assert (packed.headers["content-encoding"], gzip.decompress(body)) == ("gzip", as_it_is)
            assert len(body) == int(packed.headers["content-length"]) < len(as_it_is)
        else:
            assert body == as_it_is


PAGES = ["/", "/watch", "/settings", "/games", "/rules", "/solver", "/your-data", "/nowhere", "/offline"]


@pytest.mark.parametrize("page", PAGES)
async def test_a_page_waits_for_one_style_sheet_with_all_that_it_imports(alice: Player, page: str) -> None:
    text = (await alice.client.get(page)).text
    (address,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', text)
    sheet = (await alice.client.get(address)).text
    assert "@import" not in sheet
    for name in ("tokens.css", "base.css", "controls.css"):
        assert sheet.count((ROOT / "static" / "css" / name).read_text()) == 1


async def test_styles_for_paper_stay_on_paper(alice: Player) -> None:
    (address,) = [path for path in await static_paths(alice) if path.endswith(".css")]
    sheet = (await alice.client.get(address)).text
    print_only = (ROOT / "static" / "css" / "print.css").read_text()
    assert f"@media print {{\n{print_only}}}\n" in sheet


async def test_styles_and_scripts_go_compressed(alice: Player) -> None:
    paths = [path for path in await static_paths(alice) if path.endswith((".css", ".js"))]
    assert len(paths) > 10
    for path in paths:
        packed, _ = await raw(alice, path, PACKED)
        assert packed.headers["content-encoding"] == "gzip", path


TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


async def test_every_file_says_what_it_is(alice: Player) -> None:
    for path in await static_paths(alice):
        if (suffix := Path(path).suffix) in TYPES:
            assert (await alice.client.get(path)).headers["content-type"] == TYPES[suffix]


async def test_a_file_that_is_not_there_is_not_found(alice: Player) -> None:
    base = (await static_paths(alice))[0].rsplit("/", 2)[0]
    for path in (f"{base}/nowhere.css", f"{base}/css", f"{base}/", f"{base}/../../pyproject.toml"):
        assert (await alice.client.get(path)).status_code == 404, path


async def test_a_file_takes_no_post(alice: Player) -> None:
    response = await alice.client.post((await static_paths(alice))[0], headers=FORM)
    assert (response.status_code, response.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("headers", [PLAIN, PACKED])
async def test_a_page_goes_compressed_to_who_takes_that(alice: Player, headers: dict[str, str]) -> None:
    page, body = await raw(alice, "/", headers)
    assert "Accept-Encoding" in page.headers["vary"]
    assert page.headers.get("content-encoding") == ("gzip" if headers is PACKED else None)
    text = gzip.decompress(body) if headers is PACKED else body
    assert text.startswith(b"<!DOCTYPE html>")
    assert (len(body) < len(text) / 2) == (headers is PACKED)


async def test_the_parts_of_a_move_go_compressed_too(alice: Player) -> None:
    await alice.visit()
    response = await alice.move("left", "up", "right", "down")
    assert response.headers["content-encoding"] == "gzip"
    assert alice.seen.turn > 0


async def test_what_is_small_goes_as_it_is(alice: Player) -> None:
    response = await alice.client.get("/nowhere", headers={**PACKED, **FROM_PAGE})
    assert "content-encoding" not in response.headers


async def test_every_module_of_the_game_is_asked_for_at_once(alice: Player) -> None:
    """A module that is found only when another has come costs one more round trip before one can play."""
    page = (await alice.visit()).text
    announced = re.findall(r'<link rel="modulepreload" href="[^"]+/js/([^"]+)">', page)
    assert sorted(announced) == sorted(_imported_by("play.js"))


def _imported_by(name: str) -> set[str]:
    script = (ROOT / "static" / "js" / name).read_text()
    direct = set(re.findall(r'from "\./([^"]+)"', script))
    return direct.union(*(_imported_by(other) for other in direct))
