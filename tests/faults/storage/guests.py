"""Players without a network: they call the use cases themselves, inside a transaction they are given."""

import hashlib
from random import Random

from app.engine.board import Direction, is_legal
from app.play.moving import move
from app.play.protocol import Answer
from app.play.seats import Visitor
from app.play.starting import start_game
from app.store.transaction import Transaction

_CAREFUL = (Direction.LEFT, Direction.DOWN, Direction.RIGHT, Direction.UP)
"""The directions in the order in which a careful player prefers them; the first two are alike."""
LETTERS = {direction: direction.value[0] for direction in Direction}


class Guest:
    """Plays by use cases, one a batch; takes in what they answered only after the commit.

    One who is careful keeps the large tiles in a corner, as people do, and so plays longer.
    """

    def __init__(self, number: int, chance: Random, *, careful: bool = False) -> None:
        token, following = (hashlib.sha256(b"%d %d" % (number, age)).digest() for age in range(2))
        self._visitor = Visitor(token, following, opening_seed=chance.randbytes(32), opening_version=1)
        self._chance = chance
        self._careful = careful
        self._answer: Answer | None = None
        self._asked: Direction | None = None
        self.told: dict[bytes, str] = {}

    def ask(self, transaction: Transaction, now: int) -> Answer:
        """Play one legal direction, or begin anew where there is none."""
        version = self._answer.seat.position.version if self._answer else 1
        self._asked = self._next()
        if self._asked is None and self._answer:
            return start_game(transaction, self._visitor, version, now)
        wanted = [self._asked] if self._asked else list(Direction)[: self._chance.randint(2, 4)]
        return move(transaction, self._visitor, version, wanted, now, admit=lambda: None)

    def hear(self, answer: Answer) -> None:
        """Take in an answer."""
        assert answer.accepted
        if answer.seat.has_next_token:
            self._visitor = self._visitor._replace(token_hash=self._visitor.next_hash)
        directions = "".join(LETTERS[played.direction] for played in answer.moves)
        self.told[answer.seat.seed] = self.told.get(answer.seat.seed, "") + directions
        self._answer = answer

    @property
    def is_stuck(self) -> bool:
        """Whether the game has come to its end."""
        return self._answer is not None and self._next() is None

    @property
    def moves(self) -> int:
        """How many moves were confirmed, over all games."""
        return sum(map(len, self.told.values()))

    def _next(self) -> Direction | None:
        if self._answer is None:
            return None
        board = self._answer.seat.game.board
        legal = [direction for direction in _CAREFUL if is_legal(board, direction)]
        if not legal:
            return None
        if self._careful:
            return self._chance.choice(legal[:2]) if set(legal[:2]) <= set(_CAREFUL[:2]) else legal[0]
        return self._chance.choice(legal)
