"""What an action would do, in a few words beside a choice."""

from bot.content.names import plain_names
from bot.domain import Seat
from bot.i18n import Words
from engine import (
    BuildDecision,
    Cell,
    ConflictOpened,
    KingdomsUnited,
    LeaderReturned,
    Piece,
    PointsScored,
    TreasuresTaken,
    placing,
)


def brief_preview(words: Words, seat: Seat, piece: Piece, cell: Cell) -> str | None:
    """What putting *piece* on *cell* would do at once; None for nothing worth a word.

    Raises IllegalAction if the rules forbid it.
    """
    _ = words._
    names = plain_names(seat.table)
    told: list[str] = []
    preview = seat.view.preview(placing(piece, cell))
    for event in preview.events:
        match event:
            case PointsScored(player, colour, points, _cause, _leader):
                told.append(f"{names[player]}: {words.points(points, colour)}")
            case KingdomsUnited(_cell, colours) if not colours:
                told.append(_("unites two kingdoms"))
            case ConflictOpened() | KingdomsUnited():
                told.append(_("starts a conflict"))
            case LeaderReturned(_player, leader, _at, _cause):
                told.append(_("{leader} returns", leader=words.leader(leader)))
            case TreasuresTaken(player, cells):
                told.append(
                    words.ngettext(
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
        told.append(_("monument possible") if decision.choices else _("ziggurat possible"))
    return ", ".join(dict.fromkeys(told)) or None
