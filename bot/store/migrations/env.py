"""Runs the migrations on the connection that :mod:`bot.store.maintenance.migrate` passes."""

from alembic import context

from bot.store.schema.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
