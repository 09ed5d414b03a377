"""Actions of admins on games: logged with their name. Removed games leave nothing."""

import pytest
from post_box import RecordingBox, deliver, due_of, look_after
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    PLACE,
    act,
    all_rows,
    decider,
    ended,
    game_of,
    person_at,
    refuses,
    running,
)

from bot.changes import CALL
from bot.delivery import Delivery, DirectMessagesClosed, InTrouble, MissingPermission, ToUser
from bot.domain.game_lookup import Origin
from bot.domain.hours import Quiet
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Place, Status
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store import CalledIn
from bot.store.queries import due, games
from bot.store.rows import DueRow
from bot.use_cases.inside import AllSeats
from engine import EndTurn, read_position

GUILD = PLACE.guild_id
ZOE = Person(42, "Zoe")
"""She manages the server, and plays nowhere."""
BY_ZOE = (42, "admin", "Zoe")


async def _last(services, table):
    """The last entry of the log: its kind, and the user."""
    entry = (await services.games.history(table.id))[-1]
    return entry.kind, entry.user_id, entry.why, entry.by


# --- ending ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("result", [True, False])
async def test_an_admin_ends_a_game_with_the_result_as_it_stands_or_without(
    store, services, result
):
    table = await running(services)
    if result:
        await services.admins.pause(table.id, GUILD, ZOE)  # that can be ended, too
    after = await services.admins.end(table.id, GUILD, ZOE, result=result)
    assert after.status is (Status.OVER if result else Status.ABANDONED)
    assert (after.decider, after.paused) == (None, False)
    ranking = [*game_of(table).ranking()] if result else []
    assert [each.placing for each in after.standings] == ranking
    assert bool(after.winners) == result
    assert await _last(services, after) == ("ended", *BY_ZOE)
    assert read_position(await services.games.record(table.id)) == game_of(table)
    assert await services.games.get(table.id) == after
    assert not (await store.read(examine, table.id)).faults


async def test_a_game_that_has_ended_early_is_over_for_everybody(services):
    table = await running(services)
    action = game_of(table).legal_actions()[0]
    await services.admins.end(table.id, GUILD, ZOE, result=False)
    for press in (
        services.play.act(table.id, decider(table), action),
        services.play.resign(table.id, decider(table)),
        services.admins.end(table.id, GUILD, ZOE, result=True),
        services.admins.pause(table.id, GUILD, ZOE),
        services.admins.offer_seat(table.id, GUILD, ZOE, 0, DAN),
        services.admins.give_up_seat(table.id, GUILD, ZOE, 0),
    ):
        await refuses(Refusal.GAME_OVER, press)


# --- pausing --------------------------------------------------------------------------------------


async def test_an_admin_pauses_a_game_and_lets_it_go_on(store, services):
    table = await running(services)
    paused = await services.admins.pause(table.id, GUILD, ZOE)
    assert paused.paused
    assert not paused.waits
    assert await _last(services, table) == ("paused", *BY_ZOE)
    await refuses(Refusal.PAUSED_ALREADY, services.admins.pause(table.id, GUILD, ZOE))

    after = await services.admins.go_on(table.id, GUILD, ZOE)
    assert after.waits
    assert await _last(services, table) == ("went on", *BY_ZOE)
    called = (await services.games.history(table.id))[-1].called
    assert called == after.decider.seat  # who had time to forget it
    await refuses(Refusal.NOT_PAUSED, services.admins.go_on(table.id, GUILD, ZOE))
    assert not (await store.read(examine, table.id)).faults


# --- seats ----------------------------------------------------------------------------------------


async def test_an_admin_offers_a_seat_to_somebody_else_and_gives_another_up(store, services):
    table = await running(services)
    after = await services.admins.offer_seat(table.id, GUILD, ZOE, 1, DAN)
    assert after.player(1).offered
    assert after.player(1).offered_to == DAN.user_id
    assert await _last(services, table) == ("offered", *BY_ZOE)
    assert not (await store.read(examine, table.id)).faults
    who_has_another = services.admins.offer_seat(table.id, GUILD, ZOE, 1, person_at(table, 2))
    await refuses(Refusal.SEEN_ANOTHER_HAND, who_has_another)
    assert await services.games.get(table.id) == after
    after = await services.admins.give_up_seat(table.id, GUILD, ZOE, 0)
    assert after.player(0).abandoned
    assert after.status is Status.RUNNING
    assert after.decider == after.player(1)
    entries = await services.games.history(table.id)
    (given_up,) = (each for each in entries if each.kind == "given up")
    assert given_up.seat == 0
    assert (given_up.user_id, given_up.why, given_up.by) == BY_ZOE
    await refuses(Refusal.NOBODY_PLAYS, services.admins.give_up_seat(table.id, GUILD, ZOE, 0))
    assert not (await store.read(examine, table.id)).faults


