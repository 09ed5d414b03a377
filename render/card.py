"""The card of a conflict: both parties, their strengths, and what is at stake (R6, R7)."""

from collections.abc import Sequence

from engine import (
    Colour,
    Conflict,
    ConflictDecided,
    Contender,
    Event,
    PointsScored,
    ScoreCause,
    View,
)
from render.canvas import Canvas
from render.labels import ENGLISH, Labels
from render.names import presented
from render.pieces import Tile, Unification
from render.symbols import crossed_swords
from render.text import fitted, label, text_width
from render.theme import THEME, Rgb, Theme
from render.widgets import Row, centred

_WIDTH, _HEIGHT = 640, 300
_HEAD = 56
_PANEL = (_WIDTH - 3 * THEME.gap) // 2
_PANEL_HEIGHT = _HEIGHT - _HEAD - 3 * THEME.gap
_PADDING = 14
_SYMBOL = 40
_LEADER = 72
_NAME, _ROLE, _SUM, _CAPTION, _STAKE = 30, 64, 116, 150, 188
"""The middles of a panel's lines, from its upper edge."""
_COLUMNS = (46, 100, 154, 203, 257)
"""The middles of the numbers of a sum and of the signs between them."""
_COLUMN = 86
"""The room for a caption under a number."""
_CHIP = (66, 36)
_NUMBER = 44
_NOT_YET_KNOWN = "?"


def conflict_png(
    view: View,
    names: Sequence[str],
    conflict: Conflict,
    labels: Labels = ENGLISH,
    *,
    events: Sequence[Event] = (),
    theme: Theme = THEME,
) -> bytes:
    """A card of *conflict*, open or decided, as a PNG 640 pixels wide and 300 high.

    While it is open *view* is of the game in which it is: that tells what the winner would
    gain (R6.5, R7.6). Once decided, that is taken from *events*, if the conflict is among
    them. Everything in it is public.

    Raises ValueError unless there is one name for each seat.
    """
    shown = presented(view, names, labels)
    canvas = Canvas(_WIDTH, _HEIGHT, theme.night, theme)
    canvas.split(_HEAD + 2 * THEME.gap)
    _draw_head(canvas, conflict, labels)
    for at, party in enumerate((conflict.attacker, conflict.defender)):
        points = _points(view, conflict, party, events)
        x = THEME.gap + at * (_PANEL + THEME.gap)
        _Party(canvas, x, conflict, party, labels).draw(shown[party.seat], points)
    return canvas.png()


def is_decided(conflict: Conflict) -> bool:
    """Whether both have added what they add (R6.3)."""
    return conflict.defender.added is not None


def _points(
    view: View, conflict: Conflict, party: Contender, events: Sequence[Event]
) -> int | None:
    """What *party* gains by winning, or has gained; None if that cannot be told."""
    if conflict.internal:
        return 1
    if is_decided(conflict):
        return _points_gained(conflict, events)
    other = conflict.defender if party is conflict.attacker else conflict.attacker
    if view.board.cell_of(other.leader) is None:
        return None
    return 1 + view.board.lost_supporters(other.leader).bit_count()


def _points_gained(conflict: Conflict, events: Sequence[Event]) -> int | None:
    following = iter(events)
    for event in following:
        if event == ConflictDecided(conflict):
            break
    for event in following:
        if isinstance(event, PointsScored) and event.cause is ScoreCause.EXTERNAL_CONFLICT:
            return event.points
    return None


