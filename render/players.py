"""The boxes under the board: what everybody may know of each player."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from engine import (
    Colour,
    DisplayTileTaken,
    Event,
    Placing,
    PointsScored,
    Score,
    View,
    rank,
)
from render.canvas import Canvas
from render.pieces import Catastrophe, Emblem, FaceDown, Tile, Treasure
from render.symbols import empty_disc, onward
from render.text import one_line, text_width
from render.theme import THEME, Theme
from render.widgets import Row, actions_width, centred

_ABOVE, _BELOW = 26, 61
"""The middles of a box's two lines, from its upper edge."""
_PADDING = 12
_COUNT = 28
"""The room for a number beside its icon."""
_PIP = 24
_HAND_TILE = 28


def players_height(seats: int, theme: Theme = THEME) -> int:
    """The height in pixels of all boxes with a gap below each: two stand in a row."""
    return (seats + 1) // 2 * (theme.player + theme.gap)


def draw_players(
    canvas: Canvas, view: View, names: Sequence[str], events: Sequence[Event], top: int
) -> None:
    """Draw a box for each player in seat order; *names* are presentable already."""
    theme = canvas.theme
    width = (canvas.width - 3 * theme.gap) // 2
    placings = placings_of(view)
    for seat, name in enumerate(names):
        x = theme.gap + seat % 2 * (width + theme.gap)
        y = top + seat // 2 * (theme.player + theme.gap)
        canvas.split(y)
        _Box(canvas, view, seat, (x, y), width).draw(name, events, placings.get(seat))


def placings_of(view: View) -> dict[int, Placing]:
    """The placings by seat once the game is over, none before (R14.3)."""
    scores = [score for score in view.scores if score is not None]
    if not view.over or len(scores) < len(view.scores):
        return {}
    return {placing.seat: placing for placing in rank(scores)}


def gains_of(events: Sequence[Event], seat: int) -> dict[Colour, int]:
    """Points that *seat* gained of late, which everybody saw (R15.1)."""
    gains = dict.fromkeys(Colour, 0)
    for event in events:
        if isinstance(event, PointsScored) and event.seat == seat:
            gains[event.colour] += event.points
    return gains


