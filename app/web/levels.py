"""The levels of the solver in words."""

from app.solver import Level
from app.web.i18n import Language


def level_names(language: Language) -> dict[Level, str]:
    """Return what each level is called, the quickest first."""
    _ = language.gettext
    return {
        Level.INSTANT: _("Instant"),
        Level.FAST: _("Fast"),
        Level.STANDARD: _("Standard"),
        Level.STRONG: _("Strong"),
        Level.MAX: _("Strongest"),
    }
