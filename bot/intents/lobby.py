"""Intents before the start: the set-up of a game, and its players."""

from dataclasses import dataclass

from bot.domain.game_lookup import Purpose
from bot.intents import Intent, Placement
from bot.intents.spelling import Chosen, Omitted, UserId
from engine import Level


class SetUp(Intent, word="setup"):
    """Show the set-up of a game."""


class ChoosePreset(Intent, word="preset"):
    """Play with a set of options, by its name."""

    preset: Chosen[str]


class ChooseLayout(Intent, word="layout"):
    """Play on a board, by its name."""

    board: Chosen[str]


class ChooseOptions(Intent, word="options"):
    """Play with these options and no others."""

    options: Chosen[tuple[str, ...]]


class ChooseSeats(Intent, word="seats"):
    """Set the number of seats."""

    seats: int


class ChooseRated(Intent, word="rated"):
    """Let the result change ratings, or not."""

    rated: bool


class AskName(Intent, word="name?", placement=Placement.WINDOW):
    """Open the window for another name."""


class Rename(Intent, word="name"):
    """Rename the game."""

    name: Chosen[str]


class SetUpPeople(Intent, word="people"):
    """Show the choices about the players."""


class TakeOut(Intent, word="out"):
    """Remove a player before the start."""

    user_id: Chosen[UserId]


class SeatComputer(Intent, word=("computer", "computers"), purpose=Purpose.START):
    """Put a computer of that level on a seat.

    *turning*: on the page about who plays, which is shown again.
    """

    level: Chosen[Level]
    turning: bool = False


class TakeComputerOut(Intent, word=("computer", "computers")):
    """Take the computer out that joined with the log's entry of that number.

    *turning* as when it was put there.
    """

    joined: Chosen[int]
    turning: bool = False


class ChooseWhoJoins(Intent, word=("everybody", "invited")):
    """Let everybody join, or only invited users."""

    only_invited: bool


class Invite(Intent, word="invite"):
    """Invite these users and no others; None for one who cannot play."""

    users: Chosen[tuple[UserId | None, ...]]


class AskToJoin(Intent, word="join?"):
    """Ask these users and no others to join; None for one who cannot play."""

    users: Chosen[tuple[UserId | None, ...]]


class AskToOpen(Intent, word="open?", placement=Placement.WINDOW):
    """Open the window for the name of a new game, to which that user is invited."""

    invited: Omitted[UserId | None] = None


class OpenGame(Intent, word="open", placement=Placement.BELOW):
    """Open a first game here, with that name, and invite that user."""

    name: Chosen[str]
    invited: Omitted[UserId | None] = None


@dataclass(frozen=True, slots=True)
class PingedRole:
    """A role of a server that is to be pinged."""

    role_id: int
    name: str
    everybody: bool
    """True for the role that every member has."""
    mentionable: bool
    """True if everybody may mention it."""


class OpenTable(Intent):
    """Open a game here; *role* is pinged."""

    name: str
    seats: int = 4
    preset: str | None = None
    """None: what is usual in the server."""
    board: str | None = None
    """None: the board of the preset."""
    pace: str | None = None
    """By its name; None: the default of the server."""
    role: PingedRole | None = None
    rated: bool | None = None
    """None: the default of the server."""
