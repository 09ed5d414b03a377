"""A conflict: the battlefield, and a card of both parties (R6, R7)."""

from collections.abc import Sequence

from engine import Colour, Conflict, Contender, Event, SeatView, View, stake_of
from render.board.battlefield import Battlefield
from render.drawing.canvas import Canvas
from render.drawing.text import label, size_to_fit, text_width
from render.drawing.theme import THEME, Rgb, Theme
from render.panels.labels import ENGLISH, Labels
from render.panels.names import presented
from render.panels.widgets import NameSizes, PlateSize, Row, centred, points_width, symbol_on
from render.pieces.sprites import Tile, Unification
from render.pieces.symbols import crossed_swords, shield, sword

_WIDTH = 640
_HEAD = 44
_PANEL = (_WIDTH - 3 * THEME.gap) // 2
_PANEL_HEIGHT = 260
CARD = _HEAD + _PANEL_HEIGHT + 3 * THEME.gap
"""The height of the card, below the board."""
_PADDING = 14
_SYMBOL = 32
_LEADER = 72
_SIGN, _SIGN_PLATE = 34, 46
"""The size of the sign of attacker or defender, and of its plate."""
_NAME, _ROLE, _SUM, _CAPTION, _STANDING, _STAKE = 30, 64, 116, 152, 190, 233
"""The middles of a panel's lines, from its upper edge."""
_COLUMNS = (46, 100, 154, 203, 257)
"""The middles of the numbers of a sum and of the signs between them."""
_COLUMN = 86
"""The maximum width of a caption under a number."""
_PLATE = PlateSize(40, 28, 30)
_TILE = 36
_NUMBER = 44
_NAMES = NameSizes((THEME.text, 21), (19, 17, 15))
_SAID = 26
_ROUND = 34
"""The radius of the defender's corners."""
_NOT_YET_KNOWN = "?"


def conflict_png(
    view: View,
    names: Sequence[str],
    conflict: Conflict,
    labels: Labels = ENGLISH,
    *,
    events: Sequence[Event] = (),
    scored: int | None = None,
    own: SeatView | None = None,
    theme: Theme = THEME,
) -> bytes:
    """Return *conflict* in the game of *view*: the battlefield, below it the card, as a PNG.

    If the conflict is decided, the card shows both additions and the winner, with the points
    *scored* if given. The *events* of the turn are marked on the board. The picture is 640 pixels
    wide, and about as high.

    Everything in it is public, except with *own*, the view of a seat: then the picture is for that
    seat alone and shows the tiles that it holds to add. Raises ValueError unless there is one name
    for each seat, and LookupError if the conflict is external, not decided, and a leader in it is
    off the board.
    """
    shown = presented(view, names, labels)
    field = Battlefield(view, conflict, events, _WIDTH, theme)
    top = field.height
    canvas = Canvas(_WIDTH, top + CARD, theme.night, theme)
    field.draw(canvas)
    canvas.split(top)
    canvas.box(0, top, _WIDTH, CARD, theme.night)
    canvas.split(top + _HEAD + 2 * THEME.gap)
    _draw_head(canvas, conflict, labels, top)
    for at, party in enumerate((conflict.attacker, conflict.defender)):
        if conflict.decided:
            gain = scored if party is conflict.winner else None
        else:
            gain = stake_of(view.board, conflict, party).gain
        x = THEME.gap + at * (_PANEL + THEME.gap)
        panel = _Party(canvas, (x, top + _HEAD + 2 * THEME.gap), conflict, party, labels)
        panel.draw(shown[party.seat], gain)
        holds = own is not None and own.seat == party.seat and not conflict.decided
        panel.draw_standing(own.own_hand[conflict.tiles] if own and holds else None)
    return canvas.png()


