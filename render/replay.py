"""A whole game as an animation, or as one picture a turn."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from engine import (
    Conflict,
    ConflictDecided,
    Event,
    MonumentBuilt,
    PublicView,
    Turn,
    TurnEnded,
    View,
    ZigguratBuilt,
)
from render.canvas import Canvas
from render.field import draw_field
from render.gif import gif
from render.labels import ENGLISH, Labels
from render.names import presented
from render.palette import palette_of
from render.pictures import board_png
from render.pieces import Emblem
from render.players import placings_of
from render.symbols import crossed_swords
from render.text import text_width
from render.theme import THEME, Theme
from render.widgets import Row

_MOST_FRAMES = 120
_MOST_BYTES = 10_000_000
"""What Discord takes from anybody (10 MiB), and a little less."""

_AT_ONCE = 36_000
"""All turns in which nothing special happens take this long together, in milliseconds..."""
_QUICKEST, _SLOWEST = 300, 900
"""... but each of them no less and no more than this."""
_EVENTFUL = 1_500
"""A turn with a conflict, or in which something was built."""
_FIRST, _LAST = 2_000, 6_000

_STRIP = 48
_SLOT = 38
"""The height of a player's place in the strip."""
_EMBLEM = 32
_RIGHT = 168
"""The room for the turn's number, or the conflict, on the right of the strip."""
_OVER = 17
"""The size of the words that the game is over."""
_BAR = 4
"""The height of the bar that tells how far the game has come."""


def replay_gif(
    frames: Iterable[Turn[PublicView]],
    names: Sequence[str],
    labels: Labels = ENGLISH,
    *,
    theme: Theme = THEME,
) -> bytes:
    """The turns as an animated GIF of 696 by 542 pixels that plays for ever.

    A turn is a frame, as long as they are 120 at most and the file has less than ten million
    bytes; else turns are put together. Everything in it is public. The same arguments give
    the same bytes.

    Raises ValueError if there is no turn, or unless there is one name for each seat.
    """
    given = list(frames)
    if not given:
        raise ValueError("a replay needs a turn")
    first = 1 if given[0].events else 0
    told = [_Told(number, turn.view, turn.events) for number, turn in enumerate(given, first)]
    reel = _Reel(presented(told[0].view, names, labels), labels, told[-1].number, theme)
    shorter = _merged(told, _MOST_FRAMES)
    while True:
        animation = reel.animation(shorter)
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
    """The board picture after each turn, as PNGs. Raises ValueError as :func:`board_png` does."""
    for turn in frames:
        yield board_png(turn.view, names, turn.events, labels, theme=theme)


@dataclass(frozen=True, slots=True)
class _Told:
    """A frame: the turns up to *number* that were not told before."""

    number: int
    view: PublicView
    events: tuple[Event, ...]

    @property
    def conflict(self) -> Conflict | None:
        """The last conflict that was decided in it."""
        decided = [event for event in self.events if isinstance(event, ConflictDecided)]
        return decided[-1].conflict if decided else None

    @property
    def eventful(self) -> bool:
        """Whether there is more to see than usual."""
        special = ConflictDecided | MonumentBuilt | ZigguratBuilt
        return any(isinstance(event, special) for event in self.events)

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        ended = [event.seat for event in self.events if isinstance(event, TurnEnded)]
        return ended[-1] if ended else self.view.active


