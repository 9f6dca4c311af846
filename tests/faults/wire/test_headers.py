"""What looks at every answer finds what must not be in one."""

import gzip

import pytest

from app.web.security import security_headers
from tests.faults.wire.headers import header_faults, leaks
from tests.faults.wire.talk import Answer

GOOD = Answer(
    200,
    [
        *((name.decode(), value.decode()) for name, value in security_headers(https=False)),
        ("content-type", "text/html; charset=utf-8"),
    ],
    b"<p>fine</p>",
)
SECRET = bytes(range(200, 232))


def test_an_answer_with_all_it_needs_is_right() -> None:
    assert header_faults(GOOD) == []
    assert leaks(GOOD, [SECRET]) == []


@pytest.mark.parametrize("number", range(len(GOOD.headers)))
def test_a_missing_header_is_found(number: int) -> None:
    assert header_faults(GOOD._replace(headers=[*GOOD.headers[:number], *GOOD.headers[number + 1 :]])) != []


@pytest.mark.parametrize("number", range(len(GOOD.headers)))
def test_a_header_that_comes_twice_is_found(number: int) -> None:
    assert header_faults(GOOD._replace(headers=[*GOOD.headers, GOOD.headers[number]])) != []


@pytest.mark.parametrize(
    "body",
    [
        SECRET,
        SECRET.hex().encode(),
        b"Traceback (most recent call last):",
        b'File "/srv/app/server.py"',
        b"A" * 20 + b"-_" * 22,
    ],
)
def test_a_secret_in_a_body_is_found(body: bytes) -> None:
    assert leaks(GOOD._replace(body=b"<p>" + body + b"</p>"), [SECRET]) != []


def test_a_secret_in_a_compressed_body_is_found() -> None:
    packed = GOOD._replace(headers=[*GOOD.headers, ("content-encoding", "gzip")])
    assert leaks(packed._replace(body=gzip.compress(SECRET)), [SECRET]) != []
    assert leaks(packed._replace(body=gzip.compress(b"<p>fine</p>")), [SECRET]) == []


def test_a_secret_in_a_header_is_found_and_a_cookie_is_not() -> None:
    token = "A" * 64
    assert leaks(GOOD._replace(headers=[*GOOD.headers, ("location", f"/?{token}")]), []) != []
    assert leaks(GOOD._replace(headers=[*GOOD.headers, ("set-cookie", f"session={token}")]), []) == []