def _draw_head(canvas: Canvas, conflict: Conflict, labels: Labels, top: int) -> None:
    """Draw the kind of conflict, and what counts in it."""
    gap, theme = THEME.gap, canvas.theme
    middle = top + gap + _HEAD // 2
    canvas.box(gap, top + gap, _WIDTH - 2 * gap, _HEAD, theme.lit, radius=THEME.corner)
    row = Row(canvas, gap + _PADDING, middle, theme.lit)
    row.symbol(crossed_swords, _SYMBOL, theme.accent, gap=12)
    title = labels.shown(lambda own: own.internal if conflict.internal else own.external)
    row.word(title, THEME.large_text, theme.letters, 330)
    counted = labels.shown(lambda own: own.temples if conflict.internal else own.supporters)
    size = size_to_fit(counted, THEME.text, 150)
    written = label(counted, size, theme.accent, theme.lit, theme)
    right = _WIDTH - gap - _PADDING - written.width
    canvas.put(written, right, middle - written.height // 2)
    piece = Tile(Colour.RED) if conflict.internal else Unification(conflict.colour)
    Row(canvas, right - 8 - _SYMBOL, middle, theme.lit).piece(piece, _SYMBOL)


class _Party:
    """One party's panel: sharp corners and a sword attack, round ones and a shield defend."""

    def __init__(
        self,
        canvas: Canvas,
        corner: tuple[int, int],
        conflict: Conflict,
        party: Contender,
        labels: Labels,
    ) -> None:
        self._canvas, (self._x, self._y) = canvas, corner
        self._conflict, self._party, self._labels = conflict, party, labels
        self._theme = canvas.theme
        self._attacks = party is conflict.attacker
        # The deciding party is framed, at the end the winner.
        self._framed = party is (conflict.winner if conflict.decided else conflict.deciding)
        self._ground = self._theme.lit if self._framed else self._theme.panel
        self._canvas.framed_box(
            (self._x, self._y, _PANEL, _PANEL_HEIGHT),
            self._ground,
            self._theme.accent if self._framed else self._ground,
            4,
            0 if self._attacks else _ROUND,
        )

    def _row(self, x: int, middle: int) -> Row:
        return Row(self._canvas, self._x + x, self._y + middle, self._ground)

    def draw(self, name: str, gain: int | None) -> None:
        """Draw the leader, its owner, its strength, and the points that it gains, if known."""
        self._row(_PADDING, (_NAME + _ROLE) // 2).piece(self._party.leader, _LEADER)
        x = 2 * _PADDING + _LEADER - 2
        self._draw_sign()
        room = _PANEL - x - _PADDING - _SIGN_PLATE - 6
        self._row(x, _NAME).name(name, _NAMES, self._theme.letters, room)
        leader = self._labels.shown(lambda own: own.leaders[self._party.leader.colour])
        self._row(x, _ROLE).word(leader, THEME.text, self._theme.dim, room)
        self._draw_sum()
        if gain is not None:
            self._draw_gain(gain)

    def _draw_sign(self) -> None:
        """Draw a sword on the attacker's plate, a shield on the defender's, as on the board."""
        theme = self._theme
        ground = theme.ember if self._attacks else theme.cream
        x, y = self._x + _PANEL - _PADDING - _SIGN_PLATE, self._y + _PADDING
        radius = 0 if self._attacks else _SIGN_PLATE // 2
        self._canvas.box(x, y, _SIGN_PLATE, _SIGN_PLATE, ground, radius=radius)
        sign = sword if self._attacks else shield
        drawn = symbol_on(sign, _SIGN, theme.ink, ground, theme)
        centred(self._canvas, drawn, x + _SIGN_PLATE // 2, y + _SIGN_PLATE // 2)

    def draw_standing(self, held: int | None) -> None:
        """Draw what the party does or needs, and the number of fitting tiles in hand.

        Only the party's own player sees that number; it is None for all others.
        """
        theme, said = self._theme, self._standing()
        paint = theme.accent if self._framed else theme.letters
        row, room = self._row(_PADDING + 2, _STANDING), _PANEL - 2 * _PADDING - 2
        if held is None:
            row.word(said, _SAID, paint, room)
            return
        count = f"\N{MULTIPLICATION SIGN}{held} "
        word, most = self._labels.shown(lambda own: own.in_hand), THEME.small_text
        room -= _TILE + 6 + text_width(count, THEME.text)
        sizes = (
            size
            for size in range(_SAID, 1, -1)
            if text_width(said, size) + _PADDING + text_width(word, min(size, most)) <= room
        )
        size = next(sizes, 1)
        row.text(said, size, paint)
        size = min(size, most)
        row.x = self._x + _PADDING + 2 + room - text_width(word, size)
        row.piece(Tile(self._conflict.tiles), _TILE)
        row.text(count, THEME.text, theme.letters)
        row.text(word, size, theme.dim)

    def _standing(self) -> str:
        """Return the party's role, the tiles it needs, or the result."""
        labels, conflict = self._labels, self._conflict
        if conflict.decided:
            return labels.shown(lambda own: own.wins if self._framed else own.loses)
        if self._attacks:
            short = conflict.defender.strength + 1 - self._party.strength
            if conflict.attacker.added is None and short > 0:
                return labels.shown(lambda own: own.needs).format(count=short)
            return labels.shown(lambda own: own.attacks)
        if conflict.attacker.added is None:
            return labels.shown(lambda own: own.defends)
        missing = max(0, conflict.attacker.total - self._party.strength)
        if missing == 0:
            return labels.shown(lambda own: own.holds)
        return labels.shown(lambda own: own.needs).format(count=missing)

    def _draw_sum(self) -> None:
        """Draw strength on the board, tiles added, and both together (R6.2, R7.3)."""
        party, labels = self._party, self._labels
        known = party.added is not None
        added = str(party.added) if known else _NOT_YET_KNOWN
        total = str(party.total) if known else _NOT_YET_KNOWN
        letters, dim = self._theme.letters, self._theme.dim
        open_paint = letters if known else self._theme.accent
        paints = (letters, dim, open_paint, dim, open_paint)
        written = (str(party.strength), "+", added, "=", total)
        for x, text, paint in zip(_COLUMNS, written, paints, strict=True):
            self._centred(text, _NUMBER, paint, x, _SUM)
        for x, word in (
            (_COLUMNS[0], labels.shown(lambda own: own.on_board)),
            (_COLUMNS[2], labels.shown(lambda own: own.added)),
            (_COLUMNS[4], labels.shown(lambda own: own.total)),
        ):
            size = size_to_fit(word, THEME.small_text, _COLUMN)
            self._centred(word, size, self._theme.dim, x, _CAPTION)

    def _centred(self, text: str, size: int, paint: Rgb, x: int, middle: int) -> None:
        if text:
            written = label(text, size, paint, self._ground, self._theme)
            centred(self._canvas, written, self._x + x, self._y + middle)

    def _draw_gain(self, gain: int) -> None:
        """Draw the points for winning (R6.5, R7.6)."""
        points = f"+{gain}"
        x = _PANEL - _PADDING - points_width(points, _PLATE)
        self._row(x, _STAKE).points(points, self._conflict.tiles, _PLATE)
        decided = self._conflict.decided
        word = self._labels.shown(lambda own: own.scores if decided else own.if_won)
        size = size_to_fit(word, THEME.small_text, x - 8 - _PADDING)
        self._row(x - text_width(word, size) - 8, _STAKE).text(word, size, self._theme.dim)
