"""The sheet: everything at the size of a phone and at full size, in every vision."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from render.drawing.text import inked
from render.drawing.theme import THEME, Rgb, Theme
from render.pieces.sprites import Piece, sprite
from render.specimen.marked import marked_spaces
from render.specimen.states import State, states
from render.specimen.things import shelves
from render.specimen.vision import VISIONS, as_seen

PHONE = 390
"""The width in pixels of a picture on a phone."""
_GAP = 16
_TITLE, _CAPTION = 30, 20
_TITLE_ROOM, _CAPTION_ROOM = 44, 28
_COLUMN = 384
"""The width of a shelf in one vision: six pieces at full size."""
_WIDTH = (len(VISIONS) + 1) * _GAP + len(VISIONS) * _COLUMN
_APART = 8
"""The gap between the pieces of a shelf."""
_ENOUGH = 96
_LARGE = ("as most see it", "grey")
"""The visions of large pictures, of which two fit beside each other."""


@dataclass(frozen=True)
class _Block:
    """A part of the sheet, as wide as it."""

    height: int
    parts: Sequence[tuple[Image.Image, int, int]]
    """Images, mode ``RGB``, with their top left corners."""
    captions: Sequence[tuple[str, int, int, int]]
    """Words with their size and top left corner."""


def specimen_png(theme: Theme = THEME) -> bytes:
    """Return every piece, mark, card and state as one PNG, some 2000 pixels wide.

    Everything is drawn in five visions, at the size of a phone, where a picture is 390 pixels wide
    and a space 22 to 24. Pieces and marks follow at full size, and of the other pictures one of
    each kind, in colours and in grey. Takes some seconds.
    """
    blocks = [*_shelves(theme), *_marks(theme), *(_of_state(each, theme) for each in states())]
    sheet = Image.new("RGB", (_WIDTH, sum(block.height for block in blocks)), theme.night)
    top = 0
    for block in blocks:
        for image, x, y in block.parts:
            sheet.paste(image, (x, top + y))
        for text, size, x, y in block.captions:
            _write(sheet, text, size, (x, top + y), theme.letters)
        top += block.height
    written = BytesIO()
    sheet.save(written, "PNG")
    return written.getvalue()


def _write(sheet: Image.Image, text: str, size: int, corner: tuple[int, int], paint: Rgb) -> None:
    cover = inked(text, size)
    x, y = corner
    sheet.paste(paint, (x, y, x + cover.width, y + cover.height), cover)


# --- pieces and marks: one column for each vision ------------------------------------------------


def _shelves(theme: Theme) -> Iterator[_Block]:
    for title, pieces in shelves():
        yield _in_columns(title, _laid(pieces, theme), theme)


def _marks(theme: Theme) -> Iterator[_Block]:
    """Yield each kind of mark on a board, with half a space around."""
    for title, spaces in marked_spaces(theme).items():
        yield _in_columns(f"Mark: {title}", _beside(spaces, theme.land), theme)


def _laid(pieces: Sequence[Piece], theme: Theme) -> Image.Image:
    """Return pieces on land beside each other."""
    return _beside([_on_land(piece, theme) for piece in pieces], theme.land)


def _on_land(piece: Piece, theme: Theme) -> Image.Image:
    ground = Image.new("RGB", (theme.cell, theme.cell), theme.land)
    drawn = sprite(piece, theme.cell, theme)
    ground.paste(drawn, (0, 0), drawn)
    return ground


def _beside(images: Sequence[Image.Image], ground: Rgb) -> Image.Image:
    width = sum(image.width + _APART for image in images) + _APART
    height = max(image.height for image in images) + 2 * _APART
    row = Image.new("RGB", (width, height), ground)
    x = _APART
    for image in images:
        row.paste(image, (x, _APART))
        x += image.width + _APART
    return row


def _in_columns(title: str, full: Image.Image, theme: Theme) -> _Block:
    small = (full.width * PHONE // theme.width, full.height * PHONE // theme.width)
    top = _TITLE_ROOM + _CAPTION_ROOM
    parts: list[tuple[Image.Image, int, int]] = []
    captions = [(title, _TITLE, _GAP, 8)]
    for number, vision in enumerate(VISIONS):
        x = _GAP + number * (_COLUMN + _GAP)
        look = as_seen(full, vision)
        captions.append((vision, _CAPTION, x, _TITLE_ROOM))
        parts.append((look.resize(small, Image.Resampling.LANCZOS), x, top))
        parts.append((look, x, top + small[1] + _APART))
    return _Block(top + small[1] + _APART + full.height + _GAP, parts, captions)


# --- pictures: on a phone in each vision, and some at full size -----------------------------------


def _of_state(state: State, theme: Theme) -> _Block:
    with Image.open(BytesIO(state.draw(theme))) as opened:
        opened.load()
        picture: Image.Image = opened
    height = picture.height * PHONE // picture.width
    top = _TITLE_ROOM + _CAPTION_ROOM
    parts: list[tuple[Image.Image, int, int]] = []
    captions = [(state.title, _TITLE, _GAP, 8)]
    for number, vision in enumerate(VISIONS):
        x = _GAP + number * (PHONE + _APART)
        captions.append((vision, _CAPTION, x, _TITLE_ROOM))
        parts.append((_on_phone(as_seen(picture, vision)), x, top))
    low = top + height + _GAP
    if state.large:
        parts += (
            (as_seen(picture, vision), _GAP + at * (picture.width + _APART), low)
            for at, vision in enumerate(_LARGE)
        )
        low += picture.height + _GAP
    return _Block(low, parts, captions)


def _on_phone(picture: Image.Image) -> Image.Image:
    """Return a picture as wide as a phone, in as many colours as are distinguishable."""
    size = (PHONE, picture.height * PHONE // picture.width)
    small = picture.resize(size, Image.Resampling.LANCZOS)
    return small.quantize(_ENOUGH, dither=Image.Dither.NONE).convert("RGB")
