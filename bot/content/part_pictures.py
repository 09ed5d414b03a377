"""Pictures of a part of the board."""

from collections.abc import Sequence
from functools import lru_cache, partial

from bot.content.content import MOST_ALT, Picture
from bot.content.names import plain_names
from bot.content.pictures import desk_picture, theme_for
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.alt_text import describe_board
from engine import Cell, Event, Piece, PublicView
from render import Region, Theme, region_png

_KEPT = 64
"""How many pictures are kept."""


def part_picture(
    words: Words,
    seat: Seat,
    name: str,
    part: tuple[Cell, Cell] | None,
    events: Sequence[Event] = (),
    *,
    piece: Piece | None = None,
    spaces: Sequence[Cell] = (),
) -> Picture:
    """The board from one space to another, marked with *events*, or with *spaces* for a *piece*.

    Without a *part* it is the whole desk of that seat.
    """
    table = seat.table
    view = table.view
    if view is None:
        raise LookupError(f"game {table.id} has not started")
    if part is None:
        return desk_picture(words, seat, name, events)
    first, last = part
    region = Region(first.row, first.col, last.row, last.col)
    told: list[str] = [words._("The board from {first} to {last}.", first=first, last=last)]
    if spaces:
        listed = " ".join(map(str, spaces))
        told.append(words._("Marked to choose from: {cells}.", cells=listed))
    before = " ".join((*told, ""))
    whole = describe_board(words, view, plain_names(table), MOST_ALT - len(before))
    theme = theme_for(seat.player)
    draw = partial(
        _part, view, region, events=tuple(events), piece=piece, spaces=tuple(spaces), theme=theme
    )
    return Picture(f"{name}.png", before + whole, draw)


@lru_cache(maxsize=_KEPT)
def _part(
    view: PublicView,
    region: Region,
    *,
    events: tuple[Event, ...],
    piece: Piece | None,
    spaces: tuple[Cell, ...],
    theme: Theme,
) -> bytes:
    return region_png(view, region, events, legal=spaces, piece=piece, theme=theme)
