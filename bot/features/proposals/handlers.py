"""Carrying out what somebody wants who agrees with the others upon something."""

from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import Question, Refusal, Refused, Seat, Status, Topic
from bot.features.board.desk import desk_page
from bot.features.lobby.computers import computer_name
from bot.features.proposals.table_page import confirm_proposal, seat_page, table_page
from bot.features.seats.seating import confirm_offering
from bot.i18n import Words
from bot.intents import (
    Agreeing,
    Answer,
    AskComputer,
    AskOfferSeat,
    AskProposal,
    KeepSeat,
    OfferSeat,
    OfferSeatTo,
    Propose,
    ProposeComputer,
    ProposeReplacing,
    SeeSeat,
    SeeTable,
    Wish,
    WithdrawProposal,
)


async def carry_out(errand: Errand, wanted: Agreeing) -> Content:
    """Do what is wanted, and answer it. Raises Refused if it cannot be done."""
    words, user_id = errand.words, errand.person.user_id
    match wanted:
        case SeeTable():
            return table_page(words, errand.playing())
        case SeeSeat(number):
            return seat_page(words, errand.playing(), _number(errand, number))
        case AskProposal(topic):
            return confirm_proposal(words, errand.playing(), topic)
        case Propose(topic, about):
            return await _propose(errand, Question(topic, about))
        case ProposeReplacing(number, other_id):
            name = errand.wish.names.get(other_id, "") if other_id is not None else ""
            return await _propose(errand, Question(Topic.REPLACE, number, other_id, name=name))
        case AskComputer():
            number = _number(errand, -1 if errand.wish.seat is None else errand.wish.seat)
            return seat_page(words, errand.playing(), number)
        case ProposeComputer(number, level):
            name = computer_name(Words.of(errand.table.language), level)
            return await _propose(errand, Question(Topic.COMPUTER, number, name=name, level=level))
        case WithdrawProposal(proposal):
            table_id = errand.playing().table.id
            seq = errand.table.entry_of(proposal)
            await errand.store(errand.services.proposals.withdraw(table_id, user_id, seq))
            return await _table_page(errand, words._("Withdrawn."))
        case Answer(proposal, yes):
            return await _answer(errand, errand.table.entry_of(proposal), yes=yes)
        case _:
            assert_never(wanted)


def _number(errand: Errand, number: int) -> int:
    """The number of a seat. Raises Refused if there is no such seat."""
    if number not in range(len(errand.table.players)):
        raise Refused(Refusal.STALE)
    return number


async def _propose(errand: Errand, question: Question) -> Content:
    table_id, user_id = errand.playing().table.id, errand.person.user_id
    table = await errand.store(errand.services.proposals.propose(table_id, user_id, question))
    if table.proposal_of(question.topic) is None:
        return await _table_page(errand, errand.words._("Done, as there is nobody to ask."))
    return await _table_page(errand, errand.words._("Proposed: the others are asked."))


async def _answer(errand: Errand, proposal: int, *, yes: bool) -> Content:
    """Answer, and show again what was pressed: the desk or the page, if it was the own one."""
    words, wish, before, seat = errand.words, errand.wish, errand.table, errand.visit.seat
    if wish.seat is not None and (seat is None or seat.number != wish.seat):
        raise Refused(Refusal.NOT_YOURS_TO_ANSWER, game=before.name)
    user_id = errand.person.user_id
    await errand.store(errand.services.proposals.answer(before.id, user_id, proposal, yes=yes))
    if before.status is Status.LOBBY:
        return Content(words._("It stays open for now."))
    said = words._("You have answered: yes.") if yes else words._("You have answered: no.")
    if wish.seat is None:  # the button is everybody's
        return Content(said)
    if wish.seen is None:
        return await _table_page(errand, said)
    await errand.look_again()
    return desk_page(words, errand.seat(), said=said)


async def _table_page(errand: Errand, said: str) -> Content:
    await errand.look_again()
    seat = errand.seat()
    if not seat.goes_on:
        return desk_page(errand.words, seat, said=said)
    return table_page(errand.words, seat, said)


def refused_at_table(words: Words, seat: Seat, wish: Wish, why: str) -> Content | None:
    """*Why* not, on the page about the table from which that was wanted, or one behind it.

    None if it was wanted elsewhere. The game goes on for that *seat*.
    """
    match wish.intent:
        case Answer() if wish.seat is None:  # the button is everybody's
            return Content(why)
        case Answer() if wish.seen is not None:  # on the desk
            return None
        case Propose(_, int(number)) | ProposeReplacing(number) | ProposeComputer(number) if (
            _is_others(seat, number)
        ):
            return seat_page(words, seat, number).with_text_before(why)
        case OfferSeatTo():
            return confirm_offering(words, seat).with_text_before(why)
        case intent if isinstance(intent, Agreeing | AskOfferSeat | OfferSeat | KeepSeat):
            return table_page(words, seat, why)
        case _:
            return None


def _is_others(seat: Seat, number: int) -> bool:
    """Whether there is a seat of that number, which is another's."""
    return number != seat.number and number in range(len(seat.table.players))
