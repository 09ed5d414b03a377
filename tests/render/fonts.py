"""Fonts of a few signs, made for a test: every sign is a block of its own height."""

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

EM = 1000


def font(file, signs):
    """A font of these signs, each as wide and as high, in thousandths of its size."""
    names = {sign: f"sign{ord(sign):x}" for sign in signs}
    builder = FontBuilder(EM)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({ord(sign): name for sign, name in names.items()})
    builder.setupGlyf(
        {
            ".notdef": _block(300, 123),
            **{names[sign]: _block(*size) for sign, size in signs.items()},
        }
    )
    widths = {names[sign]: (width + 100, 50) for sign, (width, _) in signs.items()}
    builder.setupHorizontalMetrics({".notdef": (400, 50), **widths})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Blocks", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(file)
    return file


def _block(width, height):
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for corner in ((50, height), (50 + width, height), (50 + width, 0)):
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def blocks(cover):
    """The heights of separate shapes in a line of text, from left to right, in pixels."""
    found = []
    before = 0
    for x in range(cover.width):
        column = cover.crop((x, 0, x + 1, cover.height))
        height = sum(value > 127 for value in column.tobytes())
        if height and not before:
            found.append(height)
        before = height
    return found
