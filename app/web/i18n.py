"""Languages: which ones there are, which one a reader gets, and how each writes numbers and dates."""

from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from io import BytesIO
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_timedelta
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
        name = self.locale.get_display_name() or code
        self.name = name[0].upper() + name[1:]
        """What the language calls itself, as it begins a line."""

    @property
    def direction(self) -> str:
        """``ltr`` or ``rtl``, as the ``dir`` attribute wants it."""
        return self.locale.text_direction

    def gettext(self, message: str, **values: object) -> str:
        """Return the sentence in this language, with its named placeholders filled in."""
        return str(self.translations.ugettext(message)) % values

    def pgettext(self, context: str, message: str) -> str:
        """Return the message as it is said in this context."""
        return str(self.translations.upgettext(context, message))

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """Return the sentence for this count; ``%(num)s`` is the count, written as numbers are."""
        sentence = str(self.translations.ungettext(one, many, count))
        return sentence % {"num": self.number(count), **values}

    def number(self, value: int) -> str:
        """Write a whole number as this language groups its digits."""
        return _written(self.locale, value)

    def percent(self, share: float, decimals: int = 1) -> str:
        """Write a share from 0 to 1 as a percentage with so many decimals."""
        digits = f"0.{'0' * decimals}" if decimals else "0"
        pattern = self.locale.percent_formats[None].pattern.replace("0", digits)
        written = format_percent(share, pattern, self.locale)
        # Set apart, since after Arabic letters the sign would land on the other side of its number.
        return f"\u2066{written}\u2069" if self.direction == "rtl" else written

    def date(self, day: date) -> str:
        """Write a day with the name of its month."""
        return format_date(day, "long", self.locale)

    def day_of(self, milliseconds: int) -> str:
        """Write the day of a time in milliseconds since 1970, UTC."""
        return self.date(datetime.fromtimestamp(milliseconds / 1000, UTC).date())

    def duration(self, seconds: float) -> str:
        """Write how long something took, in the largest unit that fits: "15 minutes"."""
        return format_timedelta(timedelta(seconds=seconds), threshold=2, locale=self.locale)

    def roughly(self, value: float) -> str:
        """Write a number with the two digits that count most: "0.0035"."""
        return format_decimal(value, "@@", self.locale)

    def between(self, shares: tuple[float, float], decimals: int = 1) -> str:
        """Write an interval of shares: "14.3% to 15.7%"."""
        low, high = (self.percent(share, decimals) for share in shares)
        return self.gettext("%(low)s to %(high)s", low=low, high=high)

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
    found = (_closest(tag.strip()) for tag, _, parameters in ranked if _quality(parameters) > 0)
    return next((code for code in found if code), SOURCE)


def _closest(tag: str) -> str | None:
    """Return the language that somebody reads who asks for this one: Brazil's for Portugal's, for one.

    A language in another script is none; Chinese without one is that of the mainland.
    """
    try:
        wanted = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return None
    fitting = [
        code
        for code, language in languages().items()
        if language.locale.language == wanted.language
        and (language.locale.script is None or wanted.script in (None, language.locale.script))
    ]
    return next((code for code in fitting if code.lower() == tag.lower()), fitting[0] if fitting else None)


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
