"""Bytes on which two programs in a row might disagree where a request ends, and other oddities."""

import asyncio
from collections.abc import Set
from typing import NamedTuple

from tests.faults.wire.talk import Answer, Cut, Line, raw, read_answers

SMUGGLED = "/smuggled"
"""Asked for only inside of what is a body, or no request at all; nobody may ever be answered for it."""

_FORM = "Content-Type: application/x-www-form-urlencoded"
_INNER = raw("GET", SMUGGLED)
_CHUNKED = "Transfer-Encoding: chunked"
_BETWEEN_PARTS = 0.05
_SILENCE = 0.25
"""Seconds without a byte after which no more is expected on a connection that stays open."""


class Case(NamedTuple):
    """What is sent, part by part, and the statuses of all the answers that may come to it."""

    name: str
    parts: list[bytes]
    allowed: Set[tuple[int, ...]]


def _post(*headers: str, body: bytes = b"", length: bool = True) -> bytes:
    own = [f"Content-Length: {len(body)}"] if length else []
    return raw("POST", "/moves", _FORM, *own, *headers) + body


def _chunks(body: bytes, *headers: str) -> bytes:
    return raw("POST", "/moves", _FORM, *(headers or (_CHUNKED,))) + body


_BAD = {(400,)}
_WRONG_FORM = {(422,)}
_END = b"0\r\n\r\n"
_CL_0_CHUNKED = b"0\r\n\r\n" + _INNER

