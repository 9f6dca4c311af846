"""Runs the migrations on the connection that ``app.store.migration`` hands over."""

from alembic import context

from app.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection, target_metadata=metadata, render_as_batch=True, transaction_per_migration=True)
with context.begin_transaction():
    context.run_migrations()
