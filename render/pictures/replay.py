"""Turns of a game as an animation, or as one picture for each."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from engine import (
    ConflictDecided,
    Event,
    MonumentBuilt,
    Placing,
    PublicView,
    Turn,
    TurnEnded,
    View,
    ZigguratBuilt,
)
from render.board.field import draw_field
from render.drawing.canvas import Canvas, Patch
from render.drawing.gif import gif
from render.drawing.palette import palette_of
from render.drawing.text import size_to_fit, text_width
from render.drawing.theme import THEME, Theme, framed_small
from render.panels.caption import draw_caption
from render.panels.final import draw_final
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented
from render.panels.players import placings_of, winners_of
from render.panels.widgets import Row
from render.pictures.boards import board_png
from render.pieces.sprites import Emblem

_MOST_FRAMES = 120
_MOST_BYTES = 10_000_000
"""A little less than Discord accepts from every user (10 MiB)."""

_AT_ONCE = 36_000
"""The total time of all turns without special events, in milliseconds."""
_QUICKEST, _SLOWEST = 300, 900
"""The minimum and maximum time of each of them."""
_EVENTFUL = 1_500
"""The time of a turn in which something was built."""
_WAR = 2_500
"""The time of a turn with a conflict."""
_FIRST, _END, _SCORES = 2_000, 3_000, 6_000
"""The times of the start, the final board, and the final scores."""

_STRIP = 84
_SLOT = 38
"""The height of a player's place in the strip."""
_CAPTION = 62
"""The middle of the line about the turn, from the strip's upper edge."""
_EMBLEM = 32
_RIGHT = 152
"""The width of the turn's number on the right of the strip."""
_BESIDE = 12
"""The gap between items on one line."""
_BAR = 4
"""The height of the progress bar."""


