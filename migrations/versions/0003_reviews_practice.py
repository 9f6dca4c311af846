"""Reviews of finished games, and games for practice."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_NO_PRACTICE = {"sqlite": "practice IS 0", "postgresql": "practice IS false"}


def upgrade() -> None:
    # SQLite can only drop the constraint by making the table anew.
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("practice", sa.Boolean(), nullable=False, server_default=sa.false()))
        games.drop_constraint("uq_games_seed", type_="unique")
    op.create_index(
        "uq_games_seed",
        "games",
        ["seed"],
        unique=True,
        sqlite_where=sa.text(_NO_PRACTICE["sqlite"]),
        postgresql_where=sa.text(_NO_PRACTICE["postgresql"]),
    )
    op.create_table(
        "reviews",
        sa.Column("game_id", _KEY, autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_reviews_game_id", ondelete="CASCADE"),
    )
