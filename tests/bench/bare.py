"""The least that the framework can do: a route that answers every POST with the same body."""

from fastapi import FastAPI
from fastapi.responses import HTMLResponse

PATH = "/bare"


def bare_app(size: int) -> FastAPI:
    """Return an application of one route, whose body has this many bytes."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    body = "<p>" + "." * (size - len("<p></p>")) + "</p>"

    @app.post(PATH)
    async def answer() -> HTMLResponse:
        return HTMLResponse(body)

    return app
