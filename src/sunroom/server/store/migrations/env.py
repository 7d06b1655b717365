"""Called by Alembic; the connection comes from `revisions.change_schema`."""

from alembic import context

from sunroom.server.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transaction_per_migration=True,
)
with context.begin_transaction():
    context.run_migrations()
