"""Players' names as pictures show them."""

from collections.abc import Sequence

from engine import View
from render.labels import Labels
from render.text import presentable


def presented(view: View, names: Sequence[str], labels: Labels) -> list[str]:
    """*names* as far as the font can show them, a dynasty's where it can show nothing.

    Raises ValueError unless there is one name for each seat.
    """
    if len(names) != len(view.seats):
        raise ValueError(f"{len(view.seats)} seats need as many names, not {len(names)}")
    return [
        presentable(name, labels.of_dynasty(dynasty))
        for name, dynasty in zip(names, view.seats, strict=True)
    ]
