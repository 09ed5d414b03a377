"""A game that has ended in one picture to share: ranking, final board, and course (R14.3)."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from engine import COLUMNS, Colour, Over, Placing, Score, View
from render.board.field import draw_field
from render.board.region import sized
from render.charts.course import course_height, draw_course
from render.charts.ranking import Ranking
from render.charts.ties import TieLine
from render.drawing.canvas import Canvas
from render.drawing.text import fitted, one_line, size_to_fit, text_width
from render.drawing.theme import THEME, Theme
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented, visible_part
from render.panels.widgets import NameSizes, Row, centred, draw_badge, piece_on, symbol_on
from render.pieces.sprites import Emblem, Tile, Treasure
from render.pieces.symbols import laurel

_WIDTH = 640
_CELL = 37
_NUMBERS = 36
"""The width of the margin with the board's row numbers."""
_PADDING = 14
_TITLE = 80
_NAME, _BELOW = 28, 59
"""The middles of the title's lines, from its upper edge."""
_TITLES = NameSizes((THEME.large_text, 26, 22), (18, 16))
_DATE = 200
"""The maximum width of the date."""
_PLACE = 36
_BETWEEN = 18
"""The gap between spheres, and between texts on a line."""
_LEFT = 150
"""The maximum width of the words for how a player left."""


class _Look(NamedTuple):
    """The panel of a player; lengths in pixels."""

    height: int
    badge: tuple[int, int]
    """The middle of the badge with the place."""
    emblem: int
    middle: int
    """The middle of the emblem from the left; it is half way down."""
    text: int
    """The left edge of name and spheres."""
    name: int
    spheres: int
    """The middles of their lines, from above."""
    names: NameSizes


_WINNER = _Look(
    height=136,
    badge=(76, 116),
    emblem=72,
    middle=76,
    text=150,
    name=44,
    spheres=97,
    names=NameSizes((40, 34, 30), (24, 20, 18)),
)
_OTHER = _Look(
    height=88,
    badge=(32, 44),
    emblem=60,
    middle=90,
    text=132,
    name=27,
    spheres=63,
    names=NameSizes((28, 24), (19, 17)),
)
_LAUREL = 124


class _SphereSize(NamedTuple):
    """The sizes of a sphere's tile, its number, and the treasures spent on it."""

    tile: int
    number: int
    gem: int
    spent: int
    after: int


_SPHERES = (
    _SphereSize(34, 32, 24, 22, 20),
    _SphereSize(30, 28, 22, 20, 14),
    _SphereSize(24, 23, 17, 17, 9),
    _SphereSize(18, 17, 12, 13, 6),
)
"""From the largest to the smallest."""


