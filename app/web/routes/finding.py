"""What search engines are told: which pages there are, in which languages."""

from fastapi import APIRouter, Request, Response

from app.web.addresses import origin_of
from app.web.i18n import languages
from app.web.readings import Reading, address_of
from app.web.responses import resource

router = APIRouter()


@router.route("/robots.txt", methods=["GET", "HEAD"])
async def show_robots(request: Request) -> Response:
    """Let everything be found that is not one visitor's alone."""
    lines = ["User-agent: *", "Disallow: /games/", "Disallow: /settings"]
    if origin := origin_of(request):
        lines += ["", f"Sitemap: {origin}/sitemap.xml"]
    return Response("\n".join([*lines, ""]), media_type="text/plain")


@router.route("/sitemap.xml", methods=["GET", "HEAD"])
async def show_sitemap(request: Request) -> Response:
    """List every page for reading, with its translations."""
    pages = [
        [(language.code, address_of(reading, language)) for language in languages().values()]
        for reading in Reading
    ]
    return resource(request, "sitemap.xml", "application/xml", origin=origin_of(request), pages=pages)
