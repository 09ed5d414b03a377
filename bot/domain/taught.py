"""What a player is taught in the first games: for that player's eyes, as it follows from the hand.

It is stored with the game, in the transaction of the decision that leads to it. What is shown then
follows from what is stored, and is the same however often it is shown.
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
"""The number of games in which a user is taught."""


class Thing(StrEnum):
    """What can be new on the board to a learner."""

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
    """What the player of a seat was taught."""

    games: int | None
    """In how many games the player had had a seat when this one started; None if nobody on
    Discord plays here, or that is not known."""
    advised: tuple[str, ...] = ()
    """The kinds of advice that were given, each once; the one that was given last comes last."""
    advised_here: int = 0
    """How many of the last of them were given in this game."""
    advised_seq: int = 0
    """The version of this game in which the last one was given; 0 if none was."""
    met: Mapping[str, int] = field(default_factory=dict)
    """The things that the player has met, with the entry of this game's log that brought each; 0
    if that was in another game."""

    @property
    def learns(self) -> bool:
        """True if this is one of the first games of the player."""
        return self.games is not None and self.games < FIRST_GAMES

    def advised_one_of(self, kinds: Sequence[str], seq: int) -> "Taught":
        """This, with one of the *kinds* of advice that fit, most important first; once in a game.

        That is the first that was never given, or the one whose turn is longest ago. *seq* is the
        version of the game in which they fit.
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
        """This, with *things* that the player meets now, and the entries that bring them."""
        return replace(self, met={**things, **self.met}) if things else self

    def without(self, undone: Iterable[int]) -> "Taught":
        """This, less what entries have brought that are *undone*."""
        gone = set(undone)
        met = {thing: seq for thing, seq in self.met.items() if seq not in gone}
        return self if len(met) == len(self.met) else replace(self, met=met)

    def dump(self) -> dict[str, Any]:
        """Return what is stored: nobody needs the rest once the player does not learn any more."""
        told: dict[str, Any] = _TAUGHT.dump_python(self, include=None if self.learns else {"games"})
        return told


_TAUGHT = TypeAdapter(Taught)
_OF_ALL = TypeAdapter(tuple[Taught, ...])


def dump_taught(taught: Sequence[Taught]) -> str:
    """Return what the players of a game were taught, in seat order, as a text to store."""
    return json.dumps([each.dump() for each in taught], separators=(",", ":")) if taught else ""


def load_taught(text: str) -> tuple[Taught, ...]:
    """Return what :func:`dump_taught` wrote. Raises ValueError if it is something else."""
    return _OF_ALL.validate_json(text, strict=True) if text else ()


def things_at_start(view: PublicView) -> Iterator[Thing]:
    """What lies there when a game starts."""
    yield Thing.TREASURE
    if view.display is not None:
        yield Thing.DISPLAY


def things_in(events: Iterable[Event]) -> Iterator[Thing]:
    """What comes upon the board by *events*, or first shows itself."""
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
