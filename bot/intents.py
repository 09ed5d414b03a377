"""What a player can want, as values that print and parse, like the engine's actions.

A button carries its intent in its ``custom_id``, behind the address of a game; of a select the
chosen values belong to it too. Commands make the same values. The texts are those that version
0.1.0 printed: what is on Discord goes on working.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias, TypeVar, assert_never

from bot.table import CalledIn
from engine import (
    Action,
    Cell,
    Colour,
    Dynasty,
    Hand,
    Leader,
    Piece,
    PlaceLeader,
    StandingOrder,
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
class SetCalledIn:
    """Be called in a place; None: as usual."""

    place: CalledIn | None


@dataclass(frozen=True, slots=True)
class SetOrder:
    """Have conflicts of others' turns answered; None: as usual."""

    order: StandingOrder | None


@dataclass(frozen=True, slots=True)
class SetMuted:
    """Be called in a game without a sound, or with one."""

    muted: bool


@dataclass(frozen=True, slots=True)
class SetEndsTurn:
    """Have the own turns end by themselves, or not."""

    ends: bool


@dataclass(frozen=True, slots=True)
class SetContrast:
    """Have pictures drawn in high contrast, or not."""

    high: bool


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
    | SetCalledIn
    | SetOrder
    | SetMuted
    | SetEndsTurn
    | SetContrast
    | AskLine
    | PlayLine
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


AS_USUAL = "-"
"""What is chosen of a list to have it in one game as in all."""


_E = TypeVar("_E", bound=StrEnum)


class Printed(NamedTuple):
    """An intent as Discord carries it: a text, and the values chosen from a select."""

    text: str
    values: tuple[str, ...] = ()


_WORDS: dict[Intent, str] = {
    Help(): "help",
    Join(): "join",
    Leave(): "leave",
    Start(): "start",
    SetUp(): "setup",
    SeeBoard(): "board",
    SeeDesk(): "hand",
    SeeScore(): "score",
    SeeLog(): "log",
    TryDirects(): "directs",
    Undo(): "undo",
    AskResign(): "resign",
    Resign(): "resign!",
    Decide(): "decide",
    DrawByChoice(): "ask",
    ChooseTile(): "tile",
    ChooseLeader(): "leader",
    ChooseCatastropheSpace(): "catastrophe",
    AskEnd(): "end",
    SeeSettings(): "settings",
    AskName(): "name?",
    SetUpPeople(): "people",
    SeeResult(): "result",
    SetMuted(muted=True): "mute",
    SetMuted(muted=False): "unmute",
    SetEndsTurn(ends=True): "ends",
    SetEndsTurn(ends=False): "ends-not",
    SetContrast(high=True): "contrast",
    SetContrast(high=False): "contrast-not",
    ChooseWhoJoins(only_invited=True): "invited",
    ChooseWhoJoins(only_invited=False): "everybody",
    DrawRest(always=True): "always",
    DrawRest(always=False): "rest",
}
"""The intents that are a word and nothing else, with that word."""


def print_intent(intent: Intent) -> Printed:
    """The text of an intent for a ``custom_id``, and the values that a select adds to it."""
    match intent:
        case (
            Help()
            | Join()
            | Leave()
            | Start()
            | SetUp()
            | SeeBoard()
            | SeeDesk()
            | SeeScore()
            | SeeLog()
            | TryDirects()
            | Undo()
            | AskResign()
            | Resign()
            | Decide()
            | DrawByChoice()
            | ChooseTile()
            | ChooseLeader()
            | ChooseCatastropheSpace()
            | AskEnd()
            | SeeSettings()
            | AskName()
            | SetUpPeople()
            | SeeResult()
            | SetMuted()
            | SetEndsTurn()
            | SetContrast()
            | ChooseWhoJoins()
            | DrawRest()
        ):
            return Printed(_WORDS[intent])
        case ChoosePreset(preset):
            return Printed("preset", (preset,))
        case ChooseLayout(board):
            return Printed("layout", (board,))
        case ChooseOptions(options):
            return Printed("options", options)
        case Act(action):
            return Printed(f"do:{action}")
        case ActWithOwn(colour, cell):
            return Printed(f"own:{colour}@{'-' if cell is None else cell}")
        case Tap(action):
            return Printed("do", (str(action),))
        case Pick(start, action):
            return Printed(f"pick:{start}", (str(action),))
        case Move(action):
            return Printed(f"move:{action}")
        case ChooseSpace(piece, column):
            return Printed(f"at:{piece}", () if column is None else (column,))
        case ChooseRow(piece, column):
            return Printed(f"row:{piece}:{column}")
        case ChooseSwap(tiles):
            return Printed(f"swap+:{letters(tiles)}" if any(tiles) else "swap")
        case AskSwap(tiles):
            return Printed(f"swap:{letters(tiles)}")
        case SetCalledIn(place):
            return Printed("calls", (place or AS_USUAL,))
        case SetOrder(order):
            return Printed("order", (order or AS_USUAL,))
        case AskLine(parts, dynasty):
            return Printed(f"turn:{dynasty or ''};{_row(map(_part, parts))}")
        case PlayLine(actions):
            return Printed(f"line:{_row(map(str, actions))}")
        case ChooseSeats(seats):
            return Printed(f"seats:{seats}")
        case Rename(name):
            return Printed("name", (name,))
        case TakeOut(user_id):
            return Printed("out", (str(user_id),))
        case Invite(users, bots):
            return Printed("invite", (*map(str, users), *((BOT,) if bots else ())))
        case SeeGames(page):
            return Printed(f"games:{page}")
        case _:
            assert_never(intent)


