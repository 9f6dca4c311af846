"""Static files, at addresses that change with their content and so never go stale."""

import hashlib
from pathlib import Path

from servestatic import ServeStaticASGI
from starlette.types import ASGIApp

from app.resources import ROOT

_FOLDER = ROOT / "static"


def static_url() -> str:
    """Return where the static files are served: one folder named after all that is in it."""
    digest = hashlib.sha256()
    for path in sorted(_files(_FOLDER)):
        digest.update(str(path.relative_to(_FOLDER)).encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:16]}"


def with_static_files(app: ASGIApp, url: str) -> ASGIApp:
    """Serve the static files below ``url``, and everything else from the application."""
    served: ASGIApp = ServeStaticASGI(
        app, root=_FOLDER, prefix=url, immutable_file_test=lambda *_: True, allow_all_origins=False
    )
    return served


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