def _merged(told: Sequence[_Told], most: int) -> list[_Told]:
    """At most so many frames: the first as it is, the others in equal groups made one."""
    if len(told) <= most:
        return list(told)
    first, rest, groups = told[0], told[1:], most - 1
    if groups < 1:
        return [told[-1]]
    bounds = [len(rest) * at // groups for at in range(groups + 1)]
    together = (rest[start:end] for start, end in pairwise(bounds))
    return [
        first,
        *(
            _Told(
                group[-1].number,
                group[-1].view,
                tuple(event for each in group for event in each.events),
            )
            for group in together
        ),
    ]


class _Reel:
    """Draws frames of one game."""

    def __init__(self, names: Sequence[str], labels: Labels, last: int, theme: Theme) -> None:
        self._names, self._labels, self._last = names, labels, last
        self._theme = _small(theme)

    def animation(self, told: Sequence[_Told]) -> bytes:
        """The frames with their times, as a GIF."""
        usual = min(_SLOWEST, max(_QUICKEST, _AT_ONCE // len(told)))
        times = [max(usual, _EVENTFUL) if each.eventful else usual for each in told]
        times[0] = _FIRST
        times[-1] = _LAST
        frames = zip(map(self._frame, told), times, strict=True)
        return gif(palette_of(self._theme).bytes, frames)

    def _frame(self, told: _Told) -> Image.Image:
        theme = self._theme
        top = theme.gap + _STRIP
        canvas = Canvas(theme.width, top + theme.field, theme.night, theme)
        draw_field(canvas, told.view, told.events, top)
        self._draw_strip(canvas, told)
        return canvas.image()

    def _draw_strip(self, canvas: Canvas, told: _Told) -> None:
        """Everybody, whose turn it was, and how far the game has come.

        Nothing moves but a frame and a number: names that came and went would make the file
        a quarter larger.
        """
        theme, gap, view = self._theme, self._theme.gap, told.view
        width, middle = canvas.width - 2 * gap, gap + 3 + _SLOT // 2
        canvas.box(gap, gap, width, _STRIP, theme.lit, radius=theme.corner)
        marked = _winners(view) if view.over else [told.seat]
        step = (width - _RIGHT) // len(view.seats)
        for seat in range(len(view.seats)):
            place = (gap + 3 + seat * step, step - 3)
            self._draw_player(canvas, view, seat, place, marked=seat in marked)
        start, length = gap + theme.corner, width - 2 * theme.corner
        canvas.box(start, gap + _STRIP - _BAR, length, _BAR, theme.night)
        come = length * told.number // max(1, self._last)
        if come:
            canvas.box(start, gap + _STRIP - _BAR, come, _BAR, theme.gold)
        row = Row(canvas, canvas.width - gap - _RIGHT + 8, middle, theme.lit)
        room = _RIGHT - 16
        if told.conflict is not None and not view.over:
            self._draw_conflict(row, told.conflict)
        elif view.over:
            row.text(self._labels.of_decision(view.decision), _OVER, theme.gold, room)
        elif told.number:
            word = self._labels.shown(lambda own: own.turn)
            said = f" {told.number}/{self._last}"
            size = theme.text
            row.text(word, size, theme.dim, room - text_width(said, size))
            row.text(said, size, theme.dim)

    def _draw_player(
        self, canvas: Canvas, view: PublicView, seat: int, place: tuple[int, int], *, marked: bool
    ) -> None:
        """Emblem and name, *place* pixels from the left and wide, in a frame if *marked*."""
        theme, (x, width) = self._theme, place
        y = theme.gap + 3
        paint = theme.gold if marked else theme.lit
        canvas.box(x, y, width, _SLOT, paint, radius=theme.corner - 2)
        canvas.box(x + 2, y + 2, width - 4, _SLOT - 4, theme.lit, radius=theme.corner - 4)
        row = Row(canvas, x + 4, y + _SLOT // 2, theme.lit)
        row.piece(Emblem(view.seats[seat]), _EMBLEM, gap=5)
        row.text(self._names[seat], theme.text, theme.cream, x + width - 6 - row.x)

    def _draw_conflict(self, row: Row, conflict: Conflict) -> None:
        """Both leaders with their totals, the winner's in gold."""
        theme = self._theme
        for party in (conflict.attacker, conflict.defender):
            row.piece(party.leader, _EMBLEM + 2, gap=4)
            paint = theme.gold if party is conflict.winner else theme.dim
            row.text(str(party.total), theme.text, paint)
            if party is conflict.attacker:
                row.x += 6
                row.symbol(crossed_swords, theme.icon, theme.cream)


def _winners(view: PublicView) -> list[int]:
    """The seats of those who won, if the view shows that."""
    return [seat for seat, placing in placings_of(view).items() if placing.place == 1]


@lru_cache(maxsize=8)
def _small(theme: Theme) -> Theme:
    """The theme at the size of a replay's frames: always the same object for one theme."""
    return theme.framed_small()
