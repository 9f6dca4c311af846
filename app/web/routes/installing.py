"""What a browser needs to install the game as an application, and to say so when it is offline."""

import hashlib

from fastapi import APIRouter, Request, Response

from app.web.preferences import Preferences
from app.web.responses import language_of, resource
from app.web.state import state_of

router = APIRouter()

_OFFLINE = "pages/offline.html"
_NOBODYS = Preferences()
"""The offline page is kept by the browser, so nothing on it is of anybody."""


@router.route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def show_manifest(request: Request) -> Response:
    """Say what the application is called, where it begins and what its icons are."""
    return resource(request, "manifest.webmanifest", "application/manifest+json")


@router.route("/offline", methods=["GET", "HEAD"])
async def show_offline(request: Request) -> Response:
    """Say that there is no network; the service worker keeps this page for when that is so."""
    return resource(request, _OFFLINE, "text/html", preferences=_NOBODYS)


@router.route("/service-worker.js", methods=["GET", "HEAD"])
async def show_worker(request: Request) -> Response:
    """Give the service worker, which is another one whenever the page that it keeps is."""
    kept = state_of(request).pages.render(language_of(request), _OFFLINE, preferences=_NOBODYS)
    version = hashlib.sha256(kept.encode()).hexdigest()[:16]
    return resource(request, "service-worker.js", "text/javascript", version=version)
