"""The expected places in a game, turn by turn, as lines."""

from collections.abc import Mapping, Sequence

from engine import View
from render.charts.plot import BADGE, Plot, Scale, line_sample
from render.drawing.canvas import Canvas
from render.drawing.theme import THEME, Theme
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented
from render.panels.widgets import Row
from render.pieces.sprites import Emblem

_WIDTH = 640
_HEAD = 56
_PADDING = 14
_PLOT = 392
_FOR_BADGES = BADGE + 8
"""The height above the lines, for the numbers of turns that mattered."""
_NAME = 52
"""The height of a player's entry in the key."""
_EMBLEM, _SAMPLE = 40, 64
_LEAST_PLACES = 2
_IN_ONE_COLUMN = 2
"""The maximum number of names in one column; more are in two."""


def expected_png(
    view: View,
    names: Sequence[str],
    places: Sequence[Sequence[float]],
    labels: Labels = ENGLISH,
    *,
    marked: Mapping[int, str] | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return the expected places, as a PNG 640 pixels wide and 612 high.

    *places* are everybody's, in seat order, at the start and after each turn: 1 is at the top. A
    turn in *marked*, by its number from 1, has a badge with that text, a letter or two, over it.

    Raises ValueError unless there is one name for each seat and one place, and at least one turn.
    """
    shown = presented(view, names, labels)
    seats = view.seats
    if len(places) < _LEAST_PLACES or any(len(each) != len(seats) for each in places):
        raise ValueError("each seat needs a place at the start and after each turn")
    gap = theme.gap
    columns = 1 if len(seats) <= _IN_ONE_COLUMN else 2
    rows = -(-len(seats) // columns)
    key = 2 * _PADDING + rows * _NAME
    height = _HEAD + _PLOT + key + 4 * gap
    canvas = Canvas(_WIDTH, height, theme.night, theme)
    canvas.box(gap, gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=theme.corner)
    row = Row(canvas, gap + _PADDING, gap + _HEAD // 2, theme.lit)
    title = labels.shown(lambda own: own.expected_by_turn)
    row.word(title, theme.large_text, theme.letters, _WIDTH - 2 * gap - 2 * _PADDING)
    top = _HEAD + 2 * gap
    canvas.split(top)
    canvas.box(gap, top, _WIDTH - 2 * gap, _PLOT, theme.panel, radius=theme.corner)
    lines = [list(line) for line in zip(*places, strict=True)]
    scale = Scale(1, len(seats), tuple(range(1, len(seats) + 1)))
    plot = Plot(canvas, seats, lines, scale, (top + _FOR_BADGES, _PLOT - _FOR_BADGES))
    plot.draw(marked)
    top += _PLOT + gap
    canvas.split(top)
    canvas.box(gap, top, _WIDTH - 2 * gap, key, theme.panel, radius=theme.corner)
    room = (_WIDTH - 2 * gap - 2 * _PADDING) // columns
    for seat, name in enumerate(shown):
        x = gap + _PADDING + seat % columns * room
        row = Row(canvas, x, top + _PADDING + seat // columns * _NAME + _NAME // 2, theme.panel)
        row.piece(Emblem(seats[seat]), _EMBLEM, gap=8)
        row.image(line_sample(seats[seat], _SAMPLE, theme.panel, theme), gap=10)
        row.text(name, theme.text, theme.letters, x + room - 8 - row.x)
    return canvas.png()