SMUGGLING = [
    Case("both lengths", [_post(_CHUNKED, body=_CL_0_CHUNKED)], _BAD),
    Case("both lengths, the other way round", [_chunks(_CL_0_CHUNKED, _CHUNKED, "Content-Length: 5")], _BAD),
    Case("one length twice", [_post("Content-Length: 4", body=b"abcd")], _BAD),
    Case("two lengths", [_post("Content-Length: 0", body=_INNER)], _BAD),
    Case("a list of lengths", [_post("Content-Length: 4, 4", body=b"abcd", length=False)], _BAD),
    Case("a length with a plus", [_post("Content-Length: +4", body=b"abcd", length=False)], _BAD),
    Case("a length below nothing", [_post("Content-Length: -1", body=_INNER, length=False)], _BAD),
    Case("a length in hexadecimal", [_post("Content-Length: 0x4", body=b"abcd", length=False)], _BAD),
    Case("a length beyond all numbers", [_post(f"Content-Length: {10**30}", length=False)], _BAD),
    Case("a space before the colon", [_post("Content-Length : 4", body=b"abcd", length=False)], _BAD),
    Case("a tab before the colon", [_post("Transfer-Encoding\t: chunked", body=_INNER, length=False)], _BAD),
    Case("a coding nobody knows", [_chunks(_END, "Transfer-Encoding: xchunked")], _BAD),
    Case("chunked and then not", [_chunks(_END, "Transfer-Encoding: chunked, identity")], _BAD),
    Case("the coding twice", [_chunks(_END, _CHUNKED, "Transfer-Encoding: identity")], _BAD),
    Case("a sign before the coding", [_chunks(_END, "Transfer-Encoding: \x0bchunked")], _BAD),
    Case("the coding on a second line", [_chunks(_END, "Transfer-Encoding:\r\n chunked")], _BAD),
    Case("a header on two lines", [raw("GET", "/", "X: a\r\n b")], _BAD),
    Case("junk after the size of a chunk", [_chunks(b"4xx\r\nabcd\r\n" + _END)], _BAD),
    Case("a size with 0x", [_chunks(b"0x4\r\nabcd\r\n" + _END)], _BAD),
    Case("a size below nothing", [_chunks(b"-1\r\nabcd\r\n" + _END)], _BAD),
    Case("a size beyond all numbers", [_chunks(b"f" * 17 + b"\r\nabcd\r\n" + _END)], _BAD),
    Case("a chunk without its end", [_chunks(b"4\r\nabcdXX" + _END)], _BAD),
    Case("chunks with bare line feeds", [_chunks(b"4\nabcd\n0\n\n")], _BAD),
    Case("an extension with a bare line feed", [_chunks(b"4;a\nabcd\r\n" + _END)], _BAD),
    Case("an extension", [_chunks(b"4;a=b\r\nabcd\r\n" + _END)], _WRONG_FORM),
    Case(
        "a trailer that is a length",
        [_chunks(b"4\r\nabcd\r\n0\r\nContent-Length: 99\r\n\r\n")],
        {(422,), (400,)},
    ),
    Case("bare line feeds", [b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n"], _BAD),
    Case("one bare line feed", [b"GET / HTTP/1.1\r\nHost: 127.0.0.1\nX: y\r\n\r\n"], _BAD),
    Case("a bare carriage return", [raw("GET", "/", "X: y\rZ: w")], _BAD),
    Case("a NUL in a header", [raw("GET", "/", "X: a\0b")], _BAD),
    Case("a line feed in a header", [raw("GET", "/", "X: a\n\nGET /smuggled HTTP/1.1")], _BAD),
    Case("a header without a name", [raw("GET", "/", ": x")], _BAD),
    Case("a header without a colon", [raw("GET", "/", "x")], _BAD),
    Case("a request in the body", [_post(body=_INNER)], _WRONG_FORM),
    Case("a request in the body of a GET", [raw("GET", "/x", body=_INNER)], {(404,)}),
    Case(
        "a request in a body that comes later",
        [_post("X: y", body=_INNER)[: -len(_INNER)], _INNER],
        _WRONG_FORM,
    ),
    Case(
        "a request in a refused body",
        [raw("POST", "/moves", f"Content-Length: {len(_INNER)}"), _INNER],
        {(415,)},
    ),
    Case(
        "a large body after its refusal",
        [raw("POST", "/moves", "Content-Length: 30000"), _INNER * 300],
        {(415,)},
    ),
    *(
        Case(
            f"a request in a body beside an upgrade to {protocol}",
            [_post("Connection: Upgrade", f"Upgrade: {protocol}", body=_INNER)[: -len(_INNER)], _INNER],
            {(422,), (400,)},
        )
        for protocol in ("websocket", "h2c", "nonsense")
    ),
    Case("a request after the last one", [raw("GET", "/x", "Connection: close") + _INNER], {(404,)}),
    Case(
        "HTTP/1.0 with chunks", [_chunks(_END).replace(b"HTTP/1.1", b"HTTP/1.0") + _INNER], {(422,), (400,)}
    ),
]
"""Where a request ends."""

_GET_10 = raw("GET", "/your-data").replace(b"HTTP/1.1", b"HTTP/1.0")

ODDITIES = [
    Case("HTTP/1.0", [_GET_10], {(200,)}),
    Case("HTTP/1.0 that would stay", [_GET_10[:-2] + b"Connection: keep-alive\r\n\r\n"], {(200,)}),
    Case("HTTP/1.0 without a host", [b"GET / HTTP/1.0\r\n\r\n"], _BAD),
    Case("HTTP/0.9", [b"GET /\r\n\r\n"], _BAD),
    Case("HTTP/1.2", [raw("GET", "/").replace(b"HTTP/1.1", b"HTTP/1.2")], _BAD),
    Case("the preface of HTTP/2", [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], _BAD),
    Case("TLS", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"], _BAD),
    Case("two at once", [raw("GET", "/your-data") * 2], {(200, 200)}),
    Case("nine at once", [raw("GET", "/x") * 9], {(404,) * 9}),
    Case("a form and a page at once", [_post(body=b"version=1") + raw("GET", "/x")], {(422, 404)}),
    Case("garbage after a request", [raw("GET", "/x"), b"\0\1\2\r\n\r\n"], {(404, 400), (404,), (400,)}),
    Case("a full address", [raw("GET", "http://127.0.0.1/your-data")], {(200,)}),
    Case("a full address elsewhere", [raw("GET", "http://evil.example/your-data")], {(200,), (400,)}),
    Case("an address without a path", [raw("GET", "http://127.0.0.1")], {(200,), (400,)}),
    Case("somebody at a host", [raw("GET", "@evil.example")], _BAD),
    Case("two slashes", [raw("GET", "//evil.example/")], {(404,)}),
    Case("no host", [raw("GET", "/", host="X: y")], _BAD),
    Case("two hosts", [raw("GET", "/", "Host: 127.0.0.1")], _BAD),
    Case("a host elsewhere", [raw("GET", "/", host="Host: evil.example")], _BAD),
    Case("a host with a user", [raw("GET", "/", host="Host: 127.0.0.1@evil.example")], _BAD),
    Case("a host with a tag", [raw("GET", "/", host="Host: <script>")], _BAD),
    Case("a host forwarded", [raw("GET", "/your-data", "X-Forwarded-Host: evil.example")], {(200,)}),
    Case(
        "a web socket",
        [raw("GET", "/your-data", "Connection: Upgrade", "Upgrade: websocket")],
        {(200,), (400,)},
    ),
    Case(
        "HTTP/2 by upgrade",
        [raw("GET", "/your-data", "Connection: Upgrade", "Upgrade: h2c")],
        {(200,), (400,)},
    ),
    Case("TRACE", [raw("TRACE", "/", "X: y")], {(405,)}),
    Case("CONNECT", [raw("CONNECT", "127.0.0.1:80")], _BAD),
    Case("CONNECT to a path", [raw("CONNECT", "/")], {(400,), (405,)}),
    Case("OPTIONS of all", [raw("OPTIONS", "*")], {(400,), (404,), (405,)}),
    Case("no method", [raw("FOO", "/")], _BAD),
    Case("a method in lower case", [raw("get", "/")], _BAD),
    Case(
        "100-continue for nothing",
        [raw("POST", "/moves", "Expect: 100-continue", "Content-Length: 9")],
        {(415,)},
    ),
    Case("100-continue", [_post("Expect: 100-continue", body=b"version=1")], _WRONG_FORM),
    Case("out of the folder", [raw("GET", "/static/../../etc/passwd")], {(404,)}),
    Case("out of the folder, escaped", [raw("GET", "/static/..%2f..%2f..%2fetc%2fpasswd")], {(404,)}),
    Case("out of the folder, backwards", [raw("GET", "/static/..%5c..%5capp")], {(404,)}),
    Case("a NUL in an address", [raw("GET", "/a\0b")], _BAD),
    Case("an escape in an address", [raw("GET", "/a\x1b[31mFAKE")], _BAD),
    Case("letters of another alphabet", ["GET /é HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()], _BAD),
    Case("an escaped NUL", [raw("GET", "/a%00b")], {(404,)}),
    Case("an escaped line end", [raw("GET", '/a%0d%0a{"event":"FAKE"}%0d%0aX-Fake:%20yes')], {(404,)}),
    Case("an escaped escape", [raw("GET", "/a%1b%5b31mFAKE%c2%9b%e2%80%a8%e2%80%ae%ff%ed%a0%80")], {(404,)}),
    Case(
        "a line end in a query", [raw("GET", "/?notice=%0d%0aX-Fake:%20yes&notice=moved-on%0d%0a")], {(200,)}
    ),
    Case(
        "a line end in a form",
        [_post(body=b"version=1%0d%0aX-Fake:+yes&direction=%0d%0aSet-Cookie:+a=b")],
        _WRONG_FORM,
    ),
]
"""What is odd in other ways."""


class Told(NamedTuple):
    """What came back in answer to a case."""

    case: Case
    answers: list[Answer]

    @property
    def statuses(self) -> tuple[int, ...]:
        """The statuses, in order."""
        return tuple(answer.status for answer in self.answers)

    @property
    def is_right(self) -> bool:
        """Whether these answers may come to this."""
        return self.statuses in self.case.allowed


async def tell(port: int, case: Case) -> Told:
    """Send a case and return every answer that comes."""
    received = b""
    async with await Line.open(port) as line:
        try:
            for number, part in enumerate(case.parts):
                if number:
                    more, _ = await line.rest(_BETWEEN_PARTS)
                    received += more
                await line.send(part)
        except Cut:
            pass
        while True:
            more, is_over = await line.rest(_SILENCE)
            received += more
            if is_over or not more:
                return Told(case, read_answers(received))


async def tell_all(port: int, cases: list[Case]) -> list[Told]:
    """Send all cases at once, each over a connection of its own."""
    return list(await asyncio.gather(*(tell(port, case) for case in cases)))
