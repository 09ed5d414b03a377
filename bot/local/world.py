"""The simulated Discord: one server, one channel, four people, and the bot among them.

simcord forgets everything when the program ends, the bot's database nothing. What both must
agree on, the numbers of the people, the server and the channel, is the same at every start:
they are made in the same order at the first moment of simcord's clock, which only then is
put right. Delivery posts threads and messages again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import discord
import simcord
from PIL import Image, UnidentifiedImageError
from simcord.backend.cdn import CDN_BASE
from simcord.preview._media import MediaInfo, MediaWorker

from bot.app import TwoRivers
from bot.client import ClientOptions
from bot.client.messages.conversion import has_sign
from bot.client.messages.emoji_uploads import PieceEmoji, wanted
from bot.computers import PAUSE
from bot.domain.player import OwnNumber, Person
from bot.domain.table import Table
from bot.features.solo import against, proposed_solo
from bot.intents import NO_GAME, Address
from bot.intents.again import PlayAgain
from bot.intents.seats import Join
from bot.intents.solo import ChooseComputers, PlaySolo, Solo
from bot.local.game_form import OWN, GameForm
from bot.local.page import Chair
from bot.store import Store
from bot.store.queries import outbox
from bot.use_cases import GameLimits, Patience

log = logging.getLogger(__name__)

_A = TypeVar("_A")

GUILD_ID = 1_000_000_000_000_000_000
NAMES = ("Anna", "Ben", "Cora", "Dan")
_CHANNEL = "two-rivers"
_SETTLE_TIMEOUT = 20.0
_CHECK_INTERVAL = 0.5
"""Seconds between two checks for what has become due."""
_LONGEST_LAG = 60.0
"""Seconds; simcord's clock is further behind only after the machine has slept."""
_MOST_FINISHED = 20
"""The most finished solo games that are listed."""
_NO_PACE = "unhurried"
"""A person who plays all seats needs no reminders."""


@dataclass(frozen=True)
class LocalSeat(Chair):
    """A person of the simulated server, played in the browser."""

    member: simcord.MemberActor

    @property
    def user(self) -> simcord.UserHandle:
        """The person outside the server, in direct messages."""
        return self.member.user


class AttachedPictures(MediaWorker):
    """Answers a still PNG as it was attached.

    simcord would decode and encode it again for each page, in a Python process of its own: half a
    second for each picture, one after another. A browser does not need that: except for the
    animation at the end, the bot attaches still PNGs.
    """

    async def validate(
        self, key: str, blob: bytes, *, media_time: float | None = None
    ) -> MediaInfo:
        """Return an attachment as it is shown. Raises MediaError if it cannot be."""
        try:
            with Image.open(BytesIO(blob), formats=["PNG"]) as picture:
                width, height = picture.size
                still = not getattr(picture, "is_animated", False) and not picture.getexif()
        except UnidentifiedImageError:
            still = False
        if not still:
            return await super().validate(key, blob, media_time=media_time)
        return MediaInfo(
            format="PNG",
            width=width,
            height=height,
            frames=1,
            decoded_bytes=4 * width * height,
            normalized=blob,
            content_type="image/png",
            capture=blob,
            poster=blob,
        )


class WorldChange(NamedTuple):
    """A channel in which something has changed."""

    channel_id: int
    user_id: int | None = None
    """The only user who sees it; None if everyone there does."""


