"""The legend: every piece and every mark of the board with its name."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine import MONUMENTS, Colour, Dynasty, Leader
from render.drawing.canvas import Canvas, Picture
from render.drawing.text import in_two_lines, one_line
from render.drawing.theme import THEME, Rgb, Theme, framed_small
from render.panels.labels import ENGLISH, Labels
from render.panels.supply import ICON, TOWER, draw_monument
from render.panels.widgets import PLATES, Row, centred, piece_on, symbol_on
from render.pictures import scenes
from render.pictures.scenes import Scene, picture_of
from render.pieces.sprites import (
    Building,
    Catastrophe,
    Emblem,
    FaceDown,
    Piece,
    Standing,
    Tile,
    Treasure,
    Unification,
    Ziggurat,
)
from render.pieces.symbols import bag, pip

_COLUMNS = 3
_ROW = 82
"""The height of an entry."""
_SAMPLE = 78
"""The width of a square sample; the others are twice as wide."""
_PIECE = 64
_LEADER = 48
_PADDING = 8
_SIZES = range(28, 1, -2)
"""The text sizes of names: the largest that fits on two lines is used."""

_Sample: TypeAlias = Piece | Scene | Picture
_Entry: TypeAlias = tuple[_Sample, str]


def legend_png(labels: Labels = ENGLISH, *, theme: Theme = THEME) -> bytes:
    """Return every piece and mark of the board pictures with its name, as a PNG 972 pixels wide.

    The same arguments give the same bytes.
    """
    sections = [_pieces(labels, theme), _around(labels, theme), _signs(labels)]
    heights = [-(-len(entries) // _COLUMNS) * _ROW + theme.gap for entries in sections]
    height = sum(heights) + (len(sections) + 1) * theme.gap
    canvas = Canvas(theme.width, height, theme.night, theme)
    top = theme.gap
    for entries, high in zip(sections, heights, strict=True):
        canvas.split(top)
        width = canvas.width - 2 * theme.gap
        canvas.box(theme.gap, top, width, high, theme.panel, radius=theme.corner)
        _draw_section(canvas, entries, top + theme.gap // 2)
        top += high + theme.gap
    return canvas.png()


def _pieces(labels: Labels, theme: Theme) -> list[_Entry]:
    say = labels.shown
    tiles: list[_Entry] = [(Tile(colour), labels.of_tile(colour)) for colour in Colour]
    roles: list[_Entry] = [
        (Leader(dynasty, colour), labels.of_leader(colour))
        for dynasty, colour in zip(Dynasty, Colour, strict=True)
    ]
    dynasties: list[_Entry] = [(Emblem(dynasty), labels.of_dynasty(dynasty)) for dynasty in Dynasty]
    lion = Leader(Dynasty.LION, Colour.BLUE)
    buildings: list[_Entry] = [(Building(colour), labels.of_building(colour)) for colour in Colour]
    return [
        *tiles,
        *roles,
        *dynasties,
        (Standing(lion, 5), say(lambda own: own.strength)),
        (Standing(lion, 2, in_revolt=True), say(lambda own: own.revolt_strength)),
        (MONUMENTS[1], say(lambda own: own.monument)),
        (Treasure(), say(lambda own: own.treasure)),
        (Catastrophe(), say(lambda own: own.catastrophe)),
        (Unification(Colour.BLUE), say(lambda own: own.unification)),
        (Ziggurat(), say(lambda own: own.ziggurat)),
        *buildings,
        (FaceDown(), say(lambda own: own.face_down)),
        (symbol_on(bag, _PIECE, theme.letters, theme.panel, theme), say(lambda own: own.bag)),
    ]


def _around(labels: Labels, theme: Theme) -> list[_Entry]:
    """Return the items around the board, in the players' boxes and below them."""
    say = labels.shown
    king = Leader(Dynasty.LION, Colour.BLACK)
    doer = piece_on(Emblem(Dynasty.ARCHER), _PIECE, theme.mark, theme)
    action = symbol_on(pip, _PIECE - 20, theme.gold, theme.panel, theme)
    return [
        (action, say(lambda own: own.action)),
        (doer, say(lambda own: own.doer)),
        (piece_on(king, _LEADER, theme.panel, theme), say(lambda own: own.leader_on_board)),
        (
            _on_panel(lambda row: row.absent(king.colour, _LEADER), theme),
            say(lambda own: own.leader_in_hand),
        ),
        (_chip(theme, in_supply=True), say(lambda own: own.monument_left)),
        (_chip(theme, in_supply=False), say(lambda own: own.monument_built)),
        (_points(theme, None), say(lambda own: own.points)),
        (_points(theme, theme.mark), say(lambda own: own.gained)),
    ]


