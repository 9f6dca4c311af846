"""The least that the framework can do: a route that answers every POST with the same body."""

from fastapi import APIRouter, FastAPI
from fastapi.responses import HTMLResponse

ALONE = "/bare"
"""The path of the route in an application of its own."""
INSIDE = "/bare-inside"
"""Its path in the product: behind the same gate, log, measurements and headers as a move."""


def add_bare_route(router: APIRouter, path: str, size: int) -> None:
    """Add a route whose body has this many bytes."""
    body = "<p>" + "." * (size - len("<p></p>")) + "</p>"

    async def answer() -> HTMLResponse:
        return HTMLResponse(body)

    router.add_api_route(path, answer, methods=["POST"])


def bare_app(size: int) -> FastAPI:
    """Return an application of this route and nothing else."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    add_bare_route(app.router, ALONE, size)
    return app
