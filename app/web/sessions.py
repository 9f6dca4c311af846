"""The session cookie: a random token that finds the player again.

A token is 32 random bytes and a tag that only this server can make. The database knows a player's
token by its hash alone, and only after the first move. Until then the tag is what makes a token
worth trusting: the first board follows from it and from the server's key, so that the board shown
is the board played though nothing is stored, and nobody outside can work out its luck.

The first move, and later every month of play, moves the player on to the next token, which follows
from the present one by the key. A token that somebody planted or saw earlier is then worth nothing.
An answer that got lost loses no player: the former token stays good until the next has come back.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from functools import lru_cache
from typing import NamedTuple

from fastapi import Request, Response

from app.play.seats import Visitor

_TOKEN_BYTES = 32
_TAG_BYTES = 16
_VERSION_BYTES = 3
_LIFETIME = 400 * 24 * 60 * 60
"""Seconds: the longest that browsers keep a cookie."""
_REMEMBERED = 4096
"""Tokens whose derived values are kept in memory, since each move needs them."""


class Session(NamedTuple):
    """The token of a request and the one after it, whose they are, and whether it was made just now."""

    token: str
    next_token: str
    visitor: Visitor
    is_new: bool


class Sessions:
    """Reads and writes session cookies with the server's key."""

    def __init__(self, key: bytes, *, https: bool) -> None:
        self._key = key
        self._https = https
        self._cookie = "__Host-session" if https else "session"
        self._known = lru_cache(maxsize=_REMEMBERED)(self._read)

    def of(self, request: Request) -> Session:
        """Return the session of a request; one without anything like a token gets a new one.

        A token with another tag than ours, such as one made with a key that has been lost, may still
        find its player; it may not begin as one.
        """
        return self._known(request.cookies.get(self._cookie, "")) or self.new()

    def new(self) -> Session:
        """Return a session with a token that nobody has had."""
        return self._session(secrets.token_bytes(_TOKEN_BYTES), is_new=True)

    def send(self, response: Response, token: str) -> None:
        """Put the session cookie on a response."""
        response.set_cookie(
            self._cookie, token, _LIFETIME, path="/", secure=self._https, httponly=True, samesite="lax"
        )

    def clear(self, response: Response) -> None:
        """Take the session cookie away."""
        response.delete_cookie(self._cookie, path="/", secure=self._https, httponly=True, samesite="lax")

    def _read(self, token: str) -> Session | None:
        try:
            raw = base64.b64decode(token, altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        if len(raw) != _TOKEN_BYTES + _TAG_BYTES:
            return None
        secret, tag = raw[:_TOKEN_BYTES], raw[_TOKEN_BYTES:]
        if hmac.compare_digest(tag, self._tag(secret)):
            return self._session(secret, is_new=False)
        session = self._session(secret, is_new=False)
        hashed = hashlib.sha256(token.encode()).digest()
        return session._replace(
            token=token, visitor=session.visitor._replace(token_hash=hashed, may_open=False)
        )

    def _session(self, secret: bytes, *, is_new: bool) -> Session:
        token, next_token = self._token(secret), self._token(self._derive(b"next", secret))
        # Versions begin at a place of the session's own: a page left over from another session of
        # this browser shows a version that means nothing here.
        visitor = Visitor(
            token_hash=hashlib.sha256(token.encode()).digest(),
            next_hash=hashlib.sha256(next_token.encode()).digest(),
            opening_seed=self._derive(b"seed", secret),
            opening_version=int.from_bytes(self._derive(b"version", secret)[:_VERSION_BYTES]),
        )
        return Session(token, next_token, visitor, is_new)

    def _token(self, secret: bytes) -> str:
        return base64.urlsafe_b64encode(secret + self._tag(secret)).decode()

    def _tag(self, secret: bytes) -> bytes:
        return self._derive(b"token", secret)[:_TAG_BYTES]

    def _derive(self, purpose: bytes, secret: bytes) -> bytes:
        return hmac.digest(self._key, purpose + b":" + secret, "sha256")