def _points(theme: Theme, edge: Rgb | None) -> Picture:
    """Return a number of points, framed in *edge*."""
    return _on_panel(lambda row: row.points("5", Colour.RED, PLATES[0], edge=edge), theme)


def _chip(theme: Theme, *, in_supply: bool) -> Picture:
    """Return a monument as drawn below the players, *in_supply* or built."""
    canvas = Canvas(TOWER, ICON, theme.panel, theme)
    draw_monument(canvas, MONUMENTS[1], (0, ICON // 2), in_supply=in_supply)
    return canvas.picture()


def _on_panel(draw: Callable[[Row], None], theme: Theme) -> Picture:
    """Return the items that *draw* puts in a row on a panel."""
    nowhere = Row(Canvas(1, 1, theme.panel, theme), 0, 0, theme.panel)
    draw(nowhere)
    canvas = Canvas(nowhere.x, _PIECE, theme.panel, theme)
    draw(Row(canvas, 0, _PIECE // 2, theme.panel))
    return canvas.picture()


def _signs(labels: Labels) -> list[_Entry]:
    say = labels.shown
    return [
        (scenes.RIVER, say(lambda own: own.river)),
        (scenes.WINGED, say(lambda own: own.winged)),
        (scenes.FRAMED, say(lambda own: own.framed)),
        (scenes.KINGDOM, say(lambda own: own.kingdom)),
        (scenes.ORDER, say(lambda own: own.order)),
        (scenes.MOVED, say(lambda own: own.moved)),
        (scenes.NEW, say(lambda own: own.new)),
        (scenes.REMOVED, say(lambda own: own.removed)),
        (scenes.RETURNED, say(lambda own: own.returned)),
        (scenes.TREASURE_TAKEN, say(lambda own: own.treasure_taken)),
        (scenes.ATTACKER, say(lambda own: own.attacker)),
        (scenes.DEFENDER, say(lambda own: own.defender)),
        (scenes.TALLY, say(lambda own: own.tally)),
        (scenes.WON, say(lambda own: own.won)),
        (scenes.LOST, say(lambda own: own.lost)),
        (scenes.FOR_ATTACKER, say(lambda own: own.for_attacker)),
        (scenes.FOR_DEFENDER, say(lambda own: own.for_defender)),
        (scenes.STAYS, say(lambda own: own.stays)),
        (scenes.CANDIDATE, say(lambda own: own.candidate)),
        (scenes.FORCED, say(lambda own: own.forced)),
        (scenes.LEGAL, say(lambda own: own.legal)),
        (scenes.REFUSED, say(lambda own: own.refused)),
        (scenes.PLANNED, say(lambda own: own.planned)),
    ]


def _draw_section(canvas: Canvas, entries: Sequence[_Entry], top: int) -> None:
    theme = canvas.theme
    width = (canvas.width - 2 * theme.gap - 2 * _PADDING) // _COLUMNS
    for at, (sample, name) in enumerate(entries):
        x = theme.gap + _PADDING + at % _COLUMNS * width
        y = top + at // _COLUMNS * _ROW
        drawn = _drawn(sample, theme)
        room = max(_SAMPLE, drawn.width)
        centred(canvas, drawn, x + room // 2, y + _ROW // 2)
        _write(canvas, name, (x + room + 12, y + _ROW // 2), width - room - 18)


def _drawn(sample: _Sample, theme: Theme) -> Picture:
    match sample:
        case Picture():
            return sample
        case Scene(shown=(first, last)):
            wide = first.col != last.col
            return picture_of(sample, framed_small(theme) if wide else theme)
        case _:
            return piece_on(sample, _PIECE, theme.panel, theme)


def _write(canvas: Canvas, name: str, middle: tuple[int, int], room: int) -> None:
    """Write a name on one line or two, from the left edge and around the height of *middle*."""
    theme, (x, y) = canvas.theme, middle
    size, lines = in_two_lines(name, _SIZES, room)
    pitch = size + 5
    for at, line in enumerate(lines):
        written = one_line(line, size, theme.letters, theme.panel, size + 4, theme=theme)
        down = y + round((at - (len(lines) - 1) / 2) * pitch)
        canvas.put(written, x, down - written.height // 2)
