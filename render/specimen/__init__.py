"""A sheet with everything that pictures show, for review: ``python -m render --specimen``.

Pieces, marks, boards and cards are drawn by the functions that draw the pictures of a game. Tables
by class list them, so that a test finds missing ones.
"""

from render.specimen.sheet import specimen_png

__all__ = ["specimen_png"]