def share_png(
    view: View,
    names: Sequence[str],
    placings: Sequence[Placing] | None = None,
    labels: Labels = ENGLISH,
    *,
    title: str = "",
    date: str = "",
    ended_early: bool = False,
    resigned: Collection[int] = (),
    given_up: Collection[int] = (),
    scores: Sequence[Sequence[Score]] = (),
    theme: Theme = THEME,
) -> bytes:
    """Return a game that has ended as a PNG 640 pixels wide, to be shown to others.

    *title* is the game's name and *date* its day, as written; *Final scores* replaces a title that
    cannot be shown. The other arguments and the errors are as in
    :func:`render.charts.chart.chart_png`.
    """
    shown = presented(view, names, labels)
    ranking = Ranking.of(view, placings, labels, resigned=resigned, given_up=given_up)
    looks = [_WINNER if ranking.won(each) else _OTHER for each in ranking.placings]
    ties = [TieLine(view.seats, tie, labels, theme) for tie in ranking.ties]
    with_board, gap = _with_board(theme), THEME.gap
    heights = [*(look.height for look in looks), *(tie.height for tie in ties)]
    height = _TITLE + 2 * gap + sum(heights) + len(heights) * gap
    height += with_board.field - gap // 2 + (course_height() if len(scores) > 1 else 0)
    canvas = Canvas(_WIDTH, height, theme.night, with_board)
    _draw_title(canvas, labels, title, date, ended_early=ended_early)
    top = _TITLE + 2 * gap
    for placing, look in zip(ranking.placings, looks, strict=True):
        player = _Player(canvas, top, placing, ranking, look)
        player.draw(Emblem(view.seats[placing.seat]), shown[placing.seat])
        top += look.height + gap
    for line in ties:
        line.draw(canvas, top)
        top += line.height + gap
    canvas.split(top)
    draw_field(canvas, replace(view, decision=Over(view.decision.seat)), (), top - gap // 2)
    top += with_board.field - gap // 2
    if len(scores) > 1:
        draw_course(canvas, view.seats, scores, labels, top)
    return canvas.png()


@lru_cache(maxsize=64)
def _with_board(theme: Theme) -> Theme:
    """Return the theme with a board that is as wide as the picture."""
    edge = _WIDTH - COLUMNS * _CELL - _NUMBERS
    return replace(sized(theme, _CELL), side_margin=_NUMBERS, edge=edge, coordinate=20)


def _draw_title(
    canvas: Canvas, labels: Labels, title: str, date: str, *, ended_early: bool
) -> None:
    """Draw the game's name and day, and below them how its players are compared."""
    gap, theme = THEME.gap, canvas.theme
    left, end = gap + _PADDING, _WIDTH - gap - _PADDING
    canvas.box(gap, gap, _WIDTH - 2 * gap, _TITLE, theme.lit, radius=THEME.corner)
    right = _draw_right(canvas, fitted(visible_part(date)[0], THEME.small_text, _DATE), _NAME, end)
    row = Row(canvas, left, gap + _NAME, theme.lit)
    if name := visible_part(title)[0]:
        row.name(name, _TITLES, theme.letters, right - left)
    else:
        words = labels.shown(lambda own: own.final_scores)
        row.word(words, THEME.large_text, theme.letters, right - left)
    order = labels.shown(lambda own: own.weakest_decides)
    early = labels.shown(lambda own: own.ended_early) if ended_early else ""
    right = _draw_right(canvas, early, _BELOW, end)
    Row(canvas, left, gap + _BELOW, theme.lit).word(
        order, THEME.small_text, theme.dim, right - left
    )


def _draw_right(canvas: Canvas, words: str, middle: int, end: int) -> int:
    """Write *words* up to *end*. Returns where the rest of the line ends."""
    size = size_to_fit(words, THEME.small_text, end // 2)
    start = end - text_width(words, size)
    Row(canvas, start, THEME.gap + middle, canvas.theme.lit).text(words, size, canvas.theme.dim)
    return start - _BETWEEN


class _Player:
    """A player's panel; those of winners are higher, with a wreath around the emblem."""

    def __init__(
        self, canvas: Canvas, top: int, placing: Placing, ranking: Ranking, look: _Look
    ) -> None:
        self._canvas, self._theme, self._top = canvas, canvas.theme, top
        self._placing, self._look = placing, look
        self._left = ranking.left.get(placing.seat, "")
        self._paints = ranking.paints(placing, self._theme)
        self._won = ranking.won(placing)
        self._ground = self._theme.lit if self._won else self._theme.panel
        canvas.split(top)
        frame = self._theme.accent if self._won else self._ground
        place = (THEME.gap, top, _WIDTH - 2 * THEME.gap, look.height)
        canvas.framed_box(place, self._ground, frame, 4, THEME.corner)

    def _row(self, middle: int) -> Row:
        return Row(self._canvas, self._look.text, self._top + middle, self._ground)

    def draw(self, emblem: Emblem, name: str) -> None:
        """Draw place, emblem and name, below the name the spheres."""
        theme, look = self._theme, self._look
        middle = look.middle, self._top + look.height // 2
        if self._won:
            wreath = symbol_on(laurel, _LAUREL, theme.accent, self._ground, theme)
            centred(self._canvas, wreath, *middle)
        centred(self._canvas, piece_on(emblem, look.emblem, self._ground, theme), *middle)
        paint = theme.gold if self._won else theme.pale if self._left else theme.cream
        number = one_line(str(self._placing.place), THEME.text, theme.ink, paint, 22, theme)
        x, y = look.badge
        draw_badge(self._canvas, number, (x, self._top + y), _PLACE, paint)
        end = _WIDTH - THEME.gap - _PADDING
        room = self._draw_left(end) - look.text
        self._row(look.name).name(
            name, look.names, theme.dim if self._left else theme.letters, room
        )
        self._draw_spheres(end)

    def _draw_left(self, end: int) -> int:
        """Write how the player left the game, if so. Returns where the name ends."""
        if not self._left:
            return end
        size = size_to_fit(self._left, THEME.small_text, _LEFT)
        row = self._row(self._look.name)
        row.x = start = end - text_width(self._left, size)
        row.text(self._left, size, self._theme.alarm)
        return start - _BETWEEN

    def _draw_spheres(self, end: int) -> None:
        """Draw the spheres in the order of comparison, with the treasures spent on each."""
        points = self._placing.points
        spheres = sorted(zip(self._placing.spheres, Colour, strict=True))
        shown = [(colour, str(total), total - points[colour]) for total, colour in spheres]
        room = end - self._look.text
        size = next((each for each in _SPHERES if _width(shown, each) <= room), _SPHERES[-1])
        row = self._row(self._look.spheres)
        for (colour, number, spent), paint in zip(shown, self._paints, strict=True):
            row.piece(Tile(colour), size.tile, gap=6)
            row.text(number, size.number, paint)
            if spent:
                row.x += 6
                row.piece(Treasure(), size.gem, gap=2)
                row.text(f"+{spent}", size.spent, self._theme.dim)
            row.x += size.after


def _width(spheres: Sequence[tuple[Colour, str, int]], size: _SphereSize) -> int:
    """Return the width of a row of spheres."""
    width = -size.after
    for _, number, spent in spheres:
        width += size.tile + 6 + text_width(number, size.number) + size.after
        if spent:
            width += 6 + size.gem + 2 + text_width(f"+{spent}", size.spent)
    return width
