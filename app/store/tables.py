"""The tables. Times are milliseconds since 1970 UTC; hashes are SHA-256, 32 bytes."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    false,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Key = BigInteger().with_variant(Integer, "sqlite")

players = Table(
    "players",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("previous_hash", LargeBinary(32), unique=True),
    Column("best", Integer, nullable=False),
    Column("best_assisted", Integer, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("renewed_at", BigInteger, nullable=False),
)
"""Who plays. The cookie's token is known by its hash alone; ``renewed_at`` is when it was made.

``best`` is of games played alone, ``best_assisted`` of those with undo or hints; games in which the
solver has played count for neither.
``previous_hash`` is that of the token before it, good until the new one has come back.
"""

openings = Table("openings", metadata, Column("commitment", LargeBinary(32), primary_key=True))
"""The commitments of the openings that were played, for ever, so that none is played again with its
luck known. They tell nothing of anybody.
"""

games = Table(
    "games",
    metadata,
    Column("id", _Key, primary_key=True),
    Column("player_id", _Key, ForeignKey(players.c.id, ondelete="CASCADE"), nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("board", LargeBinary(16), nullable=False),
    Column("tiles", LargeBinary(64), nullable=False),
    Column("score", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("continued", Boolean, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("assisted", Boolean, nullable=False),
    Column("solver", Boolean, nullable=False, server_default=false()),
    Column("practice", Boolean, nullable=False, server_default=false()),
    Column("redoable", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("last_request", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("moved_at", BigInteger, nullable=False),
    Column("closed_at", BigInteger),
)
"""Every game. ``board`` holds 16 exponents, ``tiles`` the 16 identities of the tiles on the page.

``version`` grows with every change and never repeats for one player, across all their games;
``last_request`` is what made the last change, so that its retry is known; ``redoable`` counts the
moves beyond ``turn`` that were undone and can be played again. ``assisted`` is a game with undo or
hints, ``solver`` one in which the solver has played; both stay so. A ``practice`` game goes on from a
position of an earlier one: it has the seed of that game and its moves up to there. Neither a game of the
solver nor one for practice counts for a best. A player has one game without ``closed_at``: the one on
the page.
"""

Index("ix_games_player_id", games.c.player_id)
Index(
    "uq_games_open",
    games.c.player_id,
    unique=True,
    sqlite_where=games.c.closed_at.is_(None),
    postgresql_where=games.c.closed_at.is_(None),
)
Index(
    "uq_games_seed",
    games.c.seed,
    unique=True,
    sqlite_where=games.c.practice.is_(False),
    postgresql_where=games.c.practice.is_(False),
)

moves = Table(
    "moves",
    metadata,
    Column("game_id", _Key, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("direction", SmallInteger, nullable=False),
    Column("milliseconds", Integer, nullable=False),
    Column("digest", SmallInteger, nullable=False),
    Column("saved", LargeBinary(20)),
    sqlite_with_rowid=False,
)
"""One row a move: ``direction`` is the place in ``Direction``, ``milliseconds`` the time since the
move before, ``digest`` the low 15 bits of the CRC-32 of the board after it, so that a changed move
shows even where later moves lead to the same board. Every 32nd row has ``saved`` the board and the
score after its move, so that undoing takes the same time in a game of any length.
"""

reviews = Table(
    "reviews",
    metadata,
    Column(
        "game_id", _Key, ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True, autoincrement=False
    ),
    Column("version", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)
"""The review of a finished game, as ``app.solver.review`` packs it: that of the game's state with this
``version``, since a game that is over can still be undone.
"""
