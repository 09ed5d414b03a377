"""What the tests of the bot share: people, a clock, play at random, and a post box for Discord."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TypeAlias

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, update

from bot.delivery import (
    AGAIN,
    Agenda,
    Delivery,
    Gone,
    InChannel,
    Post,
    Sent,
    Sought,
    ToChannel,
    ToHome,
    ToUser,
    Where,
)
from bot.store import Store, outbox
from bot.store.schema import metadata, snapshot
from bot.table import (
    CALL,
    END_TURN,
    UNHURRIED,
    Entry,
    Everyone,
    Home,
    HomeKind,
    Kind,
    Outcome,
    Person,
    Place,
    Question,
    Status,
    Table,
    Tables,
)
from engine import Action, AddDecision, Dynasty, Game, Level, PlaceCatastrophe, dump_game
from tests.databases import new_database
from tests.engine.diagram import draw
from tests.patience import LONG

GAMES: dict[tuple[int, int], Game | None] = {}
"""Every game that was read or stored in this test, by its number and version."""


def whole(table: Table) -> Game:
    """The game with everything that is hidden in it, which no table tells."""
    game = GAMES[table.id, table.version]
    assert game is not None
    return game


ANNA, BEN, CORA, DAN = PEOPLE = [
    Person(1_000_000_000_000_000_000 + number, name)
    for number, name in enumerate(["Anna", "Ben", "Cora", "Dan"], start=1)
]
EVE = Person(ANNA.user_id + 10, "Eve", "de")
"""She sits at no table."""
PLACE = Place(guild_id=2_000_000_000_000_000_000, channel_id=3_000_000_000_000_000_000)

FOUR_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""
"""On H3 the archer's King attacks the bull's."""


class Clock:
    """A clock that goes on only when told to."""

    def __init__(self) -> None:
        self.now = datetime(2030, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **duration: float) -> None:
        self.now += timedelta(**duration)


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def unlike_the_schema(store: Store) -> list[object]:
    """In what the tables of a database are not those of this version."""
    async with store.reading() as connection:
        return await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), metadata
            )
        )


@asynccontextmanager
async def opened(path: Path, programs: int = 1) -> AsyncIterator[list[Store]]:
    """The same database opened by several programs."""
    stores = [await Store.open(await new_database(path)) for _ in range(programs)]
    try:
        yield stores
    finally:
        for store in stores:
            await store.close()


async def running(
    tables: Tables,
    players: int = 3,
    name: str = "Ur",
    *,
    board: str = "classic",
    options: Sequence[str] = (),
    levels: Sequence[Level] = (),
) -> Table:
    """A game that has just started, without reminders; computers have the last seats."""
    table = await tables.open(
        ANNA, PLACE, name, seats=players, board=board, options=options, pace=UNHURRIED
    )
    for person in PEOPLE[1 : players - len(levels)]:
        table = await tables.join(table.id, person)
    for level in levels:
        table = await tables.seat_computer(table.id, ANNA, level, f"Computer ({level})")
    if levels:
        table = await tables.start(table.id, ANNA)
    assert table.status is Status.RUNNING
    return table


class InOrder(Random):
    """Seats people in the order of joining, with the first dynasties."""

    def shuffle(self, x: list[object]) -> None:
        pass

    def sample(self, population: object, k: int, **_: object) -> list[Dynasty]:
        return list(Dynasty)[:k]


async def standing(
    store: Store, clock: Callable[[], datetime], game: Game, *levels: Level
) -> tuple[Tables, Table]:
    """A table with this position: Anna, Ben and Cora play archer, bull and lion.

    Computers of these *levels* have the last seats instead.
    """
    tables = Tables(store, InOrder(0), clock)
    table = await running(tables, len(game.seats), options=game.options, levels=levels)

    def arrange(connection: Connection) -> None:
        connection.execute(update(snapshot).values(state=dump_game(game)))

    await store.write(arrange)
    tables = Tables(store, InOrder(0), clock)  # with nothing in memory
    return tables, await tables.get(table.id)


def unequal(held: str, options: str = "english", turn: str = "A 2") -> Game:
    """With a tile on H3 the bull, who holds these tiles, attacks the lion: 1 settlement to 3."""
    drawing = """
        r  . . . r
        Bk k . k Lk
        .  . . k k
    """
    hands = {"A": "krbggg", "B": held, "L": "kkkkkk"}
    return draw(drawing, seats="A B L", turn=turn, hands=hands, options=options).game


def decider(table: Table) -> int:
    """The user whose decision it is."""
    assert table.decider is not None
    return table.decider.user_id


def user(table: Table, seat: int) -> int:
    """The user who sits there."""
    user_id = table.player(seat).user_id
    assert user_id is not None
    return user_id


def undoer(table: Table) -> int | None:
    """The user who may take the last decision back, if anybody may."""
    return None if table.undoer is None else table.undoer.user_id


def person_at(table: Table, seat: int) -> Person:
    """Who sits there."""
    player = table.player(seat)
    assert player.user_id is not None
    return Person(player.user_id, player.name)


async def act(tables: Tables, table: Table, *actions: Action) -> Table:
    """Take these decisions for whoever decides."""
    for action in actions:
        table = (await tables.act(table.id, decider(table), action)).table
    return table


def catastrophe(table: Table) -> Action:
    """A catastrophe that can be placed."""
    legal = whole(table).legal_actions()
    return next(each for each in legal if isinstance(each, PlaceCatastrophe))


async def act_at_random(tables: Tables, table: Table, rng: Random) -> Outcome:
    """Take any legal decision for whoever decides."""
    action = rng.choice(whole(table).legal_actions())
    return await tables.act(table.id, decider(table), action, table.state_version)


async def proposed(tables: Tables, table: Table, seat: int, question: Question) -> Table:
    """The table once that seat's player has proposed that."""
    return await tables.propose(table.id, user(table, seat), question)


