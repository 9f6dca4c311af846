"""Leaving a game for a new one."""

import secrets

from app.engine.board import CELLS
from app.engine.chance import SEED_BYTES
from app.engine.game import start
from app.play.protocol import Answer, Reception, receive, unchanged
from app.play.seats import Visitor, renew_token, take_seat
from app.play.tiles import Step, new_tiles
from app.store import games
from app.store.games import Position
from app.store.transaction import Transaction

REQUEST = "new"


def start_game(transaction: Transaction, visitor: Visitor, version: int, now: int) -> Answer:
    """Close the visitor's game and open a new one; the old one stays among their games.

    A game without a move is new already, so it stays. Versions go on counting from the old game,
    so that no page that still shows it can be taken for one that shows the new.
    """
    seat = take_seat(transaction, visitor)
    reception = receive(seat.position, version, REQUEST)
    if reception is not Reception.CURRENT or seat.stored is None or not seat.has_progress:
        return unchanged(seat, reception)
    seed = secrets.token_bytes(SEED_BYTES)
    game = start(seed)
    position = Position(game, new_tiles(game.board, version + 1), version + 1, REQUEST, now)
    games.close_game(transaction, seat.stored, now)
    game_id = games.add_game(transaction, seat.stored.player_id, seed, position)
    stored = seat.stored._replace(game_id=game_id, seed=seed, position=position, practice=False)
    spawned = frozenset(cell for cell in range(CELLS) if game.board[cell])
    step = Step(position.tiles, (), frozenset(), spawned)
    after = renew_token(transaction, seat._replace(stored=stored, seed=seed, position=position), now)
    return Answer(after, accepted=True, step=step)
