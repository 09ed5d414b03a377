"""The two pictures: the board for everybody, the hand for its owner."""

from collections.abc import Sequence

from engine import Event, View
from render.canvas import Canvas
from render.field import draw_field
from render.hand import draw_hand, hand_height
from render.head import draw_head
from render.labels import ENGLISH, Labels
from render.players import draw_players, players_height
from render.text import presentable
from render.theme import THEME


def board_png(
    view: View,
    names: Sequence[str],
    events: Sequence[Event] = (),
    labels: Labels = ENGLISH,
) -> bytes:
    """The board with everything public, and what else *view* shows, as a PNG.

    *names* are the players' display names in seat order, with anything in them. *events*,
    oldest first, are what happened of late: that is marked. The picture is 972 pixels wide,
    and 862 high with two players, 956 with more. The same arguments give the same bytes.

    Raises ValueError unless there is one name for each seat.
    """
    presented = _presented(view, names, labels)
    height = THEME.head + THEME.field + players_height(len(names))
    canvas = Canvas(THEME.width, height, THEME.night)
    draw_head(canvas, view, presented, labels)
    draw_field(canvas, view, events, THEME.head - THEME.gap)
    draw_players(canvas, view, presented, events, THEME.head + THEME.field - THEME.gap)
    return canvas.png()


def hand_png(view: View, names: Sequence[str], labels: Labels = ENGLISH) -> bytes:
    """What the viewer alone knows, tiles in hand and totals (R15.2), as a PNG 640 pixels wide.

    Raises ValueError if *view* is the public one, or unless there is one name for each seat.
    """
    if view.viewer is None:
        raise ValueError("the public view shows nobody's hand")
    name = _presented(view, names, labels)[view.viewer]
    canvas = Canvas(THEME.hand_width, hand_height(), THEME.night)
    draw_hand(canvas, view, view.viewer, name)
    return canvas.png()


def _presented(view: View, names: Sequence[str], labels: Labels) -> list[str]:
    if len(names) != len(view.seats):
        raise ValueError(f"{len(view.seats)} seats need as many names, not {len(names)}")
    return [
        presentable(name, labels.of_dynasty(dynasty))
        for name, dynasty in zip(names, view.seats, strict=True)
    ]
