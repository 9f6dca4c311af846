"""Requests that hypothesis makes up, sent to a running server, and what must hold for every answer."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from starlette.requests import Request

from app.web.sessions import Sessions
from tests.faults.clients import request
from tests.faults.wire import stored
from tests.faults.wire.headers import STATUSES, header_faults, leaks
from tests.faults.wire.player import Change, first_visit, read_page
from tests.faults.wire.serving import KEY, Server
from tests.faults.wire.talk import Answer, Line

_METHODS = (
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "PROPFIND",
    "LOCK",
    "get",
    "",
)
_ANY = st.characters(min_codepoint=0, max_codepoint=255)
_FORM = "application/x-www-form-urlencoded"
_TYPES = (
    _FORM,
    f"{_FORM}; charset=utf-8",
    "application/json",
    "multipart/form-data; boundary=x",
    "text/plain",
    "",
)
_NAMES = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "Authorization",
    "Connection",
    "Content-Encoding",
    "Content-Type",
    "Cookie",
    "Expect",
    "Forwarded",
    "HX-Request",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Range",
    "Referer",
    "Sec-Fetch-Site",
    "TE",
    "Upgrade",
    "User-Agent",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-HTTP-Method-Override",
)
_VALUES = (
    "true",
    "same-origin",
    "cross-site",
    "none",
    "null",
    "*",
    "close",
    "keep-alive, Upgrade",
    "websocket",
    "h2c",
    "100-continue",
    "gzip, br;q=0.5, *;q=0",
    "nl-BE,nl;q=0.9,en;q=0.1",
    "en;q=nan",
    "http://127.0.0.1",
    "http://[",
    "https://evil.example",
    "127.0.0.1",
    "bytes=0-9",
    "bytes=9-0",
    "bytes=-0",
    "bytes=99999999-",
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 9999 08:49:37 GMT",
    "x" * 5000,
    "x" * 9000,
    '"\\101\\"' * 300,
    _FORM,
)


@dataclass
class Fuzzed:
    """What was sent, what came back, and what was wrong."""

    sent: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    changed: int = 0
    faults: list[str] = field(default_factory=list)


class Made(NamedTuple):
    """A request as made up; ``COOKIE`` and ``VERSION`` in it stand for those of a player who is there."""

    method: str
    target: str
    headers: list[tuple[str, str]]
    content_type: str
    cookie: str
    body: bytes

    def written(self, cookie: str, version: int) -> bytes:
        """Write it down; its end is where its length says, or it is no request at all."""
        body = self.body.replace(b"VERSION", str(version).encode())
        lines = [f"{self.method} {self.target} HTTP/1.1", "Host: 127.0.0.1"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        lines += [f"Content-Type: {self.content_type}"] if self.content_type else []
        lines += [f"Cookie: {self.cookie.replace('COOKIE', cookie)}"] if self.cookie else []
        return "\r\n".join([*lines, f"Content-Length: {len(body)}", "", ""]).encode("latin-1") + body


class Fuzzer:
    """Sends one request at a time, each over a connection of its own, so that it can watch what it did.

    ``paths`` are those that exist.
    """

    def __init__(self, server: Server, paths: list[str]) -> None:
        self.result = Fuzzed()
        self._server = server
        self._paths = paths
        self._connection = stored.connect(server.database)
        self._loop = asyncio.Runner()
        self._cookie, self._version = self._run(_player(server.port))
        self._secrets = _secrets_of(self._cookie)

    def close(self) -> None:
        """Let go of the loop and of the database."""
        self._connection.close()
        self._loop.close()

    def run(self, requests: int) -> None:
        """Send so many requests."""
        test = settings(
            max_examples=requests,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(self._requests())(self.send))
        test()

    def send(self, made: Made) -> None:
        """Send one request and note everything that must not be."""
        data = made.written(self._cookie, self._version)
        before = self._data_version()
        answer = self._run(self._ask(data))
        changed = self._data_version() != before
        self.result.sent += 1
        self.result.statuses[answer.status] += 1
        self.result.changed += changed
        wrong = header_faults(answer) + leaks(answer, self._secrets)
        if answer.status not in STATUSES:
            wrong.append(f"status {answer.status}")
        if changed and not data.startswith(b"POST "):
            wrong.append("it changed something")
        if changed:
            self._cookie, self._version = self._run(_look(self._server.port, answer.cookie or self._cookie))
            self._secrets = _secrets_of(self._cookie)
        self.result.faults += [f"{fault}, after {data[:300]!r}" for fault in wrong]

    def _data_version(self) -> int:
        ((version,),) = self._connection.execute("PRAGMA data_version")
        return int(version)

    async def _ask(self, data: bytes) -> Answer:
        async with await Line.open(self._server.port) as line:
            return await line.ask(data)

    def _run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run(work)

    def _requests(self) -> SearchStrategy[Made]:
        """Return what may be wrong in every part, and what is right but for its path and its form."""
        right = st.builds(
            Made,
            method=st.just("POST"),
            target=st.sampled_from(self._paths),
            headers=st.just([]),
            content_type=st.just(_FORM),
            cookie=st.just("COOKIE"),
            body=_bodies(),
        )
        return right | st.builds(
            Made,
            method=st.sampled_from(_METHODS) | st.just("POST") | st.just("POST") | st.just("GET"),
            target=self._targets(),
            headers=st.just([]) | st.lists(_headers(), max_size=4),
            content_type=st.sampled_from(_TYPES) | st.just(_FORM) | st.just(_FORM),
            cookie=st.sampled_from(["", *["COOKIE"] * 5, "a=b; COOKIE; c=d", "COOKIEx"]) | _texts(40),
            body=_bodies(),
        )

    def _targets(self) -> SearchStrategy[str]:
        known = st.sampled_from(self._paths)
        odd = st.text(st.characters(codec="ascii", exclude_characters=" \r\n"), max_size=30).map("/".__add__)
        escaped = st.binary(max_size=12).map(lambda data: "/" + "".join(f"%{byte:02x}" for byte in data))
        query = st.sampled_from(["", "?", "?notice=moved-on", "?notice=%0d%0a", "?version=1&direction=up"])
        return st.tuples(known | known | known | odd | escaped, query).map("".join)


def _bodies() -> SearchStrategy[bytes]:
    wrong = ["0", "-1", "1e9", "9" * 15, "9" * 16, "%31", "\xff", ""]
    version = st.sampled_from(["VERSION"] * len(wrong) + wrong)
    odd = ["UP", "", "up\0", "%00", "[up]", "up;left"]
    way = st.sampled_from(["up", "down", "left", "right"] * 3 + odd)
    steps = st.sampled_from(["", "", "&steps=1", "&steps=65", "&version=1", "&level=fast"])
    fields = st.tuples(version, st.lists(way, max_size=3), steps).map(_form)
    large = st.sampled_from(
        [b"version=1&direction=up" * 1000, b"&" * 5000, b"direction=up&" * 200, b"=" * 17000]
    )
    return fields | fields | fields | st.binary(max_size=60) | large


def _form(parts: tuple[str, list[str], str]) -> bytes:
    version, ways, more = parts
    return f"version={version}{''.join(f'&direction={way}' for way in ways)}{more}".encode("latin-1")


def _headers() -> SearchStrategy[tuple[str, str]]:
    value = st.sampled_from(_VALUES)
    return st.tuples(st.sampled_from(_NAMES), value | value | value | _texts(60))


def _texts(size: int) -> SearchStrategy[str]:
    """Return texts of all that may be in a header, and now and then of what may not."""
    usual = st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f")
    return st.text(usual, max_size=size) | st.text(usual, max_size=size) | st.text(_ANY, max_size=size)


async def _player(port: int) -> tuple[str, int]:
    """Return the cookie of somebody who has made a move, and the version of their page."""
    cookie, page = await first_visit(port)
    async with await Line.open(port) as line:
        change = Change("/moves", page.legal[0])
        answer = await line.ask(request("POST", change.path, cookie, change.form(page.version)))
    return await _look(port, answer.cookie)


async def _look(port: int, cookie: str) -> tuple[str, int]:
    """Return a cookie, or the one that the server gives in its place, and the version of the page."""
    async with await Line.open(port) as line:
        answer = await line.ask(request("GET", "/", cookie))
    return answer.cookie or cookie, read_page(answer.body).version


def _secrets_of(cookie: str) -> list[bytes]:
    """Return what only the server and the holder of a cookie may know, and what the holder may not."""
    scope = {"type": "http", "headers": [(b"cookie", cookie.encode())]}
    session = Sessions(KEY.encode(), https=False).of(Request(scope))
    return [session.token.encode(), session.visitor.token_hash, session.visitor.opening_seed]
