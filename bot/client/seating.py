"""What somebody wants about seats, carried out."""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from bot.intents import (
    Accept,
    AskAlso,
    Decline,
    KeepSeat,
    OfferSeat,
    OfferSeatTo,
    RefuseSeat,
    TakeSeat,
    Wish,
)
from bot.showing.content import Content
from bot.showing.lobby import joined
from bot.showing.seating import (
    has_asked,
    has_declined,
    has_kept,
    has_offered,
    has_refused,
    has_taken,
)
from bot.table import Person, Refusal, Refused, Tables, Visit
from bot.words import Words

Passing: TypeAlias = (
    AskAlso | Accept | Decline | OfferSeat | OfferSeatTo | KeepSeat | TakeSeat | RefuseSeat
)
"""What changes who plays, or is asked to."""


@dataclass(frozen=True, slots=True)
class SeatErrand:
    """What somebody wants about a seat of the table where it is wanted."""

    tables: Tables
    words: Words
    person: Person
    visit: Visit
    wish: Wish

    async def carry_out(self, wanted: Passing) -> Content:
        """Do it, and answer it. Raises Refused if it cannot be done."""
        match wanted:
            case AskAlso() | Accept() | Decline():
                return await self._before_the_start(wanted)
            case TakeSeat() | RefuseSeat():
                return await self._free_seat(wanted)
            case OfferSeat() | OfferSeatTo() | KeepSeat():
                return await self._own_seat(wanted)
            case _:
                assert_never(wanted)

    async def _before_the_start(self, wanted: AskAlso | Accept | Decline) -> Content:
        """Ask somebody to join, or answer that."""
        tables, words, table, person = self.tables, self.words, self.visit.table, self.person
        match wanted:
            case AskAlso(user_id):
                return has_asked(words, await tables.ask_also(table.id, person, user_id))
            case Accept(user_id) | Decline(user_id) if user_id != person.user_id:
                raise Refused(Refusal.NOT_ASKED, game=table.name)
            case Accept():
                return joined(words, await tables.join(table.id, person))
            case Decline():
                return has_declined(words, await tables.decline(table.id, person.user_id))
            case _:
                assert_never(wanted)

    async def _free_seat(self, wanted: TakeSeat | RefuseSeat) -> Content:
        """Take a seat that is free, or refuse one that is offered."""
        table_id, person, wish = self.visit.table.id, self.person, self.wish
        if wish.seat is None or wish.seen is None:  # no button of ours says so
            raise Refused(Refusal.STALE)
        if isinstance(wanted, TakeSeat):
            taken = await self.tables.take_seat(table_id, person, wish.seat, wish.seen)
            return has_taken(self.words, taken.table)
        user_id = person.user_id
        return has_refused(
            self.words, await self.tables.refuse_seat(table_id, user_id, wish.seat, wish.seen)
        )

    async def _own_seat(self, wanted: OfferSeat | OfferSeatTo | KeepSeat) -> Content:
        """Offer the own seat, or keep it."""
        tables, table_id, person = self.tables, self.visit.table.id, self.person
        match wanted:
            case OfferSeat():
                await tables.offer_seat(table_id, person)
            case OfferSeatTo(to):
                name = self.wish.names.get(to, "") if to is not None else ""
                await tables.offer_seat(table_id, person, to, name=name, bot=to is None)
            case KeepSeat():
                await tables.keep_seat(table_id, person.user_id)
            case _:
                assert_never(wanted)
        seat = (await tables.visit(table_id, person.user_id)).seat
        assert seat is not None
        kept = isinstance(wanted, KeepSeat)
        return has_kept(self.words, seat) if kept else has_offered(self.words, seat)
