"""What an opener can want before the start, as values: how a game is played, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import BOTS, USERS, VALUES, Form, chosen, form, user_id, written
from engine import Level

__all__ = [
    "AskName",
    "AskToJoin",
    "ChooseLayout",
    "ChooseOptions",
    "ChoosePreset",
    "ChooseSeats",
    "ChooseWhoJoins",
    "Invite",
    "Rename",
    "SeatComputer",
    "SetUp",
    "SetUpPeople",
    "SettingUp",
    "TakeComputerOut",
    "TakeOut",
]


@dataclass(frozen=True, slots=True)
class SetUp:
    """See what can still be chosen about a table."""


@dataclass(frozen=True, slots=True)
class ChoosePreset:
    """Play with a set of options, by its name."""

    preset: str


@dataclass(frozen=True, slots=True)
class ChooseLayout:
    """Play on a board, by its name."""

    board: str


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """Play with these options and no others."""

    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChooseSeats:
    """Let so many play at most."""

    seats: int


@dataclass(frozen=True, slots=True)
class AskName:
    """Be asked what the game is to be called."""


@dataclass(frozen=True, slots=True)
class Rename:
    """Give the game this name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetUpPeople:
    """See what can still be chosen about who plays."""


@dataclass(frozen=True, slots=True)
class TakeOut:
    """Take a user out of a game that has not started."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SeatComputer:
    """Put a computer of that level on a seat.

    *turning*: on the page about who plays, which is shown again.
    """

    level: Level
    turning: bool = False


@dataclass(frozen=True, slots=True)
class TakeComputerOut:
    """Take the computer out that joined with the log's entry of that number.

    *turning* as when it was put there.
    """

    joined: int
    turning: bool = False


@dataclass(frozen=True, slots=True)
class ChooseWhoJoins:
    """Let everybody join, or only those who are invited."""

    only_invited: bool


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite these users and no others; *bots* if one of those chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


@dataclass(frozen=True, slots=True)
class AskToJoin:
    """Ask these users and no others to join; *bots* if one chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


SettingUp: TypeAlias = (
    SetUp
    | ChoosePreset
    | ChooseLayout
    | ChooseOptions
    | ChooseSeats
    | Rename
    | SetUpPeople
    | TakeOut
    | SeatComputer
    | TakeComputerOut
    | ChooseWhoJoins
    | Invite
    | AskToJoin
)
"""What an opener does before the start."""

FORMS: tuple[Form[SettingUp | AskName], ...] = (
    form("setup", SetUp),
    form("preset", ChoosePreset, preset=chosen(str)),
    form("layout", ChooseLayout, board=chosen(str)),
    form("options", ChooseOptions, options=VALUES),
    form("seats", ChooseSeats, seats=written(int)),
    form("name?", AskName),
    form("name", Rename, name=chosen(str)),
    form("people", SetUpPeople),
    form("out", TakeOut, user_id=chosen(user_id)),
    form("computer", SeatComputer, level=chosen(Level)),
    form("computer", TakeComputerOut, joined=chosen(int)),
    form("computers", SeatComputer, level=chosen(Level), turning=True),
    form("computers", TakeComputerOut, joined=chosen(int), turning=True),
    form("invited", ChooseWhoJoins, only_invited=True),
    form("everybody", ChooseWhoJoins, only_invited=False),
    form("invite", Invite, users=USERS, bots=BOTS),
    form("join?", AskToJoin, users=USERS, bots=BOTS),
)
