"""Teaching in a player's first games; private, because it depends on the hand.

It is stored in the transaction of the decision that causes it, so pages can be drawn again without
teaching anything twice.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pydantic import TypeAdapter

from engine import (
    BuildingPlaced,
    CatastrophePlaced,
    ConflictOpened,
    Event,
    KingdomsUnited,
    LeaderReturned,
    MonumentBuilt,
    PublicView,
    ReturnCause,
    TreasuresTaken,
    ZigguratBuilt,
)

FIRST_GAMES = 3
"""Number of games in which a user is taught."""


class Thing(StrEnum):
    """A thing on the board that can be new to a learner."""

    TREASURE = "treasure"
    DISPLAY = "display"
    INTERNAL_CONFLICT = "internal conflict"
    UNIFICATION_TILE = "unification tile"
    EXTERNAL_CONFLICT = "external conflict"
    RETURN = "return"
    """A leader that has lost its last temple."""
    CATASTROPHE = "catastrophe"
    MONUMENT = "monument"
    ZIGGURAT = "ziggurat"
    FACE_DOWN_TILE = "face-down tile"
    BUILDING = "building"
    TREASURES_TAKEN = "treasures taken"


@dataclass(frozen=True, slots=True)
class Taught:
    """Things and advice that the player of a seat was taught."""

    games: int | None
    """Number of the player's games before this one; None for a computer, or if unknown."""
    advised: tuple[str, ...] = ()
    """Kinds of advice given, each once, the latest last."""
    advised_here: int = 0
    """Number of the last of them that were given in this game."""
    advised_seq: int = 0
    """Version of this game in which the last one was given; 0 without one."""
    met: Mapping[str, int] = field(default_factory=dict)
    """Things that the player has met, with the number of the entry that placed each; 0 for things
    from other games."""

    @property
    def learns(self) -> bool:
        """True if this is one of the player's first games."""
        return self.games is not None and self.games < FIRST_GAMES

    def advised_one_of(self, kinds: Sequence[str], seq: int) -> "Taught":
        """Return a copy with one of the fitting *kinds* of advice, at most once per game.

        The first that was never given, or the one given longest ago. *kinds* are in order of
        importance; *seq* is the version of the game.
        """
        before = self.advised[: len(self.advised) - self.advised_here]
        here = self.advised[len(before) :]
        order = {kind: number for number, kind in enumerate(before, start=1)}
        new = [kind for kind in kinds if kind not in here]
        if not new:
            return self
        chosen = min(new, key=lambda kind: order.get(kind, 0))
        advised = (*(kind for kind in before if kind != chosen), *here, chosen)
        return replace(self, advised=advised, advised_here=len(here) + 1, advised_seq=seq)

    def with_met(self, things: Mapping[str, int]) -> "Taught":
        """Return a copy with new *things*, with the numbers of the entries that placed them."""
        return replace(self, met={**things, **self.met}) if things else self

    def without(self, undone: Iterable[int]) -> "Taught":
        """Return a copy without things placed by *undone* entries."""
        gone = set(undone)
        met = {thing: seq for thing, seq in self.met.items() if seq not in gone}
        return self if len(met) == len(self.met) else replace(self, met=met)

    def dump(self) -> dict[str, Any]:
        """Return the values to store; only those needed later if the player no longer learns."""
        stored: dict[str, Any] = _TAUGHT.dump_python(
            self, include=None if self.learns else {"games"}
        )
        return stored


_TAUGHT = TypeAdapter(Taught)
_OF_ALL = TypeAdapter(tuple[Taught, ...])


def dump_taught(taught: Sequence[Taught]) -> str:
    """Return a text for :func:`load_taught`; *taught* is in seat order."""
    return json.dumps([each.dump() for each in taught], separators=(",", ":")) if taught else ""


def load_taught(text: str) -> tuple[Taught, ...]:
    """Read the text of :func:`dump_taught`. Raises ValueError for any other."""
    return _OF_ALL.validate_json(text, strict=True) if text else ()


def things_at_start(view: PublicView) -> Iterator[Thing]:
    """Yield things on the board at the start of a game."""
    yield Thing.TREASURE
    if view.display is not None:
        yield Thing.DISPLAY


def things_in(events: Iterable[Event]) -> Iterator[Thing]:
    """Yield things that *events* place on the board or reveal."""
    for event in events:
        match event:
            case KingdomsUnited():
                yield Thing.UNIFICATION_TILE
            case ConflictOpened(conflict):
                yield Thing.INTERNAL_CONFLICT if conflict.internal else Thing.EXTERNAL_CONFLICT
            case LeaderReturned(cause=ReturnCause.NO_TEMPLE):
                yield Thing.RETURN
            case CatastrophePlaced():
                yield Thing.CATASTROPHE
            case MonumentBuilt():
                yield from (Thing.MONUMENT, Thing.FACE_DOWN_TILE)
            case ZigguratBuilt():
                yield from (Thing.ZIGGURAT, Thing.FACE_DOWN_TILE)
            case BuildingPlaced():
                yield Thing.BUILDING
            case TreasuresTaken():
                yield Thing.TREASURES_TAKEN
            case _:
                pass
