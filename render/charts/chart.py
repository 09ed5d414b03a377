"""The final scores as a chart: every sphere of every player, and the treasures in it (R14.3)."""

from collections.abc import Collection, Sequence

from engine import Colour, Placing, Score, View
from render.charts.course import course_height, draw_course
from render.charts.ranking import Ranking
from render.charts.ties import TieLine
from render.drawing.canvas import Canvas
from render.drawing.text import one_line, size_to_fit, text_width
from render.drawing.theme import THEME, Theme
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented
from render.panels.widgets import Row, draw_badge
from render.pieces.sprites import Emblem, Tile, Treasure
from render.pieces.symbols import onward

_WIDTH = 640
_HEAD = 56
_PADDING = 14
_HEADING = 56
"""The height of a player's first line, above the bars."""
_PITCH = 28
"""The distance from one bar to the next."""
_BAR = 22
_PLAYER = _HEADING + len(Colour) * _PITCH + 8
_EMBLEM = 40
_PLACE = 34
_ARROW = 18
_ICON = 26
_BARS = _PADDING + _ARROW + 4 + _ICON + 8
"""The left edge of bars, from the left edge of a player's panel."""
_NUMBERS = 104
"""The width of the number and treasures after the longest bar."""
_LONGEST = _WIDTH - 2 * THEME.gap - _BARS - _NUMBERS - _PADDING
_WIDEST_POINT = 20
_GEM = 18
_BETWEEN = 14
"""The gap between the numbers that are compared."""


def chart_png(
    view: View,
    names: Sequence[str],
    placings: Sequence[Placing] | None = None,
    labels: Labels = ENGLISH,
    *,
    resigned: Collection[int] = (),
    given_up: Collection[int] = (),
    scores: Sequence[Sequence[Score]] = (),
    theme: Theme = THEME,
) -> bytes:
    """Return the final scores as a PNG 640 pixels wide, and 440, 624 or 808 high for 2 to 4 seats.

    *placings* are shown in their order, one for each seat; by default the players are compared as
    R14.3 says. *resigned* are the seats of players who resigned, *given_up* of those who lost the
    seat; no place is decided against either. Each tie of two players that was broken, or that makes
    them share a place, takes 60 or 92 pixels more below. *scores*, everybody's after each turn with
    the start first, are drawn as lines, 308 pixels more.

    Raises ValueError unless there is one name and one placing for each seat, or if there are no
    placings and *view* does not show the scores.
    """
    shown = presented(view, names, labels)
    ranking = Ranking.of(view, placings, labels, resigned=resigned, given_up=given_up)
    ties = [TieLine(view.seats, tie, labels, theme) for tie in ranking.ties]
    below = _HEAD + 2 * THEME.gap + len(view.seats) * (_PLAYER + THEME.gap)
    height = below + sum(tie.height + THEME.gap for tie in ties)
    height += course_height() if len(scores) > 1 else 0
    canvas = Canvas(_WIDTH, height, theme.night, theme)
    _draw_head(canvas, labels)
    unit = _unit(ranking.placings)
    for at, placing in enumerate(ranking.placings):
        top = _HEAD + 2 * THEME.gap + at * (_PLAYER + THEME.gap)
        canvas.split(top)
        player = _Player(canvas, top, placing, ranking)
        player.draw_heading(Emblem(view.seats[placing.seat]), shown[placing.seat])
        player.draw_bars(unit)
    for line in ties:
        line.draw(canvas, below)
        below += line.height + THEME.gap
    if len(scores) > 1:
        draw_course(canvas, view.seats, scores, labels, below)
    return canvas.png()


def _unit(placings: Sequence[Placing]) -> float:
    """Return the length of a point in pixels, the same for all bars."""
    most = max(max(placing.spheres) for placing in placings)
    return min(_WIDEST_POINT, _LONGEST / max(1, most))


