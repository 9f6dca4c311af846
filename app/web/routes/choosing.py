"""Choosing a language, from whichever page one is at."""

from fastapi import APIRouter, Request, Response

from app.web.forms import read_choices_of
from app.web.i18n import Language, languages
from app.web.preferences import preferences_of, send
from app.web.readings import Reading, address_of
from app.web.responses import language_of, redirect
from app.web.state import state_of

router = APIRouter()


@router.route("/language", methods=["POST"])
async def choose_language(request: Request) -> Response:
    """Keep the language in the cookie of preferences, and go on with the same page in it.

    The form names the page by a word of ours, never by an address.
    """
    fields = await read_choices_of(request)
    chosen = languages().get(fields.get("language", ""))
    response = redirect(_address(fields.get("page", ""), chosen or language_of(request)))
    if chosen:
        preferences = preferences_of(request)._replace(language=chosen.code)
        send(response, preferences, https=state_of(request).https)
    return response


def _address(page: str, language: Language) -> str:
    try:
        return address_of(Reading(page), language)
    except ValueError:
        return "/"
