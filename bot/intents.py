"""What a player can want, as values that print and parse, like the engine's actions.

A button carries its intent in its ``custom_id``, behind the address of a game; of a select the
chosen values belong to it too. Commands make the same values. The texts are those that version
0.1.0 printed: what is on Discord goes on working.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, assert_never

from engine import (
    Action,
    Cell,
    Colour,
    Hand,
    Leader,
    Piece,
    PlaceLeader,
    SwapTiles,
    WithdrawLeader,
    letters,
    parse_action,
    parse_piece,
)


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
class ChooseTile:
    """Choose which tile to place."""


@dataclass(frozen=True, slots=True)
class ChooseLeader:
    """Choose which leader to place, move or withdraw."""


@dataclass(frozen=True, slots=True)
class ChooseCatastropheSpace:
    """Choose where to place a catastrophe."""


@dataclass(frozen=True, slots=True)
class ChooseSpace:
    """Choose where to put a piece, in one column if there are many spaces."""

    piece: Piece
    column: str | None = None


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """Choose which tiles to swap."""


@dataclass(frozen=True, slots=True)
class AskSwap:
    """Swap these tiles, counted by colour, if that is confirmed."""

    tiles: Hand


@dataclass(frozen=True, slots=True)
class AskEnd:
    """End the turn; with actions left, if that is confirmed."""


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
    | ChooseTile
    | ChooseLeader
    | ChooseCatastropheSpace
    | ChooseSpace
    | ChooseSwap
    | AskSwap
    | AskEnd
    | ChooseSeats
    | AskName
    | Rename
    | SetUpPeople
    | TakeOut
    | ChooseWhoJoins
    | Invite
    | SeeResult
    | SeeGames
)

BOT = "bot"
"""What a chosen user is called who is none that could play."""


_MOST_PAGES = 1000


class Printed(NamedTuple):
    """An intent as Discord carries it: a text, and the values chosen from a select."""

    text: str
    values: tuple[str, ...] = ()


def print_intent(intent: Intent) -> Printed:
    """The text of an intent for a ``custom_id``, and the values that a select adds to it."""
    match intent:
        case Help():
            return Printed("help")
        case Join():
            return Printed("join")
        case Leave():
            return Printed("leave")
        case Start():
            return Printed("start")
        case SetUp():
            return Printed("setup")
        case ChoosePreset(preset):
            return Printed("preset", (preset,))
        case ChooseLayout(board):
            return Printed("layout", (board,))
        case ChooseOptions(options):
            return Printed("options", options)
        case SeeBoard():
            return Printed("board")
        case SeeDesk():
            return Printed("hand")
        case SeeScore():
            return Printed("score")
        case SeeLog():
            return Printed("log")
        case TryDirects():
            return Printed("directs")
        case Undo():
            return Printed("undo")
        case AskResign():
            return Printed("resign")
        case Resign():
            return Printed("resign!")
        case Decide():
            return Printed("decide")
        case DrawRest(always):
            return Printed("always" if always else "rest")
        case DrawByChoice():
            return Printed("ask")
        case Act(action):
            return Printed(f"do:{action}")
        case ActWithOwn(colour, cell):
            return Printed(f"own:{colour}@{'-' if cell is None else cell}")
        case Tap(action):
            return Printed("do", (str(action),))
        case Pick(start, action):
            return Printed(f"pick:{start}", (str(action),))
        case ChooseTile():
            return Printed("tile")
        case ChooseLeader():
            return Printed("leader")
        case ChooseCatastropheSpace():
            return Printed("catastrophe")
        case ChooseSpace(piece, column):
            return Printed(f"at:{piece}", () if column is None else (column,))
        case ChooseSwap():
            return Printed("swap")
        case AskSwap(tiles):
            return Printed(f"swap:{letters(tiles)}")
        case AskEnd():
            return Printed("end")
        case ChooseSeats(seats):
            return Printed(f"seats:{seats}")
        case AskName():
            return Printed("name?")
        case Rename(name):
            return Printed("name", (name,))
        case SetUpPeople():
            return Printed("people")
        case TakeOut(user_id):
            return Printed("out", (str(user_id),))
        case ChooseWhoJoins(only_invited):
            return Printed("invited" if only_invited else "everybody")
        case Invite(users, bots):
            return Printed("invite", (*map(str, users), *((BOT,) if bots else ())))
        case SeeResult():
            return Printed("result")
        case SeeGames(page):
            return Printed(f"games:{page}")
        case _:
            assert_never(intent)


_PLAIN: dict[str, Intent] = {
    print_intent(intent).text: intent
    for intent in (
        Help(),
        Join(),
        Leave(),
        Start(),
        SetUp(),
        SeeBoard(),
        SeeDesk(),
        SeeScore(),
        SeeLog(),
        TryDirects(),
        Undo(),
        AskResign(),
        Resign(),
        Decide(),
        DrawRest(always=False),
        DrawRest(always=True),
        DrawByChoice(),
        ChooseTile(),
        ChooseLeader(),
        ChooseCatastropheSpace(),
        AskEnd(),
        AskName(),
        SetUpPeople(),
        ChooseWhoJoins(only_invited=True),
        ChooseWhoJoins(only_invited=False),
        SeeResult(),
    )
}
"""The intents that are a word and nothing else, by that word."""


def _own(text: str) -> ActWithOwn:
    match = re.fullmatch(r"([krbg])@(-|[A-P]\d{1,2})", text)
    if match is None:
        raise ValueError(f"{text!r} is nothing to do with an own leader")
    cell = None if match[2] == "-" else Cell.parse(match[2])
    return ActWithOwn(Colour.parse(match[1]), cell)


def _tiles(chosen: str) -> AskSwap:
    """Tiles by their letters; the numbers that tell them apart in a list are left out."""
    action = parse_action(f"swap:{re.sub('[0-9 ]', '', chosen)}")
    assert isinstance(action, SwapTiles)
    return AskSwap(action.counts)


def _invited(values: Sequence[str]) -> Invite:
    return Invite(tuple(int(value) for value in values if value != BOT), BOT in values)


_FORMS: dict[str, Callable[[str, Sequence[str]], Intent]] = {
    "preset": lambda _, values: ChoosePreset(values[0]),
    "layout": lambda _, values: ChooseLayout(values[0]),
    "options": lambda _, values: ChooseOptions(tuple(values)),
    "do": lambda text, values: Act(parse_action(text)) if text else Tap(parse_action(values[0])),
    "own": lambda text, _: _own(text),
    "pick": lambda text, values: Pick(int(text), parse_action(values[0])),
    "at": lambda text, values: ChooseSpace(parse_piece(text), values[0] if values else None),
    "swap": lambda text, values: (
        _tiles(text or " ".join(values)) if text or values else ChooseSwap()
    ),
    "seats": lambda text, _: ChooseSeats(int(text)),
    "name": lambda _, values: Rename(values[0]),
    "out": lambda _, values: TakeOut(int(values[0])),
    "invite": lambda _, values: _invited(values),
    "games": lambda text, _: SeeGames(min(max(int(text), 0), _MOST_PAGES)),
}
"""The intents with something behind the word: what makes them of that and of chosen values."""


def parse_intent(text: str, values: Sequence[str] = ()) -> Intent:
    """Read an intent back, with the values that were chosen from a select.

    Raises ValueError if it is none, such as one of another version of this program.
    """
    if (plain := _PLAIN.get(text)) is not None:
        return plain
    word, _, rest = text.partition(":")
    try:
        return _FORMS[word](rest, values)
    except (LookupError, ValueError):
        raise ValueError(f"{text!r} with {list(values)} is no intent") from None


# --- where an intent is printed ----------------------------------------------------------------

_ADDRESS = re.compile(
    r"te:(?P<game>[0-9]{1,18}):(?P<seat>[0-3]|-):(?P<seen>[0-9]{1,18}|-):(?P<intent>.+)"
)
_IN_GAME = "in:"
"""Before an intent: the game is the value that was chosen."""


@dataclass(frozen=True, slots=True)
class Address:
    """Which game a press is about, for whose *seat*, and in which state it was *seen*.

    *seat* is None if anybody may press, *seen* if the state version does not matter.
    """

    game: int
    seat: int | None = None
    seen: int | None = None

    def to(self, intent: Intent) -> str:
        """The ``custom_id`` of a button that means *intent*; at most 100 characters.

        Raises ValueError for an intent that only a select can mean.
        """
        printed = print_intent(intent)
        if printed.values:
            raise ValueError(f"{intent} needs a select")
        return self.to_text(printed.text)

    def to_text(self, text: str) -> str:
        """The ``custom_id`` of a component whose intents begin with *text*."""
        seat = "-" if self.seat is None else self.seat
        seen = "-" if self.seen is None else self.seen
        return f"te:{self.game}:{seat}:{seen}:{text}"


def to_any_game(intent: Intent) -> str:
    """The ``custom_id`` of a select from which a game is chosen that *intent* is about."""
    return Address(0).to_text(f"{_IN_GAME}{print_intent(intent).text}")


@dataclass(frozen=True, slots=True)
class Wish:
    """An intent, and what it is about: a game by its number, or as somebody named it.

    With neither, the game is found out. *seat* and *seen* are those of the button that was
    pressed, None from a command.
    """

    intent: Intent
    game: int | None = None
    seat: int | None = None
    seen: int | None = None
    named: str | None = None


def parse_wish(custom_id: str, values: Sequence[str] = ()) -> Wish:
    """What a press means. Raises ValueError if the component is of another version."""
    match = _ADDRESS.fullmatch(custom_id)
    if match is None:
        raise ValueError(f"{custom_id!r} is no address")
    text = match["intent"]
    if text.startswith(_IN_GAME):
        return Wish(parse_intent(text.removeprefix(_IN_GAME)), named="".join(values[:1]))
    return Wish(
        parse_intent(text, values),
        int(match["game"]),
        None if match["seat"] == "-" else int(match["seat"]),
        None if match["seen"] == "-" else int(match["seen"]),
    )
