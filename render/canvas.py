"""A picture in the making: an image of palette indices that becomes a PNG."""

import struct
import zlib

from PIL import Image, ImageDraw

from render.palette import PALETTE, index_of
from render.theme import Rgb

_COMPRESSION = 6
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_PALETTE = bytes((8, 3, 0, 0, 0))


class Canvas:
    """*width* by *height* pixels of one colour, to put images of indices on.

    The image is one column wider than the picture: that first column stays 0, so that its
    raw bytes are PNG's lines as they are, each opened by a 0 for "not filtered".
    """

    def __init__(self, width: int, height: int, colour: Rgb) -> None:
        self.width, self.height = width, height
        self._image = Image.new("L", (width + 1, height), index_of(colour))
        self._image.paste(0, (0, 0, 1, height))
        self._draw = ImageDraw.Draw(self._image)

    def put(self, image: Image.Image, x: int, y: int) -> None:
        """Put an image of indices with its top left corner at *x*, *y*."""
        self._image.paste(image, (x + 1, y))

    def box(self, x: int, y: int, width: int, height: int, colour: Rgb, *, radius: int = 0) -> None:
        """Fill a rectangle, with rounded corners if *radius* is given."""
        corners = (x + 1, y, x + width, y + height - 1)
        self._draw.rounded_rectangle(corners, radius, fill=index_of(colour))

    def polygon(self, points: list[tuple[float, float]], colour: Rgb) -> None:
        """Fill a polygon."""
        self._draw.polygon([(x + 1, y) for x, y in points], fill=index_of(colour))

    def png(self) -> bytes:
        """The picture as PNG bytes; the same picture gives the same bytes."""
        return b"".join(
            (
                _SIGNATURE,
                _chunk(b"IHDR", struct.pack(">II", self.width, self.height) + _EIGHT_BIT_PALETTE),
                _chunk(b"PLTE", PALETTE),
                _chunk(b"IDAT", zlib.compress(self._image.tobytes(), _COMPRESSION)),
                _chunk(b"IEND", b""),
            )
        )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(content, zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
