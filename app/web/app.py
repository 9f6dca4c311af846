"""The application: routes, errors, static files and headers put together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.types import ASGIApp

from app.store.database import Database
from app.web.body_limit import BodyLimit
from app.web.errors import add_error_handlers
from app.web.pages import Pages
from app.web.routes import continuing, games, health, moves, play
from app.web.security import SecurityHeaders
from app.web.sessions import Sessions
from app.web.state import State
from app.web.static_files import static_url, with_static_files


def create_app(database: Database, key: bytes, *, https: bool = False) -> ASGIApp:
    """Return the ASGI application that plays on this database.

    ``key`` is the server's secret of 32 bytes or more; ``https`` says that browsers come by https.
    The database is closed when the application shuts down.
    """

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        database.close()

    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, redirect_slashes=False, lifespan=lifespan)
    url = static_url()
    app.state.shared = State(database, Sessions(key, https=https), Pages(url))
    for module in (play, moves, continuing, games, health):
        app.include_router(module.router)
    app.add_middleware(BodyLimit)
    add_error_handlers(app)
    return SecurityHeaders(with_static_files(app, url), https=https)
