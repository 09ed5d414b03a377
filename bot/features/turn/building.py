"""What may be built, and what would come of it for whom (R8, R12.1, R13)."""

from collections.abc import Sequence

from bot.content.names import safe_names
from bot.domain import Seat
from bot.features.log.story import first_lines
from bot.i18n import Words
from engine import (
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


def site_text(words: Words, seat: Seat, colour: Colour) -> str:
    """What the building of *colour* may be put on, and what it is good for (R12.1)."""
    _ = words._
    building, origin = words.building_with_sign(colour), seat.view.board.building_cell(colour)
    line = (
        _("Your tiles make a line: you may put the {building} on one of them.", building=building)
        if origin is None
        else _(
            "Your tiles make a line longer than the one of the {building}: you may move it from "
            "{cell} to one of them.",
            building=building,
            cell=origin,
        )
    )
    return f"{line} " + _(
        "A {tile} that is placed in its kingdom later scores 2 points instead of 1.",
        tile=words.tile(colour),
    )


def build_text(words: Words, seat: Seat, decision: BuildDecision) -> str:
    """What may be built: who would profit now, and what turning the tiles face down would cost."""
    _ = words._
    told = []
    if decision.choices:
        told.append(_("Four tiles of one colour make a square: you may build a monument on it."))
    if decision.centres:
        told.append(
            _(
                "Five tiles of one colour make a cross: you may build the ziggurat on it. At the "
                "end of each of your turns it gives a point of any colour, while your King is in "
                "its kingdom."
            )
        )
    told.append(_("The tiles are turned face down, and are temples or supporters no more."))
    lines = [" ".join(told)]
    corners = dict.fromkeys(corner for _monument, corner in decision.choices)
    for corner in corners:
        monuments = [monument for monument, at in decision.choices if at == corner]
        previews = [seat.view.preview(BuildMonument(each, corner)) for each in monuments]
        lines += _heading(
            words, _("Square from {cell}", cell=corner), len(corners) + len(decision.centres)
        )
        lines += (
            _(
                "- {first} and {second}: {leaders}",
                first=words.colour(monument.first),
                second=words.colour(monument.second),
                leaders=_profiting(words, seat, preview.view.board, corner, monument),
            )
            for monument, preview in zip(monuments, previews, strict=True)
        )
        lines += _costs(words, seat, previews[0])
    for centre in decision.centres:
        preview = seat.view.preview(BuildZiggurat(centre))
        lines += _heading(
            words, _("Cross around {cell}", cell=centre), len(corners) + len(decision.centres)
        )
        kings = _profiting(words, seat, preview.view.board, centre, (Colour.BLACK,))
        lines.append(_("- ziggurat: {leaders}", leaders=kings))
        lines += _costs(words, seat, preview)
    return first_lines(lines, _ROOM)


def _heading(words: Words, place: str, places: int) -> list[str]:
    if places > 1:
        return [words._("{place}, who profits now:", place=place)]
    return [words._("Who profits now:")]


def _profiting(
    words: Words, seat: Seat, board: Board, cell: Cell, colours: Sequence[Colour]
) -> str:
    """The leaders to whom what is built on *cell* gives points as they stand (R8.8, R13.5)."""
    kingdom = board.kingdom_at(cell)
    leaders = () if kingdom is None else kingdom.leaders
    profiting = [_whose(words, seat, leader) for leader in leaders if leader.colour in colours]
    return words.listed(profiting) if profiting else words._("nobody")


def _costs(words: Words, seat: Seat, preview: Preview) -> list[str]:
    """Which leaders are cut off or lose supporters, and treasures that change hands by it."""
    _ = words._
    before, after = seat.view.board, preview.view.board
    lines = []
    gone: list[Leader] = []
    for event in preview.events:
        match event:
            case LeaderReturned(_owner, leader, cell, _cause):
                gone.append(leader)
                whose = _whose(words, seat, leader)
                lines.append(
                    _(
                        "- without a temple, and returns: {leader}, on {cell}",
                        leader=whose,
                        cell=cell,
                    )
                )
            case TreasuresTaken(owner, cells):
                lines.append(
                    words.ngettext(
                        "- {player} takes {count} treasure",
                        "- {player} takes {count} treasures",
                        len(cells),
                        player=safe_names(seat.table)[owner],
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
                        leader=_whose(words, seat, leader),
                        had=had,
                        has=has,
                    )
                )
    return lines


def _whose(words: Words, seat: Seat, leader: Leader) -> str:
    """A leader by its player: ``your King``, ``Ben's King``."""
    owner = seat.view.seats.index(leader.dynasty)
    role = words.role(leader.colour)
    if owner == seat.number:
        return words._("your {role}", role=role)
    return words._("{player}'s {role}", player=safe_names(seat.table)[owner], role=role)
