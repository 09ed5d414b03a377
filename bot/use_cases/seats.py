"""Passing seats from one user to another: offer, keep, take.

The new player gets the seat's hand, points and open question; the former one loses all access.
"""

from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from bot.changes import Change, Changes, Reader, go_on, use_case
from bot.domain.checks import in_status, staying_at
from bot.domain.entries import LeftServer, SeatTaken, Why
from bot.domain.player import Person, Player
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Outcome
from bot.domain.seating import giving_up, may_come_back, offer_of
from bot.domain.table import Status, Table
from bot.store import CalledIn, NotificationTopic, Store
from bot.store.queries import due, players
from bot.use_cases.besides_playing import (
    OFFERS,
    check_takes,
    come_back,
    is_asked,
    keep_seat,
    offer_seat,
)
from bot.use_cases.host import Members, Sight
from bot.use_cases.proposing import review


@dataclass(frozen=True, slots=True)
class Seats:
    """Offers and takes seats of running games."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _members: Members
    _sight: Sight

    async def offer(
        self,
        table_id: int,
        person: Person,
        to: int | None = None,
        *,
        name: str = "",
        bot: bool = False,
    ) -> Table:
        """Offer the user's own seat to a user called *name*, or to anybody.

        *bot*: the chosen user is a bot.
        """
        table = await self._reader.get(table_id)
        blind = to is not None and await self._sight(table.place, to) is False

        def offer(change: Change) -> Change:
            player = staying_at(change.table, person.user_id)
            if change.table.in_directs:
                raise Refused(Refusal.PLAYED_ALONE, game=change.table.name)
            if bot:
                raise Refused(Refusal.BOT_CHOSEN)
            _check_its_own(change.table, player)
            assert player.seat is not None
            return review(
                offer_seat(
                    change,
                    player.seat,
                    to=to,
                    name=name,
                    blind=blind,
                    why=Why.OWN,
                    by=person.name,
                    user_id=person.user_id,
                )
            )

        return (await self._changes.change(table_id, offer, people=[to])).now

    @use_case
    def keep(self, change: Change, user_id: int) -> Change:
        """Withdraw the offer of the user's own seat."""
        player = staying_at(change.table, user_id)
        _check_its_own(change.table, player)
        assert player.seat is not None
        return review(keep_seat(change, player.seat, user_id=user_id))

    async def take(self, table_id: int, person: Person, number: int, seen: int) -> Outcome:
        """Take a seat that is open since entry *seen*.

        Raises Refused if it is not, was taken meanwhile, or is offered to another user, or if
        *person* knows another hand of the game.
        """

        def take(change: Change) -> Change:
            table = in_status(change.table, Status.RUNNING)
            player = _open_seat(table, number, seen)
            check_takes(table, number, person.user_id)
            if not player.is_offered_to(person.user_id):
                raise Refused(Refusal.SEAT_FOR_ANOTHER, game=table.name)
            if player.user_id == person.user_id and not may_come_back(table, player):
                raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)
            _check_not_on_vacation(change, player)
            change = change.then(
                SeatTaken(
                    player.name,
                    person.name,
                    language=person.discord_language,
                    user_id=person.user_id,
                    seat=number,
                    called=number if is_asked(table, player) else None,
                )
            )
            given_up = giving_up(table, player)
            if given_up is not None and given_up.why is Why.TIME:
                change = replace(change, longer=number)  # the time was up
            if player.user_id not in {person.user_id, None} and not _has_resigned(table, player):
                assert player.user_id is not None
                change = change.notify(player.user_id, NotificationTopic.TAKEN, change.version)
            return review(go_on(change))  # the game may have waited for another player

        taken = await self._changes.change(table_id, take, people=[person.user_id])
        return taken.outcome_for(person.user_id)

    async def is_waited_for(self, table: Table, decider: Player) -> bool:
        """Return False if the decider has left the server and the table no longer waits.

        Stores that the player is gone.
        """
        guild_id, user_id = table.place.guild_id, decider.user_id
        if guild_id is None or user_id is None or decider.gone:
            return True
        if await self._members(guild_id, user_id) is not False:
            return True
        assert decider.seat is not None
        await self.note_gone(table.id, decider.seat)
        return (await self._reader.get(table.id)).waits

    async def note_gone(self, table_id: int, seat: int) -> None:
        """Store that a seat's player has left the server, unless unknown.

        A player with open direct messages keeps the seat, and is called there, because the thread
        is not visible from outside. Otherwise the seat is offered to anybody until the player is
        back.
        """
        table = await self._reader.get(table_id)
        player = table.player(seat)
        guild_id, user_id = table.place.guild_id, player.user_id
        playing = table.status is Status.RUNNING and not player.abandoned
        if guild_id is None or user_id is None or not playing:
            return
        member = await self._members(guild_id, user_id)
        if member is None or member is not player.gone:
            return
        if not member and player.direct_closed_at is None:
            if player.called_in is not CalledIn.DIRECT:
                await self._store.write(
                    players.change_own, table_id, user_id, calls_in=CalledIn.DIRECT
                )
                self._changes.stored(table_id)
            return

        def note(change: Change) -> Change:
            now = change.table.player(seat)
            if now.user_id != user_id or now.abandoned or now.gone is not member:
                raise Refused(Refusal.STALE)
            if member:
                return review(come_back(change, now, by_press=False))
            return review(change.then(LeftServer(seat=seat)))

        with suppress(Refused):  # changed meanwhile
            await self._changes.change(table_id, note)

    async def note_unreached(self, table_id: int, user_id: int) -> None:
        """Withdraw an offer of a seat that did not reach the user."""

        def note(change: Change) -> Change:
            table = in_status(change.table, Status.RUNNING)
            offered = [
                seat
                for seat, player in enumerate(table.players)
                if player.offered_to == user_id and player.offered_seq is not None
            ]
            if not offered:
                raise Refused(Refusal.STALE)
            for seat in offered:
                change = keep_seat(change, seat, why=Why.UNREACHED)
            return review(change)

        with suppress(Refused):  # changed meanwhile
            await self._changes.change(table_id, note)

    async def end_offer(self, seat: int, table_id: int) -> None:
        """End a seat's offer whose time is over.

        An admin who made it and does not play is notified.
        """
        started = self._changes.clock()

        def end(connection: Connection) -> list[Change]:
            change = self._changes.begin(connection, table_id)
            table = change.table
            rows = due.read_kind(connection, OFFERS[seat], of_games=[table_id])
            offer = offer_of(table, table.players[seat])
            if table.status is not Status.RUNNING or offer is None or offer.until is None:
                return []  # it was taken or kept, or the game has ended
            if any(row.at > started for row in rows):
                return []  # another offer has replaced it, or its time has moved
            change = keep_seat(change, seat, why=Why.LATE)
            admin = (offer.user_id or 0) if offer.why is Why.ADMIN else 0
            if admin > 0 and table.player_of(admin) is None:  # a deleted user has a negative number
                change = change.notify(admin, NotificationTopic.OFFER_ENDED, change.version)
            return [review(change)]

        await self._changes.commit(end)
        await self._changes.write(due.finish, OFFERS[seat], table_id, by=started)

    @use_case
    def refuse(self, change: Change, user_id: int, number: int, seen: int) -> Change:
        """Decline the offer of a seat, which ends it."""
        player = _open_seat(in_status(change.table, Status.RUNNING), number, seen)
        if player.offered_to != user_id:
            raise Refused(Refusal.SEAT_FOR_ANOTHER, game=change.table.name)
        return review(keep_seat(change, number, why=Why.REFUSED, user_id=user_id))


def _check_not_on_vacation(change: Change, player: Player) -> None:
    """Raise Refused if others have offered the seat of a player on vacation."""
    offer = offer_of(change.table, player)
    if player.abandoned or offer is None or offer.why not in {Why.AGREED, Why.TIME}:
        return
    if (back := change.hours_of(player.user_id).back_at(change.at)) is not None:
        raise Refused(Refusal.ON_VACATION, player=player.name, moment=back)


def _has_resigned(table: Table, player: Player) -> bool:
    return player.abandoned and giving_up(table, player) is None


def _check_its_own(table: Table, player: Player) -> None:
    """Raise Refused if a player's seat is offered by agreement of the others, or by an admin."""
    offer = offer_of(table, player)
    if offer is not None and offer.why in {Why.AGREED, Why.ADMIN}:
        raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)


def _open_seat(table: Table, number: int, seen: int) -> Player:
    """Return the player of a seat that is open since entry *seen*. Raises Refused if it is not."""
    player = table.players[number] if number < len(table.players) else None
    if player is None or player.free_since is None or player.free_since != seen:
        raise Refused(Refusal.SEAT_NOT_FREE, game=table.name)
    return player
