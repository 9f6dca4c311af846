"""Finished games for tests, and their reviews by a cheap adviser."""

import random
from collections.abc import Sequence
from functools import partial

from app.engine.board import Direction, legal_directions
from app.engine.chance import commitment
from app.engine.game import move, play_on, replayed, start
from app.play.looking_back import Past, course_of, directions_of, finished_game, finished_games
from app.play.seats import Visitor, take_seat
from app.play.tiles import new_tiles
from app.solver.review import Review, pack, review
from app.store import games
from app.store.database import Database
from app.store.games import PlayedMove, Position
from app.store.history import keep_review
from app.store.transaction import Transaction
from app.web.clock import now
from tests.builders import SEED
from tests.conftest import Player
from tests.solver.adviser import cheap_advice

OTHER_SEED = SEED[::-1]


async def play_to_the_end(database: Database, player: Player, number: int = 1) -> Past:
    """Play the game before a player to its end, as one who pushes anywhere, and return it.

    The first game of a player is always the same one for a number, so that tests know how long it is.
    """
    await player.visit()
    seat = await database.read(partial(take_seat, visitor=player.visitor))
    if seat.stored is None:
        await put_over_game(database, player.visitor, number)
        await player.visit()
    chance = random.Random(number)
    while not player.seen.has("over"):
        assert (await player.move(*chance.choices(list(Direction), k=64))).status_code == 200
    return await newest_game(database, player.visitor)


async def put_over_game(database: Database, visitor: Visitor, number: int) -> None:
    """Store the visitor as a player who has pushed anywhere until no move was left."""
    seed, chance = bytes([number] * 32), random.Random(number)
    game, played = start(seed), list[PlayedMove]()
    while directions := legal_directions(game.board):
        after = move(play_on(game), seed, chance.choice(directions))
        assert after is not None
        game = after.game
        played.append(PlayedMove(after.direction, 0, game))
    version = visitor.opening_version + 1
    over = Position(game, new_tiles(game.board, version), version, "", now())

    def store(transaction: Transaction) -> None:
        games.spend_opening(transaction, commitment(seed))
        player_id = games.add_player(transaction, visitor.token_hash, None, game.score, now())
        games.add_moves(transaction, games.add_game(transaction, player_id, seed, over), played)

    await database.write(store)


async def newest_game(database: Database, visitor: Visitor) -> Past:
    """Return the finished game that a visitor began last."""
    listed = await database.read(partial(finished_games, visitor=visitor, page=1))
    return await database.read(partial(finished_game, visitor=visitor, game_id=listed.games[0].id))


async def store_review(database: Database, past: Past) -> Review:
    """Review a game by the cheap adviser, whose values count as points, and store that."""
    directions = await database.read(partial(directions_of, game=past.game))
    boards = course_of(past.game, directions)
    found = review(boards, directions, [cheap_advice(board) for board in boards])
    keeping = partial(keep_review, player_id=past.player_id, game=past.game, packed=pack(found))
    await database.write(keeping)
    return found


async def put_left_game(database: Database, visitor: Visitor, directions: Sequence[Direction]) -> None:
    """Store the visitor as a player who has left the game of these directions for a new one."""
    played = [PlayedMove(move.direction, 0, move.game) for move in replayed(SEED, directions)]
    version = visitor.opening_version
    left = Position(played[-1].game, new_tiles(played[-1].game.board, version), version, "", 1)
    game = start(OTHER_SEED)
    new = Position(game, new_tiles(game.board, version + 1), version + 1, "", 2)

    def store(transaction: Transaction) -> None:
        player_id = games.add_player(transaction, visitor.token_hash, None, left.game.score, 1)
        game_id = games.add_game(transaction, player_id, SEED, left)
        games.add_moves(transaction, game_id, played)
        stored = games.find_open_game(transaction, visitor.token_hash)
        assert stored is not None
        games.close_game(transaction, stored, 2)
        games.add_game(transaction, player_id, OTHER_SEED, new)

    await database.write(store)
