"""The routes of the application, found in it and not listed by hand."""

from fastapi import FastAPI
from starlette.routing import Route
from starlette.types import ASGIApp


def routes_of(app: ASGIApp) -> dict[str, set[str]]:
    """Return the methods of each path that an application serves, whatever it is wrapped in."""
    found: dict[str, set[str]] = {}
    for route in _innermost(app).routes:
        assert isinstance(route, Route)
        found.setdefault(route.path, set()).update(route.methods or ())
    return found


def posts_of(app: ASGIApp) -> set[str]:
    """Return the paths that take a POST."""
    return {path for path, methods in routes_of(app).items() if "POST" in methods}


def _innermost(app: ASGIApp) -> FastAPI:
    inner: object = app
    while not isinstance(inner, FastAPI):
        inner = getattr(inner, "_app", None) or getattr(inner, "application")  # noqa: B009 - of any type
    return inner
