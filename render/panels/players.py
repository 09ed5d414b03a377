"""The boxes below the board: the public state of each player."""

from collections.abc import Mapping, Sequence

from engine import (
    CatastrophePlaced,
    Colour,
    DisplayTileTaken,
    Event,
    LeaderPlaced,
    LeaderWithdrawn,
    Placing,
    PointsScored,
    Score,
    TilePlaced,
    TilesSwapped,
    View,
    rank,
)
from render.drawing.canvas import Canvas
from render.drawing.text import one_line, text_width
from render.drawing.theme import THEME, Theme
from render.panels.widgets import (
    NameSizes,
    Row,
    actions_width,
    draw_badge,
    plates_for,
    points_width,
)
from render.pieces.sprites import Catastrophe, Emblem, FaceDown, Tile, Treasure
from render.pieces.symbols import onward

_ABOVE, _BELOW, _LAST = 25, 63, 104
"""The middles of a box's lines, from its upper edge."""
_LINE = 40
"""The additional height of a box with points in it."""
_PADDING = 12
_NAMES = NameSizes((28, 24, 20), (18, 16))
_FIGURE = 28
_COUNT = 27
"""The width of a number beside its icon."""
_PIP = 24
_ICON = 32
_LEADER = 38
_HAND_TILE = 30
_TREASURE = 28
_DOER_REACH = 4
"""The reach of the mark of the player who acted last beyond the emblem."""
_BETWEEN = 5
"""The gap between plates."""
_GAINS = 200
"""The maximum width of recent gains, which leaves some for the name."""
_DEEDS = TilePlaced | LeaderPlaced | LeaderWithdrawn | CatastrophePlaced | TilesSwapped
"""The events of players' actions (R3.1)."""


def players_height(view: View, theme: Theme = THEME) -> int:
    """Return the height in pixels of all boxes with a gap below each, two in a row."""
    return (len(view.seats) + 1) // 2 * (_height(view, theme) + theme.gap)


def _height(view: View, theme: Theme) -> int:
    """Return the height of a box: points take a line of their own."""
    shown = any(score is not None for score in view.scores)
    return theme.player + _LINE * shown


def draw_players(
    canvas: Canvas,
    view: View,
    names: Sequence[str],
    events: Sequence[Event],
    top: int,
    *,
    inactive: bool = False,
) -> None:
    """Draw a box for each player in seat order; *names* are already presentable.

    If *inactive*, no one is shown as on turn.
    """
    theme = canvas.theme
    width = (canvas.width - 3 * theme.gap) // 2
    placings = placings_of(view)
    for seat, name in enumerate(names):
        x = theme.gap + seat % 2 * (width + theme.gap)
        y = top + seat // 2 * (_height(view, theme) + theme.gap)
        canvas.split(y)
        _Box(canvas, view, seat, (x, y), width, inactive=inactive or view.over).draw(
            name, events, placings.get(seat)
        )


def placings_of(view: View) -> dict[int, Placing]:
    """Return the placings by seat once the game is over, an empty dict before (R14.3)."""
    scores = [score for score in view.scores if score is not None]
    if not view.over or len(scores) < len(view.scores):
        return {}
    return {placing.seat: placing for placing in rank(scores)}


def winners_of(view: View) -> list[int]:
    """Return the seats of the winners once the game is over, an empty list before."""
    return [seat for seat, placing in placings_of(view).items() if placing.place == 1]


def gains_of(events: Sequence[Event], seat: int) -> dict[Colour, int]:
    """Return the points that *seat* scored in *events*, which are public (R15.1)."""
    gains = dict.fromkeys(Colour, 0)
    for event in events:
        if isinstance(event, PointsScored) and event.seat == seat:
            gains[event.colour] += event.points
    return gains


def doers_of(events: Sequence[Event]) -> frozenset[int]:
    """Return the seats of the players whose actions are in *events*."""
    return frozenset(event.seat for event in events if isinstance(event, _DEEDS))


