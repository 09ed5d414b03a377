"""The Discord client: connects commands and components with tables, store and delivery."""

import asyncio
import logging
import random
import sys
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, cast

import discord

from bot.backoff import growing_pauses
from bot.client.admin_notices import AdminNotices
from bot.client.application_team import ApplicationTeam
from bot.client.base import ANSWERED_WITHIN, Interaction, RiversClient
from bot.client.connection.api import expire_buckets_seldom, trace_calls
from bot.client.connection.discord_logging import keep_discreet
from bot.client.connection.error_codes import is_refusal
from bot.client.connection.scheduler import Scheduler, pause, wait_for_thought
from bot.client.connection.servers import LeftServers, Servers
from bot.client.connection.sharding import GatewayState, IdentifyQueue
from bot.client.connection.trouble import TROUBLE, describe, pause_wanted
from bot.client.courier import DiscordCourier
from bot.client.daily_cleanup import DailyCleanup
from bot.client.host_status import HostStatus
from bot.client.interactions.answer_request import answer, read_press
from bot.client.interactions.tree import CatalogueTranslator, CommandTree
from bot.client.members import Membership, SeenAlso, Sight
from bot.client.messages.emoji_uploads import EmojiUploader
from bot.client.messages.emojis import Emojis
from bot.client.messages.permissions import users_can_install
from bot.client.nightly_backups import NightlyBackups
from bot.client.state.in_flight import InFlight
from bot.client.state.private_messages import PrivateMessages
from bot.client.state.rate_limits import RateLimits
from bot.cluster import LEASE, Alone, Claims
from bot.computers import PAUSE, ComputerPlayers
from bot.content.pictures import prepare
from bot.content.program_status import ProgramStatus
from bot.content.studio import in_studio
from bot.counting import UNCOUNTED, Counts
from bot.delivery import AGAIN, SHOW, Agenda, Delivery, ServerPosts
from bot.dispatch.hint_cache import HintCache
from bot.engine_worker import EngineWorker, Waits
from bot.i18n import Words
from bot.posts.posts_due import Due
from bot.posts.server_pages import server_pages
from bot.store import CONNECTIONS, BackupFolder, Store, StoreError, file_at, kept_days
from bot.teaching.advice import kinds_that_fit
from bot.use_cases import BEAT, COMPUTER, PATIENCE, GameLimits, Patience, Services
from bot.use_cases.inside import AllSeats

log = logging.getLogger(__name__)

keep_discreet()

_PRESSES = {discord.InteractionType.component, discord.InteractionType.modal_submit}
CALLS_A_SECOND = 48.0
"""Discord allows 50, and answers to interactions besides; what else is called is in the margin."""
_LONGEST_SLEEP = 30.0
"""Seconds that discord.py sleeps for a rate limit, at most: the least that it takes here."""
_ANSWERS_WITHIN = 3.0
"""Seconds in which what is being answered is finished before the end."""
_COMMANDS_WITHIN = 3.0
"""Seconds for which a start waits for Discord to take the commands, before it goes on without."""
_LAST_SERVER_AFTER = 0.5
"""Seconds without hearing of a further server after which those of the start are all known.

discord.py waits four times as long, as others fill their memory with members first; of a server
that comes later it tells all the same.
"""
_REGISTERED_AGAIN_AFTER = timedelta(hours=1)
"""The shortest pause before commands are registered once more."""
_REGISTERED_AT_MOST = 8
"""Attempts at registering commands that Discord refuses, spread over some minutes."""
_TRIED_AGAIN_AFTER = 10.0
"""Seconds until a database that cannot be read at the start is tried again."""


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """The options of a client."""

    database_url: str = field(repr=False)  # it may have a password in it
    dice: random.Random = field(default_factory=random.SystemRandom)
    """Draws the secrets that determine bags."""
    limits: GameLimits = field(default_factory=GameLimits)
    patience: Patience = PATIENCE
    backups: int = 0
    """The number of nightly backups that are kept of a file; 0: none is made."""
    on_discord: bool = False
    """True for Discord itself, False for a simulated one."""
    pulsing: bool = True
    """Note that there is a connection; else no gap is ever found."""
    in_turn: bool = False
    """Other processes may connect as this bot, and Discord has them wait for each other."""
    calls_a_second: float | None = None
    """The most calls to bring posts; 0: any number; None: the usual share of Discord's limit."""
    pause: timedelta = PAUSE
    """The pause before a computer answers a conflict, and the longest before its turn."""
    waits: Waits | None = None
    """Waits for answers of the engine worker, if not simply by awaiting them."""
    counts: Counts = UNCOUNTED
    """Counts what is done."""
    connections: int = CONNECTIONS
    """The most connections to the server of the database."""
    lease: timedelta = LEASE
    """The longest time until others have taken over the games of a dead program."""
    update_notes: bool = True
    """Tell admins of servers once what is new after an update."""
    sealing: bool = True
    """False: tables have no seal, as before there were seals, and *dice* draws their bags."""


