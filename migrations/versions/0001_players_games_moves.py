"""Players, games and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("previous_hash", sa.LargeBinary(32), nullable=True),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("best_assisted", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("renewed_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token_hash", name="uq_players_token_hash"),
        sa.UniqueConstraint("previous_hash", name="uq_players_previous_hash"),
    )
    op.create_table(
        "openings",
        sa.Column("commitment", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("commitment", name="pk_openings"),
    )
    op.create_table(
        "games",
        sa.Column("id", _KEY, nullable=False),
        sa.Column("player_id", _KEY, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("board", sa.LargeBinary(16), nullable=False),
        sa.Column("tiles", sa.LargeBinary(64), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("continued", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("assisted", sa.Boolean(), nullable=False),
        sa.Column("redoable", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("last_request", sa.String(64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("moved_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_games_player_id", ondelete="CASCADE"),
        sa.UniqueConstraint("seed", name="uq_games_seed"),
    )
    op.create_index("ix_games_player_id", "games", ["player_id"])
    op.create_index(
        "uq_games_open",
        "games",
        ["player_id"],
        unique=True,
        sqlite_where=sa.text("closed_at IS NULL"),
        postgresql_where=sa.text("closed_at IS NULL"),
    )
    op.create_table(
        "moves",
        sa.Column("game_id", _KEY, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("direction", sa.SmallInteger(), nullable=False),
        sa.Column("milliseconds", sa.Integer(), nullable=False),
        sa.Column("digest", sa.SmallInteger(), nullable=False),
        sa.Column("saved", sa.LargeBinary(20), nullable=True),
        sa.PrimaryKeyConstraint("game_id", "turn", name="pk_moves"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_moves_game_id", ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
