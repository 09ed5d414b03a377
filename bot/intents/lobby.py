"""What an opener can want before the start, as values: how a game is played, and by whom."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain import Purpose
from bot.intents import (
    BOTS,
    USERS,
    VALUES,
    Intent,
    Placement,
    chosen,
    form,
    register,
    user_id,
    written,
)
from engine import Level


@dataclass(frozen=True, slots=True)
class SetUp(Intent):
    """See what can still be chosen about a table."""


@dataclass(frozen=True, slots=True)
class ChoosePreset(Intent):
    """Play with a set of options, by its name."""

    preset: str


@dataclass(frozen=True, slots=True)
class ChooseLayout(Intent):
    """Play on a board, by its name."""

    board: str


@dataclass(frozen=True, slots=True)
class ChooseOptions(Intent):
    """Play with these options and no others."""

    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChooseSeats(Intent):
    """Let so many play at most."""

    seats: int


@dataclass(frozen=True, slots=True)
class AskName(Intent, placement=Placement.WINDOW):
    """Be asked what the game is to be called."""


@dataclass(frozen=True, slots=True)
class Rename(Intent):
    """Give the game this name."""

    name: str


@dataclass(frozen=True, slots=True)
class SetUpPeople(Intent):
    """See what can still be chosen about who plays."""


@dataclass(frozen=True, slots=True)
class TakeOut(Intent):
    """Take a user out of a game that has not started."""

    user_id: int


@dataclass(frozen=True, slots=True)
class SeatComputer(Intent, purpose=Purpose.START):
    """Put a computer of that level on a seat.

    *turning*: on the page about who plays, which is shown again.
    """

    level: Level
    turning: bool = False


@dataclass(frozen=True, slots=True)
class TakeComputerOut(Intent):
    """Take the computer out that joined with the log's entry of that number.

    *turning* as when it was put there.
    """

    joined: int
    turning: bool = False


@dataclass(frozen=True, slots=True)
class ChooseWhoJoins(Intent):
    """Let everybody join, or only those who are invited."""

    only_invited: bool


@dataclass(frozen=True, slots=True)
class Invite(Intent):
    """Invite these users and no others; *bots* if one of those chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


@dataclass(frozen=True, slots=True)
class AskToJoin(Intent):
    """Ask these users and no others to join; *bots* if one chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


@dataclass(frozen=True, slots=True)
class AskToOpen(Intent, placement=Placement.WINDOW):
    """Be asked for the name of a game that is to be opened here."""


@dataclass(frozen=True, slots=True)
class OpenGame(Intent, placement=Placement.BELOW):
    """Open a first game here, under that name."""

    name: str


@dataclass(frozen=True, slots=True)
class ToldRole:
    """A role of a server that is to be told of something."""

    role_id: int
    name: str
    everybody: bool
    """Whether it is the role that every member has."""
    mentionable: bool
    """Whether everybody may mention it."""


@dataclass(frozen=True, slots=True)
class OpenTable(Intent, command_only=True):
    """Open a game here; *role* is told of it."""

    name: str
    seats: int = 4
    preset: str | None = None
    """None: what is usual in the server."""
    board: str | None = None
    """None: the board of the preset."""
    pace: str | None = None
    """By its name; None: the default of the server."""
    role: ToldRole | None = None


register(
    form("open?", AskToOpen),
    form("open", OpenGame, name=chosen(str)),
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
