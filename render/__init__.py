"""Pictures of a game: views in, PNG and GIF bytes out. Nothing of Discord, nothing hidden.

The renderer's front door. All functions that draw are pure and may be called from any thread. A
host's fonts are set once, beforehand, with :func:`use_fonts`; themes are read once. Only the
command (``python -m render``) reads and writes other files.
"""

from render.board.region import Region, region_in_question, region_png
from render.charts.chart import chart_png
from render.charts.expected import expected_png
from render.charts.ratings import RatingCurve, RatingPoint, ratings_png
from render.drawing.faces import FontError, check_font, use_fonts
from render.drawing.theme import THEME, THEMES, Theme, theme_of
from render.panels.labels import ENGLISH, Labels
from render.pictures.boards import board_png, desk_png, hand_png, spaces_png
from render.pictures.card import conflict_png
from render.pictures.legend import legend_png
from render.pictures.replay import replay_gif, stills
from render.pictures.sharing import share_png
from render.pieces.emoji import EmojiPiece, emoji_png
from render.pieces.sprites import Building, Catastrophe, Emblem, Tile, Treasure

__all__ = [
    "ENGLISH",
    "THEME",
    "THEMES",
    "Building",
    "Catastrophe",
    "Emblem",
    "EmojiPiece",
    "FontError",
    "Labels",
    "RatingCurve",
    "RatingPoint",
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
    "ratings_png",
    "region_in_question",
    "region_png",
    "replay_gif",
    "share_png",
    "spaces_png",
    "stills",
    "theme_of",
    "use_fonts",
]