class GameClient(RiversClient):
    """The bot on Discord, without its commands: a subclass adds them.

    It needs no privileged intents, as it reads nobody's messages.
    """

    def __init__(self, options: ClientOptions) -> None:
        self.connection = GatewayState()
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=_LONGEST_SLEEP,
            guild_ready_timeout=_LAST_SERVER_AFTER,
            http_trace=trace_calls(options.counts, self.connection.record_call),
        )
        expire_buckets_seldom(self.http)
        self.options = options
        self.counts = options.counts
        self.tree = CommandTree(self)
        self.on_discord = options.on_discord
        self.rate_limits = RateLimits() if options.on_discord else None
        self.worker = EngineWorker(thought=options.counts.thought, waits=options.waits)
        self.hint_cache = HintCache()
        self.in_flight = InFlight()
        self.piece_emojis = Emojis(self._look_at_emojis)
        self._keeper: EmojiUploader | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The tasks in the background, by name."""
        self._registered_again_at = datetime.min.replace(tzinfo=UTC)
        self._made = False
        """True once there are tables, and what serves them."""
        self.scheduler = Scheduler(self, _now)
        self._version_noted = asyncio.Event()
        self._status = HostStatus(self, self.in_flight, _now)
        self._maintained_before: datetime | None = None
        """The end of the maintenance that was begun before this start; None if that is over."""

    async def setup_hook(self) -> None:
        """Open the store and register what players can do, before Discord sends events."""
        options = self.options
        self._status.begin()
        self.store = store = await Store.open(
            options.database_url, connections=options.connections, counts=self.counts
        )
        if self.on_discord:
            asked = options.calls_a_second
            usual = CALLS_A_SECOND * self.connection.shards.share
            self.calls_a_second = usual if asked is None else asked or None
        if options.in_turn:
            self.identifying = IdentifyQueue(store, self.connection.at_once)
        await in_studio(prepare, Words.of("en"))
        self._left_servers = LeftServers(store, _now)
        self.servers = Servers(self, _now, self.own_shards, self._left_servers.__contains__)
        file = file_at(options.database_url)
        folder = BackupFolder(file, options.backups) if options.backups and file else None
        kept = 0 if folder is None else kept_days(options.backups)
        self.app_team = ApplicationTeam(self, _now, self.within)
        self.services = Services(
            store,
            options.dice,
            _now,
            options.limits,
            advise=kinds_that_fit,
            patience=options.patience._replace(backups=kept),
            members=Membership(self, _now),
            sight=Sight(self),
            seen_also=SeenAlso(self),
            counts=self.counts,
            sealing=options.sealing,
        )
        self.admin_notices = AdminNotices(
            self, self.servers, self.services, store, _now, within=self.within
        )
        all_seats = AllSeats(self.services)
        if not self._is_first:
            self.services.clocks.disable_heartbeat()
        if self.on_discord:
            self.claims = Claims(store, taken_over=options.lease)
        claims = self.claims or Alone(store)  # on a simulated one, where no time passes by itself
        courier = DiscordCourier(self)
        self.server_posts = ServerPosts(
            store,
            courier,
            server_pages(self.services),
            _now,
            alarm=self.scheduler.wake,
            counts=self.counts,
            claims=claims,
        )
        self.delivery = Delivery(
            store,
            self.services,
            courier,
            Due(all_seats.last_record),
            _now,
            alarm=self.scheduler.wake,
            reach=self.services.clocks.reach,
            lacks=self.admin_notices.report_missing,
            counts=self.counts,
            claims=claims,
            posts_in=self.server_posts.guilds,
        )
        self.private_messages = PrivateMessages(_now, all_seats.everyone)
        claims.when_notified.append(self.private_messages.notified)
        self.opponents = ComputerPlayers(
            store,
            self.services,
            self.worker,
            _now,
            alarm=self.scheduler.wake,
            aside=partial(wait_for_thought, self),
            pause=options.pause,
            claims=claims,
        )
        self.clearing = DailyCleanup(self, _now, self.scheduler.wake)
        if folder is not None:
            self.backups = NightlyBackups(
                folder,
                _now,
                alarm=self.scheduler.wake,
                rest=self.delivery.rest,
                counts=self.counts,
            )
        self.services.notify(
            self.delivery, self.private_messages, self.opponents, alarm=self.scheduler.wake
        )
        self._agenda = Agenda(
            store,
            _now,
            {
                AGAIN: self.delivery.again,
                SHOW: self.delivery.show,
                COMPUTER: self.opponents.due,
                **self.services.jobs,
            },
            self.scheduler.wake,
            claims,
            end_maintenance=self.services.maintenance.end,
        )
        self._made = True
        if self.on_discord:  # a simulated one does not show them
            self._keeper = EmojiUploader(self, self.piece_emojis, store, _now, keeps=self._is_first)
        self.add_commands()
        if self._is_first:
            registering = self._run("register commands", self._register_commands)
            done, _ = await asyncio.wait({registering}, timeout=_COMMANDS_WITHIN)
            for each in done:
                await each

    def _run(
        self, name: str, work: Callable[[], Coroutine[Any, Any, None]], *, again: bool = False
    ) -> asyncio.Task[None]:
        """Start *work* in the background: once, or with *again* also whenever it has ended.

        :meth:`close` cancels it.
        """
        task = self._tasks.get(name)
        if task is None or (again and task.done()):
            task = self._tasks[name] = asyncio.create_task(work(), name=name)
        return task

    def add_commands(self) -> None:
        """Add the commands to the tree: a subclass knows them."""
        raise NotImplementedError

    async def _register_commands(self) -> None:
        """Register the commands, and again after growing pauses until Discord takes them."""
        if Words.languages():  # else thousands of texts would be looked up for nothing
            await self.tree.set_translator(CatalogueTranslator())
        self.tree.let_users_install(allowed=users_can_install(self.application))
        refused = 0
        for seconds in growing_pauses():
            try:
                async with self.within(ANSWERED_WITHIN):
                    await self.tree.sync()
            except TROUBLE as error:
                refused += is_refusal(error)
                if refused >= _REGISTERED_AT_MOST:
                    message = "Discord refuses the commands, which stay as they were: %s"
                    log.error(message, describe(error))  # noqa: TRY400  # no traceback needed
                    return
                wait = pause_wanted(error) or seconds
                log.warning(
                    "the commands are not registered: %s; trying again in %.1f s",
                    describe(error),
                    wait,
                )
                await asyncio.sleep(wait)
            else:
                return

    async def register_commands_again(self) -> None:
        """Register the commands again, at most once an hour.

        Not during a deploy: two versions would replace each other's commands. The one that stays
        does it later, if the older one was the last to register.
        """
        now = _now()
        if now - self._registered_again_at < _REGISTERED_AGAIN_AFTER:
            return
        if not self._is_first or await self.has_rivals():
            return
        self._registered_again_at = now
        try:
            await self.tree.sync()
        except TROUBLE as error:
            log.warning("commands are not registered again: %s", describe(error))

    @property
    def _is_first(self) -> bool:
        """True for the process with the first shard, which acts for all of them."""
        return self.own_shards().has(None)

    async def on_connect(self) -> None:
        """Begin the lease: what is pressed may come before everything is there.

        Not sooner: while a process waits for its turn to connect, others show its games.
        """
        try:
            await self._begin_lease()
        except StoreError as error:  # it is tried again before anything is delivered
            log.error("this program does not live yet: %s", error)  # noqa: TRY400

    async def on_ready(self) -> None:
        """Deliver what was due when the bot went down, and keep emojis: once for each start."""
        log.info("connected as %s, in %s servers", self.user, len(self.guilds))
        await super().on_ready()
        await self._left_servers.compare(self.own_shards(), [guild.id for guild in self.guilds])
        self._run("deliver", self._deliver)
        if self.options.pulsing:
            self._run("beat", self._beat)
        if self._keeper is not None:
            self._run("keep emojis", self._keeper.run)
        self._look_at_emojis()
        await self._version_noted.wait()  # a greeting tells that the database is not fresh
        await self.admin_notices.greet_new()
        if self.options.update_notes:
            self._run("tell news", self.admin_notices.tell_news, again=True)

    async def program_status(self) -> ProgramStatus:
        """Return the state of the program, with a fresh look at the database."""
        return await self._status.read()

    # --- the connection --------------------------------------------------------------------------

    async def has_rivals(self) -> bool:
        """True if another process may receive the same presses, as during a deploy."""
        if self.claims is None:
            return False
        try:
            return await self.claims.has_rivals()
        except StoreError as error:
            log.warning("nobody knows which other programs run: %s", error)
            return True

    async def connected(self) -> None:
        """Record a gap in the connection, if there was one: it counts for nobody."""
        if self.options.pulsing:
            await self._note_pulse()

    def cut_off(self) -> None:
        """Note the beginning of a gap."""
        if self.options.pulsing:
            self.services.clocks.cut_off()

    async def _beat(self) -> None:
        """Note regularly that there is a connection."""
        while True:
            await pause(self, BEAT)
            if not self.servers.sees_all:
                await self._left_servers.look()
            if self.connection.lost_at is None:
                await self._note_pulse()

    async def _note_pulse(self) -> None:
        try:
            await self.services.clocks.beat()
        except StoreError as error:  # then it is a gap for everybody
            log.error("that there is a connection is not noted: %s", error)  # noqa: TRY400

    async def _deliver(self) -> None:
        """Deliver what is due, from now on whenever it is.

        What is due later is a row with its time; this is the one clock that looks for it.
        """
        while True:
            try:
                await self._begin_lease()
                self._maintained_before = await self.services.maintenance.until()
                await self._end_maintenance()
                if self.claims is not None:
                    await self.claims.keep(self._look_for_work)
                await self.admin_notices.note_version()
                self._version_noted.set()
                await self.services.paces.announce()
                await self.server_posts.start()
                await self.delivery.start()
                await self.services.expiry.watch_older_games()
                await self.services.announcements.resume()
                await self._agenda.look()
                await self.server_posts.look()
                self._look_daily()
                break
            except StoreError as error:
                log.error("what is due cannot be read: %s", error)  # noqa: TRY400
                await asyncio.sleep(_TRIED_AGAIN_AFTER)
        while True:
            await self.scheduler.sleep()
            self.delivery.again_unnoted()
            await self._agenda.look()
            await self.server_posts.look()
            self._look_daily()

    def _look_daily(self) -> None:
        """Do what is done once a day, if it is time."""
        self.clearing.look()
        if self.backups is not None:
            self.backups.look()

    async def _begin_lease(self) -> None:
        """Begin the lease of this program unless it has one. Raises StoreError."""
        if self.claims is not None and self.store is not None:
            await self.claims.begin(self.own_shards(), only=not self.store.shared)

    async def _end_maintenance(self) -> None:
        """End the maintenance for this restart, once no other process is on the database."""
        until = self._maintained_before
        if until is not None and (self.claims is None or self.claims.living <= 1):
            await self.services.maintenance.end(until)
            self._maintained_before = None

    async def _look_for_work(self) -> None:
        """Look for what other programs have left."""
        await self._end_maintenance()
        await self.delivery.look()
        await self.server_posts.refresh()
        self.scheduler.wake(_now())

    def _look_at_emojis(self) -> None:
        """Check that all are there still: one may have been deleted."""
        if self._keeper is not None:
            self._keeper.look()

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log what went wrong with an event; not that the end of the program cut it short."""
        if self.ending and isinstance(sys.exception(), StoreError):
            log.info("%s was cut short by the end", event_method)
        else:
            await super().on_error(event_method, *args, **kwargs)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Take a press, or what a user has written into a window; commands go to the tree.

        discord.py itself forgets its buttons and windows when the program ends.
        """
        if interaction.type in _PRESSES:
            pressed = cast("Interaction", interaction)
            await answer(pressed, partial(read_press, pressed))

    async def on_guild_channel_update(
        self, _: object, after: discord.abc.GuildChannel | discord.Role
    ) -> None:
        """Try again what was not permitted: perhaps it is now."""
        self.delivery.nudge_problems()
        await self.server_posts.nudge(after.guild.id)

    on_guild_role_update = on_guild_channel_update

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Try again what was not permitted, if a thread was unlocked."""
        if before.locked and not after.locked:
            self.delivery.nudge_problems()
            await self.server_posts.nudge(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Try again what was not permitted, if the bot itself has other roles now."""
        if self.user is not None and after.id == self.user.id:
            self.delivery.nudge_problems()
            await self.server_posts.nudge(after.guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Let games go on without their channel."""
        await self.delivery.lose(channel.id)
        await self.services.queue.lose_channel(channel.id)
        await self.server_posts.lose(channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Open another thread for a game whose own is gone."""
        await self.delivery.lose(thread.thread_id)
        await self.services.queue.lose_channel(thread.thread_id)
        await self.server_posts.lose(thread.thread_id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Deliver what waits if the bot was thrown out before, and say what to do first."""
        await self._left_servers.back(guild.id)
        await self.delivery.look_in(guild.id)
        await self.server_posts.nudge(guild.id)
        await self.admin_notices.greet(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Let the games of a server wait that has thrown the bot out."""
        await self._left_servers.left(guild.id)
        await self.delivery.look_in(guild.id)

    async def finish(self) -> None:
        """Begin nothing new, leave the gateway, and finish answers that are nearly done."""
        self.ending = True
        await self.leave_gateway()
        if not await self.in_flight.rest(_ANSWERS_WITHIN):
            log.warning("not everything was answered before the end")

    async def close(self) -> None:
        """Stop delivering, close the database, leave Discord."""
        for task in self._tasks.values():
            task.cancel()
        await self._status.end()
        async with AsyncExitStack() as closing:  # in reverse order
            if self.store is not None:
                closing.push_async_callback(self.store.close)
            closing.push_async_callback(self.worker.close)
            if self._made:
                closing.push_async_callback(self.services.reviews.close)
            closing.push_async_callback(super().close)
            if self._made:
                parts = self.claims, self.private_messages, self.delivery, self.opponents
                for part in (*parts, self.server_posts, self.backups, self.clearing):
                    if part is not None:
                        closing.push_async_callback(part.close)


def _now() -> datetime:
    return discord.utils.utcnow()  # looked up at each call: a simulated Discord has its own time
