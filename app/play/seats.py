"""A visitor and the game before them, stored or not yet.

A visit that never plays leaves nothing behind: until the first move the game exists only as the
opening that follows from the visitor's token, and the first move stores the player and the game.
"""

from typing import NamedTuple

from app.engine.board import Board
from app.engine.game import Game, start
from app.play.tiles import new_tiles
from app.store import games
from app.store.games import OpenGame, Position
from app.store.transaction import Transaction

RENEWAL = 30 * 24 * 60 * 60 * 1000
"""Milliseconds of age from which a player's cookie is sent again with a change."""


class Visitor(NamedTuple):
    """Who asks: the hash of their token, and the seed and version of the game it opens with."""

    token_hash: bytes
    opening_seed: bytes
    opening_version: int


class Seat(NamedTuple):
    """A visitor's game as it stands: ``stored`` is ``None`` until the first move."""

    visitor: Visitor
    stored: OpenGame | None
    seed: bytes
    position: Position
    best: int

    @property
    def game(self) -> Game:
        """The game before the visitor."""
        return self.position.game

    @property
    def wants_cookie(self) -> bool:
        """Whether the last change made the player or renewed them, so that the cookie is due."""
        return self.stored is not None and self.stored.renewed_at == self.position.at

    @property
    def has_progress(self) -> bool:
        """Whether a move has been played, so that there is something to leave behind."""
        return self.game.turn > 0


def take_seat(transaction: Transaction, visitor: Visitor) -> Seat:
    """Return the visitor's open game, or the opening that their first move will make real."""
    stored = games.find_open_game(transaction, visitor.token_hash)
    if stored is not None:
        return Seat(visitor, stored, stored.seed, stored.position, stored.best)
    game = start(visitor.opening_seed)
    tiles = new_tiles(game.board, visitor.opening_version)
    position = Position(game, tiles, visitor.opening_version, request="", at=0)
    return Seat(visitor, None, visitor.opening_seed, position, best=0)


def change_game(
    transaction: Transaction, seat: Seat, game: Game, tiles: Board, request: str, now: int
) -> Seat:
    """Store the next state of the game, with the player if they are new, and raise their best."""
    position = Position(game, tiles, seat.position.version + 1, request, now)
    best = max(seat.best, game.score)
    if seat.stored is None:
        player_id = games.add_player(transaction, seat.visitor.token_hash, best, now)
        game_id = games.add_game(transaction, player_id, seat.seed, position)
        stored = OpenGame(player_id, game_id, seat.seed, best, now, position)
    else:
        games.change_game(transaction, seat.stored, position)
        if best > seat.best:
            games.raise_best(transaction, seat.stored.player_id, best)
        stored = _renewed(transaction, seat.stored, now)._replace(best=best, position=position)
    return seat._replace(stored=stored, position=position, best=best)


def _renewed(transaction: Transaction, stored: OpenGame, now: int) -> OpenGame:
    if now - stored.renewed_at < RENEWAL:
        return stored
    games.renew(transaction, stored.player_id, now)
    return stored._replace(renewed_at=now)
