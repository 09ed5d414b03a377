"""Statements as texts with their values in them, of which several can be sent at once."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Column
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.sql.dml import UpdateBase

_DIALECT = asyncpg.dialect(paramstyle="pyformat")  # type: ignore[no-untyped-call]
_LIST = re.compile(r"__\[POSTCOMPILE_(\w+)\]")
"""The gap for a list of values, as the library leaves it."""
_KEPT = 500
"""How many statements are kept as texts: there are some dozens, if none is made anew each time."""


def written(statement: UpdateBase, values: Mapping[str, object]) -> str:
    """A statement that changes something, with *values* for its parameters.

    Raises TypeError for a value that has no text here, ValueError for a text that PostgreSQL can
    not keep.
    """
    return _template(statement, tuple(sorted(values))).filled(values)


@dataclass(frozen=True, slots=True)
class _Template:
    """A statement with a gap for each of its parameters."""

    text: str
    parameters: Callable[[Mapping[str, object]], Mapping[str, Any]]
    """All of the statement's parameters, for the values of some of them."""
    defaults: Mapping[str, Column[Any]]
    """The columns that are written though nobody names them."""
    lists: frozenset[str]
    """The parameters that are lists of values."""
    processors: Mapping[str, Callable[[Any], Any]]
    """What makes the database's values of Python's, by parameter, where that is another one."""

    def filled(self, values: Mapping[str, object]) -> str:
        """The statement with these values."""
        values = {name: default_of(column) for name, column in self.defaults.items()} | dict(values)
        parameters = self.parameters(values)
        return self.text % {name: self._literal(name, parameters[name]) for name in parameters}

    def _literal(self, name: str, value: object) -> str:
        processor = self.processors.get(name, _as_it_is)
        if name not in self.lists:
            return literal(processor(value))
        assert isinstance(value, Sequence)
        if not value:
            raise ValueError("a list of values needs one at least")
        return ", ".join(literal(processor(each)) for each in value)


@lru_cache(_KEPT)
def _template(statement: UpdateBase, names: Sequence[str]) -> _Template:
    """A statement as a text; it takes as long as several statements take to be run."""
    compiled = statement.compile(dialect=_DIALECT, column_keys=list(names))
    processors = {
        name: bind.type.dialect_impl(_DIALECT).bind_processor(_DIALECT)
        for name, bind in compiled.binds.items()
    }
    return _Template(
        _LIST.sub(r"%(\1)s", compiled.string),
        compiled.construct_params,
        {column.key: column for column in compiled.insert_prefetch or ()},
        frozenset(_LIST.findall(compiled.string)),
        {name: each for name, each in processors.items() if each is not None},
    )


def _as_it_is(value: Any) -> Any:  # noqa: ANN401
    return value


def default_of(column: Column[Any]) -> object:
    """The value that a column has if nobody names it; it must have a default."""
    default: Any = column.default
    return default.arg(None) if default.is_callable else default.arg


def literal(value: object) -> str:
    """A value as it is written in a statement. Raises TypeError if it is of another kind."""
    match value:
        case None:
            return "NULL"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value) if value >= 0 else f"({value})"
        case datetime():
            return f"'{value.isoformat()}'"
        case str():
            return _quoted(value)
        case _:
            raise TypeError(f"{type(value).__name__} cannot be written in a statement")


def _quoted(text: str) -> str:
    """A text in quotes that nothing in it can end, whatever the server is set to."""
    if "\0" in text:
        raise ValueError("PostgreSQL keeps no text with a zero in it")
    doubled = text.replace("'", "''")
    if "\\" not in text:
        return f"'{doubled}'"
    return "E'" + doubled.replace("\\", "\\\\") + "'"
