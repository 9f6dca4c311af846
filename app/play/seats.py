"""A visitor and the game before them, stored or not yet.

A visit that never plays leaves nothing behind: until the first move the game exists only as the
opening that follows from the visitor's token, and the first move stores the player and the game.
"""

from typing import NamedTuple

from app.engine.chance import commitment
from app.engine.game import Game, start
from app.play.tiles import new_tiles
from app.store import games
from app.store.games import OpenGame, Position
from app.store.transaction import Transaction

RENEWAL = 30 * 24 * 60 * 60 * 1000
"""Milliseconds of age from which a player's token is changed with a move."""


class Visitor(NamedTuple):
    """Who asks: the hash of their token and of the one that will follow it, and their opening.

    The opening is the seed and the version of the game that a visitor who has none begins with;
    ``may_open`` is false for a token that this server did not make, which may find a player but
    makes none.
    """

    token_hash: bytes
    next_hash: bytes
    opening_seed: bytes
    opening_version: int
    may_open: bool = True


class RetiredToken(Exception):
    """A token that finds no player and may not begin as one: its opening was played, or is not ours."""


class Seat(NamedTuple):
    """A visitor's game as it stands: ``stored`` is ``None`` until the first change.

    ``best`` is of games played alone, ``best_assisted`` of those with undo or hints.
    ``has_next_token`` says that the visitor's next token is now theirs and has to be sent.
    """

    visitor: Visitor
    stored: OpenGame | None
    seed: bytes
    position: Position
    best: int
    best_assisted: int
    has_next_token: bool = False

    @property
    def game(self) -> Game:
        """The game before the visitor."""
        return self.position.game

    @property
    def is_practice(self) -> bool:
        """Whether this goes on from a position of an earlier game, and counts for no best."""
        return self.stored is not None and self.stored.practice

    @property
    def has_progress(self) -> bool:
        """Whether a move has been played or a hint taken, so that there is something to leave behind."""
        return self.game.turn > 0 or self.position.redoable > 0 or self.position.assisted

    def onward(self, game: Game) -> Game:
        """Return a state of this game as it goes on: where the solver plays, past the win unasked."""
        return game._replace(continued=game.won) if self.position.solver else game


def take_seat(transaction: Transaction, visitor: Visitor) -> Seat:
    """Return the visitor's open game, or the opening that their first move will make real.

    Raises ``RetiredToken`` if there is neither.
    """
    if seat := _stored_seat(transaction, visitor):
        return seat
    if not visitor.may_open:
        raise RetiredToken
    if games.is_spent(transaction, commitment(visitor.opening_seed)):
        # Another process may have stored the player between the two looks.
        if seat := _stored_seat(transaction, visitor):
            return seat
        raise RetiredToken
    game = start(visitor.opening_seed)
    tiles = new_tiles(game.board, visitor.opening_version)
    position = Position(game, tiles, visitor.opening_version, request="", at=0)
    return Seat(visitor, None, visitor.opening_seed, position, best=0, best_assisted=0)


def _stored_seat(transaction: Transaction, visitor: Visitor) -> Seat | None:
    stored = games.find_open_game(transaction, visitor.token_hash)
    if stored is None:
        return None
    best, assisted = stored.best, stored.best_assisted
    return Seat(visitor, stored, stored.seed, stored.position, best, assisted, stored.by_previous)


def change_game(transaction: Transaction, seat: Seat, after: Position) -> Seat:
    """Store the next state of the game, with the player if they are new, and raise their best."""
    if seat.stored is None:
        return _first_stored(transaction, seat, after)
    games.change_game(transaction, seat.stored, after)
    stored = seat.stored._replace(position=after)
    changed = _with_best(transaction, seat._replace(stored=stored, position=after), stored.player_id)
    return renew_token(transaction, changed, after.at)


def renew_token(transaction: Transaction, seat: Seat, now: int) -> Seat:
    """Retire the former token once its successor has come back, and change one that has grown old."""
    if seat.stored is None or seat.stored.by_previous:
        return seat
    player_id, visitor = seat.stored.player_id, seat.visitor
    if now - seat.stored.renewed_at >= RENEWAL:
        games.change_token(transaction, player_id, visitor.next_hash, visitor.token_hash, now)
        return seat._replace(has_next_token=True)
    if seat.stored.is_renewing:
        games.change_token(transaction, player_id, visitor.token_hash, None, seat.stored.renewed_at)
    return seat


def _with_best(transaction: Transaction, seat: Seat, player_id: int) -> Seat:
    score, assisted = seat.game.score, seat.position.assisted
    counts_not = seat.position.solver or seat.is_practice
    if counts_not or score <= (seat.best_assisted if assisted else seat.best):
        return seat
    games.raise_best(transaction, player_id, score, assisted=assisted)
    return seat._replace(best_assisted=score) if assisted else seat._replace(best=score)


def _first_stored(transaction: Transaction, seat: Seat, after: Position) -> Seat:
    visitor, now = seat.visitor, after.at
    best = 0 if after.solver else after.game.score
    games.spend_opening(transaction, commitment(seat.seed))
    player_id = games.add_player(transaction, visitor.next_hash, visitor.token_hash, best, now)
    game_id = games.add_game(transaction, player_id, seat.seed, after)
    stored = OpenGame(player_id, game_id, seat.seed, best, 0, now, True, True, after)
    return seat._replace(stored=stored, position=after, best=best, has_next_token=True)
