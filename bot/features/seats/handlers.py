"""Handlers of seats: joining and starting, and seats that pass from one user to another."""

from bot.content.content import Content
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain import Refusal, Refused, Table
from bot.features.lobby.lobby_post import joined, left, started
from bot.features.proposals.table_page import table_page
from bot.features.seats.seating import (
    confirm_offering,
    has_asked,
    has_declined,
    has_kept,
    has_offered,
    has_refused,
    has_taken,
    not_offered,
)
from bot.intents.seats import (
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
    Start,
    TakeSeat,
)

# --- before the start ----------------------------------------------------------------------------


@handles(Join)
async def join(context: TableContext, _: Join | Accept) -> Content:
    """Sit down."""
    table = await context.services.lobbies.join(context.table.id, context.person)
    context.stored = True
    return joined(context.words, table)


@handles(Accept)
async def accept(context: TableContext, intent: Accept) -> Content:
    """Sit down, if it is the user who was asked."""
    _check_asked(context, intent.user_id)
    return await join(context, intent)


@handles(Decline)
async def decline(context: TableContext, intent: Decline) -> Content:
    """Do not sit down, if it is the user who was asked."""
    _check_asked(context, intent.user_id)
    table = await context.services.invitations.decline(context.table.id, context.person.user_id)
    context.stored = True
    return has_declined(context.words, table)


def _check_asked(context: TableContext, user_id: int) -> None:
    """Raise Refused for anybody but the user who was asked by name."""
    if user_id != context.person.user_id:
        raise Refused(Refusal.NOT_INVITED, game=context.table.name)


@handles(Leave)
async def leave(context: TableContext, _: Leave) -> Content:
    """Get up."""
    table = await context.services.lobbies.leave(context.table.id, context.person)
    context.stored = True
    return left(context.words, table)


@handles(Start)
async def start(context: TableContext, _: Start) -> Content:
    """Start, even if the opener has left the server."""
    table_id, person = context.table.id, context.person
    await context.services.lobbies.see_opener(table_id, person)
    await context.services.lobbies.start(table_id, person)
    context.stored = True
    return started(context.words)


@handles(AskAlso)
async def ask_also(context: TableContext, intent: AskAlso) -> Content:
    """Ask one more user to join."""
    table = await context.services.invitations.ask_also(
        context.table.id, context.person, intent.user_id
    )
    context.stored = True

    def answer(after: Table) -> Content:
        return has_asked(context.words, after, intent.user_id)

    blind = any(each.blind and each.user_id == intent.user_id for each in table.asked)
    return context.once_delivered(answer(table), answer) if blind else answer(table)


# --- a free seat ---------------------------------------------------------------------------------


@handles(TakeSeat)
async def take_seat(context: TableContext, _: TakeSeat) -> Content:
    """Take the seat of the button."""
    seat, seen = _free_seat(context)
    taken = await context.services.seats.take(context.table.id, context.person, seat, seen)
    context.stored = True
    return has_taken(context.words, taken.table)


@handles(RefuseSeat)
async def refuse_seat(context: TableContext, _: RefuseSeat) -> Content:
    """Do not take the seat of the button."""
    seat, seen = _free_seat(context)
    user_id = context.person.user_id
    table = await context.services.seats.refuse(context.table.id, user_id, seat, seen)
    context.stored = True
    return has_refused(context.words, table)


def _free_seat(context: TableContext) -> tuple[int, int]:
    """The seat of the button, and the entry that was the last then; all our buttons have both."""
    seat, seen = context.request.seat, context.seen
    if seat is None or seen is None:
        raise Refused(Refusal.STALE)
    return seat, seen


# --- the player's seat ---------------------------------------------------------------------------


@handles(AskOfferSeat)
async def ask_offer_seat(context: TableContext, _: AskOfferSeat) -> Content:
    """What it means to offer the seat."""
    return confirm_offering(context.words, context.playing())


@handles(OfferSeat)
async def offer_seat(context: TableContext, _: OfferSeat) -> Content:
    """Offer the seat to everybody."""
    await context.services.seats.offer(context.table.id, context.person)
    context.stored = True
    await context.look_again()
    return has_offered(context.words, context.seat())


@handles(OfferSeatTo)
async def offer_seat_to(context: TableContext, intent: OfferSeatTo) -> Content:
    """Offer the seat to a user."""
    to = intent.user_id
    name = context.request.names.get(to, "") if to is not None else ""
    await context.services.seats.offer(
        context.table.id, context.person, to, name=name, bot=to is None
    )
    context.stored = True
    await context.look_again()
    seat, words = context.seat(), context.words
    answer = has_offered(words, seat)
    if not seat.table.is_offered_blindly(seat.player):
        return answer

    def unreached(after: Table) -> Content | None:
        gone = after.is_unreached(after.player(seat.number))
        return not_offered(words, seat, to) if gone else None

    return context.once_delivered(answer, unreached)


@handles(KeepSeat)
async def keep_seat(context: TableContext, _: KeepSeat) -> Content:
    """Offer the seat no more."""
    await context.services.seats.keep(context.table.id, context.person.user_id)
    context.stored = True
    await context.look_again()
    return has_kept(context.words, context.seat())


# --- what is refused -----------------------------------------------------------------------------


@on_refusal(OfferSeatTo)
async def refuse_offer_to(context: TableContext, _: OfferSeatTo, why: str) -> Content | None:
    """To a player the page on which a user is chosen."""
    seat = context.visit.seat
    return None if seat is None else confirm_offering(context.words, seat).with_text_before(why)


@on_refusal(AskOfferSeat, OfferSeat, KeepSeat)
async def refuse_offer(
    context: TableContext, _: AskOfferSeat | OfferSeat | KeepSeat, why: str
) -> Content | None:
    """To a player the page about the table."""
    seat = context.visit.seat
    return None if seat is None else table_page(context.words, seat, why)
