"""A round of delivery: compares the messages due for a game with those that exist, and sends."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from bot.cluster import HeldGame
from bot.counting import Counts, MessageChange, MessageFailure
from bot.delivery.plan import DeliveryPlan, is_desk, note, plan_for, row_of, where
from bot.delivery.posts import (
    LASTING,
    NONCE_HOLDS,
    Courier,
    CourierError,
    Destination,
    DirectMessagesClosed,
    Gone,
    InChannel,
    MessageSearch,
    MissingPermission,
    NoThread,
    NotTaken,
    PlaceClosed,
    Post,
    PostKind,
    PostsDue,
    SentMessage,
    ToHome,
    TooEarly,
    TooOld,
    ToUser,
    TryLater,
)
from bot.delivery.presses import Presses
from bot.delivery.shown_games import ShownGame
from bot.delivery.steps import PlanOutdated, SentMessages, Steps
from bot.domain.seat import Announcement, Notification
from bot.domain.table import Home, HomeKind, Status, Table
from bot.store import DueRow, PostRow, Store
from bot.store.queries import due, games, outbox, people, players, server_posts
from bot.store.queries.due import SHOW
from bot.use_cases import (
    Services,
    forget_announcement,
    read_announcement,
)
from bot.use_cases.inside import AllSeats

log = logging.getLogger(__name__)

_RESTARTS = 10
_HOME = "home"
"""The key that counts attempts at opening a thread."""


@dataclass(slots=True)
class Round:
    """Sends, edits and removes the messages of one game, once.

    Each change of a message is noted before it is made; the results are stored in one write at
    the end. If a round is cut short at any moment, the next one repairs that.
    """

    store: Store
    services: Services
    courier: Courier
    posts_due: PostsDue
    clock: Callable[[], datetime]
    counts: Counts
    presses: Presses
    table_id: int
    held: HeldGame
    game: ShownGame
    posts_in: Collection[int]
    """The servers that have messages of their own."""
    steps: Steps = field(init=False)
    messages: SentMessages = field(init=False)
    noted: list[Callable[[Connection], object]] = field(init=False)
    """Other changes to store at the end; they change the due messages."""
    notifications: tuple[Notification, ...] = ()
    """The notifications that were read last."""
    announced: Announcement | None = None
    """The announcement that was read last."""
    unheard: Sequence[Notification] = ()
    """The notifications whose messages could not be sent."""
    held_up: bool = False
    """True if the decider is called by another game's message, which could not be sent."""
    others_due: bool = False
    """True if other games, or a message of the game's server, are to be compared."""
    lost: set[int] = field(default_factory=set)
    """Homes that turned out to be gone."""
    refused: dict[tuple[int, MessageChange | None], CourierError] = field(default_factory=dict)
    """Errors of places that refused a kind of change in this round: edits need fewer
    permissions."""

    async def run(self) -> None:
        """Send and edit the due messages; the results are in :attr:`steps`.

        Raises TryLater or InTrouble, NotOurs if another program may show the table by now, and
        Refused if there is no such table.
        """
        for _ in range(_RESTARTS):
            self.steps = Steps(self.table_id, self.game.attempts)
            self.messages = SentMessages(self.table_id, self.clock, self.presses)
            self.noted = []
            plan, self.game.plan = self.game.plan, None  # its rows change with the round
            if self.game.reported_uncalled:  # by another game's message, perhaps
                plan = None
            with suppress(PlanOutdated):
                await self._bring_all(plan or await self._read())
                return
        log.error("what is due of game %d keeps changing", self.table_id)
        self.steps.failed = True

    async def _bring_all(self, plan: DeliveryPlan) -> None:
        """Bring the messages of a plan, and store the results. Raises PlanOutdated."""
        if not self.courier.is_in(plan.table.place.guild_id):
            self.steps.left = True
            self.steps.uncalled = plan.table.waits_for_user
            if plan.table.status is Status.REMOVED:  # it cannot be shown there
                await self._record(plan.table, plan.table)
            return
        table, wanted = plan.table, plan.wanted
        if table.home is None:
            plan = plan.without_home()
        homeless = len(plan.wanted) < len(wanted)
        plan = await self._noted(plan)
        newest = plan.newest
        delivered = False
        try:
            # Messages that a press is changing come last: bringing them waits for its answer.
            for post in sorted(
                plan.wanted, key=lambda each: self.presses.pressed(newest[each.key].message_id)
            ):
                row, brought = newest[post.key], None
                if self._is_shown(post, row) and not post.names_home:
                    self.game.attempts.succeed(post.key)
                    brought = _there(row)
                elif not self.steps.leaves_alone(post):
                    with self.steps.attempt(post.key, post.fingerprint):
                        brought = await self._bring(plan, post, row)
                if homeless and post.kind is PostKind.DOOR:
                    with self.steps.attempt(_HOME):
                        await self._open_home_at(table, post, row, brought)
            for row in plan.outdated:
                if not self._is_to_be_replaced(row, wanted, newest):
                    with self.steps.attempt(row.key):
                        await self._retire(plan, row)
            # A removed game is deleted even if the bot may not show that it was removed.
            delivered = not self.steps.failed or table.status is Status.REMOVED
        finally:
            self.unheard = [
                post.notification
                for post in wanted
                if post.notification is not None and not self._is_there(newest.get(post.key))
            ]
            self.steps.uncalled = table.waits_for_user and not self._is_called(plan, wanted)
            self.steps.over = table.has_ended
            to_retract = await self._record(table, table if delivered else None)
        if to_retract:
            raise PlanOutdated
        if not delivered and table.place.guild_id in self.posts_in:
            await self.held.write(self._mark, table)
        self.steps.complete = True

    def _is_called(self, plan: DeliveryPlan, wanted: Sequence[Post]) -> bool:
        """Return True if all calls exist: if an edit fails, the player has been called anyway.

        Also the message for several games that calls the player. Without a channel, or in direct
        messages, a call may have no place to go.
        """
        if self.held_up or any(self.table_id in each.waiting for each in self.unheard):
            return False
        calls = [plan.newest.get(post.key) for post in wanted if post.kind is PostKind.CALL]
        if not calls and (plan.table.channel_gone or plan.table.in_directs):
            return False
        return all(map(self._is_there, calls))

    def _is_shown(self, post: Post, row: PostRow) -> bool:
        """Return True if a message shows its post already."""
        if row.message_id is None or row.fingerprint != post.fingerprint:
            return False
        return not self.presses.shows_other(row.message_id, post.fingerprint)

    def _is_to_be_replaced(
        self, row: PostRow, wanted: Sequence[Post], newest: Mapping[str, PostRow]
    ) -> bool:
        """Return True if a message is still to be replaced by another.

        Until then its row records that its call made a sound: the replacement is silent.
        """
        return row.message_id is not None and any(
            row.key in post.call_keys and not self._is_there(newest.get(post.key))
            for post in wanted
            if post.kind is not PostKind.TURN
        )

    def _is_there(self, row: PostRow | None) -> bool:
        """Return True if a message existed before, or was delivered in this round."""
        if row is None:
            return False
        return row.message_id is not None or "message_id" in self.messages.changed.get(row.id, {})

    async def _read(self) -> DeliveryPlan:
        """Read the existing messages, and plan the due ones."""
        changes = self.game.changes

        def read(connection: Connection) -> DeliveryPlan:
            rows = outbox.read_posts(connection, self.table_id)
            everyone = AllSeats(self.services).read_everyone(connection, self.table_id)
            announced = read_announcement(connection, self.table_id, self.clock())
            notifications = self.services.notifications.read(connection, self.table_id)
            self.held_up = self.services.notifications.is_held_up(connection, everyone.table)
            everyone = replace(everyone, notifications=notifications, announcement=announced)
            self.notifications, self.announced = everyone.notifications, everyone.announcement
            closed = self.game.attempts.closed
            return plan_for(everyone, rows, self.posts_due, self.clock(), closed)

        plan = await self.store.look(read)
        self.game.have_read(plan.table, changes)
        return plan

    @contextmanager
    def _calling(self, place: int | None, change: MessageChange | None = None) -> Iterator[Courier]:
        """Give the courier for one call, which is counted, if this program holds the game.

        *place* is the channel, thread or user of the call. What it has refused in this round is
        raised again. Raises NotOurs, and TryLater if the place wants a pause.
        """
        self.held.ensure_held()
        if place is not None:
            now = self.clock()
            until = self.game.attempts.waiting.get(place, now)
            if until > now:
                raise TryLater((until - now).total_seconds(), everywhere=False)
            if (place, change) in self.refused:
                raise self.refused[place, change]
        try:
            yield self.courier
        except Exception as error:
            failure = error.counted_as if isinstance(error, CourierError) else MessageFailure.FAULT
            self.counts.count(failure)
            if place is not None and isinstance(error, PlaceClosed | TooEarly):
                self.refused[place, change] = error
            elif place is not None and isinstance(error, TryLater) and not error.everywhere:
                self.game.attempts.waiting[place] = self.clock() + timedelta(seconds=error.seconds)
            raise
        if change is not None:
            self.counts.count(change)

    async def _noted(self, plan: DeliveryPlan) -> DeliveryPlan:
        """Note the messages that were not noted with their change, or not by this program."""
        if not plan.to_blank and not plan.unnoted and not plan.to_adopt(self.held.program):
            return plan

        def write(connection: Connection) -> tuple[DeliveryPlan, set[str], set[str]]:
            # A decision stored just now may have noted the same.
            games.hold(connection, games.numbered(self.table_id))
            latest = replace(plan, rows=outbox.read_posts(connection, self.table_id))
            adopted = latest.to_adopt(self.held.program)
            if adopted:
                outbox.adopt(connection, [row.id for row in adopted], self.held.program)
            noted = note(connection, latest, self.held.program)
            ours = {row.id: replace(row, sender=self.held.program) for row in adopted}
            noted = replace(noted, rows=[ours.get(row.id, row) for row in noted.rows])
            new = {row.key for row in noted.rows[len(latest.rows) :]}
            tried = {row.key for row in adopted if row.sender is not None} - new
            return noted, new.union(row.key for row in adopted) - tried, tried

        noted, untried, tried = await self.held.write(write)
        self.game.have_written()
        self.game.untried |= untried
        self.game.untried -= tried  # by the program that showed it meanwhile
        return noted

    async def _record(self, table: Table, delivered: Table | None) -> bool:
        """Store the results; *delivered* is the table if it is shown completely.

        Then a removed game is deleted. Returns True if messages must be retracted first: those
        sent to a player while all data of that player was deleted.
        """
        removed = delivered is not None and delivered.status is Status.REMOVED
        unheard = self.unheard if delivered is None else ()
        heard = [each for each in self.notifications if each not in unheard]

        def write(connection: Connection) -> bool:
            if self.noted or heard:
                games.hold(connection, games.numbered(self.table_id))
            if delivered is not None:  # first the game, then its messages, as a change is stored
                rung = sum(len(each.rows) for each in self.notifications)
                shown = delivered.version, delivered.turn
                outbox.set_delivered(connection, delivered.id, *shown, rung)
                if self.announced is not None:
                    forget_announcement(connection, self.table_id, self.announced, self.clock())
            if heard:
                self.services.notifications.forget(connection, heard)
                if self.game.tries is not None:
                    self.show_called(connection, heard)
            to_retract = self.messages.store(connection, self.held.program)
            for work in self.noted:
                work(connection)
            if removed and not to_retract:
                games.delete_game(connection, self.table_id)
            if delivered is not None:
                self._mark(connection, table)
            return to_retract

        to_retract = False
        messages = self.messages
        if messages.changed or messages.forgotten or self.noted or heard or delivered is not None:
            to_retract = await self.held.write(write)
            self.game.have_written()
        if self.noted:
            self.game.outdate()
        self.steps.removed = removed and not to_retract
        return to_retract

    def _mark(self, connection: Connection, table: Table) -> None:
        """Note that the messages of a table's server may have changed.

        In the same transaction as the delivery, so that no change is lost.
        """
        guild_id = table.place.guild_id
        if guild_id is not None and guild_id in self.posts_in:
            self.others_due |= server_posts.mark(connection, guild_id, self.clock())

    def show_called(self, connection: Connection, called: Iterable[Notification]) -> None:
        """Show the other games that notifications call in: their clocks stop, or run again."""
        others = {game_id for each in called for game_id in each.waiting} - {self.table_id}
        now = self.clock()
        due.schedule(connection, *(DueRow(SHOW, game_id, now) for game_id in sorted(others)))
        self.others_due |= bool(others)

    # --- the home --------------------------------------------------------------------------------

    async def _open_home_at(
        self, table: Table, post: Post, row: PostRow, brought: SentMessage | None
    ) -> None:
        """Open the home at the message of *post*, if that was *brought*; a home stays the same.

        If the message keeps failing, open it at the message as it is; without one, in the channel.
        """
        fails = self.steps.has_failed(post)
        message = brought or (_there(row) if fails else None)
        if message is None and not fails:
            return
        home = Home(table.place.channel_id, HomeKind.CHANNEL)
        if message is not None:
            try:
                with self._calling(None) as courier:
                    home = await courier.open_home(table, message)
            except Gone as gone:
                if gone.channel:
                    self._lose_channel(table)
                self.messages.lose(row)
                raise PlanOutdated from None
            except Exception as error:
                if isinstance(error, PlaceClosed) or not self.steps.goes_on(_HOME, error):
                    raise
        self._note_home(home)
        raise PlanOutdated

    async def _lose_home(self, plan: DeliveryPlan, home: Home) -> None:
        """Forget a home that is gone, with its messages.

        The door starts another thread. If Discord replies that it already has one, although that
        is gone, the door is sent again.
        """
        if home.channel_id in self.lost:
            newest = plan.newest
            for post in plan.wanted:
                if post.kind is PostKind.DOOR and post.key in newest:
                    await self._retire(plan, newest[post.key])
        self.lost.add(home.channel_id)
        self._note_home(None, lost=home)
        raise PlanOutdated

    def _lose_channel(self, table: Table) -> None:
        """Note that the channel of the game is gone, with its messages."""
        log.warning("the channel of game %d is gone", table.id)
        self.noted.append(partial(outbox.lose_channel, game_id=table.id))

    def _note_home(self, home: Home | None, lost: Home | None = None) -> None:
        """Note the home, or that there is none, and that the messages in a *lost* one are gone."""

        def write(connection: Connection) -> None:
            if lost is not None:
                outbox.lose_posts_in(connection, self.table_id, lost.channel_id)
            number, kind = (None, None) if home is None else (home.channel_id, home.kind.value)
            games.change_game(connection, self.table_id, home_id=number, home_kind=kind)

        self.noted.append(write)

    # --- a message -------------------------------------------------------------------------------

    async def _bring(self, plan: DeliveryPlan, post: Post, row: PostRow) -> SentMessage:
        """Send or edit the message of a post, unless it shows the post already."""
        table, place = plan.table, _place(where(plan.table, post), row)
        try:
            return await self._try(plan, post, row)
        except Gone as gone:
            if not gone.channel:
                self.messages.lose(row)
                raise PlanOutdated from None
            home = table.home if isinstance(post.target, ToHome) else None
            if home is not None and not _is_place(table, home):
                await self._lose_home(plan, home)
            if not isinstance(post.target, ToUser) and not table.channel_gone:
                self._lose_channel(table)
                raise PlanOutdated from None
            raise
        except TooOld:
            # The existing message is retired once another one is sent.
            noted = row_of(table, post, self.clock(), self.held.program)
            self.noted.append(partial(outbox.note_posts, game_id=table.id, new=[noted]))
            self.game.untried.add(post.key)
        except DirectMessagesClosed as closed:
            await self._close_directs(table, post, closed)
        except NoThread:
            if table.home is None or place != table.home.channel_id or _is_place(table, table.home):
                self._close(place)
                raise
            log.info("game %d is shown in its channel: there is no room for its thread", table.id)
            self._note_home(Home(table.place.channel_id, HomeKind.CHANNEL), lost=table.home)
        except PlaceClosed:
            self._close(place)
            raise
        except Exception as error:
            calls = post.kind in {PostKind.CALL, PostKind.NOTIFICATION}
            if not calls or not self.steps.goes_on(post.key, error, post.fingerprint):
                raise
            # Treated as a closed place, so that the player is called in the next one.
            if isinstance(post.target, ToUser):
                directs = DirectMessagesClosed(post.target.user_id)
                await self._close_directs(table, post, directs)
            else:
                self.refused[place, MessageChange.SENT] = PlaceClosed(str(error))
                self._close(place)
        raise PlanOutdated from None

    async def _try(self, plan: DeliveryPlan, post: Post, row: PostRow) -> SentMessage:
        table = plan.table
        sent = await self._found(plan, row, post)
        if sent is None:
            sent = await self._send(plan, post, row)
        elif post.kind in LASTING:
            await self._look_after(table, post, row, sent)
        elif not self._is_shown(post, row):
            shown = await self.presses.shown(sent.message_id)
            if row.fingerprint == outbox.UNSURE or shown != post.fingerprint:
                sent = await self._edit(plan, post, row, sent)
            else:
                self.messages.note(row, sent, post.fingerprint, post)
        if post.names_home:
            await self._rename_home(plan, post.names_home)
        return sent

    def _close(self, place: int) -> None:
        """Note that a channel or thread is closed. Raises PlanOutdated if that is new."""
        if place not in self.game.attempts.closed:
            self.game.attempts.closed.add(place)
            raise PlanOutdated

    async def _close_directs(self, table: Table, post: Post, closed: DirectMessagesClosed) -> None:
        """Note that a user's direct messages are closed, which changes the due messages."""
        self.game.outdate()
        if post.kind is PostKind.NOTIFICATION:
            await self.services.notifications.send_elsewhere(table.id, closed.user_id)
            return
        player = table.player_of(closed.user_id)
        if player is None:  # invited, or offered a seat
            if table.status is Status.LOBBY:
                await self.services.invitations.note_unreached(table.id, closed.user_id)
            else:
                await self.services.seats.note_unreached(table.id, closed.user_id)
            return
        await self._note_direct(table, closed.user_id, refused=True)
        left = closed.left and table.status is not Status.REMOVED
        if left and player.seat is not None:
            await self.services.seats.note_gone(table.id, player.seat)

    async def _look_after(self, table: Table, post: Post, row: PostRow, sent: SentMessage) -> None:
        """Check that a message exists which is never edited, if that is due.

        If it was deleted, that is noted. Where the bot may not read old messages, it counts as
        existing.
        """
        if row.message_id is not None:
            if row.fingerprint == post.fingerprint:
                return
            try:
                with suppress(PlaceClosed), self._calling(None) as courier:
                    await courier.check_is_there(sent)
            except Gone as gone:
                if gone.channel:
                    raise
                await self.services.sealing.note_message_gone(table.id)
                self.game.outdate()
                self.messages.forgotten.add(row.id)
                raise PlanOutdated from None
        self.messages.note(row, sent, post.fingerprint, post)

    async def _edit(
        self, plan: DeliveryPlan, post: Post, row: PostRow, sent: SentMessage
    ) -> SentMessage:
        place = _place(where(plan.table, post), row)
        with self._calling(place, MessageChange.EDITED) as courier, self.messages.editing(row):
            sent = await courier.edit(post, sent)
        self.messages.note(row, sent, post.fingerprint, post)
        if is_desk(row):
            self.messages.edited[row.id] = plan.table.version
        return sent

    async def _rename_home(self, plan: DeliveryPlan, name: str) -> None:
        """Rename the game's own thread, not one in which the game was opened."""
        home = plan.table.home
        doors = (post for post in plan.wanted if post.kind is PostKind.DOOR)
        if home and home.channel_id in {plan.newest[post.key].message_id for post in doors}:
            with self._calling(home.channel_id) as courier:
                await courier.rename_home(home, name)

    async def _send(self, plan: DeliveryPlan, post: Post, row: PostRow) -> SentMessage:
        """Send a message; sending twice does no harm, as the nonce makes it one message.

        The nonce is in its row; in older rows it is the row's number, which is never reused.
        """
        table, repeated = plan.table, row.key not in self.game.untried
        if plan.has_pinged(post):
            post = post.hushed()
        self.game.untried.discard(row.key)
        try:
            nonce = row.id if row.nonce is None else row.nonce
            goes_to = where(table, post)
            with self._calling(_number(goes_to), MessageChange.SENT) as courier:
                sent = await courier.send(post, goes_to, nonce)
        except CourierError as error:
            if not error.unsure and not repeated:  # certainly not sent
                self.game.untried.add(row.key)
            raise
        if isinstance(post.target, ToUser):
            await self._note_direct(table, post.target.user_id, refused=False)
        # A repeated send may return an older message.
        if post.in_two_steps or (repeated and post.kind not in LASTING):
            self.messages.note(row, sent, "", post)
            sent = await self._edit(plan, post, row, sent)
        else:
            self.messages.note(row, sent, post.fingerprint, post)
        self.messages.changed[row.id]["at"] = self.clock()  # it may have been noted long before
        if _number(goes_to) in self.game.attempts.closed:  # the place is open again
            self.game.attempts.closed.discard(_number(goes_to))
            raise PlanOutdated
        return sent

    async def _found(
        self, plan: DeliveryPlan, row: PostRow, post: Post | None = None
    ) -> SentMessage | None:
        """Return the message of a row, searched for if it may have been sent; None if it was not.

        With a *post* that is to be sent, also None if Discord still recognises its nonce: later, or
        after the clock was set back, the message must be searched for. If its place has closed
        since, it goes elsewhere.
        """
        if (there := _there(row)) is not None:
            return there
        if row.sender is None or (row.sender == self.held.program and row.key in self.game.untried):
            return None
        sought_in = _target(row)
        elsewhere = post is not None and where(plan.table, post) != sought_in
        recent = timedelta(0) <= self.clock() - row.at < NONCE_HOLDS
        if post is not None and recent and not elsewhere:
            return None
        others = {each.get("message_id") for each in self.messages.changed.values()}
        others |= {each.message_id for each in plan.rows}
        about = self.table_id if is_desk(row) else None
        sought = MessageSearch(row.sign, row.at, about, frozenset(others))
        try:
            with self._calling(_number(sought_in)) as courier:
                return await courier.find(sought, sought_in)
        except PlaceClosed:
            if elsewhere:
                return None
            raise

    async def _retire(self, plan: DeliveryPlan, row: PostRow) -> None:
        """Delete a message that is no longer wanted, or remove its buttons, and forget it."""
        try:
            # A message noted before it was sent may have got buttons meanwhile.
            to_change = row.pressable or row.fleeting or row.message_id is None
            to_change = to_change and row.channel_id != outbox.LOST
            sent = await self._found(plan, row) if to_change else None
            if sent is not None and row.fleeting:
                await self.presses.shown(sent.message_id)  # later, a press has no answer
                with self._calling(None, MessageChange.REMOVED) as courier:
                    await courier.remove(sent)
            elif sent is not None:
                with self._calling(None, MessageChange.RETIRED) as courier:
                    await courier.retire(sent)
        except (Gone, DirectMessagesClosed):
            pass  # it cannot be pressed
        except MissingPermission:  # in direct messages no permission can be granted
            if row.user_id is None:
                raise
        except PlaceClosed:
            pass  # the message is left there: its buttons are still answered
        except NotTaken as error:
            if not self.steps.goes_on(row.key, error):
                raise
        if row.message_id is None:  # else it may be an old one that another one replaces
            self.game.untried.discard(row.key)
        self.messages.forgotten.add(row.id)

    async def _note_direct(self, table: Table, user_id: int, *, refused: bool) -> None:
        """Note if a user accepts direct messages, or has *refused* one, if that is new."""
        player = table.player_of(user_id)
        if refused:
            refusals = 1 if player is None else player.direct_refusals + 1
            changes = {"direct_closed_at": self.clock(), "direct_refusals": refusals}
        elif player is not None and (player.direct_closed_at or player.direct_refusals):
            changes = {"direct_closed_at": None, "direct_refusals": 0}
        else:
            return

        def write(connection: Connection) -> None:
            # Nothing is noted about a former player, whose data may be deleted.
            if players.sits(connection, table.id, user_id):
                people.change_person(connection, user_id, **changes)

        await self.store.write(write)
        self.game.outdate()


def _there(row: PostRow) -> SentMessage | None:
    """Return the message of a row, if it is known."""
    if row.message_id is None or row.channel_id is None:
        return None
    return SentMessage(row.channel_id, row.message_id)


def _number(there: Destination) -> int:
    """Return the number of a channel, a thread or a user."""
    return there.user_id if isinstance(there, ToUser) else there.channel_id


def _place(there: Destination, row: PostRow) -> int:
    """Return the number of the place where the message of a row is, or will be sent."""
    if isinstance(there, ToUser) or row.message_id is None or row.channel_id is None:
        return _number(there)
    return row.channel_id


def _is_place(table: Table, home: Home) -> bool:
    """True if a game is shown where it was opened."""
    return home.channel_id == table.place.channel_id


def _target(row: PostRow) -> Destination:
    """Return where a message was or will be sent."""
    if row.user_id is not None:
        return ToUser(row.user_id)
    assert row.channel_id is not None
    return InChannel(row.channel_id)
