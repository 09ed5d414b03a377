"""Seats that pass from one user to another: offer, keep, take.

The new player of a seat gets its hand, its standing in the game and the question that waits for it;
the former one has nothing of it any more.
"""

from contextlib import suppress
from dataclasses import dataclass

from bot.changes import (
    Changes,
    Draft,
    Reader,
    check_takes,
    come_back,
    is_asked,
    keep_seat,
    offer_seat,
)
from bot.domain import (
    Kind,
    Outcome,
    Person,
    Player,
    Refusal,
    Refused,
    Status,
    Table,
    Why,
    in_status,
    known_of,
    staying_at,
)
from bot.services.host import Members, Sight
from bot.services.proposing import Proposals
from bot.store import About, CalledIn, Store
from bot.store.queries import people, players


@dataclass(frozen=True, slots=True)
class Seats:
    """Seats of running games that are offered, given up, and taken."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _proposals: Proposals
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
        """Offer one's seat to a user called *name*, or to anybody.

        *bot*: that user is none who could play.
        """
        table = await self._reader.get(table_id)
        blind = to is not None and await self._sight(table.place, to) is False

        async def offer(draft: Draft) -> None:
            player = staying_at(draft.table, person.user_id)
            if draft.table.in_directs:
                raise Refused(Refusal.PLAYED_ALONE, game=draft.table.name)
            if bot:
                raise Refused(Refusal.BOT_CHOSEN)
            _check_its_own(draft.table, player)
            offer_seat(
                draft,
                player,
                to=to,
                name=name,
                hushed=await self._reader.is_quiet(draft.table, to, draft.at),
                blind=blind,
                why=Why.OWN,
                by=person.name,
                user_id=person.user_id,
            )
            await self._proposals.review(draft)

        return (await self._changes.change(table_id, offer)).table

    async def keep(self, table_id: int, user_id: int) -> Table:
        """Withdraw the offer of one's seat."""

        async def keep(draft: Draft) -> None:
            player = staying_at(draft.table, user_id)
            _check_its_own(draft.table, player)
            keep_seat(draft, player, user_id=user_id)
            await self._proposals.review(draft)

        return (await self._changes.change(table_id, keep)).table

    async def take(self, table_id: int, person: Person, number: int, seen: int) -> Outcome:
        """Take a seat that is free since the entry *seen*, and play on with its hand.

        Raises Refused if it is not, or was taken meanwhile, is offered to another user, or if
        that person has seen another hand of the game.
        """
        known = known_of(await self._store.look(people.read_person, person.user_id))

        async def take(draft: Draft) -> None:
            table = in_status(draft.table, Status.RUNNING)
            player = _free(table, number, seen)
            check_takes(table, number, person.user_id)
            if not player.is_offered_to(person.user_id):
                raise Refused(Refusal.SEAT_FOR_ANOTHER, game=table.name)
            if player.user_id == person.user_id and not table.may_come_back(player):
                raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)
            await self._check_may_be_taken(draft, player)
            seq = draft.add_entry(
                Kind.TAKEN,
                person.user_id,
                seat=number,
                called=number if is_asked(table, player) else None,
                **{"from": player.name},
                to=person.name,
            )
            if player.user_id != person.user_id:
                draft.pass_seat(player, seq)
                if player.user_id is not None and not _has_resigned(table, player):
                    draft.ring(player.user_id, About.TAKEN, seq)
            draft.roster.hand_over(player, person, known, seq)
            await draft.go_on()  # it may have waited for company
            await self._proposals.review(draft)

        return (await self._changes.change(table_id, take)).outcome_for(person.user_id)

    async def _check_may_be_taken(self, draft: Draft, player: Player) -> None:
        """Raise Refused if a player is on vacation whose seat others have offered."""
        offer = draft.table.offer_of(player)
        if offer is None or offer.details.get("why") not in {Why.AGREED, Why.TIME}:
            return
        back = (await self._reader.hours_at(draft.table, player.user_id)).back_at(draft.at)
        if back is not None:
            raise Refused(Refusal.ON_VACATION, player=player.name, moment=back)

    async def note_gone(self, table_id: int, seat: int) -> None:
        """Find out whether a seat's player has left the server; nothing if that cannot be told.

        Who takes direct messages keeps the seat, and is called there, as nobody sees the thread
        from outside. Who does not is gone: the seat is offered to anybody until the player is back.
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

        async def note(draft: Draft) -> None:
            now = draft.table.player(seat)
            if now.user_id != user_id or now.abandoned or now.gone is not member:
                raise Refused(Refusal.STALE)
            if member:
                come_back(draft, now, by_press=False)
            else:
                seq = draft.add_entry(Kind.GONE, None, seat=seat)
                draft.roster.change(now, gone=True, offered_seq=seq, offered_to=None)
            await self._proposals.review(draft)

        with suppress(Refused):  # it has just changed
            await self._changes.change(table_id, note)

    async def note_unreached(self, table_id: int, user_id: int) -> None:
        """Withdraw an offer of a seat that did not reach the user."""

        async def note(draft: Draft) -> None:
            offered = [
                player
                for player in in_status(draft.table, Status.RUNNING).players
                if player.offered_to == user_id and player.offered_seq is not None
            ]
            if not offered:
                raise Refused(Refusal.STALE)
            for player in offered:
                keep_seat(draft, player, why=Why.UNREACHED)
            await self._proposals.review(draft)

        with suppress(Refused):  # it has just changed
            await self._changes.change(table_id, note)

    async def refuse(self, table_id: int, user_id: int, number: int, seen: int) -> Table:
        """Refuse a seat that is offered to that user: it is offered to nobody any more."""

        async def refuse(draft: Draft) -> None:
            player = _free(in_status(draft.table, Status.RUNNING), number, seen)
            if player.offered_to != user_id:
                raise Refused(Refusal.SEAT_FOR_ANOTHER, game=draft.table.name)
            keep_seat(draft, player, why=Why.REFUSED, user_id=user_id)
            await self._proposals.review(draft)

        return (await self._changes.change(table_id, refuse)).table


def _has_resigned(table: Table, player: Player) -> bool:
    return player.abandoned and table.giving_up(player) is None


def _check_its_own(table: Table, player: Player) -> None:
    """Raise Refused if a player's seat is offered because others want it to pass.

    What the others have agreed upon, or an admin has done, its player does not undo alone.
    """
    offer = table.offer_of(player)
    if offer is not None and offer.details.get("why") in {Why.AGREED, Why.ADMIN}:
        raise Refused(Refusal.OTHERS_WANT_IT, game=table.name)


def _free(table: Table, number: int, seen: int) -> Player:
    """Who sits on that seat, which is free since the entry *seen*. Raises Refused if it is not."""
    player = table.players[number] if number < len(table.players) else None
    if player is None or player.free_since is None or player.free_since != seen:
        raise Refused(Refusal.SEAT_NOT_FREE, game=table.name)
    return player
