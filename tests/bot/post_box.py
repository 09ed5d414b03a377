"""A post box in place of Discord, and delivery to it."""

import asyncio
import json
import os
from contextlib import contextmanager
from dataclasses import replace

from tabletop import all_rows

from bot.changes import CALL, END_TURN, WAITED
from bot.content.message import Button, PublicContent
from bot.delivery import (
    AGAIN,
    Agenda,
    Gone,
    InChannel,
    PostKind,
    PublicPost,
    SentMessage,
    ToChannel,
    ToHome,
    ToUser,
)
from bot.domain.seat import Everyone
from bot.domain.table import Home, HomeKind, Status
from bot.i18n.public_text import public
from bot.posts.posts_due import Due
from bot.use_cases import OPEN
from bot.use_cases.inside import AllSeats
from tests.patience import LONG

CONTENT = PublicContent(public(""), rows=((Button(public("Board"), "board"),),))
"""Kinds of messages whose content is not compared."""


def posts_due(everyone, closed):
    """A lobby; a message for every turn; a call to the decider, in private if possible."""
    table = everyone.table
    lobby = f"{table.status} {len(table.players)}"
    due = (
        []
        if table.channel_gone
        else [PublicPost("lobby", ToChannel(), lobby, PostKind.DOOR, content=CONTENT)]
    )
    for turn in table.turns if table.status is not Status.REMOVED else ():
        seqs = [entry.seq for entry in turn.entries if entry.kind in {"started", "acted"}]
        now = turn.number == table.turn and table.status is Status.RUNNING
        kind = PostKind.TURN if now else PostKind.RECORD
        key = f"turn {turn.number}"
        due.append(PublicPost(key, ToHome(), f"{seqs} {now}", kind, content=CONTENT))
    if table.decider is not None and (user := table.decider.user_id) is not None:
        if user in closed:
            key, place, shows = f"call {table.turn} {user}", ToHome(), "call"
        else:
            key, place, shows = f"hand {table.turn} {user}", ToUser(user), f"{table.state_version}"
        due.append(PublicPost(key, place, shows, PostKind.CALL, content=CONTENT))
    if everyone.announcement is not None and table.status in OPEN:
        key = f"announced {everyone.announcement.id}"
        due.append(PublicPost(key, ToHome(), key, PostKind.ANNOUNCEMENT, content=CONTENT))
    if table.status is Status.OVER:
        due.append(PublicPost("result", ToHome(), "result", content=CONTENT))
    if table.channel_gone:
        due = [post for post in due if isinstance(post.target, ToUser)]
    # the tests, and the journal, call a post by the first half of its key
    keys = [f"{post.key} of game {table.id}" for post in due]
    return [replace(post, key=key, sign=key) for post, key in zip(due, keys, strict=True)]


def notice(key, user, shows):
    """A message to one user, deleted when it is no longer due."""
    return PublicPost(key, user, shows, PostKind.NOTICE, sign=key, content=CONTENT)


def shown(table, closed=frozenset()):
    """The contents of posts that are due, by the first half of their keys."""
    due = posts_due(Everyone(table, ()), closed)
    return {post.key.split(" of game ")[0]: post.fingerprint for post in due}


