"""An admin removes a game: its messages say so, and then nothing is left of it anywhere."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from post_box import Make, PostBox, deliver, look_after
from tabletop import ANNA, BEN, PLACE, Clock, ended, everything, running

from bot.delivery import Delivery, InTrouble, Missing
from bot.store import Store, deleting, due
from bot.store.rows import DueRow
from bot.table import CALL, Person, Refusal, Refused, Table, Tables, Whence

assert PLACE.guild_id is not None
GUILD = PLACE.guild_id
ZOE = Person(42, "Zoe")
"""She manages the server, and plays nowhere."""


Begin: TypeAlias = Callable[[Tables], Awaitable[Table]]


async def left_of(store: Store, table: Table) -> dict[str, int]:
    """How many rows there are of a game, by their tables."""
    found = {}
    for name, rows in (await everything(store)).items():
        async with store.reading() as connection:
            cursor = await connection.exec_driver_sql(f"SELECT * FROM {name} LIMIT 0")
            columns = list(cursor.keys())
        key = "id" if name == "game" else "game_id"
        if key in columns:
            found[name] = sum(row[columns.index(key)] == table.id for row in rows)
    return {name: count for name, count in found.items() if count}


async def a_lobby(tables: Tables) -> Table:
    table = await tables.open(ANNA, PLACE, "Ur")
    return await tables.join(table.id, BEN)


async def removed_after_it_was_shown(make: Make, tables: Tables) -> tuple[Delivery, Table]:
    """A running game that an admin has removed: its messages do not say so yet."""
    delivery = make()
    table = await running(tables)
    await deliver(delivery, table)
    await tables.remove_by_admin(table.id, GUILD, ZOE)
    return delivery, table


@pytest.mark.parametrize("begun", [a_lobby, running, ended], ids=lambda each: each.__name__)
async def test_a_game_is_removed_with_its_messages_however_it_stands(
    make: Make, store: Store, tables: Tables, box: PostBox, begun: Begin
) -> None:
    delivery = make()
    tables.tell(delivery)
    other = await running(tables, name="another")
    table = await begun(tables)
    await delivery.rest()
    before = await left_of(store, other)
    assert {"game", "player", "entry", "post"} <= (await left_of(store, table)).keys()

    await tables.remove_by_admin(table.id, GUILD, ZOE)
    await delivery.rest()

    assert await left_of(store, table) == {}
    assert await left_of(store, other) == before
    of_game = {line["message"] for line in box.lines("send") if line["game"] == table.id}
    left = {number: shown for number, shown in box.live().items() if number in of_game}
    assert [shown["shows"][:7] for shown in left.values()] == ["removed"]


async def test_what_is_removed_is_to_everybody_as_if_there_were_none(
    store: Store, tables: Tables
) -> None:
    table = await running(tables)
    await tables.remove_by_admin(table.id, GUILD, ZOE)  # its messages do not say so yet
    for wish in (
        tables.get(table.id),
        tables.visit(table.id, ANNA.user_id),
        tables.visit_named(Whence(ANNA.user_id, GUILD, None), str(table.id)),
        tables.resign(table.id, ANNA.user_id),
        tables.history(table.id),
        tables.record(table.id),
        tables.reviews.of(table.id),
        tables.managed_named(str(table.id), GUILD),
        tables.remove_by_admin(table.id, GUILD, ZOE),
    ):
        with pytest.raises(Refused) as refused:
            await wish
        assert refused.value.refusal is Refusal.UNKNOWN_GAME
    assert await tables.games_of(ANNA.user_id) == []
    assert await tables.finished_of(ANNA.user_id, 9) == []
    assert await tables.games_at(PLACE.channel_id, finished=True) == []
    assert await tables.named_in(GUILD) == []


async def test_no_number_comes_again(make: Make, tables: Tables) -> None:
    delivery = make()
    tables.tell(delivery)
    removed = await tables.open(ANNA, PLACE, "Ur")
    await tables.remove_by_admin(removed.id, GUILD, ZOE)
    await delivery.rest()
    assert (await tables.open(ANNA, PLACE, "Ur")).id == removed.id + 1


async def test_a_finished_game_is_named_by_its_number(tables: Tables) -> None:
    table = await ended(tables)
    assert await tables.managed_named(f" {table.id}", GUILD) == table
    with pytest.raises(Refused):
        await tables.managed_named(table.name, GUILD)
    for typed in ("99", "123456789012345678", "-1", "1.0"):
        with pytest.raises(Refused):
            await tables.managed_named(typed, GUILD)


async def test_the_next_program_removes_what_was_left(
    make: Make, store: Store, tables: Tables, box: PostBox
) -> None:
    delivery, table = await removed_after_it_was_shown(make, tables)
    await delivery.close()
    assert await left_of(store, table)
    following = make()
    await following.start()
    await following.rest()
    assert await left_of(store, table) == {}


async def test_as_long_as_discord_is_in_trouble_a_removed_game_waits(
    make: Make, store: Store, tables: Tables, box: PostBox, clock: Clock
) -> None:
    delivery, table = await removed_after_it_was_shown(make, tables)
    with box.failing("edit", "lobby", InTrouble("no answer")):
        await deliver(delivery, table)
        assert await left_of(store, table)
    await look_after(delivery, clock, 5)
    assert await left_of(store, table) == {}


async def test_what_nobody_permits_to_be_shown_keeps_no_game(
    make: Make, store: Store, tables: Tables, box: PostBox
) -> None:
    delivery, table = await removed_after_it_was_shown(make, tables)
    with (
        box.failing("edit", "lobby", Missing("Send Messages")),
        box.failing("retire", "turn", Missing("Send Messages")),
    ):
        await deliver(delivery, table)
    assert await left_of(store, table) == {}
    assert delivery.problem(table.id) is None


async def test_where_the_bot_is_not_any_more_nothing_is_shown_and_nothing_kept(
    make: Make, store: Store, tables: Tables, box: PostBox
) -> None:
    delivery = make()
    table = await running(tables)
    await deliver(delivery, table)
    sent = len(box.journal)
    box.left.add(GUILD)
    await deliver(delivery, table)  # that puts it off
    await tables.remove_by_admin(table.id, GUILD, ZOE)
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    assert len(box.journal) == sent


async def test_what_is_put_off_while_its_game_is_removed_is_forgotten(
    store: Store, tables: Tables, clock: Clock
) -> None:
    """A server is forgotten with its games while their delivery waits."""
    kept, removed = await running(tables), await running(tables, name="Uruk")
    await store.write(deleting.delete_game, removed.id)
    for table in (kept, removed):
        await store.write(due.put_off, DueRow(CALL, table.id, clock(), 3))
    assert await store.read(due.read_kind, CALL) == [DueRow(CALL, kept.id, clock(), 3)]
