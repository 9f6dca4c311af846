"""A static file carries what every answer carries, however it is asked for."""

import pytest

from tests.faults.wire.files import static_paths
from tests.faults.wire.headers import header_faults
from tests.faults.wire.serving import Server
from tests.faults.wire.talk import Line, raw


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", [], 200),
        ("HEAD", [], 200),
        ("GET", ["If-Modified-Since: Tue, 19 Jan 2038 03:14:07 GMT"], 200),
        ("GET", ["Range: bytes=0-9"], 200),
        ("GET", ["Range: bytes=99999999-"], 200),
        ("GET", ["Accept-Encoding: gzip, br, zstd"], 200),
        ("POST", [], 405),
        ("PUT", [], 405),
        ("DELETE", [], 405),
        ("OPTIONS", [], 405),
        ("TRACE", [], 405),
    ],
)
async def test_each_file_has_every_header(
    server: Server, method: str, headers: list[str], status: int
) -> None:
    paths = await static_paths(server.port)
    assert len(paths) > 3
    for path in paths:
        async with await Line.open(server.port) as line:
            answer = await line.ask(raw(method, path, *_typed(method), *headers))
        assert answer.status == status, path
        assert header_faults(answer) == [], path
        assert not answer.all("set-cookie")


@pytest.mark.parametrize("path", ["/static/", "/static/x/keys.js", "/static", "/static/../app/server.py"])
async def test_what_is_not_there_is_not_found_with_every_header(server: Server, path: str) -> None:
    async with await Line.open(server.port) as line:
        answer = await line.ask(raw("GET", path))
    assert answer.status == 404
    assert header_faults(answer) == []


def _typed(method: str) -> list[str]:
    return ["Content-Type: application/x-www-form-urlencoded"] if method == "POST" else []
