"""Scaled pictures: for commands, where time does not matter."""

from io import BytesIO

from PIL import Image


def scaled(png: bytes, width: int) -> bytes:
    """Return the picture *width* pixels wide, its height in proportion.

    It is unchanged if it has that width. Raises ValueError if *width* is not positive.
    """
    if width < 1:
        raise ValueError(f"a picture cannot be {width} pixels wide")
    with Image.open(BytesIO(png)) as image:
        if image.width == width:
            return png
        height = max(1, round(image.height * width / image.width))
        resized = image.convert("RGB").resize((width, height), Image.Resampling.LANCZOS)
    written = BytesIO()
    resized.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(
        written, "PNG", optimize=True
    )
    return written.getvalue()
