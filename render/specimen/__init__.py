"""A sheet with everything that pictures show, to look at: ``python -m render --specimen``.

Nothing on it is drawn for it: pieces, marks, boards and cards come from the functions that draw the
pictures of a game. What there is stands in tables by class, so that a test finds what is missing.
"""

from render.specimen.sheet import specimen_png

__all__ = ["specimen_png"]
