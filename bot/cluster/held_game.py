"""A game that this program holds: the guard of everything that is done to show it."""

from collections.abc import Callable
from typing import Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.cluster.game_claims import Claims, NotOurs
from bot.store import Store

_P = ParamSpec("_P")
_T = TypeVar("_T")


class HeldGame:
    """A game, under the name that this program had when it began to work on it."""

    def __init__(self, store: Store, claims: Claims, program: str, table_id: int) -> None:
        """*program* is empty if this one is alone on its database."""
        self._store = store
        self._claims = claims
        self.program = program
        self._table_id = table_id

    def ensure_held(self) -> None:
        """Raise NotOurs if another program may show the game by now."""
        if self._claims.program != self.program or not self._claims.holds(self._table_id):
            raise NotOurs

    async def write(
        self, work: Callable[Concatenate[Connection, _P], _T], *args: _P.args, **kwargs: _P.kwargs
    ) -> _T:
        """Store something about the game. Raises NotOurs, and what :meth:`Store.write` raises."""

        def write(connection: Connection) -> _T:
            if self.program:
                self._claims.hold(connection, self.program, self._table_id)
            return work(connection, *args, **kwargs)

        return await self._store.write(write)
