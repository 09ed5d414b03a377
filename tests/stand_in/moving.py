"""All that is stored in a file, in a PostgreSQL database as well: rows as they are, and fast."""

from pathlib import Path

from sqlalchemy import Table, create_engine, select
from sqlalchemy.dialects.postgresql.asyncpg import dialect as postgresql
from sqlalchemy.engine import Connection

from bot.store.schema.tables import metadata
from tests.stand_in.rows import connected

_DIALECT = postgresql()  # type: ignore[no-untyped-call]


async def move(database: Path, url: str) -> None:
    """Copy every row of a file into a database that has the tables and no rows."""
    engine = create_engine(f"sqlite:///{database}")
    try:
        async with connected(url) as there:
            with engine.connect() as here:
                for table in metadata.sorted_tables:
                    names = [column.name for column in table.columns]
                    await there.copy_records_to_table(
                        table.name, records=_rows(here, table), columns=names
                    )
                    if table.autoincrement_column is not None:
                        await there.execute(_SEQUENCE.format(table=table.name))
            await there.execute("ANALYZE")
    finally:
        engine.dispose()


_SEQUENCE = (
    "SELECT setval(pg_get_serial_sequence('{table}', 'id'), coalesce(max(id), 1)) FROM {table}"
)


def _rows(here: Connection, table: Table) -> list[tuple[object, ...]]:
    processors = [
        column.type.dialect_impl(_DIALECT).bind_processor(_DIALECT) for column in table.columns
    ]
    return [
        tuple(
            value if process is None else process(value)
            for process, value in zip(processors, row, strict=True)
        )
        for row in here.execute(select(table))
    ]
