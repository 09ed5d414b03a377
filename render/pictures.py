"""The two pictures: the board for everybody, the hand for its owner."""

from collections.abc import Iterable, Sequence

from engine import Cell, Event, SeatView, View
from render.canvas import Canvas
from render.field import draw_field
from render.hand import draw_hand, hand_height
from render.head import draw_head
from render.labels import ENGLISH, Labels
from render.names import presented
from render.players import draw_players, players_height
from render.theme import THEME, Theme
from render.widgets import Row

_FOOTER = 34
"""The height of the line that names the options."""
_FOOTER_TEXT = 20


def board_png(
    view: View,
    names: Sequence[str],
    events: Sequence[Event] = (),
    labels: Labels = ENGLISH,
    *,
    legal: Iterable[Cell] = (),
    planned: bool = False,
    theme: Theme = THEME,
) -> bytes:
    """The board with everything public, and what else *view* shows, as a PNG.

    *names* are the players' display names in seat order, with anything in them. *events*,
    oldest first, are what happened of late: that is marked. *legal* spaces, those where a
    chosen piece may be put, bear their names. With *planned* the picture is a preview: *view*
    and *events* are what an action would lead to, and are drawn as not yet done.

    The picture is 972 pixels wide, and 862 high with two players, 956 with more; a line that
    names the options, where the table plays with any, makes it 34 pixels higher. The same
    arguments give the same bytes. Raises ValueError unless there is one name for each seat.
    """
    shown = presented(view, names, labels)
    footer = theme.head + theme.field + players_height(len(names), theme)
    height = footer + (_FOOTER if view.options else 0)
    canvas = Canvas(theme.width, height, theme.night, theme)
    draw_head(canvas, view, shown, labels, planned=planned)
    draw_field(canvas, view, events, theme.head - theme.gap, legal, planned=planned)
    draw_players(canvas, view, shown, events, theme.head + theme.field - theme.gap)
    if view.options:
        _draw_options(canvas, view, labels, footer)
    return canvas.png()


def _draw_options(canvas: Canvas, view: View, labels: Labels, top: int) -> None:
    """Name what the table plays with (R12), below everything else."""
    theme = canvas.theme
    names = map(labels.of_option, view.options)
    canvas.split(top)
    row = Row(canvas, 2 * theme.gap, top + (_FOOTER - theme.gap) // 2, theme.night)
    row.text(" · ".join(names), _FOOTER_TEXT, theme.dim, canvas.width - 4 * theme.gap)


def hand_png(
    view: SeatView, names: Sequence[str], labels: Labels = ENGLISH, *, theme: Theme = THEME
) -> bytes:
    """What the viewer alone knows, tiles in hand and totals (R15.2), as a PNG 640 pixels wide.

    With an open display (R12.3) that is shown too. Raises ValueError unless there is one name
    for each seat.
    """
    name = presented(view, names, labels)[view.seat]
    canvas = Canvas(theme.hand_width, hand_height(view, theme), theme.night, theme)
    draw_hand(canvas, view, name)
    return canvas.png()
