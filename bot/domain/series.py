"""Games in a row of the same players, and how many each has won."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, TypeAlias

from pydantic import Field, StrictInt, StrictStr, TypeAdapter

from bot.domain.player import Player

PlayerKey: TypeAlias = StrictInt | StrictStr
"""A user's number; the name of a computer, or of a user who was forgotten."""
_Count: TypeAlias = Annotated[StrictInt, Field(ge=0)]


def key_of(player: Player) -> PlayerKey:
    """Return the key of a player in a series."""
    return player.name if player.user_id is None else player.user_id


@dataclass(frozen=True, slots=True)
class Series:
    """The results of games in a row of the same players."""

    won: tuple[tuple[PlayerKey, _Count], ...] = ()
    """The number of games that each player has won alone."""
    shared: _Count = 0
    """The number of games with several winners."""

    @property
    def games(self) -> int:
        """The number of games with a winner."""
        return self.shared + sum(won for _, won in self.won)

    def without(self, user_id: int, name: str) -> Series:
        """Return the series with a *name* in place of a user's number."""
        return replace(
            self, won=tuple((name if key == user_id else key, won) for key, won in self.won)
        )

    def and_then(self, players: Sequence[Player], winners: Collection[Player]) -> Series:
        """Return the series with another game; it starts over if the players differ."""
        keys = [*map(key_of, players)]
        same = {key for key, _ in self.won} == {*keys}
        before = dict(self.won) if same else {}
        alone = [*map(key_of, winners)] if len(winners) == 1 else []
        won = tuple((key, before.get(key, 0) + (key in alone)) for key in keys)
        return Series(won, (self.shared if same else 0) + (len(winners) > 1))

    def dump(self) -> dict[str, Any]:
        """Return it for :meth:`load`; empty without a game."""
        dumped: dict[str, Any] = _STORED.dump_python(self, mode="json", exclude_defaults=True)
        return dumped

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Series:
        """Read the result of :meth:`dump`. Raises ValueError for anything else."""
        return _STORED.validate_python(stored)


NO_SERIES = Series()
_STORED = TypeAdapter(Series)
