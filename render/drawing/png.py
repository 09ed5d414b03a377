"""PNG files from bands of rows, each compressed separately so that it can be reused.

A band's rows are raw PNG lines, compressed on their own and flushed: the compressed bands of a
picture, put one after the other, are one valid stream.
"""

import struct
from collections.abc import Iterable
from typing import NamedTuple

from zlib_ng import zlib_ng

_COMPRESSION = 5
"""Slightly larger files than at 6, in three quarters of the time."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_EIGHT_BIT_PALETTE = bytes((8, 3, 0, 0, 0))
_STREAM_HEAD = b"\x78\x9c"
_STREAM_END = b"\x03\x00"
_ADLER = 65521


class Band(NamedTuple):
    """Rows of a picture, compressed; *checksum* and *size* are those of the raw rows."""

    compressed: bytes
    checksum: int
    size: int


def band(rows: bytes) -> Band:
    """Compress *rows*: raw PNG lines, each with its filter byte in front."""
    packer = zlib_ng.compressobj(_COMPRESSION, zlib_ng.DEFLATED, -zlib_ng.MAX_WBITS)
    compressed = packer.compress(rows) + packer.flush(zlib_ng.Z_FULL_FLUSH)
    return Band(compressed, zlib_ng.adler32(rows), len(rows))


def png(width: int, height: int, palette: bytes, bands: Iterable[Band]) -> bytes:
    """Return the file. *palette* is red, green and blue bytes; *bands* are in order, top first."""
    parts = [_STREAM_HEAD]
    checksum = 1
    for each in bands:
        parts.append(each.compressed)
        checksum = _joined(checksum, each)
    parts += (_STREAM_END, struct.pack(">I", checksum))
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">II", width, height) + _EIGHT_BIT_PALETTE),
            _chunk(b"PLTE", palette),
            _chunk(b"IDAT", b"".join(parts)),
            _chunk(b"IEND", b""),
        )
    )


def _joined(checksum: int, after: Band) -> int:
    """Return the Adler-32 checksum of data with *checksum* followed by a band (RFC 1950)."""
    one, two = checksum & 0xFFFF, checksum >> 16
    band_one, band_two = after.checksum & 0xFFFF, after.checksum >> 16
    low = (one + band_one - 1) % _ADLER
    high = (two + band_two + after.size * (one - 1)) % _ADLER
    return high << 16 | low


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
