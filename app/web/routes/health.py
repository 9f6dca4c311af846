"""Whether the process answers."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

router = APIRouter()


@router.api_route("/healthz", methods=["GET", "HEAD"])
async def health() -> PlainTextResponse:
    """Say that the process is up; this touches no database."""
    return PlainTextResponse("ok", headers={"Cache-Control": "no-store"})
