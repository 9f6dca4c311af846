"""The session cookie: a random token that finds the player again.

A token is 32 random bytes and a tag that only this server can make. The database knows a player's
token by its hash alone, and only after the first move. Until then the tag is what makes a token
worth trusting: the first board follows from it and from the server's key, so that the board shown
is the board played though nothing is stored, and nobody outside can work out its luck.
"""

import base64
import binascii
import hashlib
import hmac
import secrets
from typing import NamedTuple

from fastapi import Request, Response

from app.play.seats import Visitor

_TOKEN_BYTES = 32
_TAG_BYTES = 16
_VERSION_BYTES = 3
_LIFETIME = 400 * 24 * 60 * 60
"""Seconds: the longest that browsers keep a cookie."""


class Session(NamedTuple):
    """The token of a request, whose it is, and whether it was made just now."""

    token: str
    visitor: Visitor
    is_new: bool


class Sessions:
    """Reads and writes session cookies with the server's key."""

    def __init__(self, key: bytes, *, https: bool) -> None:
        self._key = key
        self._https = https
        self._cookie = "__Host-session" if https else "session"

    def of(self, request: Request) -> Session:
        """Return the session of a request; one whose token this server did not make gets a new one."""
        token = request.cookies.get(self._cookie, "")
        if secret := self._secret_of(token):
            return Session(token, self._visitor(token, secret), is_new=False)
        secret = secrets.token_bytes(_TOKEN_BYTES)
        token = base64.urlsafe_b64encode(secret + self._tag(secret)).decode()
        return Session(token, self._visitor(token, secret), is_new=True)

    def send(self, response: Response, token: str) -> None:
        """Put the session cookie on a response."""
        response.set_cookie(
            self._cookie,
            token,
            max_age=_LIFETIME,
            path="/",
            secure=self._https,
            httponly=True,
            samesite="lax",
        )

    def _secret_of(self, token: str) -> bytes | None:
        try:
            raw = base64.b64decode(token, altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            return None
        secret, tag = raw[:_TOKEN_BYTES], raw[_TOKEN_BYTES:]
        return secret if hmac.compare_digest(tag, self._tag(secret)) else None

    def _visitor(self, token: str, secret: bytes) -> Visitor:
        # Versions begin at a place of the session's own: a page left over from another session of
        # this browser shows a version that means nothing here.
        return Visitor(
            token_hash=hashlib.sha256(token.encode()).digest(),
            opening_seed=self._derive(b"seed", secret),
            opening_version=int.from_bytes(self._derive(b"version", secret)[:_VERSION_BYTES]),
        )

    def _tag(self, secret: bytes) -> bytes:
        return self._derive(b"token", secret)[:_TAG_BYTES]

    def _derive(self, purpose: bytes, secret: bytes) -> bytes:
        return hmac.digest(self._key, purpose + b":" + secret, "sha256")
