"""What every answer must carry and none may hold, wherever in the server it was made."""

import base64
import gzip
import re
from collections.abc import Iterable

from app.web.security import security_headers
from tests.faults.wire.talk import Answer

STATUSES = frozenset({200, 204, 303, 304, 400, 403, 404, 405, 409, 413, 415, 422, 429, 431, 503})
"""The only statuses there are."""

_WANTED = [(name.decode(), value.decode()) for name, value in security_headers(https=False)]
_TRACES = re.compile(
    r'Traceback|File "|\.py\b|sqlalchemy|starlette|uvicorn|Internal Server Error', re.IGNORECASE
)
_TOKEN = re.compile(r"\b[A-Za-z0-9_-]{64}\b")
"""A session token is 48 bytes; nothing else on a page is as long and made of the same signs."""


def header_faults(answer: Answer) -> list[str]:
    """Return what is wrong with the headers of an answer of the public server."""
    wrong = [f"{name} is {answer.all(name)}" for name, value in _WANTED if answer.all(name) != [value]]
    names = [name for name, _ in answer.headers]
    wrong += [
        f"{name} comes twice"
        for name in {"content-type", "content-length", "set-cookie"}
        if names.count(name) > 1
    ]
    wrong += [f"there is a header {name}" for name in ("server", "x-powered-by") if name in names]
    kinds = answer.all("content-type")
    if answer.body and not kinds:
        wrong.append("the body has no type")
    wrong += [
        f"{kind} has no charset" for kind in kinds if kind.startswith("text/") and "charset=" not in kind
    ]
    return wrong


def leaks(answer: Answer, secrets: Iterable[bytes]) -> list[str]:
    """Return what an answer tells that it must not; its own cookie is where a token belongs."""
    headers = [f"{name}: {value}" for name, value in answer.headers if name != "set-cookie"]
    packed = answer.body and answer.all("content-encoding") == ["gzip"]
    body = gzip.decompress(answer.body) if packed else answer.body
    text = "\n".join([*headers, body.decode("latin-1")])
    is_script = any("javascript" in kind for kind in answer.all("content-type"))
    wrong = [f"it shows {found!r}" for found in _TRACES.findall(text) if not is_script]
    wrong += [f"it shows the token {found}" for found in _TOKEN.findall(text) if not _is_digest(found)]
    wrong += [f"it shows the secret {form}" for secret in secrets for form in _forms(secret) if form in text]
    return wrong


def _is_digest(text: str) -> bool:
    """Tell whether this is a SHA-256 in hexadecimal, as the commitment to a seed is."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def _forms(secret: bytes) -> list[str]:
    """Return the ways in which a secret might be written."""
    return [
        secret.hex(),
        base64.b64encode(secret).decode().rstrip("="),
        base64.urlsafe_b64encode(secret).decode().rstrip("="),
        secret.decode("latin-1"),
    ]
