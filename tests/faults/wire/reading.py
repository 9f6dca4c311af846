"""Every route asked in every way that must change nothing, by everybody there can be."""

from typing import NamedTuple

from tests.faults.clients import request
from tests.faults.wire.player import Change, first_visit, read_page
from tests.faults.wire.serving import Server
from tests.faults.wire.stored import digest
from tests.faults.wire.talk import Line, raw

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
OTHER = ("PUT", "PATCH", "DELETE", "PROPFIND", "QUERY")
_OVERRIDES = ("X-HTTP-Method-Override: POST", "X-HTTP-Method: POST", "X-Method-Override: POST")


class Readings(NamedTuple):
    """How many requests were made, and which of them changed a table."""

    asked: int
    changes: list[str]


async def people(server: Server, won: str) -> list[str]:
    """Return the cookies of a stranger, a visitor, a player with their former and present token, a winner."""
    visitor, _ = await first_visit(server.port)
    former, page = await first_visit(server.port)
    async with await Line.open(server.port) as line:
        change = Change("/moves", page.legal[0])
        answer = await line.ask(request("POST", change.path, former, change.form(page.version)))
        assert read_page(answer.body).turn == 1
    return ["", visitor, former, answer.cookie, won]


async def ask_everything(
    server: Server, paths: list[str], ops_paths: list[str], cookies: list[str]
) -> Readings:
    """Ask for every path with every method but POST, and look at the tables before and after each."""
    asked = 0
    changes = []
    doors = [(server.port, path) for path in paths] + [(server.ops_port, path) for path in ops_paths]
    before = digest(server.database)
    for port, path in doors:
        for method in SAFE + OTHER:
            for cookie in cookies:
                asked += await _ask(port, method, path, cookie)
            after = digest(server.database)
            if after != before:
                changes.append(f"{method} {path}")
            before = after
    return Readings(asked, changes)


async def _ask(port: int, method: str, path: str, cookie: str) -> int:
    """Ask for a path plainly and with what might pass for a change; return how many requests that were."""
    form = b"version=1&direction=left&direction=up&direction=right&direction=down"
    kind = "Content-Type: application/x-www-form-urlencoded"
    cookies = [f"Cookie: {cookie}"] if cookie else []
    requests = [
        raw(method, path, *cookies),
        raw(method, f"{path}?{form.decode()}&_method=POST", *cookies, *_OVERRIDES),
        raw(method, path, *cookies, kind, "HX-Request: true", "Sec-Fetch-Site: same-origin", body=form),
    ]
    async with await Line.open(port) as line:
        for sent in requests:
            answer = await line.ask(sent)
            assert answer.status < 500, f"{method} {path}: {answer.status}"
            if answer.header("connection") == "close":
                break
    return len(requests)