def _draw_head(canvas: Canvas, conflict: Conflict, labels: Labels) -> None:
    """What kind of conflict it is, and what counts in it."""
    gap, theme = THEME.gap, canvas.theme
    middle = gap + _HEAD // 2
    canvas.box(gap, gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=THEME.corner)
    row = Row(canvas, gap + _PADDING, middle, theme.lit)
    row.symbol(crossed_swords, _SYMBOL, theme.gold, gap=12)
    title = labels.shown(lambda own: own.internal if conflict.internal else own.external)
    row.text(title, THEME.large_text, theme.cream, 330)
    counted = labels.shown(lambda own: own.temples if conflict.internal else own.supporters)
    written = label(fitted(counted, THEME.text, 150), THEME.text, theme.gold, theme.lit, theme)
    right = _WIDTH - gap - _PADDING - written.width
    canvas.put(written, right, middle - written.height // 2)
    piece = Tile(Colour.RED) if conflict.internal else Unification(conflict.colour)
    Row(canvas, right - 8 - _SYMBOL, middle, theme.lit).piece(piece, _SYMBOL)


class _Party:
    """One party's panel."""

    def __init__(
        self, canvas: Canvas, x: int, conflict: Conflict, party: Contender, labels: Labels
    ) -> None:
        self._canvas, self._x, self._y = canvas, x, _HEAD + 2 * THEME.gap
        self._conflict, self._party, self._labels = conflict, party, labels
        self._theme = canvas.theme
        self._decided = is_decided(conflict)
        self._won = self._decided and party is conflict.winner
        self._lost = self._decided and not self._won
        self._decides = not self._decided and party is conflict.deciding
        self._ground = self._theme.lit if self._won or self._decides else self._theme.panel
        framed = self._won or self._decides
        self._fill(0, self._theme.gold if framed else self._ground)
        self._fill(4, self._ground)

    def _fill(self, inset: int, colour: Rgb) -> None:
        self._canvas.box(
            self._x + inset,
            self._y + inset,
            _PANEL - 2 * inset,
            _PANEL_HEIGHT - 2 * inset,
            colour,
            radius=THEME.corner - inset,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, self._x + x, self._y + middle, self._ground)

    def draw(self, name: str, points: int | None) -> None:
        """Draw the leader, whose it is, its strength, and the *points* in it."""
        self._row(_PADDING, (_NAME + _ROLE) // 2).piece(self._party.leader, _LEADER)
        x = 2 * _PADDING + _LEADER - 2
        room = _PANEL - x - _PADDING
        self._row(x, _NAME).text(name, THEME.text, self._theme.cream, room)
        leader = self._labels.shown(lambda own: own.leaders[self._party.leader.colour])
        self._row(x, _ROLE).text(leader, THEME.text, self._theme.dim, room)
        self._draw_sum()
        end = _PANEL - _PADDING if points is None else self._draw_points(points)
        paint = self._theme.gold if self._won or self._decides else self._theme.dim
        row = self._row(_PADDING + 2, _STAKE)
        row.text(self._standing(), THEME.text, paint, end - row.x + self._x - _PADDING)

    def _standing(self) -> str:
        """What the party does, or needs, or how it ended."""
        labels, conflict = self._labels, self._conflict
        if self._won:
            tie = conflict.attacker.total == conflict.defender.total
            return labels.shown(lambda own: own.wins_tie if tie else own.wins)
        if self._lost:
            return labels.shown(lambda own: own.loses)
        if self._party is conflict.attacker:
            return labels.shown(lambda own: own.attacks)
        if conflict.attacker.added is None:
            return labels.shown(lambda own: own.defends)
        missing = max(0, conflict.attacker.total - self._party.strength)
        if missing == 0:
            return labels.shown(lambda own: own.holds)
        return f"{labels.shown(lambda own: own.needs)} +{missing}"

    def _draw_sum(self) -> None:
        """Strength on the board, tiles added, and both together (R6.2, R7.3)."""
        party, labels = self._party, self._labels
        known = party.added is not None
        added = str(party.added) if known else _NOT_YET_KNOWN
        total = str(party.total) if known else _NOT_YET_KNOWN
        bright = self._theme.dim if self._lost else self._theme.cream
        open_paint = bright if known else self._theme.gold
        paints = (
            bright,
            self._theme.dim,
            open_paint,
            self._theme.dim,
            self._theme.gold if self._won else open_paint,
        )
        written = (str(party.strength), "+", added, "=", total)
        for x, text, paint in zip(_COLUMNS, written, paints, strict=True):
            self._centred(text, _NUMBER, paint, x, _SUM)
        for x, word in (
            (_COLUMNS[0], labels.shown(lambda own: own.on_board)),
            (_COLUMNS[2], labels.shown(lambda own: own.added)),
            (_COLUMNS[4], labels.shown(lambda own: own.total)),
        ):
            self._centred(
                fitted(word, THEME.small_text, _COLUMN),
                THEME.small_text,
                self._theme.dim,
                x,
                _CAPTION,
            )

    def _centred(self, text: str, size: int, paint: Rgb, x: int, middle: int) -> None:
        if text:
            written = label(text, size, paint, self._ground, self._theme)
            centred(self._canvas, written, self._x + x, self._y + middle)

    def _draw_points(self, points: int) -> int:
        """What the party gains, or the tiles that it lost; the place where that begins.

        By temples a red point (R6.5), by supporters points of their colour (R7.6).
        """
        x = _PANEL - _PADDING - _CHIP[0]
        if not self._lost:
            self._row(x, _STAKE).chip(f"+{points}", self._conflict.tiles, _CHIP, THEME.text)
            return x if self._decided else self._before(x)
        if points == 1:
            return _PANEL - _PADDING
        lost = f"−{points - 1}"
        x = _PANEL - _PADDING - _CHIP[1] - 4 - text_width(lost, THEME.text)
        row = self._row(x, _STAKE)
        row.piece(Tile(self._conflict.colour), _CHIP[1], gap=4)
        row.text(lost, THEME.text, self._theme.dim)
        return x

    def _before(self, end: int) -> int:
        """Say, up to *end*, that the points come with winning; where that begins."""
        size = THEME.small_text
        word = fitted(self._labels.shown(lambda own: own.if_won), size, _COLUMN)
        x = end - text_width(word, size) - 8
        self._row(x, _STAKE).text(word, size, self._theme.dim)
        return x
