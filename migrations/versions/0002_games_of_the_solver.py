"""Games in which the solver has played."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("solver", sa.Boolean(), nullable=False, server_default=sa.false()))
