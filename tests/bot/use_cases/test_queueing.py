"""The queue: users wait for a table, and get one together."""

from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, Clock, opened, refuses

from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.queue import PRESENT, WISH_KEPT, Wish
from bot.domain.refusals import Refusal
from bot.domain.server_rules import NOBODY_SPECIAL, Member
from bot.domain.table import Status
from bot.store import NotificationTopic
from bot.store.queries import notifications, queues, server_posts
from bot.use_cases import QUEUE, Asked, GameLimits, Services
from bot.use_cases.inside import changes_of

GUILD, HERE, THERE = PLACE.guild_id, PLACE.channel_id, 40
FOR_THREE = Wish(seats=frozenset({3}))


def asked(channel_id=HERE, *around, member=NOBODY_SPECIAL, guild_id=GUILD):
    return Asked(guild_id, channel_id, around, member, "de")


async def wait(services, *people, wish=Wish(), **where):  # noqa: B008  # a value
    """Let people wait one after the other; the table of the last one."""
    changes_of(services).clock.advance(seconds=11)
    for person in people:
        table = await services.queue.wait(person, asked(**where), wish)
    return table


async def pinged(store, table):
    """The users who will be pinged because they have a table."""
    rows = await store.read(notifications.pending_in, table.id)
    return {row.user_id for row in rows if row.about is NotificationTopic.SEATED}


async def waiting(services, store):
    return list(await store.read(lambda connection: [
        row.user_id for row, _ in queues.read(connection, GUILD)]))  # fmt: skip


async def test_the_last_player_needed_starts_the_game(services, store, clock):
    assert await wait(services, ANNA, BEN, wish=FOR_THREE) is None
    clock.advance(minutes=1)
    assert await services.queue.wishes(GUILD) == [FOR_THREE, FOR_THREE]
    table = await wait(services, CORA)
    assert (table.status, table.capacity, table.opener_id) == (Status.RUNNING, 3, ANNA.user_id)
    assert (table.place, table.language) == (PLACE, "de")
    assert {each.name for each in table.players} == {"Anna", "Ben", "Cora"}
    assert await services.queue.wishes(GUILD) == []
    # Those who waited are pinged once: by the first call, or because they have a table.
    assert await pinged(store, table) == {ANNA.user_id, BEN.user_id}
    await services.notifications.send_due(table.id)
    async with store.reading() as connection:
        sent = await connection.run_sync(notifications.read_outgoing, table.id)
    assert {each.user_id for each in sent} == {ANNA.user_id, BEN.user_id} - {table.decider.user_id}


async def test_a_sleeping_player_is_pinged_in_the_morning(services, store, clock):
    await services.vacations.set_hours(BEN.user_id, zone="UTC", quiet=Quiet(11 * 60, 18 * 60))
    table = await wait(services, ANNA, BEN, CORA, wish=FOR_THREE)
    rows = await store.read(notifications.pending_in, table.id)
    at = {row.user_id: row.at for row in rows}
    assert at[ANNA.user_id] == clock()
    assert at[BEN.user_id] == clock().replace(hour=18, minute=0, second=0)


async def test_a_table_is_as_usual_in_the_server_and_as_all_want(services):
    await services.servers.change(GUILD, ANNA, pace="bank", reminders=False, language="fr")
    table = await wait(services, ANNA, BEN)
    assert table.pace.limit == PACES["bank"].limit
    assert table.pace.reminders is None
    assert table.language == "fr"
    await wait(services, ANNA, wish=Wish(presets=frozenset({"first game"})))
    table = await wait(services, BEN, wish=Wish(paces=frozenset({"daily"})))
    assert (table.board, table.options) == ("classic", ("open",))
    assert table.pace.limit == PACES["daily"].limit


async def test_a_user_who_leaves_is_not_seated(services):
    await wait(services, ANNA, BEN, wish=FOR_THREE)
    await services.queue.leave(ANNA.user_id, GUILD)
    await services.queue.leave(ANNA.user_id, GUILD)  # pressed twice
    assert await wait(services, CORA, wish=FOR_THREE) is None
    assert (await services.queue.of(ANNA.user_id, GUILD)).wish is None
    assert (await services.queue.of(BEN.user_id, GUILD)).wish == FOR_THREE


async def test_a_wish_can_change_and_keeps_its_place(services, clock):
    await wait(services, ANNA, wish=FOR_THREE)
    clock.advance(minutes=1)
    await wait(services, BEN, wish=FOR_THREE)
    clock.advance(minutes=1)
    await wait(services, ANNA, wish=Wish(seats=frozenset({4})))
    assert await wait(services, CORA, wish=FOR_THREE) is None
    table = await wait(services, ANNA, wish=Wish(seats=frozenset({3, 4})))
    assert table.opener_id == ANNA.user_id  # she still waited longest


