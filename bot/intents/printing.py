"""Intents as texts, and back: what Discord carries in a ``custom_id`` and in a select's values.

The texts are those that version 0.1.0 printed: what is on Discord goes on working.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, TypeVar, assert_never

from bot.intents.agreeing import (
    Answer,
    AskProposal,
    Propose,
    ProposeReplacing,
    SeeSeat,
    SeeTable,
    WithdrawProposal,
)
from bot.intents.learning import (
    AskToOpen,
    BeginLesson,
    InLesson,
    OpenGame,
    SeeHint,
    SeeLesson,
    SeeLessons,
)
from bot.intents.looking import Part, SeeLegend, WhyNot, Zoom
from bot.intents.managing import (
    AskPower,
    AskZone,
    GivePlayerUp,
    ManageGame,
    ManageSeat,
    Power,
    ReplacePlayer,
    Rule,
    RulesPage,
    SeeServer,
    SetRule,
    UsePower,
)
from bot.intents.overseeing import SeeCheck
from bot.intents.planning import (
    AskNote,
    AskPlanned,
    ForgetPlan,
    InPlan,
    KeepNote,
    SeePlan,
    StepBack,
)
from bot.intents.preferring import (
    SetAdvice,
    SetCalledIn,
    SetContrast,
    SetEndsTurn,
    SetMuted,
    SetOrder,
)
from bot.intents.reading import PickRule, SeeInWords, SeeRule, SeeRules
from bot.intents.seating import (
    Accept,
    AskAlso,
    AskOfferSeat,
    AskToJoin,
    Decline,
    KeepSeat,
    OfferSeat,
    OfferSeatTo,
    RefuseSeat,
    TakeSeat,
)
from bot.intents.timing import (
    AskOwnTimes,
    AskOwnZone,
    ChoosePace,
    EndVacation,
    FindZone,
    SeeHours,
    SeePace,
    SeeZones,
    SetAtEnd,
    SetDaysOff,
    SetOwnTimes,
    SetQuietFrom,
    SetQuietUntil,
    SetZone,
    TakeVacation,
)
from bot.intents.values import (
    Act,
    ActWithOwn,
    AskEnd,
    AskLine,
    AskName,
    AskResign,
    AskSwap,
    ChooseCatastropheSpace,
    ChooseLayout,
    ChooseLeader,
    ChooseOptions,
    ChoosePreset,
    ChooseRow,
    ChooseSeats,
    ChooseSpace,
    ChooseSwap,
    ChooseTile,
    ChooseWhoJoins,
    Decide,
    DrawByChoice,
    DrawRest,
    Help,
    Intent,
    Invite,
    Join,
    Leave,
    Move,
    Pick,
    PlayLine,
    Rename,
    Resign,
    SeeBoard,
    SeeDesk,
    SeeGames,
    SeeLog,
    SeeResult,
    SeeScore,
    SeeSettings,
    SetUp,
    SetUpPeople,
    Start,
    TakeOut,
    Tap,
    TryDirects,
    Undo,
)
from bot.table import CalledIn, Topic
from bot.table.pace import AtEnd
from engine import (
    Action,
    Cell,
    Colour,
    Dynasty,
    Hand,
    StandingOrder,
    SwapTiles,
    letters,
    parse_action,
    parse_piece,
)

__all__ = ["AS_USUAL", "BOT", "parse_intent", "print_intent"]

BOT = "bot"
"""What a chosen user is called who is none that could play."""

_MOST_PAGES = 1000
_USERS = range(1, 2**63)

_YES, _NO = "yes", "no"

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
    SetAdvice(wanted=True): "advice",
    SetAdvice(wanted=False): "advice-not",
    ChooseWhoJoins(only_invited=True): "invited",
    ChooseWhoJoins(only_invited=False): "everybody",
    DrawRest(always=True): "always",
    DrawRest(always=False): "rest",
    SeeRules(): "rules",
    SeeRules(turning=True): "contents",
    SeeLessons(): "learn",
    SeeLesson(): "learning",
    SeeHint(): "hint",
    AskToOpen(): "open?",
    SeeLegend(): "legend",
    AskZone(): "server-zone?",
    ManageGame(): "manage",
    SeePlan(): "plan",
    ForgetPlan(): "forget",
    AskPlanned(): "planned",
    AskNote(): "note?",
    SeeCheck(): "check",
    AskOfferSeat(): "offer",
    OfferSeat(): "offer!",
    KeepSeat(): "keep",
    TakeSeat(): "take",
    RefuseSeat(): "refuse",
    SeeTable(): "table",
    SeeTable(turning=True): "back-to-table",
    SeePace(): "pace",
    AskOwnTimes(): "times?",
    SeeHours(): "hours",
    SeeZones(): "zones",
    AskOwnZone(): "zone?",
    EndVacation(): "back",
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
            | SetAdvice()
            | ChooseWhoJoins()
            | DrawRest()
            | SeeRules()
            | SeeLessons()
            | SeeLesson()
            | SeeHint()
            | AskToOpen()
            | SeeLegend()
            | AskZone()
            | ManageGame()
            | SeePlan()
            | ForgetPlan()
            | AskPlanned()
            | AskNote()
            | SeeCheck()
            | AskOfferSeat()
            | OfferSeat()
            | KeepSeat()
            | TakeSeat()
            | RefuseSeat()
            | SeeTable()
            | SeePace()
            | AskOwnTimes()
            | SeeHours()
            | SeeZones()
            | AskOwnZone()
            | EndVacation()
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
        case AskToJoin(users, bots):
            return Printed("join?", (*map(str, users), *((BOT,) if bots else ())))
        case AskAlso(user_id):
            return Printed(f"join+:{BOT if user_id is None else user_id}")
        case Accept(user_id):
            return Printed(f"accept:{user_id}")
        case Decline(user_id):
            return Printed(f"decline:{user_id}")
        case OfferSeatTo(user_id):
            return Printed("offer-to", (BOT if user_id is None else str(user_id),))
        case SeeGames(page):
            return Printed(f"games:{page}")
        case SeeRule(name, turning):
            return Printed(f"page:{name}" if turning else f"rule:{name}")
        case PickRule(chapter, name):
            return Printed(f"chapter:{chapter}", (name,))
        case BeginLesson(lesson, chosen=True):
            return Printed("begin", (lesson,))
        case BeginLesson(lesson):
            return Printed(f"begin:{lesson}")
        case InLesson(lesson, seen, text, values):
            return Printed(f"lesson:{lesson}:{seen}:{text}", values)
        case OpenGame(name):
            return Printed("open", (name,))
        case SeeInWords(page):
            return Printed(f"words:{page}")
        case Zoom(part, piece, refused):
            told = (part, *([] if piece is None else [str(piece)]), *(["why"] if refused else []))
            return Printed(f"zoom:{':'.join(told)}")
        case WhyNot(piece):
            return Printed(f"why:{piece}")
        case InPlan(steps, text, values):
            return Printed(f"plan:{steps}:{text}", values)
        case StepBack(steps):
            return Printed(f"unplan:{steps}")
        case KeepNote(note):
            return Printed("note", (note,))
        case (
            SeeServer()
            | SetRule()
            | AskPower()
            | UsePower()
            | ManageSeat()
            | ReplacePlayer()
            | GivePlayerUp()
        ) as of_admin:
            return _of_admin(of_admin)
        case (
            SeeSeat()
            | AskProposal()
            | Propose()
            | ProposeReplacing()
            | Answer()
            | WithdrawProposal()
        ) as of_agreeing:
            return _of_agreeing(of_agreeing)
        case (
            ChoosePace()
            | SetAtEnd()
            | SetOwnTimes()
            | FindZone()
            | SetZone()
            | SetQuietFrom()
            | SetQuietUntil()
            | SetDaysOff()
            | TakeVacation()
        ) as of_time:
            return _of_time(of_time)
        case _:
            assert_never(intent)


def _of_agreeing(
    intent: SeeSeat | AskProposal | Propose | ProposeReplacing | Answer | WithdrawProposal,
) -> Printed:
    match intent:
        case SeeSeat(seat):
            return Printed("seat", (str(seat),))
        case AskProposal(topic):
            return Printed(f"propose?:{topic}")
        case Propose(topic, None):
            return Printed(f"propose:{topic}")
        case Propose(topic, seat):
            return Printed(f"propose:{topic}:{seat}")
        case ProposeReplacing(seat, user_id):
            return Printed(f"replace:{seat}", (BOT if user_id is None else str(user_id),))
        case Answer(proposal, yes):
            return Printed(f"answer:{proposal}:{_YES if yes else _NO}")
        case WithdrawProposal(proposal):
            return Printed(f"withdraw:{proposal}")
        case _:
            assert_never(intent)


def _of_admin(
    intent: SeeServer | SetRule | AskPower | UsePower | ManageSeat | ReplacePlayer | GivePlayerUp,
) -> Printed:
    match intent:
        case SeeServer(page):
            return Printed(f"server:{page}")
        case SetRule(rule, chosen):
            return Printed(f"rule-of-server:{rule}", chosen)
        case AskPower(power):
            return Printed(f"power:{power}")
        case UsePower(power):
            return Printed(f"power!:{power}")
        case ManageSeat(seat):
            return Printed("managed-seat", (str(seat),))
        case ReplacePlayer(seat, user_id):
            return Printed(f"give-to:{seat}", (BOT if user_id is None else str(user_id),))
        case GivePlayerUp(seat):
            return Printed(f"give-up:{seat}")
        case _:
            assert_never(intent)


def _of_time(
    intent: ChoosePace
    | SetAtEnd
    | SetOwnTimes
    | FindZone
    | SetZone
    | SetQuietFrom
    | SetQuietUntil
    | SetDaysOff
    | TakeVacation,
) -> Printed:
    match intent:
        case ChoosePace(name):
            return Printed("paces", (name,))
        case SetAtEnd(at_end):
            return Printed(f"at-end:{at_end}")
        case SetOwnTimes(reminder, further, each, bank):
            return Printed("times", (reminder, further, each, bank))
        case FindZone(written):
            return Printed("found-zone", (written,))
        case SetZone(zone):
            return Printed("zone", (zone,))
        case SetQuietFrom(hour):
            return Printed("quiet", ("-" if hour is None else str(hour),))
        case SetQuietUntil(hour):
            return Printed("quiet-until", (str(hour),))
        case SetDaysOff(days):
            return Printed("days-off", tuple(map(str, sorted(days))))
        case TakeVacation(days):
            return Printed("away", (str(days),))
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


def _zoom(text: str) -> Zoom:
    part, *about = text.split(":")
    if not about:
        return Zoom(Part(part))
    piece, *why = about
    if why not in ([], ["why"]):
        raise ValueError(f"{text!r} is no part of the board")
    return Zoom(Part(part), parse_piece(piece), refused=bool(why))


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


def _own_times(values: Sequence[str]) -> SetOwnTimes:
    reminder, further, each, bank = values
    return SetOwnTimes(reminder, further, each, bank)


def _hour(text: str) -> int:
    return range(24)[int(text)]


def _weekday(text: str) -> int:
    return range(7)[int(text)]


def _page(text: str) -> int:
    return min(max(int(text), 0), _MOST_PAGES)


def _user_id(text: str) -> int:
    """A user's number. Raises ValueError for one that Discord does not have, nor the database."""
    number = int(text)
    if number not in _USERS:
        raise ValueError(f"{number} is no user's number")
    return number


