"""Moments by the database's own clock, in the words of each kind of database.

On a server that is the server's clock, as those of several machines differ; a file belongs to one
machine, and goes by that one's. It knows milliseconds only.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Dialect, Interval, String, TypeDecorator, literal
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

from bot.store.schema.column_types import UtcDateTime

_IN_FILE = "'%Y-%m-%d %H:%M:%f000'"
"""How SQLite writes a moment, as ``bot.store.schema.column_types.UtcDateTime`` does."""


class now(FunctionElement[datetime]):  # noqa: N801  # as the library's own functions are called
    """The moment at which a statement begins."""

    type = UtcDateTime()
    inherit_cache = True


class _Later(FunctionElement[datetime]):
    type = UtcDateTime()
    inherit_cache = True


class _Span(TypeDecorator[timedelta]):
    """A length of time, as it is added to a moment."""

    impl = Interval
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """SQLite is told in words."""
        return dialect.type_descriptor(String() if dialect.name == "sqlite" else Interval())

    def process_bind_param(self, value: timedelta | None, dialect: Dialect) -> Any:  # noqa: ANN401
        """Write the words."""
        if value is None or dialect.name != "sqlite":
            return value
        return f"{value.total_seconds():+.3f} seconds"


def later_by(moment: ColumnElement[datetime], by: timedelta) -> ColumnElement[datetime]:
    """The moment so much later than that, or sooner."""
    return _Later(moment, literal(by, _Span))


@compiles(now, "postgresql")
def _now_at_server(_element: now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401
    return "statement_timestamp()"


@compiles(now, "sqlite")
def _now_in_file(_element: now, _compiler: SQLCompiler, **_: Any) -> str:  # noqa: ANN401
    return f"strftime({_IN_FILE}, 'now')"


@compiles(_Later, "postgresql")
def _later_at_server(element: _Later, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    moment, by = (compiler.process(each, **options) for each in element.clauses)
    return f"({moment} + {by})"


@compiles(_Later, "sqlite")
def _later_in_file(element: _Later, compiler: SQLCompiler, **options: Any) -> str:  # noqa: ANN401
    return f"strftime({_IN_FILE}, {compiler.process(element.clauses, **options)})"
