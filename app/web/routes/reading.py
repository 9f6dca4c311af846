"""The pages that are for reading."""

from fastapi import APIRouter, Request, Response

from app.web.responses import page

router = APIRouter()


@router.route("/help", methods=["GET", "HEAD"])
async def show_help(request: Request) -> Response:
    """Say how to play, which keys there are, and what undo does."""
    return page(request, "pages/help.html")
