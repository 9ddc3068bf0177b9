"""Runs the migrations on the connection that is handed in."""

from alembic import context

from enfilade.web.store.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table="enfilade_version",
    render_as_batch=True,
)
context.run_migrations()
