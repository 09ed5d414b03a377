"""Who passed a seat to whom, and why, in sentences."""

from bot.content.names import Names
from bot.domain import Entry, Kind, Why
from bot.i18n import PublicText, Words

SEAT_KINDS = frozenset({Kind.OFFERED, Kind.KEPT, Kind.GIVEN_UP, Kind.TAKEN, Kind.GONE})
"""The kinds of entries that are about who plays a seat of a game that has started.

Of those that an admin has made :mod:`bot.features.log.by_admins` tells.
"""


def seat_line(words: Words, entry: Entry, names: Names) -> PublicText:
    """An entry of one of these kinds in a sentence."""
    _ = words._
    assert entry.seat is not None
    player = names.at(entry.seq)[entry.seat]
    match entry.kind:
        case Kind.TAKEN:
            before, after = names.named(entry.details["from"]), names.named(entry.details["to"])
            if before == after:
                return _("{player} is back on the own seat.", player=after)
            return _("{player} takes the seat of {before}.", player=after, before=before)
        case Kind.GONE:
            return _("{player} has left the server, and cannot be reached.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.GONE:
            return _("{player} is back.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.TIME:
            return _("{player} plays again: the seat is no longer offered.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.REFUSED:
            return _("Nobody takes the seat of {player}: the offer was refused.", player=player)
        case Kind.KEPT:
            return _("{player} keeps the seat.", player=player)
        case Kind.GIVEN_UP:
            return _("The seat of {player} is given up.", player=player)
        case _:
            return _offered(words, entry, names, player)


def _offered(words: Words, entry: Entry, names: Names, player: PublicText) -> PublicText:
    """To whom a seat is offered, and by whom."""
    _ = words._
    details = entry.details
    to = names.named(details["name"]) if details.get("name") else None
    match Why(details["why"]):
        case Why.OWN if to:
            return _("{player} offers the seat to {other}.", player=player, other=to)
        case Why.OWN:
            return _("{player} offers the seat to others.", player=player)
        case Why.TIME:
            return _(
                "{player}'s time was up three times in a row: the seat is offered.", player=player
            )
        case _ if to:
            return _("The seat of {player} is offered to {other}.", player=player, other=to)
        case _:
            return _("The seat of {player} is offered.", player=player)
