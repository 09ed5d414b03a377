"""The seats of a table: who holds them, who held them before, and their offers to others."""

from __future__ import annotations

from bot.domain.entries import Acted, GivenUp, Offered, OfferEnded, SeatTaken, TimeUp, Why
from bot.domain.player import Player
from bot.domain.table import Table


def giving_up(table: Table, player: Player) -> GivenUp | None:
    """Return the entry that gave a player up.

    None if a person plays the seat, or if its player has resigned.
    """
    return next((each for each in table.given_up if each.seq == player.abandoned_seq), None)


def offer_of(table: Table, player: Player) -> Offered | None:
    """Return the entry that made the open offer of a player's seat.

    None if it is not offered, or free for another reason: its player has left the server, or
    a computer stands in.
    """
    return next((each for each in table.offers if each.seq == player.offered_seq), None)


def missed_by(table: Table, player: Player) -> TimeUp | None:
    """Return the entry of a player's last missed decision.

    None once the player has decided in person since.
    """
    for entry in reversed(table.round):
        if entry.seat == player.seat:
            match entry:
                case TimeUp():
                    return entry
                case SeatTaken() | Acted(automatic=False):
                    break
                case _:
                    pass
    return None


def may_come_back(table: Table, player: Player) -> bool:
    """True if a player may take back a seat that nobody plays now.

    Not if an admin has given the player up.
    """
    entry = giving_up(table, player)
    return player.abandoned and (entry is None or entry.why is not Why.ADMIN)


def was_taken_from(table: Table, user_id: int, seat: int) -> bool:
    """True if an admin gave up the seat while that user held it."""
    given_up = [each for each in table.given_up if each.seat == seat]
    if not given_up or given_up[-1].why is not Why.ADMIN:
        return False
    later = (each for each in table.former if each.seat == seat)
    holder = next((each for each in later if each.taken_seq > given_up[-1].seq), None)
    return holder is not None and holder.user_id == user_id


def knows_hand_of(table: Table, user_id: int, seat: int) -> bool:
    """True if that user holds, or has held, a seat other than *seat*."""
    held = [(player.user_id, player.seat) for player in table.players]
    held += [(former.user_id, former.seat) for former in table.former]
    return any(user == user_id and other != seat for user, other in held)


def seat_holder_at(table: Table, seat: int, seq: int) -> str:
    """Return the name of the player who held *seat* at the entry *seq*."""
    later = (each.name for each in table.former if each.seat == seat and each.taken_seq > seq)
    return next(later, table.players[seat].name)


def holders(table: Table) -> tuple[tuple[str, ...], ...]:
    """Return the names of all who have held each seat, in that order."""
    return tuple(
        (*(each.name for each in table.former if each.seat == seat), player.name)
        for seat, player in enumerate(table.players)
    )


def is_hushed(table: Table, player: Player) -> bool:
    """True if the seat was offered in the quiet hours of the invited user."""
    offer = offer_of(table, player)
    return offer is not None and offer.hushed


def is_unreached(table: Table, player: Player) -> bool:
    """True if the seat's last offer was withdrawn because it did not reach the user."""
    recent = (each for each in reversed(table.round) if each.seat == player.seat)
    about = (each for each in recent if isinstance(each, OfferEnded | Offered | SeatTaken))
    last = next(about, None)
    return isinstance(last, OfferEnded) and last.why is Why.UNREACHED


def is_offered_blindly(table: Table, player: Player) -> bool:
    """True if the seat is offered to a user who can't see where the game was opened."""
    offer = offer_of(table, player)
    return offer is not None and offer.blind
