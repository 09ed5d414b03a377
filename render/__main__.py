"""``python -m render``: draw a position or record as a picture or animation, or a specimen."""

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine import (
    AddDecision,
    Game,
    Piece,
    PublicView,
    Score,
    SeatView,
    Step,
    headers_of,
    parse_piece,
    scores_by_turn,
    turns_of,
)
from engine.commands import (
    CommandError,
    CommandParser,
    at_end,
    last_game,
    played,
    players,
    read_text,
    run,
    view_as,
)
from render.charts.chart import chart_png
from render.drawing.faces import FontError, use_fonts
from render.drawing.scaling import scaled
from render.drawing.theme import THEME, THEMES, Theme
from render.panels.labels import ENGLISH
from render.pictures.boards import board_png, desk_png, hand_png, spaces_png
from render.pictures.card import conflict_png
from render.pictures.replay import replay_gif, stills
from render.pictures.sharing import share_png
from render.specimen import specimen_png

_WIDTHS = range(200, 1601)
_PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class _Read:
    """A parsed FILE: its steps, the view of ``--as``, the names, and the theme."""

    file: str
    text: str
    steps: tuple[Game | Step, ...]
    view: PublicView | SeatView
    names: tuple[str, ...]
    theme: Theme


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Returns the exit status: 0, or 2 with one line on standard error."""
    return run(_draw, arguments)


def _parser() -> CommandParser:
    parser = CommandParser(prog="python -m render", description="Draw a position or a record.")
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="position or record; - for standard input"
    )
    parser.add_argument("-o", dest="output", metavar="OUT", help="the picture's file")
    parser.add_argument(
        "--as", dest="viewer", metavar="WHO", default=_PUBLIC, help="a dynasty letter, or public"
    )
    parser.add_argument("--width", type=_width, metavar="PIXELS", help="of a PNG: 200 to 1600")
    parser.add_argument("--theme", choices=THEMES, default=THEME.word)
    parser.add_argument(
        "--font",
        dest="fonts",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a font for what the shipped ones lack; may be given several times",
    )
    what = parser.add_mutually_exclusive_group()
    for option, draw, words in (
        ("--hand", _hand, "the hand of --as"),
        ("--desk", _desk, "the board, and the hand of --as"),
        ("--card", _card, "the conflict in progress"),
        ("--chart", _chart, "the final scores"),
        ("--share", _share, "a game that has ended, to share: ranking, board and course"),
    ):
        what.add_argument(option, dest="draw", action="store_const", const=draw, help=words)
    what.add_argument(
        "--spaces", type=_piece, metavar="PIECE", help="where --as may put it: r, Ak, x"
    )
    what.add_argument("--replay", action="store_true", help="the whole game, as a GIF")
    what.add_argument("--stills", metavar="DIR", help="a PNG for each turn, in that folder")
    what.add_argument(
        "--specimen",
        action="store_true",
        help="a sheet with everything that pictures show, to every kind of eyes; needs no FILE",
    )
    parser.set_defaults(draw=_board)
    return parser


def _piece(text: str) -> Piece:
    try:
        return parse_piece(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _width(text: str) -> int:
    try:
        width = int(text)
    except ValueError:
        width = 0
    if width not in _WIDTHS:
        raise argparse.ArgumentTypeError(f"{text!r} is not from {_WIDTHS[0]} to {_WIDTHS[-1]}")
    return width


def _draw(arguments: Sequence[str] | None) -> str:
    options = _parser().parse_args(arguments)
    _check_output(options)
    try:
        use_fonts(options.fonts)
    except FontError as error:
        raise CommandError(f"--font: {error}") from None
    theme = THEMES[options.theme]
    if options.specimen:
        _write(Path(options.output), _sized(specimen_png(theme), options.width))
        return ""
    read = _read(options.file, options.viewer, theme)
    if options.stills is not None:
        turns = turns_of(read.steps, read.view.viewer)
        pictures = stills(turns, read.names, theme=read.theme)
        _write_all(Path(options.stills), [_sized(png, options.width) for png in pictures])
    elif options.spaces is not None:
        _write(Path(options.output), _sized(_spaces(read, options.spaces), options.width))
    elif options.replay:
        animation = replay_gif(turns_of(read.steps), read.names, theme=read.theme)
        _write(Path(options.output), animation)
    else:
        draw: Callable[[_Read], bytes] = options.draw
        _write(Path(options.output), _sized(draw(read), options.width))
    return ""


def _check_output(options: argparse.Namespace) -> None:
    """Raise CommandError unless the options say what to draw and where to write it."""
    if options.specimen and options.file is not None:
        raise CommandError(f"--specimen shows everything there is: leave out {options.file}")
    if not options.specimen and options.file is None:
        raise CommandError("FILE is needed: the position or record to draw")
    if options.stills is not None:
        if options.output is not None:
            raise CommandError("--stills DIR says where to write: leave out -o")
        return
    if options.output is None:
        raise CommandError("-o OUT is needed: where to write the picture")
    suffix = ".gif" if options.replay else ".png"
    if Path(options.output).suffix.lower() != suffix:
        raise CommandError(f"{options.output}: what is written here ends in {suffix}")
    if options.replay and options.width is not None:
        raise CommandError("--width is for pictures: a replay has a size of its own")


def _read(file: str, viewer: str, theme: Theme) -> _Read:
    text = read_text(file)
    steps = tuple(played(file, text))
    view = view_as(last_game(steps), viewer)
    names = players(text)
    if len(names) != len(view.seats):
        names = tuple(ENGLISH.of_dynasty(dynasty) for dynasty in view.seats)
    return _Read(file, text, steps, view, names, theme)


# --- pictures ------------------------------------------------------------------------------------


def _board(read: _Read) -> bytes:
    *_, last = turns_of(read.steps)
    return board_png(read.view, read.names, last.events, theme=read.theme)


def _hand(read: _Read) -> bytes:
    return hand_png(_seat_view(read), read.names, theme=read.theme)


def _desk(read: _Read) -> bytes:
    *_, last = turns_of(read.steps)
    own = _seat_view(read)
    return desk_png(last.view, own, read.names, last.events, theme=read.theme)


def _spaces(read: _Read, piece: Piece) -> bytes:
    view = _seat_view(read)
    return spaces_png(view, view.legal_cells(piece), piece=piece, theme=read.theme)


def _seat_view(read: _Read) -> SeatView:
    if not isinstance(read.view, SeatView):
        raise CommandError("this picture needs --as: whose hand?")
    return read.view


def _card(read: _Read) -> bytes:
    decision = read.view.decision
    if not isinstance(decision, AddDecision):
        raise at_end(read.file, read.text, "no conflict is in progress here (R6, R7)")
    return conflict_png(read.view, read.names, decision.conflict, theme=read.theme)


def _chart(read: _Read) -> bytes:
    return chart_png(read.view, read.names, scores=_scores(read), theme=read.theme)


def _share(read: _Read) -> bytes:
    date, scores = headers_of(read.text).get("Date", ""), _scores(read)
    return share_png(read.view, read.names, date=date, scores=scores, theme=read.theme)


def _scores(read: _Read) -> Sequence[Sequence[Score]]:
    """Return the scores after each turn. Raises CommandError unless the game is over."""
    if not read.view.over:
        raise at_end(read.file, read.text, "the game is not over here (R14)")
    return scores_by_turn(turns_of(read.steps))


def _sized(png: bytes, width: int | None) -> bytes:
    return png if width is None else scaled(png, width)


# --- writing -------------------------------------------------------------------------------------


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except (OSError, ValueError) as error:
        raise _unwritable(path, error) from None


def _write_all(folder: Path, pictures: Sequence[bytes]) -> None:
    """Write ``000.png`` for the start, ``001.png`` for the first turn, and so on."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _unwritable(folder, error) from None
    for number, png in enumerate(pictures):
        _write(folder / f"{number:03}.png", png)


def _unwritable(path: Path, error: OSError | ValueError) -> CommandError:
    reason = error.strerror if isinstance(error, OSError) else error
    return CommandError(f"{path}: cannot be written: {reason}")


if __name__ == "__main__":
    sys.exit(main())
