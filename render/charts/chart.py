"""The final scores as a chart: every sphere of every player, and the treasures in it (R14.3)."""

from collections.abc import Collection, Sequence

from engine import Colour, Placing, Score, View, rank
from render.charts.course import course_height, draw_course
from render.charts.ties import TieLine, ties_of
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
    ranked = _ranked(view) if placings is None else tuple(placings)
    if sorted(placing.seat for placing in ranked) != list(range(len(view.seats))):
        raise ValueError("each seat needs one placing")
    left = dict.fromkeys(resigned, labels.shown(lambda own: own.resigned))
    left |= dict.fromkeys(given_up, labels.shown(lambda own: own.given_up))
    stayed = [placing for placing in ranked if placing.seat not in left]
    ties = [TieLine(view.seats, tie, labels, theme) for tie in ties_of(stayed)]
    below = _HEAD + 2 * THEME.gap + len(ranked) * (_PLAYER + THEME.gap)
    height = below + sum(tie.height + THEME.gap for tie in ties)
    height += course_height() if len(scores) > 1 else 0
    canvas = Canvas(_WIDTH, height, theme.night, theme)
    _draw_head(canvas, labels)
    unit = _unit(ranked)
    for at, placing in enumerate(ranked):
        top = _HEAD + 2 * THEME.gap + at * (_PLAYER + THEME.gap)
        canvas.split(top)
        player = _Player(canvas, top, placing, left.get(placing.seat, ""))
        emblem = Emblem(view.seats[placing.seat])
        player.draw_heading(emblem, shown[placing.seat], _decided(placing, stayed))
        player.draw_bars(unit)
    for line in ties:
        line.draw(canvas, below)
        below += line.height + THEME.gap
    if len(scores) > 1:
        draw_course(canvas, view.seats, scores, labels, below)
    return canvas.png()


def _ranked(view: View) -> tuple[Placing, ...]:
    scores = [score for score in view.scores if score is not None]
    if len(scores) < len(view.scores):
        raise ValueError("this view does not show every score")
    return rank(scores)


def _unit(placings: Sequence[Placing]) -> float:
    """Return the length of a point in pixels, the same for all bars."""
    most = max(max(placing.spheres) for placing in placings)
    return min(_WIDEST_POINT, _LONGEST / max(1, most))


def _decided(placing: Placing, stayed: Sequence[Placing]) -> int | None:
    """Return how many ascending spheres equal those of the player's rival for the place.

    The rival is the player above, for the first one the player below. None if nothing was decided:
    they share a place, or the player is alone or has left.
    """
    if placing not in stayed or len(stayed) == 1:
        return None
    at = stayed.index(placing)
    rival = stayed[1 if at == 0 else at - 1]
    pairs = zip(placing.ascending, rival.ascending, strict=True)
    return next((equal for equal, (one, other) in enumerate(pairs) if one != other), None)


def _draw_head(canvas: Canvas, labels: Labels) -> None:
    gap, theme = THEME.gap, canvas.theme
    canvas.box(gap, gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=THEME.corner)
    title = labels.shown(lambda own: own.final_scores)
    row = Row(canvas, gap + _PADDING, gap + _HEAD // 2, theme.lit)
    row.word(title, THEME.large_text, theme.cream, 380)
    order = labels.shown(lambda own: own.weakest_first)
    size = size_to_fit(order, THEME.small_text, 190)
    row.x = _WIDTH - gap - _PADDING - text_width(order, size)
    row.text(order, size, theme.dim)


class _Player:
    """One player's panel."""

    def __init__(self, canvas: Canvas, top: int, placing: Placing, left: str) -> None:
        """*left* says how the player left the game; empty if the player stayed."""
        self._canvas, self._placing, self._left = canvas, placing, left
        self._theme = canvas.theme
        self._x, self._top = THEME.gap, top
        self._width = _WIDTH - 2 * THEME.gap
        self._won = placing.place == 1 and not left
        self._ground = self._theme.lit if self._won else self._theme.panel
        canvas.framed_box(
            (self._x, top, self._width, _PLAYER),
            self._ground,
            self._theme.gold if self._won else self._ground,
            4,
            THEME.corner,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, self._x + x, self._top + middle, self._ground)

    # --- the first line --------------------------------------------------------------------------

    def draw_heading(self, emblem: Emblem, name: str, decided: int | None) -> None:
        """Draw place, emblem and name; then the spheres in order of comparison, weakest first."""
        middle = _HEADING // 2 + 2
        self._draw_place(_PADDING + _PLACE // 2, middle)
        row = self._row(_PADDING + _PLACE + 10, middle)
        row.piece(emblem, _EMBLEM, gap=10)
        end = self._x + self._draw_comparison(decided, middle) - 16
        if self._left:
            end = self._draw_left(end, middle)
        row.text(
            name, THEME.text, self._theme.dim if self._left else self._theme.cream, end - row.x
        )

    def _draw_place(self, x: int, middle: int) -> None:
        ground = (
            self._theme.gold if self._won else self._theme.dim if self._left else self._theme.cream
        )
        place = one_line(
            str(self._placing.place), THEME.text, self._theme.ink, ground, 20, self._theme
        )
        draw_badge(self._canvas, place, (self._x + x, self._top + middle), _PLACE, ground)

    def _draw_left(self, end: int, middle: int) -> int:
        """Write how the player left the game, up to *end*. Returns its left edge."""
        size = size_to_fit(self._left, THEME.small_text, 130)
        start = end - text_width(self._left, size)
        self._row(start - self._x, middle).text(self._left, size, self._theme.ember)
        return start - 12

    def _draw_comparison(self, decided: int | None, middle: int) -> int:
        """Draw the spheres, weakest first, the deciding one in gold. Returns their left edge."""
        cream, gold, dim = self._theme.cream, self._theme.gold, self._theme.dim
        equal = len(Colour) if decided is None else decided
        paints = [*[cream] * equal, gold, *[dim] * len(Colour)][: len(Colour)]
        if self._left:
            paints = [dim] * len(Colour)
        numbers = [str(points) for points in self._placing.ascending]
        widths = [text_width(number, THEME.text) for number in numbers]
        start = self._width - _PADDING - sum(widths) - _BETWEEN * (len(widths) - 1)
        row = self._row(start, middle)
        for number, paint in zip(numbers, paints, strict=True):
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
                row.symbol(onward, _ARROW, self._theme.gold)
            row = self._row(_PADDING + _ARROW + 4, middle)
            row.piece(Tile(colour), _ICON)
            row.x = self._x + _BARS
            self._draw_bar(row, colour, middle, unit)
            paint = self._theme.gold if weakest else self._theme.cream
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
            self._canvas.box(start, y, length + 4, _BAR, self._theme.cream, radius=4)
            if points:
                self._canvas.box(
                    start + 2, y + 2, ends[points] - start, _BAR - 4, self._theme.of(colour)
                )
        for left, right in zip(ends[points:], ends[points + 1 :], strict=False):
            self._canvas.box(left + 2, y + 2, right - left, _BAR - 4, self._theme.ink)
            self._canvas.box(left + 3, y + 2, right - left - 1, _BAR - 4, self._theme.gold)
        row.x = ends[-1] + (14 if total else 4)