# --- whose game it is -----------------------------------------------------------------------------

_POWERS = [
    lambda services, number: services.admins.game(number, GUILD),
    lambda services, number: services.admins.named(str(number), GUILD),
    lambda services, number: services.admins.end(number, GUILD, ZOE, result=True),
    lambda services, number: services.admins.remove(number, GUILD, ZOE),
    lambda services, number: services.admins.pause(number, GUILD, ZOE),
    lambda services, number: services.admins.go_on(number, GUILD, ZOE),
    lambda services, number: services.admins.offer_seat(number, GUILD, ZOE, 0, DAN),
    lambda services, number: services.admins.give_up_seat(number, GUILD, ZOE, 0),
]


async def test_a_game_of_another_server_is_as_if_there_were_none(store, services):
    table = await services.opening.open(ANNA, Place(GUILD + 1, 5), "Ur", seats=2)
    await services.lobbies.join(table.id, BEN)
    before = await all_rows(store)
    for power in _POWERS:
        with pytest.raises(Refused) as refused:
            await power(services, table.id)
        with pytest.raises(Refused) as of_none:
            await power(services, 99)
        assert str(refused.value) == str(of_none.value)
    assert await all_rows(store) == before


async def test_a_game_is_found_by_its_number_or_its_name(services):
    over = await ended(services)
    table = await services.opening.open(ANNA, PLACE, "Ur of the Chaldees")
    other = await services.opening.open(ANNA, PLACE, str(table.id))
    for typed, found in (
        ("ur of the  CHALDEES", table),
        (str(table.id), table),
        (str(other.id), other),
        (f" {over.id}", over),
    ):
        assert await services.admins.named(typed, GUILD) == found
    for typed in (over.name, "99", "123456789012345678", "-1", "1.0"):  # what is over has no name
        await refuses(Refusal.UNKNOWN_GAME, services.admins.named(typed, GUILD))
    # there is no seat before the start
    await refuses(Refusal.STALE, services.admins.give_up_seat(table.id, GUILD, ZOE, 0))
    await refuses(Refusal.NOT_STARTED, services.admins.end(table.id, GUILD, ZOE, result=True))
    assert await services.games.get(table.id) == table


# --- removing: its messages say so, and then nothing is left of it anywhere ----------------------


async def left_of(store, table):
    """The number of a game's rows, by table."""
    found = {}
    for name, rows in (await all_rows(store)).items():
        async with store.reading() as connection:
            cursor = await connection.exec_driver_sql(f"SELECT * FROM {name} LIMIT 0")
            columns = list(cursor.keys())
        key = "id" if name == "game" else "game_id"
        if key in columns:
            found[name] = sum(row[columns.index(key)] == table.id for row in rows)
    return {name: count for name, count in found.items() if count}


async def test_a_game_is_removed_with_its_messages_and_its_number(make, store, services, box):
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    other = await running(services, name="another")
    table = await running(services)
    await delivery.rest()
    before = await left_of(store, other)
    assert {"game", "player", "entry", "post"} <= (await left_of(store, table)).keys()

    await services.admins.remove(table.id, GUILD, ZOE)
    await delivery.rest()

    assert await left_of(store, table) == {}
    assert await left_of(store, other) == before
    of_game = {line["message"] for line in box.lines("send") if line["game"] == table.id}
    left = {number: shown for number, shown in box.live().items() if number in of_game}
    assert [shown["shows"][:7] for shown in left.values()] == ["removed"]
    assert (await services.opening.open(ANNA, PLACE, "Ur")).id == table.id + 1, "none comes again"


