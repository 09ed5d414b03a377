"""People on Discord: players, former players and invited users."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple, NewType, Protocol

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
    """A Discord user who makes a request, with the current display name."""

    user_id: OwnNumber
    name: str
    discord_language: str = "en"
    """Discord's code of the language of the user's app."""
    chosen_language: str | None = None
    """The language chosen in the settings, once read."""

    @property
    def language(self) -> str:
        """Language of messages for this user alone."""
        return self.chosen_language or self.discord_language


class Entrant(Protocol):
    """A Discord user who enters a game, by their own request now or earlier."""

    @property
    def user_id(self) -> int:
        """The ID."""

    @property
    def name(self) -> str:
        """The display name."""

    @property
    def discord_language(self) -> str:
        """Discord's code of the language of the user's app."""


class ChosenUser(NamedTuple):
    """A user chosen by another user."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Player(PlayerRow):
    """A player of a game, with the user's settings for all games."""

    habits: Habits = USUAL_HABITS
    """The player's settings for all games."""
    discord_language: str = "en"
    """Discord's code of the language of the player's app, as last seen."""
    direct_closed_at: datetime | None = None
    """Last time the player's direct messages were found closed; None if open."""
    direct_refusals: int = 0
    """Number of times in a row."""
    hours: Hours = field(default=ALWAYS, repr=False)
    """Hours in which the player can be expected to play."""
    clock: Clock = NEW_CLOCK
    """The player's clock."""
    own_name: str = ""
    """The user's name on Discord, if *name* has a number to make it unique."""
    offer_ends: datetime | None = field(default=None, compare=False)
    """End of the last offer of the seat, which gaps move; None without one that ends."""

    @classmethod
    def of(cls, row: PlayerRow, person: PersonRow, clock: ClockRow) -> Player:
        """Combine rows to a player."""
        known = {name: getattr(row, name) for name in row.__slots__}
        return cls(**known, **known_of(person), clock=Clock.of(clock))

    @property
    def language(self) -> str:
        """Language of messages for this player alone."""
        return self.habits.chosen_language or self.discord_language

    @property
    def called_in(self) -> CalledIn:
        """Place where the player is called in this game."""
        return self.calls_in or self.habits.calls_in

    @property
    def abandoned(self) -> bool:
        """True if the player has resigned, or was given up: nobody plays the seat."""
        return self.abandoned_seq is not None

    @property
    def is_computer(self) -> bool:
        """True if a computer plays this seat; then there is no user to notify."""
        return self.level is not None

    @property
    def stands_in(self) -> bool:
        """True if a computer stands in for a player on this seat until a person takes it."""
        return self.is_computer and self.taken_seq is not None

    @property
    def is_played_by_person(self) -> bool:
        """True if a person plays this seat; otherwise nobody is asked."""
        return not self.abandoned and not self.is_computer

    @property
    def offered(self) -> bool:
        """True if another user can take this seat: it is offered, or abandoned."""
        return self.offered_seq is not None or self.abandoned

    @property
    def free_since(self) -> int | None:
        """Number of the entry that opened the seat to others; None if it is not open."""
        return self.offered_seq if self.offered_seq is not None else self.abandoned_seq

    def is_offered_to(self, user_id: int) -> bool:
        """True if that user, who knows no other hand, can take this seat.

        Anybody may take a seat that nobody plays, even if one user was asked by name.
        """
        return self.offered and (self.abandoned or self.offered_to in {None, user_id})


def known_of(person: PersonRow) -> dict[str, Any]:
    """Return the data of a user in all games as attributes of a player."""
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
    """A user who held a seat of a started game until another took it."""

    user_id: int | None
    """None for a computer."""
    name: str
    seat: int
    taken_seq: int
    """Number of the entry with which the next player took the seat."""


def named_apart(
    players: Sequence[Player], former: Sequence[FormerPlayer]
) -> tuple[tuple[Player, ...], tuple[FormerPlayer, ...]]:
    """Return the players with unique names; the first to join keeps the name.

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
    """A user who was asked by name to join a game, and has not joined."""

    user_id: int
    declined: bool = False
    hushed: bool = False
    """True if the invitation makes no sound because of quiet hours."""
    blind: bool = False
    """True if the user can't see where the game was opened; then invited by direct message."""
    unreached: bool = False
    """True if that failed too; then no seat is reserved, as if the user had declined."""
    late: bool = False
    """True if the user did not answer in time; then it counts as declined."""
    until: int | None = None
    """Second until which a seat is kept at least, if that ends."""


def load_former(stored: Sequence[Any]) -> tuple[FormerPlayer, ...]:
    """Read stored former players. Raises ValueError if damaged."""
    return _FORMER.validate_python(stored)


def load_invited(stored: Sequence[Any]) -> tuple[InvitedUser, ...]:
    """Read stored invited users. Raises ValueError if damaged."""
    return _ASKED.validate_python(stored)


_FORMER, _ASKED = TypeAdapter(tuple[FormerPlayer, ...]), TypeAdapter(tuple[InvitedUser, ...])
