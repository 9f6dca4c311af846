"""The pages for reading: what they are called, and where they are in each language."""

from enum import StrEnum

from app.web.i18n import Language


class Reading(StrEnum):
    """A page for reading; at its value as an address it is shown in the reader's own language."""

    RULES = "rules"
    STRATEGY = "strategy"
    SOLVER = "solver"
    HELP = "help"
    FAIRNESS = "fairness"
    ACCESSIBILITY = "accessibility"
    YOUR_DATA = "your-data"

    @property
    def template(self) -> str:
        """The name of its template."""
        return f"pages/{self.name.lower()}.html"


def name_of(reading: Reading, language: Language) -> str:
    """Return what a page is called where one goes to it."""
    _ = language.gettext
    return {
        Reading.RULES: _("Rules"),
        Reading.STRATEGY: _("Strategy"),
        Reading.SOLVER: _("The solver"),
        Reading.HELP: _("Help"),
        Reading.FAIRNESS: _("Fair luck"),
        Reading.ACCESSIBILITY: _("Accessibility"),
        Reading.YOUR_DATA: _("Your data"),
    }[reading]


def address_of(reading: Reading, language: Language) -> str:
    """Return the address of a page in a language: ``/it/regole``."""
    return f"/{language.code}/{_slug(reading, language)}"


def reading_at(slug: str, language: Language) -> Reading | None:
    """Return the page that has this name in the addresses of a language, ``None`` if there is none."""
    return next((reading for reading in Reading if _slug(reading, language) == slug), None)


def _slug(reading: Reading, language: Language) -> str:
    pgettext = language.pgettext
    return {
        Reading.RULES: pgettext("address", "rules"),
        Reading.STRATEGY: pgettext("address", "strategy"),
        Reading.SOLVER: pgettext("address", "solver"),
        Reading.HELP: pgettext("address", "help"),
        Reading.FAIRNESS: pgettext("address", "fairness"),
        Reading.ACCESSIBILITY: pgettext("address", "accessibility"),
        Reading.YOUR_DATA: pgettext("address", "your-data"),
    }[reading]