def _invited(values: Sequence[str]) -> Invite:
    return Invite(_users(values), BOT in values)


def _users(values: Sequence[str]) -> tuple[int, ...]:
    return tuple(_user_id(value) for value in values if value != BOT)


def _user(values: Sequence[str]) -> int | None:
    return None if not values or values[0] == BOT else _user_id(values[0])


def _in_lesson(text: str, values: Sequence[str]) -> InLesson:
    lesson, seen, inner = text.split(":", 2)
    parse_intent(inner, values)  # raises ValueError if it is none
    return InLesson(lesson, int(seen), inner, tuple(values))


def _in_plan(text: str, values: Sequence[str]) -> InPlan:
    steps, inner = text.split(":", 1)
    parse_intent(inner, values)  # raises ValueError if it is none
    return InPlan(int(steps), inner, tuple(values))


def _proposed(text: str) -> Propose:
    topic, *seat = text.split(":")
    return Propose(Topic(topic), int(seat[0]) if seat else None)


def _answer(text: str) -> Answer:
    proposal, answer = text.split(":")
    if answer not in {_YES, _NO}:
        raise ValueError(f"{answer!r} is no answer")
    return Answer(int(proposal), answer == _YES)


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
    "out": lambda _, values: TakeOut(_user_id(values[0])),
    "invite": lambda _, values: _invited(values),
    "join?": lambda _, values: AskToJoin(_users(values), BOT in values),
    "join+": lambda text, _: AskAlso(None if text == BOT else _user_id(text)),
    "accept": lambda text, _: Accept(_user_id(text)),
    "decline": lambda text, _: Decline(_user_id(text)),
    "offer-to": lambda _, values: OfferSeatTo(_user(values)),
    "rule": lambda text, _: SeeRule(text),
    "page": lambda text, _: SeeRule(text, turning=True),
    "chapter": lambda text, values: PickRule(int(text), values[0]),
    "zoom": lambda text, _: _zoom(text),
    "why": lambda text, _: WhyNot(parse_piece(text)),
    "begin": lambda text, values: BeginLesson(text or values[0], chosen=not text),
    "lesson": _in_lesson,
    "plan": _in_plan,
    "unplan": lambda text, _: StepBack(int(text)),
    "note": lambda _, values: KeepNote(values[0]),
    "open": lambda _, values: OpenGame(values[0]),
    "server": lambda text, _: SeeServer(RulesPage(text)),
    "rule-of-server": lambda text, values: SetRule(Rule(text), tuple(values)),
    "power": lambda text, _: AskPower(Power(text)),
    "power!": lambda text, _: UsePower(Power(text)),
    "managed-seat": lambda _, values: ManageSeat(int(values[0])),
    "give-to": lambda text, values: ReplacePlayer(int(text), _user(values)),
    "give-up": lambda text, _: GivePlayerUp(int(text)),
    "games": lambda text, _: SeeGames(_page(text)),
    "words": lambda text, _: SeeInWords(_page(text)),
    "seat": lambda _, values: SeeSeat(int(values[0])),
    "propose?": lambda text, _: AskProposal(Topic(text)),
    "propose": lambda text, _: _proposed(text),
    "replace": lambda text, values: ProposeReplacing(int(text), _user(values)),
    "answer": lambda text, _: _answer(text),
    "withdraw": lambda text, _: WithdrawProposal(int(text)),
    "paces": lambda _, values: ChoosePace(values[0]),
    "at-end": lambda text, _: SetAtEnd(AtEnd(text)),
    "times": lambda _, values: _own_times(values),
    "found-zone": lambda _, values: FindZone(values[0]),
    "zone": lambda _, values: SetZone(values[0]),
    "quiet": lambda _, values: SetQuietFrom(None if values[0] == "-" else _hour(values[0])),
    "quiet-until": lambda _, values: SetQuietUntil(_hour(values[0])),
    "days-off": lambda _, values: SetDaysOff(frozenset(map(_weekday, values))),
    "away": lambda _, values: TakeVacation(int(values[0])),
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
