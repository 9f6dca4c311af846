"""What the server tells those who run it, on an address of its own that players never reach."""

import asyncio

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from app.store.database import Database
from app.store.health import touch
from app.store.writer import NotStored

READY_SECONDS = 1.0
"""How long the database may take to store something before the server counts as not ready."""


def create_operations(database: Database) -> FastAPI:
    """Return the application with ``/healthz``, ``/readyz`` and ``/metrics``."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    @app.api_route("/healthz", methods=["GET", "HEAD"])
    async def health() -> Response:
        """Say that the process answers."""
        return PlainTextResponse("ok")

    @app.api_route("/readyz", methods=["GET", "HEAD"])
    async def readiness() -> Response:
        """Say whether a move could be stored now, by storing something."""
        try:
            await asyncio.wait_for(database.write(touch), READY_SECONDS)
        except (NotStored, TimeoutError) as error:
            return PlainTextResponse(f"not ready: {error or 'too slow'}", 503)
        return PlainTextResponse("ready")

    @app.get("/metrics")
    async def metrics(_request: Request) -> Response:
        """Give the measurements in the format of Prometheus."""
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return app
