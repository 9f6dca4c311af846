"""Removing all that is kept about a player."""

from app.play.seats import Visitor
from app.store import games
from app.store.transaction import Transaction


def forget(transaction: Transaction, visitor: Visitor) -> bool:
    """Remove the visitor with all their games and moves; tell whether there was anything."""
    stored = games.find_open_game(transaction, visitor.token_hash)
    if stored is None:
        return False
    games.remove_player(transaction, stored.player_id)
    return True
