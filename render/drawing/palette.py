"""The palette of a theme, shared by all its pictures, and images as indices into it.

Pictures are composed as images of palette indices (Pillow mode ``L``), so nothing is converted when
a picture is made: only sprites and labels are, once each.
"""

from functools import lru_cache
from itertools import chain

from PIL import Image

from render.drawing.theme import THEME, Rgb, Theme, mix

_PAINTED = 8
"""The minimum number of pixels of a colour that counts as a paint in a small image."""

_DIFFERENT = 1 << 14
"""The maximum number of colours counted in an image: Pillow allocates 24 bytes for each."""


class Palette:
    """At most 256 colours, with their indices."""

    def __init__(self, theme: Theme) -> None:
        self.colours: tuple[Rgb, ...] = _colours(theme)
        self.bytes: bytes = bytes(chain.from_iterable(self.colours))
        """The colours as red, green and blue bytes, the format of PNG and Pillow."""
        self._known: dict[Rgb, int] = {}
        toned = (theme.light, theme.shade)
        self._sphere_of = {tone(sphere): sphere for sphere in theme.spheres for tone in toned}

    def index_of(self, colour: Rgb) -> int:
        """Return the index of the colour nearest to *colour*."""
        index = self._known.get(colour)
        if index is None:
            red, green, blue = colour
            # Inlined: called a hundred thousand times before the first pictures are drawn.
            apart = [
                (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in self.colours
            ]
            index = apart.index(min(apart))
            if len(self._known) < 4096:
                self._known[colour] = index
        return index

    def to_indices(self, image: Image.Image, *, sheer: bool = False) -> Image.Image:
        """Return an RGB image as indices of the nearest colours, mode ``L``.

        Only its paints are used, with the lights and shades of its spheres: other colours may be a
        little nearer where two paints meet, but make the file much larger. For a *sheer* image, in
        which paints show through others, all colours are used.
        """
        if sheer:
            return self._matched(image, frozenset(range(len(self.colours))))
        seen = image.getcolors(min(image.width * image.height, _DIFFERENT)) or []
        paints = {colour for count, colour in seen if count >= _PAINTED}
        taken = frozenset(
            at
            for at, colour in enumerate(self.colours)
            if colour in paints or self._sphere_of.get(colour) in paints
        )
        return self._matched(image, taken or frozenset(range(len(self.colours))))

    def _matched(self, image: Image.Image, taken: frozenset[int]) -> Image.Image:
        indices, prototype = _prototype(self, taken)
        matched = image.quantize(palette=prototype, dither=Image.Dither.NONE)
        return Image.frombytes("L", matched.size, matched.tobytes().translate(indices))


@lru_cache(maxsize=2)  # Pillow keeps half a megabyte with each
def _prototype(palette: Palette, taken: frozenset[int]) -> tuple[bytes, Image.Image]:
    """Return some of the indices, and an image with their colours as its palette."""
    indices = sorted(taken)
    prototype = Image.new("P", (1, 1))
    prototype.putpalette(bytes(chain.from_iterable(palette.colours[at] for at in indices)))
    return bytes(indices).ljust(256, b"\0"), prototype


@lru_cache(maxsize=32)
def palette_of(theme: Theme) -> Palette:
    """Return the palette of a theme."""
    return Palette(theme)


@lru_cache(maxsize=1024)
def coverage_table(colour: Rgb, ground: Rgb, theme: Theme = THEME) -> bytes:
    """Return the index of the colour seen for each coverage, 0 to 255, of *ground* by *colour*."""
    palette = palette_of(theme)
    return bytes(palette.index_of(mix(ground, colour, cover / 255)) for cover in range(256))


def to_indices(image: Image.Image, theme: Theme = THEME, *, sheer: bool = False) -> Image.Image:
    """Return an RGB image as indices into the theme's palette; see :meth:`Palette.to_indices`."""
    return palette_of(theme).to_indices(image, sheer=sheer)


def _colours(theme: Theme) -> tuple[Rgb, ...]:
    """Return the paints, and a few steps between them for smooth edges: at most 48 colours.

    A step serves many pairs: most lie between a light and a dark paint, and there the paints
    themselves (ashes, clays, the rule) are close to it.
    """
    t = theme
    return tuple(
        dict.fromkeys(
            (
                *(t.land, t.land_line, t.realm, t.realm_line, t.bank, t.wings, t.framed),
                *(t.river, t.river_line, t.foam),
                *(t.night, t.panel, t.lit, t.rule, t.cream, t.pale, t.gold, t.bronze),
                *(t.ink, t.clay, t.clay_line, t.brick, t.ash, t.ember, t.mark),
                *t.rims,
                *(t.letters, t.dim, t.accent, t.alarm, *t.lines),
                *t.spheres,
                *(t.light(sphere) for sphere in t.spheres),
                *(t.shade(sphere) for sphere in t.spheres),
                t.shade(t.ash),
                mix(t.mark, t.cream, 0.5),
            )
        )
    )
