"""The board; for one player also the hand, both on one desk, and spaces to choose from."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from engine import Cell, Event, Leader, Piece, SeatView, View
from render.board.field import draw_field
from render.drawing.canvas import Canvas
from render.drawing.theme import THEME, Theme
from render.panels.hand import draw_hand, draw_wide_hand, hand_height, wide_hand_height
from render.panels.head import draw_head
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented
from render.panels.players import draw_players, players_height
from render.panels.supply import draw_supply, supply_height
from render.panels.widgets import Row

_FOOTER = 38
"""The height of the line that names the options."""
_FOOTER_TEXT = 24
"""The maximum text size of that line."""


def board_png(
    view: View,
    names: Sequence[str],
    events: Sequence[Event] = (),
    labels: Labels = ENGLISH,
    *,
    planned: bool = False,
    paused: bool = False,
    turn: tuple[int, int] | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return the board with everything that *view* shows, as a PNG.

    *names* are the players' display names in seat order, with any content. *events* are the recent
    events, oldest first, which are marked. With *planned* the picture is a preview: *view* and
    *events* are the result of an action, and are drawn as not yet done. If *paused*, no one is
    shown as deciding; nor at the end of a *turn*, whose seat and number are shown instead.

    The picture is 972 pixels wide, and 922 high with two players, 1016 with more. Scores, if shown,
    make each row of players 40 pixels higher, and a line that names the options, if there are any,
    adds 38. The same arguments give the same bytes. Raises ValueError unless there is one name for
    each seat.
    """
    shown = presented(view, names, labels)
    canvas = Canvas(theme.width, _board_height(view, theme), theme.night, theme)
    _draw_board(canvas, view, shown, events, labels, planned=planned, paused=paused, turn=turn)
    return canvas.png()


def desk_png(
    view: View,
    own: SeatView,
    names: Sequence[str],
    events: Sequence[Event] = (),
    labels: Labels = ENGLISH,
    *,
    planned: bool = False,
    paused: bool = False,
    theme: Theme = THEME,
) -> bytes:
    """Return the board of *view* as by :func:`board_png`, below it the hand of *own*, as a PNG.

    *view* and *own* are two views of one game, for everybody and for one seat. The strip above the
    board addresses the player of that seat. The picture is 214 pixels higher than the board alone.
    Raises ValueError unless there is one name for each seat.
    """
    shown = presented(view, names, labels)
    board = _board_height(view, theme)
    canvas = Canvas(theme.width, board + wide_hand_height(theme), theme.night, theme)
    _draw_board(canvas, view, shown, events, labels, planned=planned, paused=paused, you=own.seat)
    draw_wide_hand(canvas, own, events, board)
    return canvas.png()


def spaces_png(
    view: View,
    legal: Iterable[Cell],
    *,
    refused: Mapping[Cell, str] = MappingProxyType({}),
    piece: Piece | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return the board alone with *legal* spaces for a chosen *piece* marked, as a PNG.

    *refused* are the other spaces, with the letters of the reasons. If *piece* is a leader, all
    leaders show their strength in a revolt. The picture is 972 by 684 pixels.
    """
    canvas = Canvas(theme.width, theme.field, theme.night, theme)
    in_revolt = isinstance(piece, Leader)
    draw_field(canvas, view, (), 0, legal, refused=refused, in_revolt=in_revolt)
    return canvas.png()


def _board_height(view: View, theme: Theme) -> int:
    height = theme.head + theme.field + players_height(view, theme) + supply_height(theme)
    return height + (_FOOTER if view.options else 0)


def _draw_board(
    canvas: Canvas,
    view: View,
    names: Sequence[str],
    events: Sequence[Event],
    labels: Labels,
    *,
    planned: bool,
    paused: bool,
    you: int | None = None,
    turn: tuple[int, int] | None = None,
) -> None:
    """Draw everything public from the upper edge on; *names* are already presentable."""
    theme = canvas.theme
    draw_head(canvas, view, names, labels, planned=planned, paused=paused, you=you, turn=turn)
    draw_field(canvas, view, events, theme.head - theme.gap, planned=planned)
    players = theme.head + theme.field - theme.gap
    draw_players(canvas, view, names, events, players, inactive=paused or turn is not None)
    supply = players + players_height(view, theme)
    draw_supply(canvas, view, supply)
    if view.options:
        _draw_options(canvas, view, labels, supply + supply_height(theme))


def _draw_options(canvas: Canvas, view: View, labels: Labels, top: int) -> None:
    """Draw the names of the options (R12), below everything else."""
    theme = canvas.theme
    said = " · ".join(map(labels.of_option, view.options))
    room = canvas.width - 4 * theme.gap
    canvas.split(top)
    row = Row(canvas, 2 * theme.gap, top + (_FOOTER - theme.gap) // 2, theme.night)
    row.word(said, _FOOTER_TEXT, theme.dim, room)


def hand_png(
    view: SeatView, names: Sequence[str], labels: Labels = ENGLISH, *, theme: Theme = THEME
) -> bytes:
    """Return the viewer's own tiles and totals (R15.2), as a PNG 640 pixels wide.

    With the open display (R12.3) if there is one. Raises ValueError unless there is one name for
    each seat.
    """
    name = presented(view, names, labels)[view.seat]
    canvas = Canvas(theme.hand_width, hand_height(view, theme), theme.night, theme)
    draw_hand(canvas, view, name)
    return canvas.png()