async def test_what_is_removed_is_to_everybody_as_if_there_were_none(store, services):
    table = await running(services)
    await services.admins.remove(table.id, GUILD, ZOE)  # its messages do not say so yet
    for request in (
        services.games.get(table.id),
        services.visits.of(table.id, ANNA.user_id),
        services.visits.named(Origin(ANNA.user_id, GUILD, None), str(table.id)),
        services.play.resign(table.id, ANNA.user_id),
        services.games.history(table.id),
        services.games.record(table.id),
        services.reviews.of(table.id),
        services.admins.named(str(table.id), GUILD),
        services.admins.remove(table.id, GUILD, ZOE),
    ):
        await refuses(Refusal.UNKNOWN_GAME, request)
    assert await services.games.of_user(ANNA.user_id) == []
    assert await services.games.finished_of(ANNA.user_id, 9) == []
    assert await services.games.at(PLACE.channel_id, finished=True) == []
    assert await services.games.named_in(GUILD) == []


async def test_as_long_as_discord_is_in_trouble_a_removed_game_waits_but_not_for_a_permission(
    make, store, services, box, clock
):
    delivery = make()
    table = await running(services)
    await deliver(delivery, table)
    await services.admins.remove(table.id, GUILD, ZOE)
    with box.failing("edit", "lobby", InTrouble("no answer")):
        await deliver(delivery, table)
        assert await left_of(store, table)
    with (
        box.failing("edit", "lobby", MissingPermission("Send Messages")),
        box.failing("retire", "turn", MissingPermission("Send Messages")),
    ):
        await look_after(delivery, clock, 5)
    assert await left_of(store, table) == {}
    assert delivery.status(table.id).missing is None


async def test_where_the_bot_is_not_any_more_nothing_is_shown_and_nothing_kept(
    make, store, services, box
):
    delivery = make()
    table = await running(services)
    await deliver(delivery, table)
    sent = len(box.journal)
    box.left.add(GUILD)
    await deliver(delivery, table)  # that puts it off
    await services.admins.remove(table.id, GUILD, ZOE)
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    assert len(box.journal) == sent


async def test_what_is_put_off_while_its_game_is_removed_is_forgotten(store, services, clock):
    """A server is forgotten with its games while their delivery waits."""
    other, removed = await running(services), await running(services, name="Uruk")
    await store.write(games.delete_game, removed.id)
    for table in (other, removed):
        await store.write(due.schedule, DueRow(CALL, table.id, clock(), 3))
    assert await store.read(due.read_kind, CALL) == [DueRow(CALL, other.id, clock(), 3)]


# --- its players are notified --------------------------------------------------------------------


@pytest.fixture
def mail():
    """The messages to players, as they read them."""
    return RecordingBox()


@pytest.fixture
def telling(store, services, mail, clock):
    """Deliver the real posts, as a program that has just started does."""

    def make():
        return Delivery(store, services, mail, due_of(services), clock, alarm=lambda _: None)

    return make


def removals(mail):
    """The messages to players about a removal, with where they came, each as it was sent."""
    return [(place, content) for place, key, content in mail.contents if "-removed" in key]


async def removed(services, mail, delivery, begun, *closed):
    """A game that an admin has removed after it was shown; those direct messages are closed."""
    table = await begun(services)
    await deliver(delivery, table)
    mail.contents.clear()
    for user_id in closed:
        joined = next(each.joined_seq for each in table.players if each.user_id == user_id)
        key = f"game-{table.id}-removed-{joined}"
        mail.faults.append(("send", key, DirectMessagesClosed(user_id, left=True)))
    await services.admins.remove(table.id, GUILD, ZOE)
    return table


@pytest.mark.parametrize("closed", [(), (ANNA.user_id, BEN.user_id)])
async def test_each_player_reads_who_removed_a_game_and_gets_its_record(
    store, services, mail, telling, closed
):
    """By direct message or, if that is closed or impossible, by one mention."""
    table = await removed(services, mail, delivery := telling(), running, *closed)
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    (thread,) = {line["channel"] for line in mail.lines("home")}
    messages = {place: content for place, content in removals(mail) if place not in closed}
    direct = {ANNA.user_id, BEN.user_id, CORA.user_id} - {*closed}
    assert messages.keys() == direct | ({thread} if closed else set())
    assert len([key for key in mail.keys("send") if "-removed" in key]) == len(messages)
    for place, content in messages.items():
        assert "**Zoe**, an admin, removed " in content.text
        assert ("**Ur**" in content.text) == (place != thread)
        assert {*content.ping} == ({*closed} if place == thread else set())
        assert all(f"<@{each}>" in content.text for each in content.ping)
        assert not content.silent
        (record,) = content.files
        assert record.name == f"game-{table.id}.te"
    (turn,) = [content.text for _, key, content in mail.contents if "-turn-1 " in key]
    assert turn.endswith("\n> **Zoe** (admin) removed the game.")