def _draw_head(canvas: Canvas, labels: Labels) -> None:
    gap, theme = THEME.gap, canvas.theme
    canvas.box(gap, gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=THEME.corner)
    title = labels.shown(lambda own: own.final_scores)
    row = Row(canvas, gap + _PADDING, gap + _HEAD // 2, theme.lit)
    row.word(title, THEME.large_text, theme.letters, 290)
    order = labels.shown(lambda own: own.weakest_decides)
    end = _WIDTH - gap - _PADDING
    size = size_to_fit(order, THEME.small_text, end - row.x - _BETWEEN)
    row.x = end - text_width(order, size)
    row.text(order, size, theme.dim)


class _Player:
    """One player's panel."""

    def __init__(self, canvas: Canvas, top: int, placing: Placing, ranking: Ranking) -> None:
        self._canvas, self._placing, self._theme = canvas, placing, canvas.theme
        self._left = ranking.left.get(placing.seat, "")
        self._paints = ranking.paints(placing, self._theme)
        self._x, self._top = THEME.gap, top
        self._width = _WIDTH - 2 * THEME.gap
        self._won = ranking.won(placing)
        self._ground = self._theme.lit if self._won else self._theme.panel
        canvas.framed_box(
            (self._x, top, self._width, _PLAYER),
            self._ground,
            self._theme.accent if self._won else self._ground,
            4,
            THEME.corner,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, self._x + x, self._top + middle, self._ground)

    # --- the first line --------------------------------------------------------------------------

    def draw_heading(self, emblem: Emblem, name: str) -> None:
        """Draw place, emblem and name; then the spheres in order of comparison, weakest first."""
        middle = _HEADING // 2 + 2
        self._draw_place(_PADDING + _PLACE // 2, middle)
        row = self._row(_PADDING + _PLACE + 10, middle)
        row.piece(emblem, _EMBLEM, gap=10)
        end = self._x + self._draw_comparison(middle) - 16
        if self._left:
            end = self._draw_left(end, middle)
        row.text(
            name, THEME.text, self._theme.dim if self._left else self._theme.letters, end - row.x
        )

    def _draw_place(self, x: int, middle: int) -> None:
        ground = (
            self._theme.gold if self._won else self._theme.pale if self._left else self._theme.cream
        )
        place = one_line(
            str(self._placing.place), THEME.text, self._theme.ink, ground, 20, self._theme
        )
        draw_badge(self._canvas, place, (self._x + x, self._top + middle), _PLACE, ground)

    def _draw_left(self, end: int, middle: int) -> int:
        """Write how the player left the game, up to *end*. Returns its left edge."""
        size = size_to_fit(self._left, THEME.small_text, 130)
        start = end - text_width(self._left, size)
        self._row(start - self._x, middle).text(self._left, size, self._theme.alarm)
        return start - 12

    def _draw_comparison(self, middle: int) -> int:
        """Draw the spheres, weakest first, the deciding one in gold. Returns their left edge."""
        numbers = [str(points) for points in self._placing.ascending]
        widths = [text_width(number, THEME.text) for number in numbers]
        start = self._width - _PADDING - sum(widths) - _BETWEEN * (len(widths) - 1)
        row = self._row(start, middle)
        for number, paint in zip(numbers, self._paints, strict=True):
            row.text(number, THEME.text, paint)
            row.x += _BETWEEN
        return start

    # --- the bars --------------------------------------------------------------------------------

    def draw_bars(self, unit: float) -> None:
        """Draw a bar for each sphere, *unit* pixels a point; the weakest ones are marked."""
        for colour in Colour:
            middle = _HEADING + colour * _PITCH + _PITCH // 2
            weakest = self._placing.spheres[colour] == self._placing.ascending[0]
            row = self._row(_PADDING, middle)
            if weakest:
                row.symbol(onward, _ARROW, self._theme.accent)
            row = self._row(_PADDING + _ARROW + 4, middle)
            row.piece(Tile(colour), _ICON)
            row.x = self._x + _BARS
            self._draw_bar(row, colour, middle, unit)
            paint = self._theme.accent if weakest else self._theme.letters
            row.text(str(self._placing.spheres[colour]), THEME.text, paint)
            if spent := self._spent(colour):
                row.x += 12
                row.piece(Treasure(), _GEM + 4, gap=3)
                row.text(f"+{spent}", THEME.small_text, self._theme.dim)

    def _spent(self, colour: Colour) -> int:
        """Return the number of treasures spent on that sphere."""
        return self._placing.spheres[colour] - self._placing.points[colour]

    def _draw_bar(self, row: Row, colour: Colour, middle: int, unit: float) -> None:
        """Draw the points in the sphere's paint, then a piece of gold for each treasure."""
        points, total = self._placing.points[colour], self._placing.spheres[colour]
        start, y = row.x, self._top + middle - _BAR // 2
        ends = [start + round(unit * count) for count in range(total + 1)]
        if total:
            length = ends[-1] - start
            self._canvas.box(start, y, length + 4, _BAR, self._theme.letters, radius=4)
            if points:
                self._canvas.box(
                    start + 2, y + 2, ends[points] - start, _BAR - 4, self._theme.of(colour)
                )
        for left, right in zip(ends[points:], ends[points + 1 :], strict=False):
            self._canvas.box(left + 2, y + 2, right - left, _BAR - 4, self._theme.ink)
            self._canvas.box(left + 3, y + 2, right - left - 1, _BAR - 4, self._theme.gold)
        row.x = ends[-1] + (14 if total else 4)
