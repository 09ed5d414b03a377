"""What an action would do, in a few words beside a choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.content.names import plain_names
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.signs import DYNASTY_SIGNS, FIGHT, SQUARES, TREASURE
from engine import (
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
    """What a piece on a space would do at once."""

    text: str | None
    """None for nothing worth a word."""
    warns: bool
    """Whether it starts a conflict, or does something for or against another player."""
    points: int
    """The points that are scored, no matter who scores them."""
    sign: str | None
    """For a button: a conflict, whose points or which ones, treasures."""


def effect_of(words: Words, seat: Seat, piece: Piece, cell: Cell) -> Effect:
    """What putting *piece* on *cell* would do at once.

    Raises IllegalAction if the rules forbid it.
    """
    _ = words._
    names = plain_names(seat.table)
    told: list[str] = []
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
                told.append(
                    _("you score {points}", points=few)
                    if own
                    else _("{player} scores {points}", player=names[player], points=few)
                )
            case KingdomsUnited(_cell, ()):
                told.append(_("joins two kingdoms"))
            case KingdomsUnited(_cell, colours):
                warns = True
                signs.insert(0, FIGHT)
                told.append(
                    words.ngettext("starts {count} war", "starts {count} wars", len(colours))
                )
            case ConflictOpened(conflict) if conflict.internal:
                warns = True
                signs.insert(0, FIGHT)
                told.append(_("starts a revolt"))
            case LeaderReturned(_player, leader, _at, _cause):
                warns = True
                told.append(leader_returns(words, seat, leader, names))
            case TreasuresTaken(player, cells):
                own = player == seat.number
                warns |= not own
                signs.append(TREASURE)
                told.append(
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
        told.append(
            _("you can build a monument") if decision.choices else _("you can build the ziggurat")
        )
    return Effect(words.listed(told) or None, warns, scored, next(iter(signs), None))


def whose(words: Words, seat: Seat, leader: Leader, names: Sequence[str]) -> str:
    """A leader by its player, in a list or behind a colon: ``your King``, ``Ben's King``."""
    _ = words._
    owner = seat.view.seats.index(leader.dynasty)
    own, player = owner == seat.number, names[owner]
    match leader.colour:
        case Colour.BLACK:
            return _("your King") if own else _("{player}'s King", player=player)
        case Colour.RED:
            return _("your Priest") if own else _("{player}'s Priest", player=player)
        case Colour.BLUE:
            return _("your Farmer") if own else _("{player}'s Farmer", player=player)
        case Colour.GREEN:
            return _("your Trader") if own else _("{player}'s Trader", player=player)
        case _:
            assert_never(leader.colour)


def leader_returns(words: Words, seat: Seat, leader: Leader, names: Sequence[str]) -> str:
    """That a leader returns to its owner's hand: ``Ben's King returns``."""
    _ = words._
    owner = seat.view.seats.index(leader.dynasty)
    own, player = owner == seat.number, names[owner]
    match leader.colour:
        case Colour.BLACK:
            return _("your King returns") if own else _("{player}'s King returns", player=player)
        case Colour.RED:
            return (
                _("your Priest returns") if own else _("{player}'s Priest returns", player=player)
            )
        case Colour.BLUE:
            return (
                _("your Farmer returns") if own else _("{player}'s Farmer returns", player=player)
            )
        case Colour.GREEN:
            return (
                _("your Trader returns") if own else _("{player}'s Trader returns", player=player)
            )
        case _:
            assert_never(leader.colour)
