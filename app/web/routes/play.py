"""The page of the game."""

from fastapi import APIRouter, Request, Response

from app.web.changing import seat_of
from app.web.notices import Notice
from app.web.responses import game_page

router = APIRouter()

_TOLD = (Notice.MOVED_ON, Notice.LOST_COOKIE, Notice.FORGOTTEN)
"""What a redirect to this page may say on it."""


@router.route("/", methods=["GET", "HEAD"])
async def play(request: Request) -> Response:
    """Show the visitor's game: the one they left, or the one their first move will begin."""
    session, seat = await seat_of(request)
    told = request.query_params.get("notice")
    return game_page(request, session, seat, next((notice for notice in _TOLD if notice == told), None))
