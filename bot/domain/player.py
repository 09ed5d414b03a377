"""People on Discord: as players of a game, as former ones, and as invited to join."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, NewType

from pydantic import TypeAdapter

from bot.domain.clock import NEW_CLOCK, Clock
from bot.domain.hours import ALWAYS, Hours
from bot.domain.naming import make_unique
from bot.store import USUAL_HABITS, CalledIn, ClockRow, Habits, PersonRow, PlayerRow

OwnNumber = NewType("OwnNumber", int)
"""The ID of the requesting user, as confirmed by Discord.

A user's settings and private data are read only with this type, so no other ID can be passed.
"""


@dataclass(frozen=True, slots=True)
class Person:
    """A Discord user who makes a request, with the name that is shown at the moment."""

    user_id: OwnNumber
    name: str
    discord_language: str = "en"
    """The language of the user's Discord app, as Discord names it."""
    chosen_language: str | None = None
    """The one that the user has chosen instead, once that is read."""

    @property
    def language(self) -> str:
        """The language of what this user alone sees."""
        return self.chosen_language or self.discord_language


class ChosenUser(NamedTuple):
    """A user whom another user has chosen."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player(PlayerRow):
    """Who takes part, with what is known of the user in all games together."""

    habits: Habits = USUAL_HABITS
    """What the player has set for all games."""
    discord_language: str = "en"
    """The language of the player's Discord app, as Discord names it, when last met."""
    direct_closed_at: datetime | None = None
    """When the player's direct messages were last found closed; None if they are open."""
    direct_refusals: int = 0
    """How often in a row they were."""
    hours: Hours = field(default=ALWAYS, repr=False)
    """When the player can be expected to play."""
    clock: Clock = NEW_CLOCK
    """How long the game has waited for this player."""
    own_name: str = ""
    """The user's name on Discord, if *name* has a number to tell players apart."""

    @classmethod
    def of(cls, row: PlayerRow, person: PersonRow, clock: ClockRow) -> Player:
        """Rows as a value."""
        known = {name: getattr(row, name) for name in row.__slots__}
        return cls(**known, **known_of(person), clock=Clock.of(clock))

    @property
    def language(self) -> str:
        """The language of messages for this player alone."""
        return self.habits.chosen_language or self.discord_language

    @property
    def called_in(self) -> CalledIn:
        """Where the player is called in this game."""
        return self.calls_in or self.habits.calls_in

    @property
    def abandoned(self) -> bool:
        """Whether nobody plays this seat: its player has resigned, or was given up."""
        return self.abandoned_seq is not None

    @property
    def is_computer(self) -> bool:
        """Whether a computer plays this seat: then there is no user, and nobody to be told."""
        return self.level is not None

    @property
    def stands_in(self) -> bool:
        """Whether a computer stands in for a player on this seat until a person takes it."""
        return self.is_computer and self.taken_seq is not None

    @property
    def is_played_by_person(self) -> bool:
        """Whether a person plays this seat, who can be asked and answers."""
        return not self.abandoned and not self.is_computer

    @property
    def decides_automatically(self) -> bool:
        """Whether nobody is asked for this player's decisions: no person plays the seat."""
        return not self.is_played_by_person

    @property
    def offered(self) -> bool:
        """Whether another user can take this seat: it is offered, or abandoned."""
        return self.offered_seq is not None or self.abandoned

    @property
    def free_since(self) -> int | None:
        """The number of the entry since which it is offered as it is now; None if it is not."""
        return self.offered_seq if self.offered_seq is not None else self.abandoned_seq

    def is_offered_to(self, user_id: int) -> bool:
        """Whether that user can take this seat, who has seen no other hand.

        Anybody may take a seat that nobody plays, even if one user was asked by name.
        """
        return self.offered and (self.abandoned or self.offered_to in {None, user_id})


def known_of(person: PersonRow) -> dict[str, Any]:
    """What is known of a user in all games, as attributes of a player."""
    return {
        "habits": person.habits,
        "discord_language": person.language or "en",
        "direct_closed_at": person.direct_closed_at,
        "direct_refusals": person.direct_refusals or 0,
        "hours": Hours.of(person),
        "own_name": "",
    }


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """A user who held a seat of a started game, until another took it."""

    user_id: int | None
    """None for a computer."""
    name: str
    seat: int
    taken_seq: int
    """The number of the entry with which the next one took it."""


def named_apart(
    players: Sequence[Player], former: Sequence[FormerPlayer]
) -> tuple[tuple[Player, ...], tuple[FormerPlayer, ...]]:
    """The same players, with names that can't be confused; the first one to join keeps the name.

    A user or computer has the same name on every seat. A computer's name never changes.
    """
    names: dict[int | str, str] = {}

    def name_of(each: Player | FormerPlayer, own: str) -> str:
        who = own if each.user_id is None else each.user_id
        if who not in names:
            names[who] = make_unique(own, names.values())
        return names[who]

    def own_name(player: Player) -> str:
        return player.own_name or player.name

    def rank(player: Player) -> tuple[bool, int]:
        return player.user_id is not None, player.taken_seq or player.joined_seq

    for each in sorted(players, key=rank):
        name_of(each, own_name(each))
    return (
        tuple(_called(each, name_of(each, own_name(each))) for each in players),
        tuple(replace(each, name=name_of(each, each.name)) for each in former),
    )


def _called(player: Player, name: str) -> Player:
    if name == player.name:
        return player
    own = player.own_name or player.name
    return replace(player, name=name, own_name="" if name == own else own)


@dataclass(frozen=True, slots=True)
class InvitedUser:
    """A user who was asked by name to join a game, and has not."""

    user_id: int
    declined: bool = False
    hushed: bool = False
    """Whether that came in the user's quiet hours, and so makes no sound."""
    blind: bool = False
    """Whether the user can't see where the game was opened, and so is invited by direct message."""
    unreached: bool = False
    """Whether that failed too: no seat is kept then, as if the user had declined."""


def load_former(stored: Sequence[Any]) -> tuple[FormerPlayer, ...]:
    """Read them as stored. Raises ValueError if they are damaged."""
    return _FORMER.validate_python(stored)


def load_invited(stored: Sequence[Any]) -> tuple[InvitedUser, ...]:
    """Read them as stored. Raises ValueError if they are damaged."""
    return _ASKED.validate_python(stored)


_FORMER, _ASKED = TypeAdapter(tuple[FormerPlayer, ...]), TypeAdapter(tuple[InvitedUser, ...])