def _row(parts: Iterable[str]) -> str:
    return ";".join(parts)


def _part(part: Action | ActWithOwn) -> str:
    return print_intent(part).text if isinstance(part, ActWithOwn) else str(part)


_PLAIN = {word: intent for intent, word in _WORDS.items()}


def _unless_usual(kind: type[_E], value: str) -> _E | None:
    return None if value == AS_USUAL else kind(value)


def _own(text: str) -> ActWithOwn:
    match = re.fullmatch(r"([krbg])@(-|[A-P]\d{1,2})", text)
    if match is None:
        raise ValueError(f"{text!r} is nothing to do with an own leader")
    cell = None if match[2] == "-" else Cell.parse(match[2])
    return ActWithOwn(Colour.parse(match[1]), cell)


def _in_column(text: str) -> ChooseRow:
    match = re.fullmatch(r"([^:]+):([A-P])", text)
    if match is None:
        raise ValueError(f"{text!r} is no column for a piece")
    return ChooseRow(parse_piece(match[1]), match[2])


def _tiles(chosen: str) -> Hand:
    """Tiles by their letters; the numbers that tell them apart in a list are left out."""
    action = parse_action(f"swap:{re.sub('[0-9 ]', '', chosen)}")
    assert isinstance(action, SwapTiles)
    return action.counts


def _asked_line(text: str) -> AskLine:
    dynasty, first, *more = text.split(";")
    read = (
        _own(part.removeprefix("own:")) if part.startswith("own:") else parse_action(part)
        for part in (first, *more)
    )
    return AskLine(tuple(read), Dynasty(dynasty) if dynasty else None)


def _invited(values: Sequence[str]) -> Invite:
    return Invite(tuple(int(value) for value in values if value != BOT), BOT in values)


_FORMS: dict[str, Callable[[str, Sequence[str]], Intent]] = {
    "calls": lambda _, values: SetCalledIn(_unless_usual(CalledIn, values[0])),
    "order": lambda _, values: SetOrder(_unless_usual(StandingOrder, values[0])),
    "preset": lambda _, values: ChoosePreset(values[0]),
    "layout": lambda _, values: ChooseLayout(values[0]),
    "options": lambda _, values: ChooseOptions(tuple(values)),
    "do": lambda text, values: Act(parse_action(text)) if text else Tap(parse_action(values[0])),
    "own": lambda text, _: _own(text),
    "pick": lambda text, values: Pick(int(text), parse_action(values[0])),
    "at": lambda text, values: ChooseSpace(parse_piece(text), values[0] if values else None),
    "row": lambda text, _: _in_column(text),
    "move": lambda text, _: Move(parse_action(text)),
    "turn": lambda text, _: _asked_line(text),
    "line": lambda text, _: PlayLine(tuple(map(parse_action, text.split(";")))),
    "swap": lambda text, values: (
        AskSwap(_tiles(text or " ".join(values))) if text or values else ChooseSwap()
    ),
    "swap+": lambda text, _: ChooseSwap(_tiles(text)),
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
NO_GAME = 0
"""In the place of a game's number: it is about all of them, or one yet to be chosen."""
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
    return Address(NO_GAME).to_text(f"{_IN_GAME}{print_intent(intent).text}")


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
