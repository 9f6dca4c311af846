"""Every answer with a body is made here, so that caching, language and form are decided once."""

from collections.abc import Mapping

from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from app.play.protocol import Answer
from app.play.seats import Seat
from app.solver import Advice
from app.web.addresses import origin_of
from app.web.compression import compressed
from app.web.hints import describe_hint
from app.web.i18n import Language, languages, negotiate
from app.web.notices import Notice, sentence
from app.web.preferences import preferences_of
from app.web.sessions import Session
from app.web.state import state_of
from app.web.views import describe, view_game

SOON = "2"
"""Seconds after which it is worth asking again what could not be done now."""
_PERSONAL = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language, HX-Request, Accept-Encoding"}
_COMMON = {"Cache-Control": "no-cache", "Vary": "Cookie, Accept-Language, Accept-Encoding"}


def language_of(request: Request) -> Language:
    """Return the language of the reader: that of the address, else the one chosen, else the browser's."""
    named = languages().get(request.path_params.get("language", ""))
    chosen = named or languages().get(preferences_of(request).language)
    return chosen or negotiate(request.headers.get("accept-language", ""))


def wants_fragment(request: Request) -> bool:
    """Tell whether the page itself asks, for parts to put in place, and not a person for a page."""
    return request.headers.get("hx-request") == "true"


def page(request: Request, template: str, status: int = 200, **context: object) -> Response:
    """Answer with a whole page."""
    language = language_of(request)
    body = state_of(request).pages.render(
        language, template, preferences=preferences_of(request), origin=origin_of(request), **context
    )
    return _answer(request, body, status, _PERSONAL)


def resource(request: Request, template: str, media_type: str, **context: object) -> Response:
    """Answer with what belongs to no page and is the same for all readers of a language."""
    body = state_of(request).pages.render(language_of(request), template, **context)
    return _answer(request, body, 200, _COMMON, media_type)


def game_page(
    request: Request,
    session: Session,
    seat: Seat,
    notice: Notice | None = None,
    advice: Advice | None = None,
) -> Response:
    """Answer with the page of a game, and with the cookie if the session is new; show advice as a hint."""
    language = language_of(request)
    words = sentence(notice, language) if notice else ""
    game = view_game(seat, language, advice=advice)
    response = page(request, "pages/play.html", game=game, words=words)
    return with_cookie(request, response, session, seat)


def hint_answer(request: Request, seat: Seat, advice: Advice) -> Response:
    """Answer with the part of the page that shows a hint, and with its words for the status line."""
    language = language_of(request)
    game = view_game(seat, language, advice=advice)
    return page(request, "fragments/hint.html", game=game, spoken=describe_hint(advice, language))


def game_answer(request: Request, session: Session, answer: Answer, home: str = "/") -> Response:
    """Answer a change: with the parts of the page that it touched, or by sending a form's reader home.

    A stale request gets 409 and the true board; a form's reader sees it after the redirect.
    """
    notice = None
    if not answer.accepted:
        # Who has never played cannot have left the board that the page still shows.
        is_other = session.is_new or answer.seat.stored is None
        notice = Notice.LOST_COOKIE if is_other else Notice.MOVED_ON
    if not wants_fragment(request):
        response = redirect(home if notice is None else f"/?notice={notice}")
    else:
        language = language_of(request)
        body = state_of(request).pages.render(
            language,
            "fragments/game.html",
            game=view_game(answer.seat, language, answer),
            status=describe(answer, language, preferences_of(request).words) if answer.accepted else "",
            words=sentence(notice, language) if notice else "",
        )
        response = _answer(request, body, 200 if answer.accepted else 409, _PERSONAL)
    return with_cookie(request, response, session, answer.seat)


def problem(
    request: Request, status: int, notice: Notice, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with what is wrong: a line for the page that asked, or a page of its own.

    The line has its own region, so it never takes the place of the board.
    """
    words = sentence(notice, language_of(request))
    template = "fragments/problem.html" if wants_fragment(request) else "pages/problem.html"
    response = page(request, template, status, words=words, code=status)
    if status == 503:
        response.headers["Retry-After"] = SOON
    response.headers.update(headers or {})
    return response


def redirect(path: str) -> Response:
    """Send the reader of a plain form to a page of this site."""
    return RedirectResponse(path, 303, _PERSONAL)


def reload() -> Response:
    """Have the page that asked for a part loaded anew as a whole."""
    return Response(headers={**_PERSONAL, "HX-Refresh": "true"})


def with_cookie(request: Request, response: Response, session: Session, seat: Seat) -> Response:
    """Send the session cookie along where there is a new one, and nowhere else."""
    if seat.has_next_token:
        state_of(request).sessions.send(response, session.next_token)
    elif session.is_new:
        state_of(request).sessions.send(response, session.token)
    return response


def _answer(
    request: Request, text: str, status: int, caching: Mapping[str, str], media_type: str = "text/html"
) -> Response:
    headers = {**caching, "Content-Language": language_of(request).code}
    body = text.encode()
    if packed := compressed(body, request.scope):
        headers["Content-Encoding"] = "gzip"
    return Response(packed or body, status, headers, media_type)
