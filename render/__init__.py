"""Pictures of a game: views in, PNG and GIF bytes out. Nothing of Discord, nothing hidden.

This is the renderer's only door. All functions that draw are pure and may be called from any
thread; which fonts there are besides the shipped one is told before, once, by :func:`use_fonts`.
Only the command (``python -m render``) reads and writes other files.
"""

from render.card import conflict_png
from render.chart import chart_png
from render.emoji import EmojiPiece, emoji_png
from render.expected import expected_png
from render.faces import FontError, check_font, use_fonts
from render.labels import ENGLISH, Labels
from render.legend import legend_png
from render.pictures import board_png, desk_png, hand_png, spaces_png
from render.pieces import Building, Catastrophe, Emblem, Tile, Treasure
from render.region import Region, region_in_question, region_png
from render.replay import replay_gif, stills
from render.theme import HIGH_CONTRAST, THEME, Theme

__all__ = [
    "ENGLISH",
    "HIGH_CONTRAST",
    "THEME",
    "Building",
    "Catastrophe",
    "Emblem",
    "EmojiPiece",
    "FontError",
    "Labels",
    "Region",
    "Theme",
    "Tile",
    "Treasure",
    "board_png",
    "chart_png",
    "check_font",
    "conflict_png",
    "desk_png",
    "emoji_png",
    "expected_png",
    "hand_png",
    "legend_png",
    "region_in_question",
    "region_png",
    "replay_gif",
    "spaces_png",
    "stills",
    "use_fonts",
]
