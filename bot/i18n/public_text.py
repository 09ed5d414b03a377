"""Text that everybody may read, as a type of its own: no other text passes for it."""

from collections.abc import Iterable
from typing import Literal, NewType, TypeAlias

from engine import Cell

PublicText = NewType("PublicText", str)
"""Text that everybody may read: made from public values alone."""
Public: TypeAlias = PublicText | int | Cell | None
"""Values that public text can contain: no text of unknown origin, and no hand."""


def join_texts(
    between: Literal[" ", ", ", ": ", " · ", "/", "\n", "\n\n"], parts: Iterable[PublicText]
) -> PublicText:
    """Public texts as one; what is empty is left out."""
    return PublicText(between.join(filter(None, parts)))


def public(template: str, **places: Public) -> PublicText:
    """Public text that is the same in all languages; *template* is a literal."""
    return PublicText(template.format(**places))
