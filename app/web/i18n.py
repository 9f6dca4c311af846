"""Languages: which ones there are, which one a reader gets, and how each writes a number."""

from datetime import UTC, datetime
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError, negotiate_locale
from babel.dates import format_date
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations

from app.engine.board import LARGEST
from app.resources import ROOT

SOURCE = "en"
"""The language in which the sentences stand in the code."""

_LONGEST_HEADER = 200
_CATALOGUES = ROOT / "locale"


class Language:
    """One language of the product: its sentences and its numbers."""

    def __init__(self, code: str, translations: NullTranslations) -> None:
        self.locale = Locale.parse(code, sep="-")
        self.code = code
        self.translations = translations
        self.tiles = [self.number(1 << exponent) if exponent else "" for exponent in range(LARGEST + 1)]
        """How the value of each exponent is written."""

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``, as the ``dir`` attribute wants it."""
        return self.locale.text_direction

    def gettext(self, message: str, **values: object) -> str:
        """Return the sentence in this language, with its named placeholders filled in."""
        return str(self.translations.ugettext(message)) % values

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """Return the sentence for this count; ``%(num)s`` is the count, written as numbers are."""
        sentence = str(self.translations.ungettext(one, many, count))
        return sentence % {"num": self.number(count), **values}

    def number(self, value: int) -> str:
        """Write a whole number as this language groups its digits."""
        return _written(self.locale, value)

    def percent(self, share: float) -> str:
        """Write a share in whole hundredths: 0.5 is 50 %."""
        return format_percent(share, locale=self.locale)

    def date(self, milliseconds: int) -> str:
        """Write the day of a time in milliseconds since 1970, UTC."""
        return format_date(datetime.fromtimestamp(milliseconds / 1000, UTC), locale=self.locale)

    def listed(self, items: list[str]) -> str:
        """Join items as this language lists them: "8, 16 and 4"."""
        return format_list(items, locale=self.locale)


@lru_cache(maxsize=8192)
def _written(locale: Locale, value: int) -> str:
    return format_decimal(value, locale=locale)


@cache
def languages() -> dict[str, Language]:
    """Return the languages by their code, the source language first."""
    found = {SOURCE: Language(SOURCE, NullTranslations())}
    for path in sorted(_CATALOGUES.glob("*/LC_MESSAGES/messages.po")):
        code = path.parent.parent.name.replace("_", "-")
        found[code] = Language(code, _load(path))
    return found


def negotiate(accept_language: str) -> Language:
    """Return the language that fits an Accept-Language header best, the source language if none.

    Whatever the header holds, it raises nothing.
    """
    return languages()[_negotiated(accept_language[:_LONGEST_HEADER])]


@lru_cache(maxsize=1024)
def _negotiated(accept_language: str) -> str:
    wanted = [part.partition(";") for part in accept_language.split(",")]
    ranked = sorted(wanted, key=lambda part: _quality(part[2]), reverse=True)
    preferred = [code.strip() for code, _, parameters in ranked if _quality(parameters) > 0]
    try:
        code = negotiate_locale(preferred, list(languages()), sep="-")
    except (ValueError, UnknownLocaleError):
        code = None
    return {known.lower(): known for known in languages()}.get((code or "").lower(), SOURCE)


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _load(path: Path) -> Translations:
    """Read a catalogue straight from its source, so that no compiled copy can be out of date."""
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source))
    compiled.seek(0)
    return Translations(compiled)