async def test_the_record_is_that_of_the_game_so_far_and_who_sleeps_gets_it_without_a_sound(
    store, services
):
    table = await running(services)
    table = await act(services, table, EndTurn())
    await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=Quiet(11 * 60, 13 * 60))
    await services.admins.remove(table.id, GUILD, ZOE)  # at noon
    everyone = await store.look(AllSeats(services).read_everyone, table.id)
    posts = Due(AllSeats(services).last_record)(everyone, frozenset())
    silent = {
        post.target.user_id: post.made().silent for post in posts if isinstance(post.target, ToUser)
    }
    assert silent == {ANNA.user_id: False, BEN.user_id: True, CORA.user_id: False}
    (record, *_) = [file for post in posts for file in post.made().files]
    assert read_position((await record.read()).decode()) == game_of(table)


async def a_lobby(services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    return await services.lobbies.join(table.id, BEN)


@pytest.mark.parametrize(
    ("begun", "silent", "files"), [(a_lobby, False, 0), (ended, True, 1)], ids=["lobby", "ended"]
)
async def test_of_a_table_that_never_started_there_is_no_record_and_of_an_old_game_no_sound(
    store, services, mail, telling, begun, silent, files
):
    table = await removed(services, mail, delivery := telling(), begun, BEN.user_id)
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    first, here = [content for place, content in removals(mail) if place != BEN.user_id]
    assert first.text.startswith("**Zoe**, an admin, removed **")
    assert here.text.startswith(f"<@{BEN.user_id}>: **Zoe**, an admin, removed this game.")
    assert here.ping == (() if silent else (BEN.user_id,))
    for content in (first, here):
        assert (content.silent, len(content.files)) == (silent, files)


async def test_the_next_program_sends_once_who_removed_a_game(
    store, services, mail, telling, clock
):
    """Interrupted between a message and its note, too, and however late it goes on."""
    table = await removed(services, mail, delivery := telling(), running)
    key = f"game-{table.id}-removed-{table.players[1].joined_seq}"
    with mail.failing("sent", key, InTrouble("no answer")):
        await deliver(delivery, table)
    await delivery.close()
    assert await left_of(store, table)
    clock.advance(minutes=10)
    following = telling()
    await following.start()
    await following.rest()
    assert await left_of(store, table) == {}
    sent = [each for each in mail.keys("send") if "-removed" in each]
    assert len(sent) == len({*sent}) == 3


@pytest.mark.parametrize("lost", ["thread", "channel"])
async def test_players_are_notified_even_without_thread_or_channel(
    store, services, mail, telling, lost
):
    """If that is impossible, nothing waits for it."""
    delivery = telling()

    async def called_in_thread(services):
        table = await running(services)
        await services.preferences.call_in(ANNA.user_id, CalledIn.THREAD, table.id)
        return table

    table = await removed(services, mail, delivery, called_in_thread, BEN.user_id)
    mail.gone |= {int(line["channel"]) for line in mail.lines("home")}
    if lost == "channel":
        mail.gone.add(PLACE.channel_id)
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    reached = {line["where"]: line for line in mail.lines("send") if "-removed" in line["key"]}
    there = ANNA.user_id if lost == "channel" else PLACE.channel_id
    assert reached.keys() == {CORA.user_id, there}


async def test_a_game_that_no_admin_removed_tells_nobody(store, services, mail, telling):
    delivery = telling()
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await deliver(delivery, table)
    await services.forgetting.forget(ANNA.user_id, lambda _language: "a former player")
    await deliver(delivery, table)
    assert await left_of(store, table) == {}
    assert removals(mail) == []
