"""Game records as text, and positions with the decisions that follow (notation.md)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.notation.position_reader import PositionReader
from engine.notation.text import FormatError, Header, Line, Lines, parse_seats, split_blanks
from engine.rules.game import Game, check_seats, layout_named
from engine.values.actions import Action, parse_action
from engine.values.events import Event
from engine.values.material import Dynasty
from engine.values.options import check_options
from engine.values.quoting import quoted
from engine.values.reasons import GameError, IllegalAction, Reason

__all__ = [
    "Step",
    "headers_of",
    "last_line",
    "read_game",
    "read_position",
    "write_record",
]


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of a record: its *line*, and the *game* and *events* it led to."""

    line: int
    dynasty: Dynasty
    action: Action
    game: Game
    events: tuple[Event, ...]


def read_game(text: str) -> Iterator[Game | Step]:
    """Yield the game at the start of a record or position, then a step for each decision.

    Lines are parsed as they are reached, so the first faulty line is the one reported. Raises
    FormatError.
    """
    lines = Lines(text)
    game = _read_start(lines)
    yield game
    while (line := lines.take()) is not None:
        dynasty, action = _read_decision(line)
        try:
            seat = game.seats.index(dynasty)
        except ValueError:
            raise FormatError(line.number, str(IllegalAction(Reason.NOT_SEATED))) from None
        try:
            game, events = game.apply(seat, action)
        except IllegalAction as illegal:
            raise FormatError(line.number, str(illegal)) from None
        yield Step(line.number, dynasty, action, game, events)


def read_position(text: str) -> Game:
    """Return the game at the end of a record or position. Raises FormatError."""
    *_, last = read_game(text)
    return last.game if isinstance(last, Step) else last


def last_line(text: str) -> int:
    """Return the number of the last line of a text."""
    return Lines(text).last


def headers_of(text: str) -> dict[str, str]:
    """Return the headers at the start of a text, except those about one player.

    If a header occurs twice, the first one counts. Raises FormatError if the text cannot be parsed
    that far.
    """
    headers: dict[str, str] = {}
    lines = Lines(text)
    while (line := lines.take()) is not None and line.header is not None:
        if line.header.player is None:
            headers.setdefault(line.header.name, line.header.value)
    return headers


def write_record(
    start: Game,
    bag: str,
    decisions: Iterable[tuple[Dynasty, Action]],
    headers: Sequence[tuple[str, str]] = (),
) -> str:
    """Return a record as text.

    *start* gives board, options and seats, *bag* is the whole shuffled bag. *headers* (``Date``,
    ``Players``, ``Site``, ``Result``) follow; quotes and line breaks in their values are replaced.
    """
    written = [
        Header("Format", None, "te 1"),
        Header("Board", None, start.board.layout.name),
        Header("Options", None, " ".join(start.options)),
        Header("Seats", None, " ".join(start.seats)),
        Header("Bag", None, bag),
        *(Header(name, None, _header_value(value)) for name, value in headers),
    ]
    moves = [f"{dynasty.value} {action}" for dynasty, action in decisions]
    return "\n".join([*map(str, written), "", *moves]) + "\n"


def _header_value(value: str) -> str:
    return " ".join(value.replace('"', "'").split())


def _read_start(lines: Lines) -> Game:
    number, value = lines.header("Format")
    if split_blanks(value) != ("te", "1"):
        raise FormatError(number, 'only the format "te 1" can be read')
    number, board = lines.header("Board")
    with _at(number):
        layout = layout_named(board)
    number, value = lines.header("Options")
    with _at(number):
        options = check_options(split_blanks(value))
    number, value = lines.header("Seats")
    with _at(number):
        seats = parse_seats(value)
        check_seats(seats)
    if lines.next_is_header("Turn"):
        return PositionReader(lines, layout, options, seats).read()
    number, bag = lines.header("Bag")
    with _at(number):
        game = Game.start(seats, bag, board, options)
    while (line := lines.peek()) is not None and line.header is not None:
        lines.take()
        if line.header.name in _OWN_HEADERS or line.header.player is not None:
            raise FormatError(
                line.number, f"[{line.header.name:.40}] has no place in a record here"
            )
    return game


_OWN_HEADERS = {
    "Format",
    "Board",
    "Options",
    "Seats",
    "Bag",
    "Turn",
    "Decision",
    "Hand",
    "Score",
    "Catastrophes",
    "Display",
    "Monument",
    "Ziggurat",
    "Building",
}


class _at:  # noqa: N801  (reads as a word: with _at(line))
    """Turn a GameError raised inside into a FormatError with this line number."""

    def __init__(self, line: int) -> None:
        self._line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GameError) and not isinstance(error, FormatError):
            raise FormatError(self._line, str(error)) from None


def _read_decision(line: Line) -> tuple[Dynasty, Action]:
    if line.header is not None:
        raise FormatError(line.number, "headers come before the decisions")
    if len(line.words) != 2:
        raise FormatError(line.number, "a decision is a dynasty letter and one decision")
    letter, decision = line.words
    if letter not in set(Dynasty):
        raise FormatError(
            line.number, f"{quoted(letter)} is no dynasty: they are A, B, L and P (R1.4)"
        )
    try:
        return Dynasty(letter), parse_action(decision)
    except ValueError as error:
        raise FormatError(line.number, str(error)) from None