def replay_gif(
    frames: Iterable[Turn[PublicView]],
    names: Sequence[str],
    labels: Labels = ENGLISH,
    *,
    placings: Sequence[Placing] | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return the turns as an animated GIF of 514 by 451 pixels that plays forever.

    Each turn is a frame that says what was done, as long as there are 120 at most and the file has
    less than ten million bytes; otherwise turns are merged. They are those of a whole game, or some
    in a row. The last frame of a game that is over has the final scores: *placings* in their order,
    by default compared as R14.3 says. Everything in it is public. The same arguments give the same
    bytes.

    Raises ValueError if there is no turn, or unless there is one name for each seat.
    """
    turns = list(frames)
    if not turns:
        raise ValueError("a replay needs a turn")
    singles = [_Frame(turn.number, turn.view, turn.events) for turn in turns]
    numbers = singles[0].number, singles[-1].number
    reel = _Reel(presented(singles[0].view, names, labels), labels, numbers, theme)
    if placings is None:
        placings = tuple(placings_of(singles[-1].view).values())
    shorter = _merged(singles, _MOST_FRAMES)
    while True:
        animation = reel.animation(shorter, placings)
        if len(animation) <= _MOST_BYTES or len(shorter) == 1:
            return animation
        shorter = _merged(shorter, (len(shorter) + 1) // 2)


def stills(
    frames: Iterable[Turn[View]],
    names: Sequence[str],
    labels: Labels = ENGLISH,
    *,
    theme: Theme = THEME,
) -> Iterator[bytes]:
    """Yield the board picture after each turn, as PNGs.

    Raises ValueError as :func:`board_png` does.
    """
    for turn in frames:
        yield board_png(turn.view, names, turn.events, labels, theme=theme)


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame: the turns up to *number* since the previous frame."""

    number: int
    view: PublicView
    events: tuple[Event, ...]

    @property
    def least(self) -> int:
        """The minimum time in milliseconds: some turns have more to see than usual."""
        if any(isinstance(event, ConflictDecided) for event in self.events):
            return _WAR
        special = MonumentBuilt | ZigguratBuilt
        return _EVENTFUL if any(isinstance(event, special) for event in self.events) else 0

    @property
    def seat(self) -> int:
        """The seat whose turn it was."""
        ended = [event.seat for event in self.events if isinstance(event, TurnEnded)]
        return ended[-1] if ended else self.view.active


def _merged(frames: Sequence[_Frame], most: int) -> list[_Frame]:
    """Return at most *most* frames: the first one unchanged, the others merged in equal groups."""
    if len(frames) <= most:
        return list(frames)
    first, rest, groups = frames[0], frames[1:], most - 1
    if groups < 1:
        return [frames[-1]]
    bounds = [len(rest) * at // groups for at in range(groups + 1)]
    together = (rest[start:end] for start, end in pairwise(bounds))
    return [
        first,
        *(
            _Frame(
                group[-1].number,
                group[-1].view,
                tuple(event for each in group for event in each.events),
            )
            for group in together
        ),
    ]


class _Reel:
    """Draws the frames of one game, of which the *numbers* are those of the first and the last."""

    def __init__(
        self, names: Sequence[str], labels: Labels, numbers: tuple[int, int], theme: Theme
    ) -> None:
        first, self._last = numbers
        self._before = max(0, first - 1)
        self._names, self._labels = names, labels
        self._theme = framed_small(theme)

    def animation(self, frames: Sequence[_Frame], placings: Sequence[Placing]) -> bytes:
        """Return the frames with their times, then the scores if there are any, as a GIF."""
        usual = min(_SLOWEST, max(_QUICKEST, _AT_ONCE // len(frames)))
        times = [max(usual, each.least) for each in frames]
        times[0], times[-1] = _FIRST, _END
        drawn: Iterable[Canvas] = map(self._drawn, frames)
        if placings:
            drawn = chain(drawn, [self._scores(frames[-1], placings)])
            times.append(_SCORES)
        size = self._theme.width, self._top + self._theme.field
        return gif(palette_of(self._theme).bytes, size, _frames(drawn, times))

    def _drawn(self, frame: _Frame) -> Canvas:
        """Draw the board after a turn, above it the player and the actions."""
        canvas = self._canvas()
        draw_field(canvas, frame.view, frame.events, self._top)
        self._draw_strip(canvas, frame)
        return canvas

    def _canvas(self) -> Canvas:
        theme = self._theme
        return Canvas(theme.width, self._top + theme.field, theme.night, theme)

    @property
    def _top(self) -> int:
        """The upper edge of the board."""
        return self._theme.gap + _STRIP

    def _scores(self, frame: _Frame, placings: Sequence[Placing]) -> Canvas:
        """Draw everybody's place and points instead of the board."""
        canvas, gap = self._canvas(), self._theme.gap
        self._draw_strip(canvas, frame)
        step = (self._theme.field - gap) // max(3, len(placings))
        for at, placing in enumerate(placings):
            top = self._top + gap + at * step
            draw_final(canvas, frame.view, placing, self._names, (top, step - gap))
        return canvas

    def _draw_strip(self, canvas: Canvas, frame: _Frame) -> None:
        """Draw all players, the one on turn with the actions, and the progress of the animation.

        The names stay in place, and a frame moves: that takes fewer bytes than moving names.
        """
        theme, gap, view = self._theme, self._theme.gap, frame.view
        width = canvas.width - 2 * gap
        canvas.box(gap, gap, width, _STRIP, theme.lit, radius=theme.corner)
        marked = winners_of(view) if view.over else [frame.seat]
        step = (width - 3) // len(view.seats)
        for seat in range(len(view.seats)):
            place = (gap + 3 + seat * step, step - 3)
            self._draw_player(canvas, view, seat, place, marked=seat in marked)
        start, length = gap + theme.corner, width - 2 * theme.corner
        canvas.box(start, gap + _STRIP - _BAR, length, _BAR, theme.night)
        come = length * (frame.number - self._before) // max(1, self._last - self._before)
        if come:
            canvas.box(start, gap + _STRIP - _BAR, come, _BAR, theme.accent)
        row = Row(canvas, start, gap + _CAPTION, theme.lit)
        if view.over:
            over = self._labels.of_decision(view.decision, view.actions_left)
            row.word(over, theme.text, theme.accent, length - _RIGHT)
            row.x += _BESIDE
        end = start + length
        if frame.number:
            end = self._draw_number(canvas, frame.number, end)
        draw_caption(row, frame.events, self._labels, end - _BESIDE)

    def _draw_number(self, canvas: Canvas, number: int, end: int) -> int:
        """Draw the turn's number up to the pixel *end*. Returns its left edge."""
        theme = self._theme
        size, said = theme.text, f" {number}/{self._last}"
        room = _RIGHT - text_width(said, size)
        word = self._labels.shown(lambda own: own.turn)
        smaller = size_to_fit(word, size, room)
        start = end - text_width(word, smaller) - text_width(f" {self._last}/{self._last}", size)
        row = Row(canvas, start, theme.gap + _CAPTION, theme.lit)
        row.text(word, smaller, theme.dim)
        row.text(said, size, theme.dim)
        return start

    def _draw_player(
        self, canvas: Canvas, view: PublicView, seat: int, place: tuple[int, int], *, marked: bool
    ) -> None:
        """Draw emblem and name, *place* pixels from the left and wide, framed if *marked*."""
        theme, (x, width) = self._theme, place
        y = theme.gap + 3
        frame = theme.accent if marked else theme.lit
        canvas.framed_box((x, y, width, _SLOT), theme.lit, frame, 2, theme.corner - 2)
        row = Row(canvas, x + 4, y + _SLOT // 2, theme.lit)
        row.piece(Emblem(view.seats[seat]), _EMBLEM, gap=5)
        row.text(self._names[seat], theme.text, theme.letters, x + width - 6 - row.x)


def _frames(drawn: Iterable[Canvas], times: Iterable[int]) -> Iterator[tuple[Iterable[Patch], int]]:
    """Yield the changes of each picture since the previous one, with its time."""
    before: Canvas | None = None
    for canvas, time in zip(drawn, times, strict=True):
        yield canvas.parts_apart(before), time
        before = canvas