class _Box:
    """One player's box: emblem, name and state, on two lines."""

    def __init__(
        self, canvas: Canvas, view: View, seat: int, corner: tuple[int, int], width: int
    ) -> None:
        self._canvas, self._view, self._seat = canvas, view, seat
        self._theme = canvas.theme
        self._x, self._y = corner
        self._text_x = self._x + 2 * _PADDING + self._theme.emblem
        self._end = self._x + width - _PADDING
        self._score = view.scores[seat]
        self._active = seat == view.active and not view.over
        self._ground = self._theme.lit if self._active else self._theme.panel
        if seat == view.decision.seat and not view.over:
            self._fill(width, 0, self._theme.gold)
            self._fill(width, 4, self._ground)
        else:
            self._fill(width, 0, self._ground)

    def _fill(self, width: int, inset: int, colour: tuple[int, int, int]) -> None:
        self._canvas.box(
            self._x + inset,
            self._y + inset,
            width - 2 * inset,
            self._theme.player - 2 * inset,
            colour,
            radius=self._theme.corner - inset,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, x, self._y + middle, self._ground)

    def draw(self, name: str, events: Sequence[Event], placing: Placing | None) -> None:
        """Draw what the box holds; *placing* only when the game is over."""
        emblem = Emblem(self._view.seats[self._seat])
        self._row(self._x + _PADDING, self._theme.player // 2).piece(emblem, self._theme.emblem)
        if placing is None:
            gains = gains_of(events, self._seat)
            start = self._draw_taken(events)
            if self._score is None:
                end = self._draw_gains(gains, start)
            else:
                end = self._draw_score(self._score, gains, start)
            self._draw_state()
            self._draw_actions()
        else:
            end = self._draw_hand()
            self._draw_result(placing)
            self._draw_place(placing)
        room = end - self._text_x - _PADDING
        self._row(self._text_x, _ABOVE).text(name, self._theme.text, self._theme.cream, room)

    # --- while the game is on --------------------------------------------------------------------

    def _draw_taken(self, events: Sequence[Event]) -> int:
        """The tiles taken from the open display of late (R12.3); where they begin."""
        taken = [
            event.colour
            for event in events
            if isinstance(event, DisplayTileTaken) and event.seat == self._seat
        ]
        start = self._end - (_HAND_TILE + 3) * len(taken)
        row = self._row(start, _ABOVE)
        for colour in taken:
            self._canvas.box(
                row.x - 1, self._y + _ABOVE - 15, _HAND_TILE + 2, 30, self._theme.mark, radius=6
            )
            row.piece(Tile(colour), _HAND_TILE, gap=3, ground=self._theme.mark)
        return start

    def _draw_score(self, score: Score, gains: dict[Colour, int], end: int) -> int:
        """The score, in which what was gained of late stands out; where it begins."""
        start = end - _score_width()
        _draw_points(self._row(start, _ABOVE), score, self._theme, gains)
        return start

    def _draw_state(self) -> None:
        """Tiles in hand, catastrophes left, leaders off the board (R15.1)."""
        row = self._row(self._text_x, _BELOW)
        for piece, count in (
            (FaceDown(), self._view.hand_sizes[self._seat]),
            (Catastrophe(), self._view.catastrophes[self._seat]),
        ):
            row.piece(piece, self._theme.icon, gap=5)
            row.text(str(count), self._theme.text, self._theme.cream)
            row.x += _COUNT - text_width(str(count), self._theme.text)
        for leader in self._view.leaders(self._seat):
            if self._view.board.cell_of(leader) is None:
                row.piece(leader, self._theme.leader, gap=3)
            else:
                row.symbol(empty_disc, self._theme.leader, self._theme.rule, gap=3)

    def _draw_gains(self, gains: dict[Colour, int], end: int) -> int:
        """The points gained of late; where they begin."""
        shown = [(colour, points) for colour, points in gains.items() if points]
        start = end - len(shown) * (self._theme.gain[0] + 4)
        row = self._row(start, _ABOVE)
        for colour, points in shown:
            row.chip(f"+{points}", colour, self._theme.gain, self._theme.small_text, gap=4)
        return start

    def _draw_actions(self) -> None:
        """The active player's actions, left and used."""
        if not self._active:
            return
        row = self._row(self._end - actions_width(_PIP), _BELOW)
        row.actions(self._view.actions_left, _PIP)

    # --- when the game is over -------------------------------------------------------------------

    def _draw_hand(self) -> int:
        """The tiles left in hand, if they are shown; where they begin."""
        hand = self._view.hands[self._seat] or (0, 0, 0, 0)
        tiles = [colour for colour in Colour for _ in range(hand[colour])]
        start = self._end - (_HAND_TILE + 3) * len(tiles)
        row = self._row(start, _ABOVE)
        for colour in tiles:
            row.piece(Tile(colour), _HAND_TILE, gap=3)
        return start

    def _draw_result(self, placing: Placing) -> None:
        """Points and treasures, then the spheres once the treasures are spent (R14.3)."""
        row = self._row(self._text_x, _BELOW)
        _draw_points(row, Score(*placing.points, placing.treasures), self._theme)
        row.symbol(onward, 20, self._theme.gold)
        for colour in Colour:
            row.chip(
                str(placing.spheres[colour]),
                colour,
                self._theme.chip,
                self._theme.small_text,
                gap=2,
            )

    def _draw_place(self, placing: Placing) -> None:
        """The place, on the emblem's lower edge."""
        ground = self._theme.gold if placing.place == 1 else self._theme.cream
        x, y = self._x + _PADDING + self._theme.emblem - 6, self._y + self._theme.player - 22
        self._canvas.box(x - 17, y - 17, 34, 34, self._theme.ink, radius=17)
        self._canvas.box(x - 15, y - 15, 30, 30, ground, radius=15)
        written = one_line(
            str(placing.place), self._theme.text, self._theme.ink, ground, 20, theme=self._theme
        )
        centred(self._canvas, written, x, y)


def _score_width() -> int:
    """The room that a score takes, in pixels."""
    return len(Colour) * (THEME.chip[0] + 2) + THEME.icon + _COUNT


def _draw_points(
    row: Row, score: Score, theme: Theme, gains: Mapping[Colour, int] = MappingProxyType({})
) -> None:
    """Points by colour, and treasures; what was gained of late is framed."""
    start = row.x
    for colour in Colour:
        edge = theme.mark if gains.get(colour) else theme.cream
        row.chip(str(score.points[colour]), colour, theme.chip, theme.small_text, gap=2, edge=edge)
    row.piece(Treasure(), theme.icon - 4, gap=4)
    row.text(str(score.treasures), theme.small_text, theme.cream)
    row.x = start + _score_width()
