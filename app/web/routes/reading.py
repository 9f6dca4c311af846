"""The pages for reading, each at an address of its own in every language."""

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.convertors import StringConvertor, register_url_convertor
from starlette.exceptions import HTTPException

from app.web.i18n import Language, languages
from app.web.readings import Reading, address_of, name_of, reading_at
from app.web.responses import language_of, page
from app.web.rules import view_rules
from app.web.solver import view_solver
from app.web.strategy import view_strategy

router = APIRouter()

_VIEWS: dict[Reading, Callable[[Language], dict[str, Any]]] = {
    Reading.RULES: view_rules,
    Reading.STRATEGY: view_strategy,
    Reading.SOLVER: view_solver,
}
"""What a page shows besides its sentences."""


class _LanguageCode(StringConvertor):
    """Matches what looks like the code of a language, so that no other address is taken for a page."""

    regex = "[a-z]{2,3}(-[A-Za-z]+)?"


register_url_convertor("language", _LanguageCode())


@router.route("/{language:language}/{slug}", methods=["GET", "HEAD"])
async def read_in_language(request: Request) -> Response:
    """Show a page in the language of its address."""
    language = languages().get(request.path_params["language"])
    reading = reading_at(request.path_params["slug"], language) if language else None
    if not reading:
        raise HTTPException(404)
    return _show(reading, request)


def _reader_of(reading: Reading) -> Callable[[Request], Awaitable[Response]]:
    async def read(request: Request) -> Response:
        """Show a page in the reader's own language."""
        return _show(reading, request)

    return read


for _reading in Reading:
    router.add_route(f"/{_reading}", _reader_of(_reading), methods=["GET", "HEAD"])


def _show(reading: Reading, request: Request) -> Response:
    language = language_of(request)
    view = _VIEWS.get(reading)
    return page(
        request,
        reading.template,
        reading=reading,
        readings=[(other, name_of(other, language)) for other in Reading],
        translations=[(other.code, address_of(reading, other)) for other in languages().values()],
        **(view(language) if view else {}),
    )
