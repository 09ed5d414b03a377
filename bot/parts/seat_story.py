"""Who passed a seat to whom, and why, in sentences."""

from bot.content.names import Names
from bot.domain import Entry, Kind, Why
from bot.i18n import PublicText, Words

SEAT_KINDS = frozenset({Kind.OFFERED, Kind.KEPT, Kind.GIVEN_UP, Kind.TAKEN, Kind.GONE})
"""The kinds of entries that are about who plays a seat of a game that has started.

Of those that an admin has made :mod:`bot.parts.by_admins` tells.
"""


def seat_line(words: Words, entry: Entry, names: Names) -> PublicText:
    """An entry of one of these kinds in a sentence."""
    _ = words._
    assert entry.seat is not None
    player = names.at(entry.seq)[entry.seat]
    match entry.kind:
        case Kind.TAKEN:
            before, after = names.at(entry.seq - 1)[entry.seat], player
            if before == after:
                return _("{player} is back in their seat.", player=after)
            return _("{player} takes over {other}'s seat.", player=after, other=before)
        case Kind.GONE:
            return _("{player} has left the server.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.GONE:
            return _("{player} is back.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.TIME:
            return _("{player} plays again. Their seat is no longer on offer.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.REFUSED:
            return _("The offer of {player}'s seat was declined.", player=player)
        case Kind.KEPT if entry.details["why"] == Why.UNREACHED:
            return _("The offer of {player}'s seat has reached no one.", player=player)
        case Kind.KEPT:
            return _("{player} keeps their seat.", player=player)
        case Kind.GIVEN_UP:
            return _("{player} loses their seat.", player=player)
        case _:
            return _offered(words, entry, names, player)


def _offered(words: Words, entry: Entry, names: Names, player: PublicText) -> PublicText:
    """To whom a seat is offered, and by whom."""
    _ = words._
    details = entry.details
    to = names.of(details["to"], details["name"]) if details.get("name") else None
    match Why(details["why"]):
        case Why.OWN if to:
            return _("{player} offers their seat to {other}.", player=player, other=to)
        case Why.OWN:
            return _("{player} offers their seat.", player=player)
        case Why.TIME:
            return _(
                "{player} ran out of time three times in a row. Their seat is on offer.",
                player=player,
            )
        case _ if to:
            return _("{player}'s seat is offered to {other}.", player=player, other=to)
        case _:
            return _("{player}'s seat is on offer.", player=player)