async def answered(tables: Tables, table: Table, seat: int, *, yes: bool) -> Table:
    """The table once that seat's player has answered what alone is proposed."""
    (proposal,) = table.proposals
    return await tables.answer(table.id, user(table, seat), proposal.seq, yes=yes)


def last(table: Table, kind: Kind) -> Entry:
    """The last entry of this kind in the round."""
    return [entry for entry in table.round if entry.kind is kind][-1]


async def in_conflict(tables: Tables) -> Table:
    """A game of three in which somebody is asked in the middle of another's turn."""
    table, rng = await running(tables), Random(4)
    while True:
        decision = whole(table).decision
        if isinstance(decision, AddDecision) and decision.seat != whole(table).active:
            return table
        table = (await act_at_random(tables, table, rng)).table


async def delivered(store: Store, tables: Tables, table: Table) -> Table:
    """The table, as if everything were shown by now."""
    await store.write(outbox.set_delivered, table.id, table.version, table.turn)
    return await tables.get(table.id)


async def play_out(store: Store, tables: Tables, table: Table, seed: int = 1) -> Table:
    """Play a game at random to its end. Each turn that has ended is shown."""
    rng = Random(seed)
    while table.status is Status.RUNNING:
        after = (await act_at_random(tables, table, rng)).table
        table = after if after.turn == table.turn else await delivered(store, tables, after)
    return table


async def ended(tables: Tables, players: int = 2) -> Table:
    """A game that is over, because all but one have resigned."""
    table = await running(tables, players)
    for person in PEOPLE[1:players]:
        table = (await tables.resign(table.id, person.user_id)).table
    assert table.status is Status.OVER
    return table


