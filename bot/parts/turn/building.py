"""What may be built, and what would come of it for whom (R8, R12.1, R13)."""

from collections.abc import Mapping, Sequence

from bot.content.names import safe_names
from bot.content.shortening import first_lines
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.events import square
from bot.i18n.signs import SQUARES
from bot.parts.turn.actions import monument_name
from bot.parts.turn.previews import whose
from engine import (
    N_,
    Board,
    BuildDecision,
    BuildMonument,
    BuildZiggurat,
    Cell,
    Colour,
    Leader,
    LeaderReturned,
    Preview,
    TreasuresTaken,
)

_ROOM = 1200
"""The most characters about what may be built: the message says more than that."""
_DOUBLED: Mapping[Colour, str] = {
    Colour.BLACK: N_("Settlements placed later in its kingdom score 2 points."),
    Colour.RED: N_("Temples placed later in its kingdom score 2 points."),
    Colour.BLUE: N_("Farms placed later in its kingdom score 2 points."),
    Colour.GREEN: N_("Markets placed later in its kingdom score 2 points."),
}
"""R12.1.6."""


def site_text(words: Words, seat: Seat, colour: Colour) -> str:
    """That a building may be placed or moved, and what it is good for (R12.1)."""
    _ = words._
    building, origin = words.building_with_sign(colour), seat.view.board.building_cell(colour)
    line = (
        _("Your line lets you place a building: {building}.", building=building)
        if origin is None
        else _(
            "Your longer line lets you move a building from {cell}: {building}.",
            building=building,
            cell=origin,
        )
    )
    return f"{line} {_(_DOUBLED[colour])}"


def build_text(words: Words, seat: Seat, decision: BuildDecision) -> str:
    """What may be built: who would score from it now, and what it would cost (R8, R13)."""
    _ = words._
    lines: list[str] = []
    if decision.choices:
        lines.append(_("A monument scores each turn for leaders of its colours in its kingdom."))
    if decision.centres:
        lines.append(_("The ziggurat scores each turn for the King in its kingdom: any colour."))
    lines.append(_("Its tiles turn face down: no temples, no supporters."))
    corners = tuple(dict.fromkeys(corner for _monument, corner in decision.choices))
    several = len(corners) + len(decision.centres) > 1
    for corner in corners:
        monuments = [monument for monument, at in decision.choices if at == corner]
        previews = [seat.view.preview(BuildMonument(each, corner)) for each in monuments]
        if several:
            lines.append(f"{square(corner)}:")
        lines += (
            _(
                "- {signs} {colours}: {leaders}",
                signs="".join(SQUARES[colour] for colour in monument),
                colours=monument_name(words, monument),
                leaders=_scoring(words, seat, preview.view.board, corner, monument),
            )
            for monument, preview in zip(monuments, previews, strict=True)
        )
        lines += _costs(words, seat, previews[0])
    for centre in decision.centres:
        preview = seat.view.preview(BuildZiggurat(centre))
        kings = _scoring(words, seat, preview.view.board, centre, (Colour.BLACK,))
        lines.append(_("- ziggurat around {cell}: {leaders}", cell=centre, leaders=kings))
        lines += _costs(words, seat, preview)
    return first_lines(lines, _ROOM)


def _scoring(words: Words, seat: Seat, board: Board, cell: Cell, colours: Sequence[Colour]) -> str:
    """The leaders that what is built on *cell* scores for as they stand (R8.8, R13.5)."""
    kingdom, names = board.kingdom_at(cell), safe_names(seat.table)
    leaders = () if kingdom is None else kingdom.leaders
    scoring = [whose(words, seat, each, names) for each in leaders if each.colour in colours]
    return words.listed(scoring) if scoring else words._("no one yet")


def _costs(words: Words, seat: Seat, preview: Preview) -> list[str]:
    """Which leaders return or lose supporters, and treasures that change hands by it."""
    _ = words._
    before, after = seat.view.board, preview.view.board
    names = safe_names(seat.table)
    lines = []
    gone: list[Leader] = []
    for event in preview.events:
        match event:
            case LeaderReturned(_owner, leader, cell, _cause):
                gone.append(leader)
                lines.append(
                    _(
                        "- This leader loses its last temple and returns to hand: {leader}, on "
                        "{cell}",
                        leader=whose(words, seat, leader, names),
                        cell=cell,
                    )
                )
            case TreasuresTaken(owner, cells):
                lines.append(
                    words.ngettext(
                        "- {player} takes {count} treasure",
                        "- {player} takes {count} treasures",
                        len(cells),
                        player=names[owner],
                    )
                )
            case _:
                pass
    for leader, _cell in before.standing():
        if leader not in gone:
            had, has = before.external_strength(leader), after.external_strength(leader)
            if has < had:
                lines.append(
                    _(
                        "- supporters: {leader} {had} → {has}",
                        leader=whose(words, seat, leader, names),
                        had=had,
                        has=has,
                    )
                )
    return lines
