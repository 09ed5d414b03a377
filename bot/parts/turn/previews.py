"""Previews of actions, in a few words beside a choice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.content.names import plain_names
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.i18n.signs import DYNASTY_SIGNS, FIGHT, SQUARES, TREASURE
from engine import (
    N_,
    BuildDecision,
    Cell,
    Colour,
    ConflictOpened,
    KingdomsUnited,
    Leader,
    LeaderReturned,
    Piece,
    PointsScored,
    TreasuresTaken,
    placing,
)


@dataclass(frozen=True, slots=True)
class Effect:
    """The immediate effect of a piece on a space."""

    text: str | None
    """None if nothing is worth a word."""
    warns: bool
    """True if it starts a conflict, or does something for or against another player."""
    points: int
    """The points scored, by whichever player."""
    sign: str | None
    """The sign on a button: a conflict, points or their owner, or treasures."""


def effect_of(words: Words, seat: Seat, piece: Piece, cell: Cell) -> Effect:
    """The immediate effect of putting *piece* on *cell*.

    Raises IllegalAction if the rules forbid it.
    """
    _ = words._
    names = plain_names(seat.table)
    lines: list[str] = []
    signs: list[str] = []
    scored, warns = 0, False
    preview = seat.view.preview(placing(piece, cell))
    for event in preview.events:
        match event:
            case PointsScored(player, colour, points, _cause, _leader):
                own, scored = player == seat.number, scored + points
                warns |= not own
                signs.append(SQUARES[colour] if own else DYNASTY_SIGNS[seat.view.seats[player]])
                few = words.few_points(points, colour)
                lines.append(
                    _("you score {points}", points=few)
                    if own
                    else _("{player} scores {points}", player=names[player], points=few)
                )
            case KingdomsUnited(_cell, ()):
                lines.append(_("joins two kingdoms"))
            case KingdomsUnited(_cell, colours):
                warns = True
                signs.insert(0, FIGHT)
                lines.append(
                    words.ngettext("starts {count} war", "starts {count} wars", len(colours))
                )
            case ConflictOpened(conflict) if conflict.internal:
                warns = True
                signs.insert(0, FIGHT)
                lines.append(_("starts a revolt"))
            case LeaderReturned(_player, leader, _at, _cause):
                warns = True
                lines.append(leader_returns(words, seat, leader, names))
            case TreasuresTaken(player, cells):
                own = player == seat.number
                warns |= not own
                signs.append(TREASURE)
                lines.append(
                    words.ngettext(
                        "you take {count} treasure", "you take {count} treasures", len(cells)
                    )
                    if own
                    else words.ngettext(
                        "{player} takes {count} treasure",
                        "{player} takes {count} treasures",
                        len(cells),
                        player=names[player],
                    )
                )
            case _:
                pass
    decision = preview.view.decision
    if isinstance(decision, BuildDecision):
        lines.append(
            _("you can build a monument") if decision.choices else _("you can build the ziggurat")
        )
    return Effect(words.listed(lines) or None, warns, scored, next(iter(signs), None))


_OWN: Mapping[Colour, str] = {
    Colour.BLACK: N_("your King"),
    Colour.RED: N_("your Priest"),
    Colour.BLUE: N_("your Farmer"),
    Colour.GREEN: N_("your Trader"),
}
_OTHERS: Mapping[Colour, str] = {
    Colour.BLACK: N_("{player}'s King"),
    Colour.RED: N_("{player}'s Priest"),
    Colour.BLUE: N_("{player}'s Farmer"),
    Colour.GREEN: N_("{player}'s Trader"),
}
_OWN_RETURNS: Mapping[Colour, str] = {
    Colour.BLACK: N_("your King returns"),
    Colour.RED: N_("your Priest returns"),
    Colour.BLUE: N_("your Farmer returns"),
    Colour.GREEN: N_("your Trader returns"),
}
_OTHERS_RETURNS: Mapping[Colour, str] = {
    Colour.BLACK: N_("{player}'s King returns"),
    Colour.RED: N_("{player}'s Priest returns"),
    Colour.BLUE: N_("{player}'s Farmer returns"),
    Colour.GREEN: N_("{player}'s Trader returns"),
}


def whose(words: Words, seat: Seat, leader: Leader, names: Sequence[str]) -> str:
    """A leader by its player, in a list or behind a colon: ``your King``, ``Ben's King``."""
    owner = seat.view.seats.index(leader.dynasty)
    texts = _OWN if owner == seat.number else _OTHERS
    return words._(texts[leader.colour], player=names[owner])


def leader_returns(words: Words, seat: Seat, leader: Leader, names: Sequence[str]) -> str:
    """A leader that returns to its owner's hand: ``Ben's King returns``."""
    owner = seat.view.seats.index(leader.dynasty)
    texts = _OWN_RETURNS if owner == seat.number else _OTHERS_RETURNS
    return words._(texts[leader.colour], player=names[owner])