async def test_a_wait_expires_and_the_user_can_see_it(services, clock):
    await wait(services, ANNA, wish=FOR_THREE)
    until = clock() + WISH_KEPT
    clock.advance(days=6)
    own = await services.queue.of(ANNA.user_id, GUILD)
    assert (own.wish, own.until) == (FOR_THREE, until)
    clock.advance(days=1)
    own = await services.queue.of(ANNA.user_id, GUILD)
    assert (own.wish, own.until) == (None, until)
    assert await services.queue.wishes(GUILD) == []
    assert await wait(services, BEN, CORA, wish=FOR_THREE) is None
    clock.advance(minutes=1)
    table = await wait(services, ANNA)  # as if for the first time
    assert table.opener_id == BEN.user_id
    await wait(services, ANNA)
    clock.advance(days=40)
    await services.queue.forget_old()
    assert (await services.queue.of(ANNA.user_id, GUILD)).until is None


async def test_a_user_who_presses_twice_gets_one_table(services, clock):
    await wait(services, ANNA)
    table = await wait(services, BEN)
    for person in (BEN, ANNA):  # whose wish was changed at that moment
        assert (await services.queue.wait(person, asked(), Wish())).id == table.id
    clock.advance(seconds=11)
    assert await wait(services, BEN) is None
    clock.advance(hours=-1)
    assert await wait(services, ANNA, wish=FOR_THREE) is None


async def test_a_user_seated_by_anothers_press_sees_the_table(store, clock):
    between = [ANNA]

    async def sight(_place, _user_id):
        while between:
            await services.queue.wait(between.pop(), asked(), Wish())
        return True

    services = Services(store, Random(7), clock, sight=sight)
    await wait(services, ANNA)
    table = await wait(services, BEN)
    assert {each.name for each in table.players} == {"Anna", "Ben"}
    assert await services.queue.wishes(GUILD) == []


async def test_a_user_who_asked_in_a_lost_channel_is_seated_elsewhere(services):
    await wait(services, ANNA, channel_id=THERE)
    await services.queue.lose_channel(THERE)
    table = await wait(services, BEN)
    assert table.place == PLACE


async def test_a_user_can_wait_in_several_servers(services):
    await wait(services, ANNA)
    await wait(services, ANNA, guild_id=7)
    assert await wait(services, BEN, guild_id=7) is not None
    assert (await services.queue.of(ANNA.user_id, GUILD)).wish == Wish()
    assert (await services.queue.of(ANNA.user_id, 7)).wish is None


async def test_an_avoided_user_gets_no_table_and_cannot_tell_why(services):
    await services.queue.avoid(ANNA.user_id, [BEN.user_id, ANNA.user_id], GUILD)
    assert (await services.queue.of(ANNA.user_id, GUILD)).avoids == {BEN.user_id}
    await wait(services, ANNA)
    assert await wait(services, BEN) is None
    assert (await services.queue.of(BEN.user_id, GUILD)).avoids == frozenset()
    table = await wait(services, CORA)
    assert {each.name for each in table.players} == {"Anna", "Cora"}
    await wait(services, ANNA)
    await services.queue.avoid(ANNA.user_id, [], GUILD)  # which seats them at once
    assert await services.queue.wishes(GUILD) == []


async def test_others_cannot_see_who_is_avoided(tmp_path):
    seen = []
    for avoided in ([], [BEN.user_id]):
        async with opened(tmp_path / f"{len(avoided)}.sqlite3") as (store,):
            services = Services(store, Random(7), Clock())
            await services.queue.avoid(ANNA.user_id, avoided, GUILD)
            await wait(services, ANNA, wish=FOR_THREE)
            answer = await wait(services, BEN, wish=FOR_THREE)
            wishes = await services.queue.wishes(GUILD)
            own = await services.queue.of(BEN.user_id, GUILD)
            data = await services.personal_data.read(BEN.user_id)
            seen.append((answer, wishes, own, data))
    assert seen[0] == seen[1]


async def test_one_player_at_the_table_may_open_games(services):
    await services.servers.change(GUILD, ANNA, roles=(9,))
    assert await wait(services, ANNA, BEN) is None
    table = await wait(services, CORA, member=Member(frozenset({9})))
    assert table.opener_id == CORA.user_id
    assert await wait(services, DAN) is None
    await services.servers.silence(GUILD, CORA.user_id, silent=True)
    assert await wait(services, CORA, member=Member(frozenset({9}))) is None
    assert await wait(services, EVE, member=Member(manages=True)) is not None


async def test_tables_open_only_where_the_server_permits_it(services, clock):
    await wait(services, ANNA, channel_id=THERE)
    await services.servers.change(GUILD, ANNA, channels=(HERE, 99))
    await refuses(Refusal.OPENED_ELSEWHERE, services.queue.wait(BEN, asked(THERE), Wish()))
    table = await wait(services, BEN)
    assert table.place == PLACE  # where the second asked
    clock.advance(minutes=1)
    await services.queue.wait(ANNA, asked(50, 99), Wish())  # in that category
    assert (await wait(services, BEN)).place.channel_id == 50


