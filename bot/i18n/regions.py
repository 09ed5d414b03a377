"""A part of the board in words, and spaces in few signs."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from bot.i18n.alt_text import TILES_ON
from bot.i18n.catalogue import Words
from bot.i18n.events import square
from engine import N_, Cell, Colour, PublicView, cells_of, mask_of


def describe_region(
    words: Words, view: PublicView, names: Sequence[str], cells: Iterable[Cell]
) -> str:
    """What stands and lies on *cells*, leaders first."""
    _, board = words._, view.board
    within = mask_of(cells)
    parts = [
        _(
            "{player}, {dynasty}: {leaders}.",
            player=names[seat],
            dynasty=words.dynasty(view.seats[seat]),
            leaders=words.listed(standing),
        )
        for seat in range(len(view.seats))
        if (standing := _standing(words, view, seat, within))
    ]
    if parts:
        parts.append(_("In brackets: strength in revolt, war."))
    parts += (
        _(TILES_ON[colour], cells=by_column(tiles))
        for colour in Colour
        if (tiles := tuple(cells_of(board.tiles[colour] & within)))
    )
    parts += (
        _(text, cells=by_column(spaces))
        for text, mask in (
            (N_("Treasures: {cells}."), board.treasures),
            (N_("Face-down tiles: {cells}."), board.facedown),
            (N_("Catastrophes: {cells}."), board.catastrophes),
            (N_("Unification tile: {cells}."), board.unification_mask),
        )
        if (spaces := tuple(cells_of(mask & within)))
    )
    parts += _built(words, view, within)
    return " ".join(parts) or _("Nothing is there.")


def _standing(words: Words, view: PublicView, seat: int, within: int) -> list[str]:
    """The leaders of a seat there, with what they have."""
    board = view.board
    return [
        words._(
            "{role} on {cell} ({temples}, {supporters})",
            role=words.role(leader.colour),
            cell=cell,
            temples=board.temples_beside(cell),
            supporters=board.external_strength(leader),
        )
        for leader, cell in board.standing()
        if leader.dynasty is view.seats[seat] and cell.bit & within
    ]


def _built(words: Words, view: PublicView, within: int) -> Iterator[str]:
    """The buildings there, and monuments and the ziggurat where their first space is there."""
    _, board = words._, view.board
    for monument, corner in board.built():
        if corner.bit & within:
            yield _(
                "Monument on {cells}: {monument}.",
                monument=words.monument(monument),
                cells=square(corner),
            )
    centre = board.ziggurat_cell()
    if centre is not None and centre.bit & within:
        yield _("Ziggurat around {cell}.", cell=centre)
    for colour in Colour:
        cell = board.building_cell(colour)
        if cell is not None and cell.bit & within:
            yield _("Building on {cell}: {building}.", building=words.building(colour), cell=cell)


def by_column(cells: Iterable[Cell]) -> str:
    """Spaces by column, those in a row as a range: ``B2,8–10 C3``."""
    ordered = sorted(cells, key=lambda cell: (cell.col, cell.row))
    return " ".join(
        str(column[0])[0] + ",".join(_ranges([cell.row + 1 for cell in column]))
        for _, group in groupby(ordered, key=lambda cell: cell.col)
        if (column := list(group))
    )


def _ranges(numbers: Sequence[int]) -> Iterator[str]:
    """Ascending numbers, three and more without a gap as a range."""
    for _, group in groupby(enumerate(numbers), key=lambda placed: placed[1] - placed[0]):
        run = [number for _, number in group]
        if len(run) > 2:
            yield f"{run[0]}–{run[-1]}"
        else:
            yield from map(str, run)