class PostBox:
    """A courier that writes its calls to a journal: a list, and a file if there is a path.

    A line is written, and synchronised, before the answer: somebody killed in between finds
    the message there, as on Discord.
    """

    def __init__(self, path=None):
        self._file = None
        self.journal = []
        self.faults = []
        self.attempts = []
        self.gone = set()
        """Channels that were deleted."""
        self.left = set()
        """Servers that the bot has left."""
        self.deleted = set()
        """Messages that somebody has deleted."""
        self._news = asyncio.Event()
        if path is not None:
            if path.exists():
                self.journal = [json.loads(line) for line in path.read_text().splitlines()]
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def close(self):
        if self._file is not None:
            os.close(self._file)

    @contextmanager
    def failing(self, verb, key, fault):
        """Fail whenever *verb* is asked for a key that begins with *key*."""
        self.faults.append((verb, key, fault))
        yield
        self.faults.remove((verb, key, fault))

    def _write(self, verb, key, **fields):
        line = {"verb": verb, "key": key} | fields
        if self._file is not None:
            os.write(self._file, json.dumps(line).encode() + b"\n")
            os.fsync(self._file)
        self.journal.append(line)
        self._news.set()

    def _check(self, verb, key):
        self.attempts.append((verb, key))
        self._news.set()
        for faulty, prefix, fault in self.faults:
            if faulty == verb and key.startswith(prefix):
                raise fault

    def _check_there(self, channel_id):
        if channel_id in self.gone:
            raise Gone(channel=True)

    async def until(self, condition):
        """Wait for a condition, which is checked after every call."""
        async with asyncio.timeout(LONG):
            while not condition():
                self._news.clear()
                await self._news.wait()

    def lines(self, verb):
        return [line for line in self.journal if line["verb"] == verb]

    def keys(self, verb):
        return [str(line["key"]) for line in self.lines(verb)]

    def live(self):
        """The messages that are there with their buttons, as last edited, by number.

        A retired message is still there: an edit gives it buttons again, as on Discord, where
        that happens if a program dies after retiring and the message is due once more.
        """
        messages = {}
        for line in self.journal:
            number = line.get("message")
            if line["verb"] == "send":
                messages[number] = line | {"retired": False}
            elif line["verb"] == "edit":
                messages[number] |= {"shows": line["shows"], "retired": False}
            elif line["verb"] == "retire" and number in messages:
                messages[number]["retired"] = True
            elif line["verb"] == "remove":
                messages.pop(number, None)
        return {number: shown for number, shown in messages.items() if not shown["retired"]}

    # --- a courier -----------------------------------------------------------------------------

    def is_in(self, guild_id):
        return guild_id not in self.left

    async def open_home(self, table, message):
        self._check("home", str(table.id))
        if message.message_id not in {line["channel"] for line in self.lines("home")}:
            self._write("home", str(table.id), channel=message.message_id)
        self._check("homed", str(table.id))
        return Home(message.message_id, HomeKind.THREAD)

    async def send(self, post, where, nonce):
        name, game = _halves(post.key)
        self._check("send", name)
        self._check_there(_address(where))
        for line in self.lines("send"):
            if line["nonce"] == nonce:
                self.attempts.append(("same", name))
                return SentMessage(line["where"], line["message"])
        number = 50_000 + len(self.journal)
        self._write(
            "send",
            name,
            game=game,
            sign=post.sign,
            where=_address(where),
            message=number,
            nonce=nonce,
            shows=post.fingerprint,
        )
        self._check("sent", name)
        return SentMessage(_address(where), number)

    async def check_is_there(self, sent):
        key = next(line["key"] for line in self.lines("send") if line["message"] == sent.message_id)
        self._check("look", str(key))
        self._check_there(sent.channel_id)
        if sent.message_id in self.deleted:
            raise Gone

    async def edit(self, post, sent):
        name, game = _halves(post.key)
        self._check("edit", name)
        self._check_there(sent.channel_id)
        if sent.message_id in self.deleted:
            raise Gone
        self._write("edit", name, game=game, message=sent.message_id, shows=post.fingerprint)
        self._check("edited", name)
        return sent

    async def retire(self, sent):
        key = next(line["key"] for line in self.lines("send") if line["message"] == sent.message_id)
        self._check("retire", key)
        self._write("retire", key, message=sent.message_id)

    async def remove(self, sent):
        key = next(line["key"] for line in self.lines("send") if line["message"] == sent.message_id)
        self._check("remove", key)
        self._write("remove", key, message=sent.message_id)

    async def rename_home(self, home, name):
        self._check("rename", name)
        self._write("rename", name, channel=home.channel_id)

    async def find(self, sought, where):
        self._check("find", _halves(sought.sign)[0])
        for line in reversed(self.lines("send")):
            there = (line["sign"], line["where"]) == (sought.sign, _address(where))
            if there and line["message"] not in sought.others | self.deleted:
                return SentMessage(_address(where), line["message"])
        return None


class RecordingBox(PostBox):
    """A post box that stores the texts of messages, by channel."""

    def __init__(self):
        super().__init__()
        self.contents = []

    async def send(self, post, where, nonce):
        place = where.channel_id if isinstance(where, InChannel) else where.user_id
        self.contents.append((place, post.key, post.made()))
        return await super().send(post, where, nonce)

    async def edit(self, post, sent):
        self.contents.append((sent.channel_id, post.key, post.made()))
        return await super().edit(post, sent)


def due_of(services):
    """The real posts that are due, with keys as the post box wants them."""
    due = Due(AllSeats(services).last_record)

    def posts(everyone, closed):
        number = everyone.table.id
        return [
            replace(
                post,
                key=f"{post.key} of game {number}",
                sign=f"{post.key} of game {number}",
                same_call=f"{post.same_call} of game {number}",
            )
            for post in due(everyone, closed)
        ]

    return posts


@contextmanager
def pressed(delivery, message, table):
    """While a press on the message is answered."""
    presses = delivery.presses
    with presses.on(message) as press, presses.answering(press, message, table.id):
        yield press


async def answer(press, shows=""):
    """Show the answer to a press: a desk, or a passing page."""
    async with press.showing(shows):
        pass


async def deliver(delivery, table):
    delivery.nudge(table.id)
    await delivery.rest(table.id)


async def look_after(delivery, clock, seconds):
    """Let time go by, and what is due then be delivered."""
    clock.advance(seconds=seconds)
    await look(delivery, clock)
    await delivery.rest()


async def look(delivery, clock):
    """Have done what is due by now, as the client does."""
    services = delivery._services
    doing = {
        AGAIN: delivery.again,
        CALL: services.clocks.call_absent,
        END_TURN: services.clocks.end_turn_automatically,
        WAITED: services.long_waits.report,
    }
    delivery.again_unnoted()
    await Agenda(delivery._store, clock, doing, delivery.alarm).look()


async def started(make):
    """The delivery of a program that has just started."""
    delivery = make()
    await delivery.start()
    await delivery.rest()
    return delivery


async def undelivered(store):
    rows = (await all_rows(store))["game"]
    async with store.reading() as connection:
        behind = await connection.exec_driver_sql(
            "SELECT count(*) FROM game WHERE delivered_version < version"
        )
        assert len(rows)
        return int(behind.scalar_one())


def _halves(key):
    """The first half of a post's key, and the number of its game; 0 for one of a server."""
    name, _, game = key.partition(" of game ")
    return name, int(game or 0)


def _address(where):
    return where.channel_id if isinstance(where, InChannel) else where.user_id
