"""How a reader likes the page: kept in a cookie, so that the server renders it right at once."""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, TypeVar

from fastapi import Request, Response

from app.web.i18n import languages

COOKIE = "preferences"
_LIFETIME = 400 * 24 * 60 * 60
_LONGEST = 200

Choice = TypeVar("Choice", bound=StrEnum)


class Theme(StrEnum):
    """The colours of the page; ``auto`` follows the system."""

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Tiles(StrEnum):
    """The ladder of tile colours: the product's own, or one for every kind of colour vision."""

    WARM = "warm"
    SAFE = "safe"


class Speed(StrEnum):
    """How fast tiles move."""

    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"


class Letters(StrEnum):
    """Whether letter keys play, besides the arrows."""

    ON = "on"
    OFF = "off"


class Words(StrEnum):
    """How much the status line says of a move."""

    FULL = "full"
    SHORT = "short"


class Preferences(NamedTuple):
    """What a reader has chosen, or what holds until they do; no language is the browser's own."""

    theme: Theme = Theme.AUTO
    tiles: Tiles = Tiles.WARM
    speed: Speed = Speed.NORMAL
    letters: Letters = Letters.ON
    words: Words = Words.FULL
    language: str = ""


def preferences_of(request: Request) -> Preferences:
    """Return the preferences that a request brings; whatever its cookie holds, it raises nothing."""
    return _read(request.cookies.get(COOKIE, "")[:_LONGEST])


def read_choices(chosen: dict[str, str]) -> Preferences:
    """Return the preferences that these names and values choose; what is none of them is the default."""
    return Preferences(
        theme=_chosen(Theme, chosen.get("theme"), Theme.AUTO),
        tiles=_chosen(Tiles, chosen.get("tiles"), Tiles.WARM),
        speed=_chosen(Speed, chosen.get("speed"), Speed.NORMAL),
        letters=_chosen(Letters, chosen.get("letters"), Letters.ON),
        words=_chosen(Words, chosen.get("words"), Words.FULL),
        language=chosen.get("language", "") if chosen.get("language") in languages() else "",
    )


def send(response: Response, preferences: Preferences, *, https: bool) -> None:
    """Put the preferences on a response; the cookie tells nothing else about its reader."""
    text = ".".join(f"{name}-{value}" for name, value in preferences._asdict().items())
    response.set_cookie(COOKIE, text, _LIFETIME, path="/", secure=https, httponly=True, samesite="lax")


@lru_cache(maxsize=512)
def _read(text: str) -> Preferences:
    parts = (part.partition("-") for part in text.split("."))
    return read_choices({name: value for name, _, value in parts})


def _chosen(kind: type[Choice], value: str | None, default: Choice) -> Choice:
    return next((choice for choice in kind if choice == value), default)
