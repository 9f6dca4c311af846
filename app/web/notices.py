"""The notices a player can get, by the name that a redirect may carry."""

from enum import StrEnum

from app.web.i18n import Language


class Notice(StrEnum):
    """What there is to tell a player beside the board."""

    MOVED_ON = "moved-on"
    LOST_COOKIE = "lost-cookie"
    BAD_VERSION = "bad-version"
    BAD_DIRECTION = "bad-direction"
    BAD_STEPS = "bad-steps"
    BAD_REQUEST = "bad-request"
    NOT_FOUND = "not-found"
    WRONG_METHOD = "wrong-method"
    TOO_LARGE = "too-large"
    HEAD_TOO_LARGE = "head-too-large"
    WRONG_HOST = "wrong-host"
    WRONG_TYPE = "wrong-type"
    OTHER_SITE = "other-site"
    TOO_MUCH = "too-much"
    FORGOTTEN = "forgotten"
    BUSY = "busy"
    SOLVER_BUSY = "solver-busy"
    BAD_LEVEL = "bad-level"
    BAD_TURN = "bad-turn"
    TOO_MANY_REVIEWS = "too-many-reviews"
    UNREADABLE = "unreadable"
    BROKEN = "broken"


def sentence(notice: Notice, language: Language) -> str:
    """Say a notice in whole sentences."""
    _ = language.gettext
    return {
        Notice.MOVED_ON: _(
            "The game moved on elsewhere, so what you did here last does not count."
            " This is how it stands now."
        ),
        Notice.LOST_COOKIE: _(
            "The cookie that finds your game is gone from this browser, deleted or expired, so this is a"
            " new game. Play on here; the cookie has to stay for it to be found again."
        ),
        Notice.BAD_VERSION: _("The page did not say which board it shows. Reload it and go on from there."),
        Notice.BAD_DIRECTION: _("A move goes up, down, left or right, and at most 64 travel together."),
        Notice.BAD_STEPS: _("From 1 to 64 moves can be taken back at once. Nothing has changed."),
        Notice.BAD_REQUEST: _("The server did not understand this request. Nothing has changed."),
        Notice.NOT_FOUND: _("There is nothing at this address."),
        Notice.WRONG_METHOD: _("This address does not answer to that kind of request."),
        Notice.TOO_LARGE: _("That was more than a move takes. Nothing has changed."),
        Notice.HEAD_TOO_LARGE: _("The headers of this request are too large."),
        Notice.WRONG_HOST: _("This server does not go by the name that was asked for."),
        Notice.WRONG_TYPE: _("The server takes forms only. Nothing has changed."),
        Notice.OTHER_SITE: _("This came from another site, so nothing has changed. Open the game itself."),
        Notice.TOO_MUCH: _("That was a great deal at once. Wait a moment, then go on."),
        Notice.FORGOTTEN: _("Everything that was kept about you is gone. This is a new start."),
        Notice.BUSY: _(
            "The game could not be saved just now, so nothing has changed. Try again in a moment."
        ),
        Notice.SOLVER_BUSY: _("The solver is busy just now. Play on, and ask again in a moment."),
        Notice.BAD_LEVEL: _("The solver has no such level. Nothing has changed."),
        Notice.BAD_TURN: _("The game cannot be played on from there. Nothing has changed."),
        Notice.TOO_MANY_REVIEWS: _("Other reviews are under way. Ask for this one when they are done."),
        Notice.UNREADABLE: _("The game could not be read just now. Nothing is lost; try again in a moment."),
        Notice.BROKEN: _("Something went wrong on the server. Your game is safe as you last saw it."),
    }[notice]