async def test_a_user_with_too_many_open_games_sits_at_others_tables(store, clock):
    services = Services(store, Random(7), clock, GameLimits(per_user=1, per_server=3))
    await services.opening.open(ANNA, PLACE, "Ur")
    table = await wait(services, ANNA, BEN)
    assert table.opener_id == BEN.user_id
    assert await wait(services, ANNA, BEN) is None
    table = await wait(services, CORA)
    assert table.opener_id == CORA.user_id
    await refuses(Refusal.MANY_IN_SERVER, services.queue.wait(DAN, asked(), Wish()))


async def test_all_see_the_channel_of_their_table(store, clock):
    blind, questions = set(), []

    async def sight(place, user_id):
        questions.append((place.channel_id, user_id))
        return (place.channel_id, user_id) not in blind

    services = Services(store, Random(7), clock, sight=sight)
    blind.add((HERE, BEN.user_id))
    await wait(services, ANNA)
    assert questions == []  # nobody could be seated
    table = await wait(services, BEN, channel_id=THERE)
    assert table.place.channel_id == THERE
    await wait(services, ANNA)
    blind |= {(THERE, ANNA.user_id), (HERE, ANNA.user_id)}  # she has left the server
    assert await wait(services, BEN, channel_id=THERE) is None
    assert await waiting(services, store) == [BEN.user_id]


async def test_a_damaged_row_keeps_nobody_from_a_table(services, store):
    await wait(services, ANNA)
    async with store.writing() as connection:
        await connection.exec_driver_sql("UPDATE waiting SET wish = 'nonsense'")
    assert await wait(services, BEN) is None
    assert (await services.queue.of(ANNA.user_id, GUILD)).wish is None
    table = await wait(services, ANNA)
    assert {each.name for each in table.players} == {"Anna", "Ben"}


# --- the message ---------------------------------------------------------------------------------


async def shown(store, guild_id=GUILD):
    """The queue's message: its channel, and when it is compared with the queue."""
    posts = await store.read(server_posts.of_guild, guild_id)
    return [(each.channel_id, each.language, each.due_at) for each in posts if each.kind == QUEUE]


async def test_the_message_is_there_while_anyone_waits(services, store, clock):
    await wait(services, ANNA, wish=FOR_THREE, channel_id=THERE)
    assert await shown(store) == [(THERE, "de", clock())]
    await services.queue.look(GUILD)
    await wait(services, BEN, wish=FOR_THREE)  # elsewhere
    assert [channel_id for channel_id, *_ in await shown(store)] == [THERE]
    await services.queue.leave(ANNA.user_id, GUILD)
    assert len(await shown(store)) == 1
    await services.queue.leave(BEN.user_id, GUILD)
    assert await shown(store) == []
    await wait(services, ANNA, BEN)  # both are seated
    assert await shown(store) == []


@pytest.mark.parametrize("trouble", ["", "Send Messages"])
async def test_a_message_that_cannot_be_shown_moves_to_where_the_next_user_asks(
    services, store, clock, trouble
):
    """Its channel is gone, or lacks a permission."""
    await wait(services, ANNA, wish=FOR_THREE, channel_id=THERE)
    (post,) = await store.read(server_posts.of_guild, GUILD)
    await store.write(server_posts.take, post.id, "program", clock())
    await store.write(server_posts.release, post.id, "program", trouble=trouble)
    await wait(services, BEN, wish=FOR_THREE)
    assert [channel_id for channel_id, *_ in await shown(store)] == [HERE]


async def test_the_message_is_compared_when_a_wait_expires(services, store, clock):
    await wait(services, ANNA, wish=FOR_THREE)
    clock.advance(days=1)
    await wait(services, BEN, wish=Wish(paces=frozenset({"live"})))
    assert len(await services.queue.look(GUILD)) == 2
    ((_, _, due_at),) = await shown(store)
    assert due_at <= clock() + PRESENT
    clock.advance(hours=1)
    assert await services.queue.look(GUILD) == [FOR_THREE]
    clock.advance(days=7)
    assert await services.queue.look(GUILD) == []
    assert await shown(store) == []


async def test_a_user_who_fits_only_later_is_seated_then(services, store, clock):
    await services.vacations.set_hours(ANNA.user_id, zone="UTC")
    await services.vacations.take_vacation(ANNA.user_id, 2)
    assert await wait(services, ANNA, BEN) is None
    assert len(await services.queue.look(GUILD)) == 2
    await services.vacations.end_vacation(ANNA.user_id)
    assert await services.queue.look(GUILD) == []
    (table,) = await services.games.of_user(ANNA.user_id)
    assert await pinged(store, table) == {ANNA.user_id, BEN.user_id}


async def test_during_maintenance_nobody_is_seated_and_all_wait_on(services, clock):
    await wait(services, ANNA, wish=FOR_THREE)
    await services.maintenance.begin()
    await refuses(Refusal.MAINTENANCE, services.queue.wait(BEN, asked(), Wish()))
    assert await services.queue.look(GUILD) == [FOR_THREE]


async def test_a_forgotten_server_has_no_queue(services, store):
    await wait(services, ANNA, wish=FOR_THREE)
    await services.forgetting.forget_server(GUILD)
    assert await services.queue.wishes(GUILD) == []
    assert await shown(store) == []