async def everything(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables: for comparing before and after."""
    names = [table.name for table in metadata.sorted_tables]
    async with store.reading() as connection:
        return {
            name: sorted(
                map(tuple, await connection.exec_driver_sql(f"SELECT * FROM {name}")), key=repr
            )
            for name in names
        }


def posts_due(everyone: Everyone, closed: frozenset[int]) -> Sequence[Post]:
    """A lobby; a message for every turn; a call to whoever decides, in private if possible."""
    table = everyone.table
    lobby = f"{table.status} {len(table.players)}"
    due = [] if table.channel_gone else [Post("lobby", ToChannel(), lobby, None, opens_home=True)]
    for turn in table.turns if table.status is not Status.REMOVED else ():
        seqs = [entry.seq for entry in turn.entries if entry.changes_game]
        now = turn.number == table.turn and table.status is Status.RUNNING
        due.append(Post(f"turn {turn.number}", ToHome(), f"{seqs} {now}", None, afresh=now))
    if table.decider is not None and (user := table.decider.user_id) is not None:
        if user in closed:
            due.append(Post(f"call {table.turn} {user}", ToHome(), "call", None, calls=True))
        else:
            hand = f"{table.state_version}"
            due.append(Post(f"hand {table.turn} {user}", ToUser(user), hand, None, calls=True))
    if table.status is Status.OVER:
        due.append(Post("result", ToHome(), "result", None))
    if table.channel_gone:
        due = [post for post in due if isinstance(post.target, ToUser)]
    # the tests, and the journal, call a post by the first half of its key
    keys = [f"{post.key} of game {table.id}" for post in due]
    return [replace(post, key=key, sign=key) for post, key in zip(due, keys, strict=True)]


def shown(table: Table, closed: frozenset[int] = frozenset()) -> dict[str, str]:
    """What the posts due are to show, by the first half of their keys."""
    due = posts_due(Everyone(table, ()), closed)
    return {post.key.split(" of game ")[0]: post.fingerprint for post in due}


class PostBox:
    """A courier that keeps what it is given in a journal: a list, and a file if there is a path.

    A line is written, and synchronised, before the answer: somebody killed in between finds
    the message there, as on Discord.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._file = None
        self.journal: list[dict[str, object]] = []
        self.faults: list[tuple[str, str, BaseException]] = []
        self.attempts: list[tuple[str, str]] = []
        self.gone: set[int] = set()
        """Channels that were deleted."""
        self.left: set[int] = set()
        """Servers that the bot has left."""
        self._news = asyncio.Event()
        if path is not None:
            if path.exists():
                self.journal = [json.loads(line) for line in path.read_text().splitlines()]
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)

    @contextmanager
    def failing(self, verb: str, key: str, fault: BaseException) -> Iterator[None]:
        """Fail whenever *verb* is asked for a key that begins with *key*."""
        self.faults.append((verb, key, fault))
        yield
        self.faults.remove((verb, key, fault))

    def _write(self, verb: str, key: str, **fields: object) -> None:
        line = {"verb": verb, "key": key} | fields
        if self._file is not None:
            os.write(self._file, json.dumps(line).encode() + b"\n")
            os.fsync(self._file)
        self.journal.append(line)
        self._news.set()

    def _check(self, verb: str, key: str) -> None:
        self.attempts.append((verb, key))
        self._news.set()
        for faulty, prefix, fault in self.faults:
            if faulty == verb and key.startswith(prefix):
                raise fault

    def _check_there(self, channel_id: int) -> None:
        if channel_id in self.gone:
            raise Gone(channel=True)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something holds, looking whenever something was tried or brought."""
        async with asyncio.timeout(LONG):
            while not condition():
                self._news.clear()
                await self._news.wait()

    def lines(self, verb: str) -> list[dict[str, object]]:
        return [line for line in self.journal if line["verb"] == verb]

    def keys(self, verb: str) -> list[str]:
        return [str(line["key"]) for line in self.lines(verb)]

    def live(self) -> dict[int, dict[str, object]]:
        """The messages that are there with their buttons, as last edited, by number.

        A retired message is still there: an edit gives it buttons again, as on Discord, where
        that happens if a program dies after retiring and the message is due once more.
        """
        messages: dict[int, dict[str, object]] = {}
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

    def is_in(self, guild_id: int | None) -> bool:
        return guild_id not in self.left

    async def open_home(self, table: Table, message: Sent) -> Home:
        self._check("home", str(table.id))
        if message.message_id not in {line["channel"] for line in self.lines("home")}:
            self._write("home", str(table.id), channel=message.message_id)
        self._check("homed", str(table.id))
        return Home(message.message_id, HomeKind.THREAD)

    async def send(self, post: Post, where: Where, nonce: int) -> Sent:
        name, game = post.key.split(" of game ")
        self._check("send", name)
        self._check_there(_address(where))
        for line in self.lines("send"):
            if line["nonce"] == nonce:
                self.attempts.append(("same", name))
                return Sent(line["where"], line["message"])
        number = 50_000 + len(self.journal)
        self._write(
            "send",
            name,
            game=int(game),
            where=_address(where),
            message=number,
            nonce=nonce,
            shows=post.fingerprint,
        )
        self._check("sent", name)
        return Sent(_address(where), number)

    async def edit(self, post: Post, sent: Sent) -> Sent:
        name, game = post.key.split(" of game ")
        self._check("edit", name)
        self._check_there(sent.channel_id)
        self._write("edit", name, game=int(game), message=sent.message_id, shows=post.fingerprint)
        self._check("edited", name)
        return sent

    async def retire(self, sent: Sent) -> None:
        key = next(line["key"] for line in self.lines("send") if line["message"] == sent.message_id)
        self._check("retire", key)
        self._write("retire", key, message=sent.message_id)

    async def remove(self, sent: Sent) -> None:
        key = next(line["key"] for line in self.lines("send") if line["message"] == sent.message_id)
        self._check("remove", key)
        self._write("remove", key, message=sent.message_id)

    async def rename_home(self, home: Home, name: str) -> None:
        self._check("rename", name)
        self._write("rename", name, channel=home.channel_id)

    async def find(self, sought: Sought, where: Where) -> Sent | None:
        name, game = sought.sign.split(" of game ")
        self._check("find", name)
        for line in reversed(self.lines("send")):
            if (line["game"], line["key"], line["where"]) == (int(game), name, _address(where)):
                return Sent(_address(where), line["message"])
        return None


Make: TypeAlias = Callable[[], Delivery]
"""Makes a delivery as a program that starts does."""


async def deliver(delivery: Delivery, table: Table) -> None:
    delivery.nudge(table.id)
    await delivery.rest(table.id)


async def look_after(delivery: Delivery, clock: Clock, seconds: float) -> None:
    """Let time go by, and what is due then be delivered."""
    clock.advance(seconds=seconds)
    await look(delivery, clock)
    await delivery.rest()


async def look(delivery: Delivery, clock: Clock) -> None:
    """Have done what is due by now, as the client does."""
    tables = delivery._tables
    doing = {
        AGAIN: delivery.again,
        CALL: tables.call_who_has_gone,
        END_TURN: tables.end_turn_by_itself,
    }
    delivery.again_unnoted()
    await Agenda(delivery._store, clock, doing, delivery._alarm).look()


async def left_undelivered(store: Store) -> int:
    rows = (await everything(store))["game"]
    async with store.reading() as connection:
        behind = await connection.exec_driver_sql(
            "SELECT count(*) FROM game WHERE delivered_version < version"
        )
        assert len(rows)
        return int(behind.scalar_one())


def _address(where: Where) -> int:
    return where.channel_id if isinstance(where, InChannel) else where.user_id
