"""Static files, at addresses that change with their content and so never go stale.

They are read and compressed once and served from memory: no request waits for a disk, nothing is
written anywhere, and a checkout serves what a wheel does. A style sheet that imports others is served
with them in it, so that a page waits for one.
"""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from app.resources import ROOT
from app.web.compression import accepts_gzip

_FOLDER = ROOT / "static"
_TYPES = {".css": "text/css", ".js": "text/javascript", ".png": "image/png", ".svg": "image/svg+xml"}
_FOR_EVER = "public, max-age=31536000, immutable"
_IMPORT = re.compile(rb'@import url\("([^"]+)"\) ?(\w*);\n')


class StaticFiles:
    """Serves the static files below ``url``, and everything else from the application."""

    def __init__(self, app: ASGIApp, url: str) -> None:
        self._app = app
        self._plain: dict[str, ASGIApp] = {}
        self._packed: dict[str, ASGIApp] = {}
        for name, content in _files().items():
            self._add(f"{url}/{name}", content)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await self._answer(scope)(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp:
        if scope["type"] != "http" or scope["path"] not in self._plain:
            return self._app
        if scope["method"] not in ("GET", "HEAD"):
            return Response(status_code=405, headers={"Allow": "GET, HEAD"})
        return (self._packed if accepts_gzip(scope) else self._plain)[scope["path"]]

    def _add(self, address: str, content: bytes) -> None:
        kind = _TYPES.get(address[address.rfind(".") :], "text/plain")
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        packed = gzip.compress(content, mtime=0)
        self._plain[address] = self._packed[address] = Response(content, 200, headers, kind)
        if len(packed) < len(content):
            headers["Content-Encoding"] = "gzip"
            self._packed[address] = Response(packed, 200, headers, kind)


def static_url() -> str:
    """Return where the static files are served: one folder named after all that is in it."""
    digest = hashlib.sha256()
    for name, content in _files().items():
        digest.update(name.encode() + b"\0" + content)
    return f"/static/{digest.hexdigest()[:16]}"


@cache
def _files() -> dict[str, bytes]:
    """Return the content of each file by its path in the folder."""
    paths = sorted(path for path in _FOLDER.rglob("*") if path.is_file())
    return {path.relative_to(_FOLDER).as_posix(): _content(path) for path in paths}


def _content(path: Path) -> bytes:
    """Return what is served of a file: of a style sheet, with all that it imports in it."""
    content = path.read_bytes()
    return _IMPORT.sub(lambda found: _imported(path, found), content) if path.suffix == ".css" else content


def _imported(path: Path, found: re.Match[bytes]) -> bytes:
    name, medium = found.groups()
    content = _content(path.parent / name.decode())
    return b"@media %s {\n%s}\n" % (medium, content) if medium else content