class _Box:
    """One player's box: emblem, name and state on two lines, below them public points."""

    def __init__(
        self,
        canvas: Canvas,
        view: View,
        seat: int,
        corner: tuple[int, int],
        width: int,
        *,
        inactive: bool,
    ) -> None:
        self._canvas, self._view, self._seat = canvas, view, seat
        self._theme = canvas.theme
        self._x, self._y = corner
        self._text_x = self._x + 2 * _PADDING + self._theme.emblem
        self._end = self._x + width - _PADDING
        self._score = view.scores[seat]
        self._active = seat == view.active and not inactive
        self._ground = self._theme.lit if self._active else self._theme.panel
        decides = seat == view.decision.seat and not inactive
        canvas.framed_box(
            (self._x, self._y, width, _height(view, self._theme)),
            self._ground,
            self._theme.accent if decides else self._ground,
            4,
            self._theme.corner,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, x, self._y + middle, self._ground)

    def draw(self, name: str, events: Sequence[Event], placing: Placing | None) -> None:
        """Draw the content of the box; *placing* only when the game is over."""
        emblem = Emblem(self._view.seats[self._seat])
        row = self._row(self._x + _PADDING, self._theme.player // 2)
        ground = self._ground
        if self._seat in doers_of(events):
            ground, size = self._theme.mark, self._theme.emblem + 2 * _DOER_REACH
            y = self._y + (self._theme.player - size) // 2
            self._canvas.box(row.x - _DOER_REACH, y, size, size, ground, radius=self._theme.corner)
        row.piece(emblem, self._theme.emblem, ground=ground)
        if placing is None:
            gains = gains_of(events, self._seat)
            end = self._draw_gains(gains, self._draw_taken(events))
            self._draw_state()
            self._draw_actions()
            if self._score is not None:
                self._draw_score(self._score, gains)
        else:
            end = self._draw_hand()
            self._draw_result(placing)
            self._draw_place(placing)
        room = end - self._text_x - _PADDING
        self._row(self._text_x, _ABOVE).name(name, _NAMES, self._theme.letters, room)

    # --- during the game -------------------------------------------------------------------------

    def _draw_taken(self, events: Sequence[Event]) -> int:
        """Draw the tiles recently taken from the open display (R12.3). Returns their left edge."""
        taken = [
            event.colour
            for event in events
            if isinstance(event, DisplayTileTaken) and event.seat == self._seat
        ]
        start = self._end - (_HAND_TILE + 4) * len(taken)
        row = self._row(start, _ABOVE)
        for colour in taken:
            self._canvas.box(
                row.x - 1, self._y + _ABOVE - 16, _HAND_TILE + 2, 32, self._theme.mark, radius=6
            )
            row.piece(Tile(colour), _HAND_TILE, gap=4, ground=self._theme.mark)
        return start

    def _draw_gains(self, gains: Mapping[Colour, int], end: int) -> int:
        """Draw the points recently gained. Returns their left edge."""
        shown = {colour: f"+{points}" for colour, points in gains.items() if points}
        size = plates_for(list(shown.values()), _GAINS, _BETWEEN)
        start = end - sum(points_width(text, size) + _BETWEEN for text in shown.values())
        row = self._row(start, _ABOVE)
        for colour, text in shown.items():
            row.points(text, colour, size, gap=_BETWEEN)
        return start

    def _draw_state(self) -> None:
        """Draw tiles in hand, catastrophes left, leaders on the board and off it (R15.1)."""
        row = self._row(self._text_x, _BELOW)
        for piece, count in (
            (FaceDown(), self._view.hand_sizes[self._seat]),
            (Catastrophe(), self._view.catastrophes[self._seat]),
        ):
            row.piece(piece, _ICON, gap=5)
            row.text(str(count), _FIGURE, self._theme.letters)
            row.x += _COUNT - text_width(str(count), _FIGURE)
        for leader in self._view.leaders(self._seat):
            if self._view.board.cell_of(leader) is None:
                row.absent(leader.colour, _LEADER, gap=3)
            else:
                row.piece(leader, _LEADER, gap=3)

    def _draw_actions(self) -> None:
        if not self._active:
            return
        row = self._row(self._end - actions_width(_PIP), _BELOW)
        row.actions(self._view.actions_left, _PIP)

    def _draw_score(self, score: Score, gains: Mapping[Colour, int]) -> None:
        """Draw the score below everything else, with recent gains framed."""
        numbers = list(map(str, score.points))
        row = self._row(self._x + _PADDING, _LAST)
        treasures = _treasures_width(score.treasures)
        size = plates_for(numbers, self._end - row.x - treasures - _PADDING, _BETWEEN)
        for colour, number in zip(Colour, numbers, strict=True):
            edge = self._theme.mark if gains.get(colour) else None
            row.points(number, colour, size, gap=_BETWEEN, edge=edge)
        row.x = self._end - treasures
        self._draw_treasures(row, score.treasures)

    def _draw_treasures(self, row: Row, count: int) -> None:
        row.piece(Treasure(), _TREASURE, gap=4)
        row.text(str(count), _FIGURE, self._theme.letters)

    # --- after the game --------------------------------------------------------------------------

    def _draw_hand(self) -> int:
        """Draw the tiles left in hand, if they are shown. Returns their left edge."""
        hand = self._view.hands[self._seat] or (0, 0, 0, 0)
        tiles = [colour for colour in Colour for _ in range(hand[colour])]
        start = self._end - (_HAND_TILE + 3) * len(tiles)
        row = self._row(start, _ABOVE)
        for colour in tiles:
            row.piece(Tile(colour), _HAND_TILE, gap=3)
        return start

    def _draw_result(self, placing: Placing) -> None:
        """Draw points and treasures, then the spheres with the treasures spent (R14.3)."""
        treasures = _treasures_width(placing.treasures)
        columns = [str(max(pair)) for pair in zip(placing.points, placing.spheres, strict=True)]
        room = self._end - self._text_x - treasures - _PADDING
        size = plates_for(columns, room, _BETWEEN)
        for middle, numbers in ((_BELOW, placing.points), (_LAST, placing.spheres)):
            row = self._row(self._text_x, middle)
            for colour, column in zip(Colour, columns, strict=True):
                x = row.x
                row.points(str(numbers[colour]), colour, size)
                row.x = x + points_width(column, size) + _BETWEEN
        self._draw_treasures(self._row(self._end - treasures, _BELOW), placing.treasures)
        self._row(self._text_x - 30, _LAST).symbol(onward, 24, self._theme.accent)

    def _draw_place(self, placing: Placing) -> None:
        """Draw the place on the emblem's lower edge."""
        ground = self._theme.gold if placing.place == 1 else self._theme.cream
        x, y = self._x + _PADDING + self._theme.emblem - 8, self._y + self._theme.player - 22
        written = one_line(
            str(placing.place), _FIGURE, self._theme.ink, ground, 26, theme=self._theme
        )
        draw_badge(self._canvas, written, (x, y), 36, ground)


def _treasures_width(count: int) -> int:
    """Return the width in pixels of a number of treasures."""
    return _TREASURE + 4 + text_width(str(count), _FIGURE)
