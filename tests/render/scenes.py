"""Positions to draw, and ways to look at what was drawn."""

import random
from dataclasses import replace
from io import BytesIO

from PIL import Image

from engine import (
    CELLS,
    LAYOUTS,
    ActionDecision,
    Board,
    Cell,
    Colour,
    Dynasty,
    Game,
    Leader,
    Monument,
    full_bag,
)
from render import board_png
from render.board.ground import corner_of
from render.drawing.palette import palette_of
from render.drawing.text import one_line
from render.drawing.theme import THEME

NAMES = ("Ann", "Ben", "Cleo", "Dan")
E5 = Cell.parse("E5")
EMPTY = Board.at_set_up(LAYOUTS["classic"]).without_treasures(-1).without_tiles(-1)


def start(seats=3, *, options=()):
    """A game at its beginning."""
    bag = list(full_bag("classic"))
    random.Random(0).shuffle(bag)
    return Game.start(tuple(Dynasty)[:seats], "".join(bag), options=options)


def public(board=EMPTY, decision=None):
    """The public view of a game on that board, with three players."""
    view = start().view(None)
    return replace(view, board=board, decision=decision or ActionDecision(0))


def drawn(view, events=(), names=NAMES):
    """The board picture in colours."""
    return opened(board_png(view, names[: len(view.seats)], events))


def size_of(png):
    """The size of a PNG in a palette that is right to its last checksum."""
    with Image.open(BytesIO(png)) as image:
        image.verify()
        assert (image.mode, image.format) == ("P", "PNG")
        return image.size


def opened(png):
    """A PNG in colours."""
    with Image.open(BytesIO(png)) as image:
        image.load()
        return image.convert("RGB")


def coloured(indices, theme=THEME):
    """An image of indices in colours."""
    image = Image.frombytes("P", indices.size, indices.tobytes())
    image.putpalette(palette_of(theme).bytes)
    return image.convert("RGB")


TOP = THEME.head - THEME.gap
"""The top of the board below the strip at the top of its picture."""


def space(picture, cell, top=TOP):
    """The part of a board picture that shows one space."""
    x, y = corner_of(Cell.parse(cell))
    y += top
    return picture.crop((x, y, x + THEME.cell, y + THEME.cell))


GLOW = THEME.glow + 5
"""The largest overlap of pieces with the spaces beside them."""


def changed(before, after, top=TOP, *, edge=0):
    """The spaces that look different in two pictures, but for *edge* pixels on each side."""
    cells = [f"{col}{row}" for row in range(1, 12) for col in "ABCDEFGHIJKLMNOP"]
    inner = (edge, edge, THEME.cell - edge, THEME.cell - edge)

    def seen(picture, cell):
        return space(picture, cell, top).crop(inner).tobytes()

    return {cell for cell in cells if seen(before, cell) != seen(after, cell)}


def around(picture, cell, top=TOP):
    """A space with as much around it as it glows."""
    x, y = corner_of(Cell.parse(cell))
    size = THEME.cell + GLOW
    return picture.crop((x - GLOW, y + top - GLOW, x + size, y + top + size))


def written(picture, text, size, paints, theme=THEME):
    """The box of a text of that size in a picture, in the first of *paints* on the second."""
    palette = palette_of(theme)
    line = one_line(text, size, *paints, size + 2, theme).image
    inked = line.point([index != palette.index_of(paints[1]) for index in range(256)]).getbbox()
    wanted = coloured(line.crop(inked), theme)
    first = wanted.crop((0, 0, wanted.width, 1)).tobytes()
    found = []
    for y in range(picture.height - wanted.height + 1):
        row = picture.crop((0, y, picture.width, y + 1)).tobytes()
        at = row.find(first)
        while at >= 0:
            box = (at // 3, y, at // 3 + wanted.width, y + wanted.height)
            if at % 3 == 0 and picture.crop(box).tobytes() == wanted.tobytes():
                found.append(box[:2])
            at = row.find(first, at + 1)
    return found


def colours(image):
    """Every colour in a picture."""
    return {colour for _, colour in image.getcolors(maxcolors=image.width * image.height)}


# --- boards drawn in letters ---------------------------------------------------------------------

_GRAND = """
.  .  .  .  b  b  b  b  ~  .  r* .  ~  .  .  .
.  r* r  .  ~  .  .  .  .  .  .  .  ~  .  .  r*
.  Ak r  k  b  r* .  .  g  g  .  .  ~  ~  .  r
~  b  b  b  r  r  Lr .  g  g  Bg .  .  ~  ~  Pk
.  .  r  .  .  k  .  .  r  .  .  .  r* b  ~  ~
.  g  Ab .  k  k  k  .  .  .  .  .  r  Lb ~  .
~  ~  ~  ~  .  k  .  .  r* .  .  .  ~  ~  ~  .
.  r* .  ~  b  b  b  .  r  r  r  .  ~  .  .  .
.  r  Br r  r  .  b  b  b  b  Pr .  ~  .  r* .
.  r  r  g  Pg r* .  k  k  k  k  Bk .  .  r  Lk
.  .  .  .  .  .  .  .  .  .  r* .  .  .  .  .
"""


def lettered(rows, layout="classic"):
    """A board as letters: k r b g tiles, * a treasure, Ak a leader, x a catastrophe."""
    board = Board.at_set_up(LAYOUTS[layout]).without_tiles(-1)
    treasures = 0
    for cell, token in zip(CELLS, rows.split(), strict=True):
        if token == "x":
            board = board.with_catastrophe(cell)
        elif token[0] in "krbg":
            board = board.with_tile(Colour.parse(token[0]), cell)
            treasures |= cell.bit if token.endswith("*") else 0
        elif token[0] in "ABLP":
            leader = Leader(Dynasty(token[0]), Colour.parse(token[1]))
            board = board.with_leader(leader, cell)
    return board.without_treasures(~treasures)


def grand_view(decision=None):
    """Everything that can be on the board: monuments, ziggurat, buildings, treasures, leaders."""
    board = lettered(_GRAND)
    board = board.with_monument(Monument(Colour.RED, Colour.GREEN), Cell.parse("I3"))
    board = board.with_monument(Monument(Colour.BLACK, Colour.RED), Cell.parse("B9"))
    board = board.with_ziggurat(Cell.parse("F6"))
    for colour, cell in zip(Colour, ("I10", "J8", "G1", "B6"), strict=True):
        board = board.with_building(colour, Cell.parse(cell))
    view = start(4, options=("buildings", "display", "ziggurat")).view(None)
    return replace(
        view,
        board=board,
        decision=decision or ActionDecision(1),
        active=1,
        bag_size=42,
        display=(1, 2, 2, 1),
    )
