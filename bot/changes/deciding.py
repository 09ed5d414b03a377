"""Use cases about one table, made of methods that decide its change.

The method takes a change without entries and returns it with some; the use case takes the table's
number in its place, and the unit of work loads and stores.
"""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from bot.changes.change import Change
from bot.changes.unit_of_work import Changes
from bot.domain.player import OwnNumber
from bot.domain.seat import Outcome
from bot.domain.table import Table


class _HasChanges(Protocol):
    @property
    def _changes(self) -> Changes: ...


_S = TypeVar("_S", bound=_HasChanges)
_P = ParamSpec("_P")


def use_case(
    decide: Callable[Concatenate[_S, Change, _P], Change],
) -> Callable[Concatenate[_S, int, _P], Coroutine[Any, Any, Table]]:
    """Return the use case of a method; it returns the table after the change.

    It raises what the method and :meth:`Changes.change` raise.
    """

    @wraps(decide)
    async def run(self: _S, table_id: int, /, *args: _P.args, **kwargs: _P.kwargs) -> Table:
        done = await self._changes.change(table_id, lambda new: decide(self, new, *args, **kwargs))
        return done.now

    return run


def use_case_of_player(
    decide: Callable[Concatenate[_S, Change, OwnNumber, _P], Change],
) -> Callable[Concatenate[_S, int, OwnNumber, _P], Coroutine[Any, Any, Outcome]]:
    """Return the use case of a player's method, as :func:`use_case`; it returns the outcome."""

    @wraps(decide)
    async def run(
        self: _S, table_id: int, user_id: OwnNumber, /, *args: _P.args, **kwargs: _P.kwargs
    ) -> Outcome:
        done = await self._changes.change(
            table_id, lambda new: decide(self, new, user_id, *args, **kwargs)
        )
        return done.outcome_for(user_id)

    return run
