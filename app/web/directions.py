"""The directions, as signs and in words."""

from app.engine.board import Direction
from app.web.i18n import Language

ARROWS = {Direction.LEFT: "←", Direction.UP: "↑", Direction.DOWN: "↓", Direction.RIGHT: "→"}


def direction_names(language: Language) -> dict[Direction, str]:
    """Return what each direction is called."""
    _ = language.gettext
    return {
        Direction.UP: _("Up"),
        Direction.DOWN: _("Down"),
        Direction.LEFT: _("Left"),
        Direction.RIGHT: _("Right"),
    }
