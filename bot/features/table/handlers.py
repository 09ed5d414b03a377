"""Handlers of proposals and seats."""

from typing import TypeAlias

from bot.content.message import Content, Desk
from bot.content.names import blind_line, bold, game_name
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat, Visit
from bot.domain.seating import is_offered_blindly, is_unreached
from bot.domain.table import Status
from bot.features.table.seating import (
    confirm_offering,
    confirm_resigning,
    has_kept,
    has_offered,
    has_refused,
    has_taken,
    not_offered,
)
from bot.features.table.table_page import confirm_proposal, seat_page, table_page
from bot.i18n import Words, join_texts
from bot.intents import proposals, turn
from bot.intents.seats import AskOfferSeat, KeepSeat, OfferSeat, OfferSeatTo, RefuseSeat, TakeSeat
from bot.parts.computers import computer_name

_Proposes: TypeAlias = proposals.Propose | proposals.ProposeReplacing | proposals.ProposeComputer

# --- what can be proposed ------------------------------------------------------------------------


@handles
async def see_table(context: TableContext, _: proposals.SeeTable) -> Content:
    """Show the page about the table."""
    return table_page(context.words, context.playing())


@handles
async def see_seat(context: TableContext, intent: proposals.SeeSeat) -> Content:
    """Show the page about a seat."""
    return _about_seat(context, intent.seat)


@handles
async def ask_seat(context: TableContext, _: proposals.AskSeat) -> Content:
    """Show the page about the seat of the button."""
    return _about_seat(context, context.request.seat)


@handles
async def remind(context: TableContext, _: proposals.Remind) -> Content:
    """Remind the player of the button's seat."""
    words, seat = context.words, context.playing()
    number = _checked(seat, context.request.seat)
    reminding = context.services.long_waits.remind(seat.table.id, context.person.user_id, number)
    seat = await context.seat_after(reminding)
    said = words._("I've reminded {player}.", player=bold(seat.table.player(number).name))
    return seat_page(words, seat, number).with_text_before(said)


def _about_seat(context: TableContext, number: int | None) -> Content:
    """The page about a seat of another player."""
    seat = context.playing()
    return seat_page(context.words, seat, _checked(seat, number))


def _checked(seat: Seat, number: int | None) -> int:
    """The number of another player's seat. Raises Refused if it is none."""
    if number == seat.number:
        raise Refused(Refusal.OWN_SEAT)
    if number is None or not _is_others(seat, number):
        raise Refused(Refusal.STALE)
    return number


@handles
async def ask_proposal(context: TableContext, intent: proposals.AskProposal) -> Content:
    """Show the confirmation of a proposal."""
    return confirm_proposal(context.words, context.playing(), intent.topic)


@handles
async def propose(context: TableContext, intent: _Proposes) -> Content | Desk:
    """Propose something to the others, perhaps about a seat."""
    words, table_id, names = context.words, context.playing().table.id, context.request.names
    match intent:
        case proposals.Propose(topic, seat):
            question = Question(topic, seat)
        case proposals.ProposeReplacing(seat, user_id):
            name = "" if user_id is None else names.get(user_id, "")
            question = Question(Topic.REPLACE, seat, user_id, name=name)
        case proposals.ProposeComputer(seat, level):
            name = computer_name(Words.of(context.table.language), level)
            question = Question(Topic.COMPUTER, seat, name=name, level=level)
    proposing = context.services.proposals.propose(table_id, context.person.user_id, question)
    table = await context.store(proposing)
    proposed = table.proposal_of(question.topic)
    await context.look_again()
    if proposed is not None:
        said = words._("Proposed. I've asked the others.")
        if proposed.question.blind and question.user_id is not None:
            said = join_texts("\n", (said, blind_line(words, [question.user_id], messaged=False)))
        return _table_page(words, context.seat(), said)
    if question.topic is Topic.GO_ON:  # resumed at once, so there is something to play
        return Desk(context.seat())
    return _table_page(words, context.seat(), words._("Done. There was no one to ask."))


@handles
async def withdraw(context: TableContext, intent: proposals.WithdrawProposal) -> Content | Desk:
    """Withdraw a proposal."""
    table, user_id = context.playing().table, context.person.user_id
    proposal = table.entry_of(intent.proposal)
    withdrawing = context.services.proposals.withdraw(table.id, user_id, proposal)
    seat = await context.seat_after(withdrawing)
    return _table_page(context.words, seat, context.words._("Withdrawn."))


