"""What somebody wants about seats, carried out."""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Refusal, Refused
from bot.features.lobby.lobby import joined, left, started
from bot.features.seats.seating import (
    confirm_offering,
    has_asked,
    has_declined,
    has_kept,
    has_offered,
    has_refused,
    has_taken,
)
from bot.intents import (
    Accept,
    AskAlso,
    AskOfferSeat,
    Decline,
    Join,
    KeepSeat,
    Leave,
    OfferSeat,
    OfferSeatTo,
    RefuseSeat,
    Seating,
    Start,
    TakeSeat,
)


async def carry_out(errand: Errand, wanted: Seating) -> Content:
    """Do it, and answer it. Raises Refused if it cannot be done."""
    match wanted:
        case Join() | Leave() | Start() | AskAlso() | Accept() | Decline():
            return await _before_the_start(errand, wanted)
        case TakeSeat() | RefuseSeat():
            return await _free_seat(errand, wanted)
        case AskOfferSeat():
            return confirm_offering(errand.words, errand.playing())
        case OfferSeat() | OfferSeatTo() | KeepSeat():
            return await _own_seat(errand, wanted)
        case _:
            assert_never(wanted)


async def _before_the_start(
    errand: Errand, wanted: Join | Leave | Start | AskAlso | Accept | Decline
) -> Content:
    """Join or leave, ask somebody to join, answer that, or start."""
    services, words, table, person = errand.services, errand.words, errand.table, errand.person
    match wanted:
        case Accept(user_id) | Decline(user_id) if user_id != person.user_id:
            raise Refused(Refusal.NOT_INVITED, game=table.name)
        case Join() | Accept():
            return joined(words, await errand.store(services.lobbies.join(table.id, person)))
        case Leave():
            return left(words, await errand.store(services.lobbies.leave(table.id, person)))
        case Start():
            await services.lobbies.see_opener(table.id, person)  # also one who has left the server
            return started(words, await errand.store(services.lobbies.start(table.id, person)))
        case AskAlso(user_id):
            return has_asked(
                words, await errand.store(services.invitations.ask_also(table.id, person, user_id))
            )
        case Decline():
            declined = services.invitations.decline(table.id, person.user_id)
            return has_declined(words, await errand.store(declined))
        case _:
            assert_never(wanted)


async def _free_seat(errand: Errand, wanted: TakeSeat | RefuseSeat) -> Content:
    """Take a seat that is free, or refuse one that is offered."""
    services, table_id, person = errand.services, errand.table.id, errand.person
    seat, seen = errand.wish.seat, errand.seen
    if seat is None or seen is None:  # no button of ours says so
        raise Refused(Refusal.STALE)
    if isinstance(wanted, TakeSeat):
        taken = await errand.store(services.seats.take(table_id, person, seat, seen))
        return has_taken(errand.words, taken.table)
    refused = services.seats.refuse(table_id, person.user_id, seat, seen)
    return has_refused(errand.words, await errand.store(refused))


async def _own_seat(errand: Errand, wanted: OfferSeat | OfferSeatTo | KeepSeat) -> Content:
    """Offer the own seat, or keep it."""
    services, table_id, person = errand.services, errand.table.id, errand.person
    match wanted:
        case OfferSeat():
            await errand.store(services.seats.offer(table_id, person))
        case OfferSeatTo(to):
            name = errand.wish.names.get(to, "") if to is not None else ""
            offered = services.seats.offer(table_id, person, to, name=name, bot=to is None)
            await errand.store(offered)
        case KeepSeat():
            await errand.store(services.seats.keep(table_id, person.user_id))
        case _:
            assert_never(wanted)
    await errand.look_again()
    shown = has_kept if isinstance(wanted, KeepSeat) else has_offered
    return shown(errand.words, errand.seat())
