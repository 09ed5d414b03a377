"""Carrying out what somebody wants who agrees with the others upon something."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import assert_never

from bot.intents import (
    Agreeing,
    Answer,
    AskProposal,
    Propose,
    ProposeReplacing,
    SeeSeat,
    SeeTable,
    Wish,
    WithdrawProposal,
)
from bot.showing.content import Content
from bot.showing.desk import desk_page
from bot.showing.table_page import confirm_proposal, seat_page, table_page
from bot.table import Question, Refusal, Refused, Seat, Status, Table, Tables, Topic, Visit
from bot.words import Words


@dataclass(frozen=True, slots=True)
class AgreeingErrand:
    """What somebody wants at a table about what is agreed upon."""

    tables: Tables
    words: Words
    visit: Visit
    user_id: int
    wish: Wish
    store: Callable[[Awaitable[Table]], Awaitable[Table]]
    """Awaits a use case, and notes that something is stored."""

    async def carry_out(self, seat: Callable[[], Seat], wanted: Agreeing) -> Content:
        """Do what is wanted, and answer it. *seat* answers the own one, of a game that goes on.

        Raises Refused for whatever is refused; then nothing has changed.
        """
        words, table_id = self.words, self.visit.table.id
        match wanted:
            case SeeTable():
                return table_page(words, seat())
            case SeeSeat(number):
                return seat_page(words, seat(), self._number(number))
            case AskProposal(topic):
                return confirm_proposal(words, seat(), topic)
            case Propose(topic, about):
                return await self._propose(seat(), Question(topic, about))
            case ProposeReplacing(number, user_id):
                name = self.wish.names.get(user_id, "") if user_id is not None else ""
                question = Question(Topic.REPLACE, number, user_id, name)
                return await self._propose(seat(), question)
            case WithdrawProposal(proposal):
                seat()
                await self.store(self.tables.withdraw(table_id, self.user_id, proposal))
                return await self._table_page(words._("Withdrawn."))
            case Answer(proposal, yes):
                return await self._answer(proposal, yes=yes)
            case _:
                assert_never(wanted)

    def _number(self, number: int) -> int:
        """The number of a seat. Raises Refused if there is no such seat."""
        if number not in range(len(self.visit.table.players)):
            raise Refused(Refusal.STALE)
        return number

    async def _propose(self, seat: Seat, question: Question) -> Content:
        table = await self.store(self.tables.propose(seat.table.id, self.user_id, question))
        if table.proposal_of(question.topic) is None:
            return await self._table_page(self.words._("Done, as there is nobody to ask."))
        return await self._table_page(self.words._("Proposed: the others are asked."))

    async def _answer(self, proposal: int, *, yes: bool) -> Content:
        """Answer, and show again what was pressed: the desk or the page, if it was the own one."""
        words, before, seat = self.words, self.visit.table, self.visit.seat
        if self.wish.seat is not None and (seat is None or seat.number != self.wish.seat):
            raise Refused(Refusal.NOT_ASKED, game=before.name)
        table = await self.store(self.tables.answer(before.id, self.user_id, proposal, yes=yes))
        if before.status is Status.LOBBY:
            return Content(words._("It stays open for now."))
        said = words._("You have answered: yes.") if yes else words._("You have answered: no.")
        if self.wish.seat is None:  # the button is everybody's
            return Content(said)
        if self.wish.seen is None:
            return await self._table_page(said)
        after = await self.tables.visit(table.id, self.user_id)
        assert after.seat is not None
        return desk_page(words, after.seat, said=said)

    async def _table_page(self, said: str) -> Content:
        after = await self.tables.visit(self.visit.table.id, self.user_id)
        assert after.seat is not None
        if not after.seat.goes_on:
            return desk_page(self.words, after.seat, said=said)
        return table_page(self.words, after.seat, said)