@handles
async def answer(context: TableContext, intent: proposals.Answer) -> Content | Desk:
    """Answer a proposal; then the pressed desk or page is shown again if it is the player's own."""
    words, request, before, seat = context.words, context.request, context.table, context.visit.seat
    proposal = before.entry_of(intent.proposal)
    if request.seat is not None and (seat is None or seat.number != request.seat):
        raise Refused(Refusal.NOT_YOURS_TO_ANSWER, game=before.name)
    answering = context.services.proposals.answer(
        before.id, context.person.user_id, proposal, yes=intent.yes
    )
    await context.store(answering)
    if before.status is Status.LOBBY:
        return Content(words._("The lobby stays open."))
    said = words._("You said Yes.") if intent.yes else words._("You said No.")
    if request.seat is None:  # the button is everybody's
        return Content(said)
    await context.look_again()
    if request.seen is None:
        return _table_page(words, context.seat(), said)
    return Desk(context.seat(), said)


def _table_page(words: Words, seat: Seat, said: str) -> Content | Desk:
    """The page about the table, or the desk of a player who has left."""
    return table_page(words, seat, said) if seat.goes_on else Desk(seat, said)


# --- who plays which seat ------------------------------------------------------------------------


@handles
async def take_seat(context: TableContext, intent: TakeSeat | RefuseSeat) -> Content:
    """Take the seat of the button, or decline the offer."""
    words, seats, person = context.words, context.services.seats, context.person
    table_id, seat, seen = context.table.id, context.request.seat, context.seen
    if seat is None or seen is None:  # no button of ours
        raise Refused(Refusal.STALE)
    if isinstance(intent, TakeSeat):
        taken = await context.store(seats.take(table_id, person, seat, seen))
        return has_taken(words, taken.table)
    table = await context.store(seats.refuse(table_id, person.user_id, seat, seen))
    return has_refused(words, table)


@handles
async def ask_offer_seat(context: TableContext, _: AskOfferSeat) -> Content:
    """Show the confirmation of offering the seat."""
    return confirm_offering(context.words, context.playing())


@handles
async def offer_seat(context: TableContext, _: OfferSeat) -> Content:
    """Offer the seat to everybody."""
    offering = context.services.seats.offer(context.table.id, context.person)
    return has_offered(context.words, await context.seat_after(offering))


@handles
async def offer_seat_to(context: TableContext, intent: OfferSeatTo) -> Content:
    """Offer the seat to a user."""
    to = intent.user_id
    name = "" if to is None else context.request.names.get(to, "")
    offering = context.services.seats.offer(
        context.table.id, context.person, to, name=name, bot=to is None
    )
    seat, words = await context.seat_after(offering), context.words
    answer = has_offered(words, seat)
    if not is_offered_blindly(seat.table, seat.player):
        return answer

    def unreached(visit: Visit) -> Content | None:
        gone = is_unreached(visit.table, visit.table.player(seat.number))
        return not_offered(words, seat, to) if gone else None

    return context.once_delivered(seat.table.id, answer, unreached)


@handles
async def keep_seat(context: TableContext, _: KeepSeat) -> Content:
    """End the offer of the seat."""
    keeping = context.services.seats.keep(context.table.id, context.person.user_id)
    return has_kept(context.words, await context.seat_after(keeping))


@handles
async def ask_resign(context: TableContext, _: turn.AskResign) -> Content:
    """Show the confirmation of resigning."""
    return confirm_resigning(context.words, context.playing())


@handles
async def resign(context: TableContext, _: turn.Resign) -> Content:
    """Resign."""
    table = context.playing().table
    await context.store(context.services.play.resign(table.id, context.person.user_id))
    return Content(context.words._("You've resigned from {game}.", game=game_name(table)))


# --- what is refused -----------------------------------------------------------------------------


_OnTablePage: TypeAlias = (
    proposals.SeeTable
    | proposals.SeeSeat
    | proposals.AskProposal
    | proposals.AskSeat
    | proposals.Remind
    | proposals.WithdrawProposal
    | AskOfferSeat
    | OfferSeat
    | KeepSeat
)


@on_refusal
async def refuse(
    context: TableContext,
    intent: _OnTablePage | _Proposes | proposals.Answer | OfferSeatTo,
    why: str,
) -> Content | None:
    """The pressed page again, with the reason; None for the desk."""
    words, request, seat = context.words, context.request, context.visit.seat
    if seat is None:
        return None
    match intent:
        case proposals.Answer() if request.seat is None:  # the button is everybody's
            return Content(why)
        case proposals.Answer() if request.seen is not None:
            return None
        case OfferSeatTo():
            return confirm_offering(words, seat).with_text_before(why)
        case proposals.Propose() | proposals.ProposeReplacing() | proposals.ProposeComputer() if (
            intent.seat is not None and _is_others(seat, intent.seat)
        ):
            return seat_page(words, seat, intent.seat).with_text_before(why)
        case proposals.Remind() if request.seat is not None and _is_others(seat, request.seat):
            return seat_page(words, seat, request.seat).with_text_before(why)
        case _:
            return table_page(words, seat, why)


def _is_others(seat: Seat, number: int) -> bool:
    return number != seat.number and number in range(len(seat.table.players))
