"""What a player can want, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.agreeing import Agreeing
from bot.intents.learning import Learning
from bot.intents.looking import Looking
from bot.intents.managing import Managing
from bot.intents.overseeing import SeeCheck
from bot.intents.planning import Planning
from bot.intents.preferring import Setting
from bot.intents.reading import Reading
from bot.intents.seating import AskToJoin, Seating
from bot.intents.timing import Timing
from engine import (
    Action,
    Cell,
    Colour,
    Dynasty,
    Hand,
    Leader,
    Piece,
    PlaceLeader,
    WithdrawLeader,
)

__all__ = [
    "Act",
    "ActWithOwn",
    "AskEnd",
    "AskLine",
    "AskName",
    "AskResign",
    "AskSwap",
    "ChooseCatastropheSpace",
    "ChooseLayout",
    "ChooseLeader",
    "ChooseOptions",
    "ChoosePreset",
    "ChooseRow",
    "ChooseSeats",
    "ChooseSpace",
    "ChooseSwap",
    "ChooseTile",
    "ChooseWhoJoins",
    "Decide",
    "DrawByChoice",
    "DrawRest",
    "Help",
    "Intent",
    "Invite",
    "Join",
    "Leave",
    "Move",
    "Pick",
    "PlayLine",
    "Rename",
    "Resign",
    "SeeBoard",
    "SeeDesk",
    "SeeGames",
    "SeeLog",
    "SeeResult",
    "SeeScore",
    "SeeSettings",
    "SetUp",
    "SetUpPeople",
    "SettingUp",
    "Start",
    "TakeOut",
    "Tap",
    "TryDirects",
    "Undo",
]


@dataclass(frozen=True, slots=True)
class Help:
    """How a first turn goes, and what else can be seen."""


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at a table."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up from a table that has not started."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start a game before all seats are taken."""


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
class SeeBoard:
    """See the board."""


@dataclass(frozen=True, slots=True)
class SeeDesk:
    """See the own desk: hand, board, and what is to be decided."""


@dataclass(frozen=True, slots=True)
class SeeScore:
    """See the own points."""


@dataclass(frozen=True, slots=True)
class SeeLog:
    """See what has happened."""


@dataclass(frozen=True, slots=True)
class TryDirects:
    """Get direct messages again, which were found closed."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last decision back."""


@dataclass(frozen=True, slots=True)
class AskResign:
    """Give the game up, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Decide:
    """Get to the question that waits, or to the turn."""


@dataclass(frozen=True, slots=True)
class DrawRest:
    """Draw all tiles that are due from the bag; with *always*, from now on whenever asked."""

    always: bool


@dataclass(frozen=True, slots=True)
class DrawByChoice:
    """Be asked again where to draw from."""


@dataclass(frozen=True, slots=True)
class Act:
    """Take a decision."""

    action: Action


@dataclass(frozen=True, slots=True)
class ActWithOwn:
    """Place, move or (*cell* None) withdraw the own leader of a colour."""

    colour: Colour
    cell: Cell | None

    def action(self, leaders: Sequence[Leader]) -> Action:
        """The decision of whoever owns these four *leaders*, k r b g."""
        leader = leaders[self.colour]
        return WithdrawLeader(leader) if self.cell is None else PlaceLeader(leader, self.cell)


@dataclass(frozen=True, slots=True)
class Tap:
    """Take a decision that was chosen from a list: some are shown before they count."""

    action: Action


@dataclass(frozen=True, slots=True)
class Pick:
    """Take a decision chosen from one of several lists; *start* tells them apart."""

    start: int
    action: Action


@dataclass(frozen=True, slots=True)
class Move:
    """Take a decision by a button, or a command: some are shown before they count."""

    action: Action


@dataclass(frozen=True, slots=True)
class ChooseTile:
    """Choose what to do, on a button that once led to the tiles."""


@dataclass(frozen=True, slots=True)
class ChooseLeader:
    """Choose what to do, on a button that once led to the leaders."""


@dataclass(frozen=True, slots=True)
class ChooseCatastropheSpace:
    """Choose where to place a catastrophe."""


@dataclass(frozen=True, slots=True)
class ChooseSpace:
    """Choose where to put a piece; the *column* was chosen from a list."""

    piece: Piece
    column: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseRow:
    """Choose where in a column to put a piece."""

    piece: Piece
    column: str


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """Choose which tiles to swap, beside those that are chosen, counted by colour."""

    tiles: Hand = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class AskSwap:
    """Swap these tiles, counted by colour, if that is confirmed."""

    tiles: Hand


@dataclass(frozen=True, slots=True)
class AskEnd:
    """End the turn; with actions left, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class SeeSettings:
    """See what one has set for a game, or for all."""


@dataclass(frozen=True, slots=True)
class AskLine:
    """Take several decisions, one after the other, if that is confirmed."""

    parts: tuple[Action | ActWithOwn, ...]
    dynasty: Dynasty | None = None
    """Whose decisions they were said to be."""

    def actions(self, leaders: Sequence[Leader]) -> tuple[Action, ...]:
        """The decisions of whoever owns these four *leaders*, k r b g."""
        return tuple(
            part.action(leaders) if isinstance(part, ActWithOwn) else part for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class PlayLine:
    """Take several decisions, one after the other, as far as they can be taken."""

    actions: tuple[Action, ...]


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
class ChooseWhoJoins:
    """Let everybody join, or only those who are invited."""

    only_invited: bool


@dataclass(frozen=True, slots=True)
class Invite:
    """Invite these users and no others; *bots* if one of those chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


@dataclass(frozen=True, slots=True)
class SeeResult:
    """See how a game ended, with its record and its replay."""


@dataclass(frozen=True, slots=True)
class SeeGames:
    """See one's games, on a page of the list, from 0."""

    page: int = 0


SettingUp: TypeAlias = (
    SetUp
    | ChoosePreset
    | ChooseLayout
    | ChooseOptions
    | ChooseSeats
    | Rename
    | SetUpPeople
    | TakeOut
    | ChooseWhoJoins
    | Invite
    | AskToJoin
)
"""What an opener does before the start."""

Intent: TypeAlias = (
    Help
    | Join
    | Leave
    | Start
    | SetUp
    | ChoosePreset
    | ChooseLayout
    | ChooseOptions
    | SeeBoard
    | SeeDesk
    | SeeScore
    | SeeLog
    | TryDirects
    | Undo
    | AskResign
    | Resign
    | Decide
    | DrawRest
    | DrawByChoice
    | Act
    | ActWithOwn
    | Tap
    | Pick
    | Move
    | ChooseTile
    | ChooseLeader
    | ChooseCatastropheSpace
    | ChooseSpace
    | ChooseRow
    | ChooseSwap
    | AskSwap
    | AskEnd
    | SeeSettings
    | AskLine
    | PlayLine
    | ChooseSeats
    | AskName
    | Rename
    | SetUpPeople
    | TakeOut
    | ChooseWhoJoins
    | Invite
    | AskToJoin
    | SeeResult
    | SeeGames
    | SeeCheck
    | Agreeing
    | Learning
    | Looking
    | Managing
    | Planning
    | Reading
    | Seating
    | Setting
    | Timing
)
