"""What the templates show: tiles with their places, and the sentences about a move."""

from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from app.engine.board import CELLS, SIDE, Board, Direction, destinations
from app.engine.chance import commitment
from app.engine.game import Outcome, outcome
from app.play.protocol import Answer
from app.play.seats import Seat
from app.play.tiles import Step
from app.solver import Advice
from app.web.hints import Hint, view_hint
from app.web.i18n import Language
from app.web.preferences import Words

_NONE: frozenset[int] = frozenset()


class GameView(NamedTuple):
    """A game as the page shows it: ``tiles`` are whole elements, the texts are in the reader's language."""

    id: int
    tiles: Markup
    rows: list[list[str]]
    turn: int
    version: int
    score: int
    score_text: str
    gained: int
    gained_text: str
    best: int
    best_text: str
    best_assisted: int
    best_assisted_text: str
    is_assisted: bool
    can_undo: bool
    can_redo: bool
    has_progress: bool
    has_won: bool
    is_over: bool
    wins: bool
    beats_best: bool
    commitment: str
    is_practice: bool
    is_solvers: bool
    takes_moves: bool
    wants_hint: bool
    hint: Hint | None


def view_game(
    seat: Seat, language: Language, answer: Answer | None = None, advice: Advice | None = None
) -> GameView:
    """Return what the page shows of a game, with how it got there if an answer tells, and with a hint."""
    number = language.number
    game = seat.game
    standing = outcome(game)
    step = answer.step if answer else None
    gained = answer.gained if answer else 0
    return GameView(
        id=seat.stored.game_id if seat.stored else 0,
        tiles=_tiles(game.board, seat.position.tiles, step),
        rows=rows_of(game.board, language),
        turn=game.turn,
        version=seat.position.version,
        score=game.score,
        score_text=number(game.score),
        gained=gained,
        gained_text=number(gained),
        best=seat.best,
        best_text=number(seat.best),
        best_assisted=seat.best_assisted,
        best_assisted_text=number(seat.best_assisted),
        is_assisted=seat.position.assisted,
        can_undo=game.turn > 0,
        can_redo=seat.position.redoable > 0 and standing.takes_moves,
        has_progress=seat.has_progress and not standing.is_over,
        has_won=game.won and not game.continued,
        is_over=standing.is_over,
        wins=bool(answer and answer.moves) and game.won and not game.continued,
        beats_best=bool(answer and answer.beats_best),
        commitment=commitment(seat.seed).hex(),
        is_practice=seat.is_practice,
        is_solvers=seat.position.solver,
        takes_moves=standing.takes_moves,
        wants_hint=bool(answer and answer.wants_hint),
        hint=view_hint(advice, language) if advice else None,
    )


def rows_of(board: Board, language: Language) -> list[list[str]]:
    """Return a board as four rows of four texts, for reading."""
    empty = language.gettext("empty")
    cells = [language.tiles[exponent] or empty for exponent in board]
    return [cells[start : start + SIDE] for start in range(0, CELLS, SIDE)]


def tiles_of(board: Board) -> Markup:
    """Write the tiles of a board that nobody plays."""
    tiles = [_tile(cell, exponent, "") for cell, exponent in enumerate(board) if exponent]
    return Markup("\n".join([f"<div {tile}" for tile in tiles]))  # noqa: S704


def describe(answer: Answer, language: Language, words: Words = Words.FULL) -> str:
    """Say what a request did, in whole sentences for the status line, as many as its reader wants."""
    _ = language.gettext
    game = answer.seat.game
    if answer.wants_hint:
        return ""
    if answer.undone:
        taken_back = language.ngettext("%(num)s move taken back.", "%(num)s moves taken back.", answer.undone)
        return f"{taken_back} {_score(answer, language)}"
    if answer.step and not answer.moves:
        return _("A new game.")
    if answer.is_repeated or answer.has_continued:
        return _score(answer, language)
    if not answer.moves:
        return _("Nothing moved.")
    sentences = [_directions(answer, language)] if words is Words.FULL else []
    last = answer.moves[-1]
    if words is Words.FULL and len(answer.moves) == 1 and last.slide.merged:
        made = [language.number(1 << last.slide.board[cell]) for cell in last.slide.merged]
        sentences.append(_("Merged into %(tiles)s.", tiles=language.listed(made)))
    row, column = divmod(last.spawn.cell, SIDE)
    sentences.append(
        _(
            "New %(value)s in row %(row)s, column %(column)s.",
            value=language.number(1 << last.spawn.exponent),
            row=language.number(row + 1),
            column=language.number(column + 1),
        )
    )
    sentences.append(_score(answer, language))
    if answer.beats_best:
        sentences.append(_("That is a new best score."))
    standing = outcome(game)
    if standing in (Outcome.WON, Outcome.WON_AND_OVER) and not game.continued:
        sentences.append(_("You made 2048: you win!"))
    if standing.is_over:
        sentences.append(_("No move is left: the game is over."))
    return " ".join(sentences)


def _score(answer: Answer, language: Language) -> str:
    return language.gettext("Score %(score)s.", score=language.number(answer.seat.game.score))


def _directions(answer: Answer, language: Language) -> str:
    _ = language.gettext
    if len(answer.moves) > 1:
        return language.ngettext("%(num)s move.", "%(num)s moves.", len(answer.moves))
    return {
        Direction.UP: _("Up."),
        Direction.DOWN: _("Down."),
        Direction.LEFT: _("Left."),
        Direction.RIGHT: _("Right."),
    }[answer.moves[0].direction]


def _tiles(board: Board, identities: Board, step: Step | None) -> Markup:
    """Write the tiles and ghosts in the order of their identities, so that none changes places."""
    merged, spawned = (step.merged, step.spawned) if step else (_NONE, _NONE)
    tiles = [
        (
            identities[cell],
            _tile(cell, exponent, "merged" if cell in merged else "new" if cell in spawned else "", *targets),
        )
        for cell, (exponent, *targets) in enumerate(zip(board, *destinations(board), strict=True))
        if exponent
    ]
    if step:
        tiles += [(ghost.identity, _tile(ghost.cell, ghost.exponent, "ghost")) for ghost in step.ghosts]
    tiles.sort()
    return Markup("\n".join([f'<div id="t{identity}" {tile}' for identity, tile in tiles]))  # noqa: S704


@lru_cache(maxsize=1 << 16)
def _tile(cell: int, exponent: int, kind: str, *targets: int) -> str:
    """Write the element of a tile from its class on; ``kind`` is how it came, empty for an old one.

    ``targets`` are the cells to which it would slide, in the order of ``Direction``; each becomes an
    attribute "row,column". There are few such elements, and writing them anew for each move would
    take half of its time, so they are kept, and written here and not in a template.
    """
    row, column = divmod(cell, SIDE)
    value = 1 << exponent
    name = f"tile {kind}" if kind else "tile"
    ways = [
        ' data-{}="{},{}"'.format(direction, *divmod(target, SIDE))
        for direction, target in zip(Direction, targets, strict=False)
    ]
    place = f'class="{name}" data-row="{row}" data-col="{column}" data-value="{value}"'
    return f"{place}{''.join(ways)}>{value}</div>"