class World:
    """The simulated server with the bot running on it.

    simcord does one thing at a time: all actions happen within :meth:`acting`.
    """

    def __init__(self, database_url: str, *, pause: timedelta = PAUSE) -> None:
        """*pause*: how long a computer takes for a conflict, and at most for its turn."""
        patience = Patience()  # its games wait for its one user
        options = ClientOptions(
            database_url,
            limits=GameLimits(rated=False),  # its one user plays all seats
            patience=patience,
            pause=pause,
            waits=self._wait_for_worker,
        )
        self.bot = TwoRivers(options)
        self._database_url = database_url
        self._env = simcord.Env(self.bot, settle_timeout=_SETTLE_TIMEOUT)
        self._pictures: dict[str, tuple[str, bytes]] = {}
        """The pictures of the bot's emojis, by their URLs."""
        self._lock = asyncio.Lock()
        self._changed: set[WorldChange] = set()
        self._something_changed = asyncio.Event()
        self._watching: asyncio.Task[None] | None = None
        self._show: Callable[[frozenset[WorldChange]], Awaitable[None]] | None = None

    async def start(self) -> None:
        """Make the server, start the bot on it, and post its messages again.

        Raises StoreError if the database cannot be used.
        """
        backend = self._env.backend
        backend.bot_user.name = "Two Rivers"
        users = [self._env.create_user(name.lower(), global_name=name) for name in NAMES]
        guild = self._env.create_guild("Two Rivers", id=GUILD_ID, owner=users[0])
        self.channel = guild.create_text_channel(_CHANNEL)
        self.seats = tuple(
            LocalSeat(name, user.id, guild.add_member(user))
            for name, user in zip(NAMES, users, strict=True)
        )
        self.bot.piece_emojis.use({each.sign: self._upload_emoji(each) for each in wanted()})
        backend.clock.advance(max(0.0, self._seconds_behind()))
        await self._forget_posts()
        await self._env.start()
        backend.subscribers.append(self._note_change)
        with self._env.time_context():
            for table in reversed(await self.games()):
                self.bot.delivery.nudge(table.id)
                await self.bot.delivery.rest(table.id)
        self._changed.clear()
        self._watching = asyncio.create_task(self._watch())

    def _upload_emoji(self, piece: PieceEmoji) -> str:
        """Upload an emoji for the bot, and return it as it is written in a text."""
        backend = self._env.backend
        emoji = backend.create_application_emoji(piece.name)
        self._pictures[f"{CDN_BASE}/emojis/{emoji.id}.png"] = ("image/png", piece.png)
        return f"<:{piece.name}:{emoji.id}>"

    async def stop(self) -> None:
        """Close the bot, and its database, and then the simulated Discord."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        async with self._lock:
            await self.bot.close()
            await self._env.shutdown()

    def on_change(self, show: Callable[[frozenset[WorldChange]], Awaitable[None]]) -> None:
        """Call *show* with what has changed, from now on."""
        self._show = show

    @asynccontextmanager
    async def acting(self, shown: WorldChange | None = None) -> AsyncIterator[None]:
        """Act in the simulated Discord; when it is done, what has changed is shown.

        *shown* is what the acting page updates by itself.
        """
        async with self._lock:
            await self._catch_up()
            try:
                yield
            finally:
                self._note_answers()
                changed = frozenset(self._changed - {shown})
                self._changed.clear()
                self._something_changed.clear()
                if changed and self._show is not None:
                    await self._show(changed)

    # --- what can be looked at -----------------------------------------------------------------

    async def games(self) -> list[Table]:
        """Every game opened here, newest first."""
        services = self.bot.services
        games = {game.id: game for game in await services.games.at(self.channel.id, finished=True)}
        user_id = OwnNumber(self.seats[0].member.id)  # the one who plays alone
        own = await services.games.of_user(user_id)
        own += await services.games.finished_of(user_id, _MOST_FINISHED)
        games |= {game.id: game for game in own if isinstance(game, Table) and game.in_directs}
        return [games[number] for number in sorted(games, reverse=True)]

    def thread(self, channel_id: int) -> simcord.ChannelHandle | None:
        """The thread of that id, if there is one."""
        return next((one for one in self.channel.threads if one.id == channel_id), None)

    def seat(self, key: str) -> LocalSeat | None:
        """The person with that name in URLs."""
        return next((seat for seat in self.seats if seat.key == key), None)

    async def preview(self, seat: LocalSeat, channel: simcord.ChannelHandle) -> simcord.Preview:
        """Open a preview of *channel* as that person alone sees it."""
        viewer = seat.user if channel.guild is None else seat.member
        preview = self._env.preview(
            channel, viewers=[viewer], layout="channel", assets=self._pictures
        )
        await preview.__aenter__()  # it is left when the simulated Discord is shut down
        self._env._preview = None  # noqa: SLF001  # simcord means to have one, but can have many
        preview._media_worker = AttachedPictures()  # noqa: SLF001
        return preview

    # --- what can be done besides ---------------------------------------------------------------

    async def open_game(self, opening: GameForm) -> str | None:
        """Have the first person open a game with the bot's command, and others join as wished.

        Answers what the bot said, if it opened none.
        """
        async with self.acting():
            known = {table.id for table in await self.games()}
            opener = self.seats[0].member
            own = opening.preset == OWN
            rules = {"board": opening.own_board} if own else {"preset": opening.preset}
            answer = await opener.slash(
                self.channel,
                "open",
                name=opening.name,
                seats=opening.seats,
                pace=_NO_PACE,
                **rules,
            )
            opened = [table for table in await self.games() if table.id not in known]
            if not opened:
                return str(answer.response.content) if answer.response else ""
            (table,) = opened
            if own:
                person = Person(OwnNumber(opener.id), NAMES[0])
                await self.bot.services.lobbies.configure(
                    table.id, person, opening.own_board, sorted(opening.own_options)
                )
            if opening.full:
                for seat in self.seats[1 : opening.seats]:
                    await self._join(seat, table)
        return None

    async def play_alone(self, solo: Solo) -> str | None:
        """Have the first person begin to play alone with the bot's command.

        Answers what the bot said, if nothing has begun.
        """
        async with self.acting():
            known = {table.id for table in await self.games()}
            user, anywhere = self.seats[0].user, Address(NO_GAME)
            page = (await user.slash("solo", preset=solo.preset)).response
            if page is not None:
                usual = solo.preset == Solo().preset
                shown = await self.proposed_solo() if usual else Solo(preset=solo.preset)
                choice = anywhere.to(ChooseComputers(shown, ())).custom_id
                chosen = await user.select(page, [against(solo.levels)], custom_id=choice)
                page = chosen.response
            if page is not None:
                play = anywhere.to(PlaySolo(solo)).custom_id
                page = (await user.click(page, custom_id=play)).response
            if {table.id for table in await self.games()} - known:
                return None
            return "" if page is None else str(page.content)

    async def play_again(self, table: Table) -> Table | str:
        """Have the first person of a game press *Play again*, and the others join.

        Returns the game, or what the bot said if there is none.
        """
        async with self.acting():
            first, *others = [seat for seat in self.seats if table.player_of(seat.user_id)]
            where, actor = self._place_of(table, first)
            request = Address(table.id).to(PlayAgain()).custom_id
            result = _signed(where.history(viewer=actor), request)
            answer = None if result is None else await actor.click(result, custom_id=request)
            following = [each for each in await self.games() if each.after == table.id]
            if not following:
                return "" if answer is None or answer.response is None else answer.response.content
            for seat in others:
                await self._join(seat, following[0])
            return next(each for each in await self.games() if each.id == following[0].id)

    def _place_of(
        self, table: Table, seat: LocalSeat
    ) -> tuple[simcord.ChannelHandle, simcord.UserHandle | simcord.MemberActor]:
        """The place where a game is shown to a seat, and the person there."""
        if table.in_directs:
            return seat.user.dm_channel, seat.user
        thread = None if table.home is None else self.thread(table.home.channel_id)
        return thread or self.channel, seat.member

    async def proposed_solo(self) -> Solo:
        """The game alone that the bot proposes to the first person."""
        return await proposed_solo(self.bot.services, OwnNumber(self.seats[0].member.id))

    async def learn(self) -> None:
        """Have the first person see the lessons with the bot's command."""
        async with self.acting():
            await self.seats[0].user.slash("learn")

    async def _join(self, seat: LocalSeat, table: Table) -> None:
        """Press the button under the game's message."""
        join = Address(table.id).to(Join()).custom_id
        lobby = _signed(self.channel.history(viewer=seat.member), join)
        if lobby is not None:
            await seat.member.click(lobby, custom_id=join)

    # --- keeping up ----------------------------------------------------------------------------

    async def _forget_posts(self) -> None:
        store = await Store.open(self._database_url)
        try:
            await store.write(outbox.forget_everything)
        finally:
            await store.close()

    def _seconds_behind(self) -> float:
        """The seconds by which simcord's clock is slow."""
        return (_now() - self._env.now()).total_seconds()

    async def _catch_up(self) -> None:
        """Put simcord's clock right: it stands still when nothing happens."""
        behind = max(0.0, self._seconds_behind())
        if behind > _LONGEST_LAG:  # else every beat of that time would be made up for
            self._env.backend.clock.advance(behind)
            behind = 0.0
        try:
            await self._env.advance_time(behind)
        except TimeoutError as error:
            log.warning("the simulated Discord is busy: %s", error)

    async def _wait_for_worker(self, answer: "asyncio.Future[_A]") -> _A:
        """Wait for the engine worker as for something outside Discord: no press waits for it."""
        thought: _A = await self._env.external_wait(answer, reason="the engine worker thinks")
        return thought

    def _note_change(self, event: str, payload: Mapping[str, Any]) -> None:
        channel_id = payload.get("channel_id")
        if channel_id is not None and event != "INTERACTION_CREATE":  # which changes nothing
            self._changed.add(WorldChange(int(channel_id)))
            self._something_changed.set()

    def _note_answers(self) -> None:
        """Note where the bot has answered: simcord does not report what only one person sees."""
        interactions, sent = self._env.backend.interaction_tokens, self._env.http_requests
        for request in sent:
            match request.path.strip("/").split("/"):
                case ["webhooks", _, token, *_] if token in interactions:
                    answered = self._env.backend.interaction_by_token(token)
                    self._changed.add(WorldChange(answered.channel_id, answered.user_id))
        sent.clear()

    async def _watch(self) -> None:
        """Keep simcord's clock right, and show what the bot does by itself."""
        while True:
            with suppress(TimeoutError):
                # wait_for would swallow that it is cancelled, if something changes just then
                async with asyncio.timeout(_CHECK_INTERVAL):
                    await self._something_changed.wait()
            try:
                async with self.acting():
                    pass
            except Exception:
                log.exception("a change was not shown")


def _signed(messages: Sequence[discord.Message], custom_id: str) -> discord.Message | None:
    """The newest message with that button."""
    return next((each for each in reversed(messages) if has_sign(each, custom_id)), None)


def _now() -> datetime:
    """The time of the person at the browser."""
    return datetime.now(UTC)
