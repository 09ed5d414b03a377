"""Pictures of a game: views in, PNG bytes out. No I/O, nothing of Discord, nothing hidden.

This is the renderer's only door. All functions are pure and may be called from any thread.
"""

from render.labels import ENGLISH, Labels
from render.pictures import board_png, hand_png

__all__ = ["ENGLISH", "Labels", "board_png", "hand_png"]
