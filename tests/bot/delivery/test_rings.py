"""Notifications in quiet hours ring when they are over, all of one user in one message.

Ben and Dan sleep from 22:00 to 08:00; it is eleven in the evening.
"""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest
from sqlalchemy import update
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    PLACE,
    answer_proposal,
    mark_delivered,
    person_at,
    propose,
    running,
)

from bot.changes import NOTIFY
from bot.delivery import Agenda, PostKind, ToChannel, ToHome, ToUser
from bot.domain.hours import Quiet
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.table import Status
from bot.i18n import Words
from bot.posts.game_messages import notification_message
from bot.posts.posts_due import Due
from bot.store import CalledIn, NotificationTopic
from bot.store.queries import due, outbox
from bot.store.schema.tables import game
from bot.use_cases import Patience, Services
from bot.use_cases.inside import AllSeats, changes_of
from engine import EndTurn

pytestmark = pytest.mark.in_order  # Anna is to move in each game, and no desk rings anybody else

NIGHT = Quiet(22 * 60, 8 * 60)
MORNING = datetime(2030, 1, 2, 8, tzinfo=UTC)
WORDS = Words.of("en")


@pytest.fixture(autouse=True)
async def _night(services, clock):
    clock.now = datetime(2030, 1, 1, 23, tzinfo=UTC)
    for person in (BEN, DAN):
        await services.vacations.set_hours(person.user_id, zone="Etc/UTC", quiet=NIGHT)


async def wants_pause(services, table):
    """Anna proposes it."""
    return await propose(services, table, 0, Question(Topic.PAUSE))


async def rung(services, *tables):
    """The messages that ring, of these games."""
    store, read = changes_of(services).reader.store, services.notifications.read
    return [ring for table in tables for ring in await store.read(read, table.id)]


async def look(store, services, clock, moment):
    """Let the time come, and what waits ring."""
    clock.now = moment
    await Agenda(store, clock, {NOTIFY: services.notifications.send_due}, lambda _at: None).look()


def about(ring):
    return [(each.about, each.name) for each in ring.rows]


async def test_what_came_at_night_of_all_games_is_one_message_in_the_morning(
    store, services, clock
):
    ur, uruk = await running(services), await running(services, name="Uruk")
    kish = await services.opening.open(ANNA, PLACE, "Kish")
    for table, seat in ((ur, 0), (uruk, 2)):
        await propose(services, table, seat, Question(Topic.PAUSE))
    await services.invitations.ask_also(kish.id, ANNA, BEN.user_id)
    await services.seats.offer(ur.id, ANNA, DAN.user_id, name=DAN.name)
    await look(store, services, clock, MORNING.replace(hour=7, minute=59))
    assert not await rung(services, ur, uruk, kish)
    await look(store, services, clock, MORNING)
    to_ben, to_dan = sorted(await rung(services, ur, uruk, kish), key=lambda each: each.user_id)
    assert (to_ben.user_id, to_ben.directly) == (BEN.user_id, True)
    assert sorted(about(to_ben)) == [
        (NotificationTopic.INVITATION, "Kish"),
        (NotificationTopic.PROPOSAL, "Ur"),
        (NotificationTopic.PROPOSAL, "Uruk"),
    ]
    assert about(to_dan) == [(NotificationTopic.OFFER, "Ur")]
    content = notification_message(WORDS, ur, to_ben)
    assert content.ping == (BEN.user_id,)
    assert [line.split(" https")[0] for line in content.text.splitlines()] == [
        "**Ur**: a proposal waits for your answer.",
        "**Uruk**: a proposal waits for your answer.",
        "**Kish**: you're invited to play.",
    ]
    assert not await store.read(due.read_kind, NOTIFY)


@pytest.mark.parametrize("language", ["fr", None])
async def test_once_it_is_there_it_is_forgotten(store, services, clock, language):
    """Until it has rung, the game counts as not shown: whichever program starts next sends it."""
    table = await running(services)
    await services.preferences.choose_language(BEN.user_id, language)
    await wants_pause(services, table)
    await mark_delivered(store, services, await services.games.get(table.id))
    assert not await store.read(outbox.undelivered, Status.RUNNING)
    await look(store, services, clock, MORNING)
    (left,) = await store.read(outbox.undelivered, Status.RUNNING)
    assert left.game_id == table.id
    (ring,) = await rung(services, table)
    assert ring.language == (language or BEN.discord_language)
    await store.write(services.notifications.forget, [ring])
    assert not await rung(services, table)
    await look(store, services, clock, MORNING.replace(day=3))
    assert not await rung(services, table)


@pytest.mark.parametrize(
    ("players", "what", "text"),
    [
        (3, NotificationTopic.LOSING, "you're about to lose your seat"),
        (
            2,
            NotificationTopic.PROPOSAL,
            "a proposal waits",
        ),  # the other one alone takes no seat away
    ],
)
async def test_who_may_lose_a_seat_reads_that(store, services, clock, players, what, text):
    table = await running(services, players)
    await propose(services, table, 0, Question(Topic.ABANDON, 1))
    await look(store, services, clock, MORNING)
    (ring,) = await rung(services, table)
    assert about(ring) == [(what, "Ur")]
    assert text in notification_message(WORDS, table, ring).text


async def test_a_damaged_game_rings_nobody_and_hinders_no_other(store, services, clock):
    ur, uruk = await running(services), await running(services, name="Uruk")
    for table in (ur, uruk):
        await wants_pause(services, table)

    def damage(connection):
        connection.execute(update(game).where(game.c.id == uruk.id).values(proposals="?"))

    await store.write(damage)
    await look(store, services, clock, MORNING)
    (ring,) = await rung(services, ur, uruk)
    assert about(ring) == [(NotificationTopic.PROPOSAL, "Ur")]


async def test_topics_resolved_meanwhile_do_not_ring(store, services, clock):
    table = await running(services)
    kish = await services.opening.open(ANNA, PLACE, "Kish")
    await services.invitations.ask_also(kish.id, ANNA, BEN.user_id)
    await services.invitations.decline(kish.id, BEN.user_id)
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    await answer_proposal(services, table, 1, yes=True)
    await services.seats.offer(table.id, ANNA, DAN.user_id, name=DAN.name)
    await services.seats.keep(table.id, ANNA.user_id)
    await propose(services, table, 2, Question(Topic.END))
    await services.preferences.mute(BEN.user_id, table.id, muted=True)
    await look(store, services, clock, MORNING)
    assert not await rung(services, table, kish)
    assert not await store.read(due.read_kind, NOTIFY)


async def test_who_wants_quiet_for_longer_meanwhile_is_rung_then(store, services, clock):
    table = await running(services)
    await wants_pause(services, table)
    await services.vacations.set_hours(BEN.user_id, quiet=Quiet(22 * 60, 10 * 60))
    await look(store, services, clock, MORNING)
    assert not await rung(services, table)
    (row,) = await store.read(due.read_kind, NOTIFY)
    assert row.at == MORNING.replace(hour=10)
    await look(store, services, clock, row.at)
    assert about((await rung(services, table))[0]) == [(NotificationTopic.PROPOSAL, "Ur")]


async def test_whose_desk_rings_at_the_same_time_is_not_rung_twice(store, services, clock):
    table = await running(services)
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    await wants_pause(services, table)
    await look(store, services, clock, MORNING)
    assert not await rung(services, table)
    assert not await store.read(due.read_kind, NOTIFY)


async def test_a_ring_goes_to_its_user_or_to_the_games_home(store, services, clock):
    """It goes to the game's opener, in that user's language."""
    ur, kish = await running(services), await services.opening.open(ANNA, PLACE, "Kish")
    await services.preferences.choose_language(DAN.user_id, "fr")
    await propose(services, ur, 0, Question(Topic.PAUSE))
    await services.seats.offer(ur.id, ANNA, DAN.user_id, name=DAN.name)
    await look(store, services, clock, MORNING)
    assert await rung_at(store, services, ur) == {
        (ToUser(BEN.user_id), (BEN.user_id,)),
        (ToUser(DAN.user_id), (DAN.user_id,)),
    }
    asked = []
    due_now = Due(services.games.record, lambda language: asked.append(language) or WORDS)
    due_now(await shown(store, services, ur), frozenset())
    assert "fr" in asked  # nothing else here is for Dan
    await services.preferences.call_in(BEN.user_id, CalledIn.THREAD)
    await services.preferences.call_in(DAN.user_id, CalledIn.THREAD)
    clock.advance(hours=15)
    await propose(services, ur, 2, Question(Topic.END))
    await services.invitations.ask_also(kish.id, ANNA, DAN.user_id)
    await look(store, services, clock, MORNING.replace(day=3))
    assert (ToHome(), (BEN.user_id,)) in await rung_at(store, services, ur)
    assert await rung_at(store, services, kish) == {(ToChannel(), (DAN.user_id,))}


async def shown(store, services, table):
    """A table with everything that delivery has to show."""
    everyone = await store.read(AllSeats(services).read_everyone, table.id)
    return replace(everyone, notifications=tuple(await rung(services, table)))


async def rung_at(store, services, table):
    """The targets of messages that ring, and the users mentioned in each."""
    posts = Due(services.games.record)(await shown(store, services, table), frozenset())
    return {(post.target, post.made().ping) for post in posts if post.kind is PostKind.NOTIFICATION}


async def test_nothing_rings_for_a_game_that_was_removed(store, services, clock):
    """An admin removes it before the message is sent."""
    table = await running(services)
    await wants_pause(services, table)
    await look(store, services, clock, MORNING)
    assert len(await rung_at(store, services, table)) == 1
    await services.admins.remove(table.id, PLACE.guild_id, CORA)
    assert not await rung_at(store, services, table)


async def test_what_rings_directly_is_never_shown_elsewhere(store, services, clock):
    """Not even if the message could not be sent yet, and the next one is not direct."""
    ur, uruk = await running(services), await running(services, name="Uruk")
    await propose(services, uruk, 0, Question(Topic.PAUSE))
    ur = await propose(services, ur, 0, Question(Topic.PAUSE))
    await look(store, services, clock, MORNING)
    (carrier,) = [each for each in (ur, uruk) if await rung(services, each)]
    await services.preferences.call_in(BEN.user_id, CalledIn.THREAD)
    clock.advance(hours=15)
    await propose(services, carrier, 2, Question(Topic.END))
    await look(store, services, clock, MORNING.replace(day=3))
    here, direct = await rung(services, carrier)
    assert (here.directly, direct.directly) == (False, True)
    assert about(here) == [(NotificationTopic.PROPOSAL, carrier.name)]
    assert {name for _, name in about(direct)} == {"Ur", "Uruk"}


@pytest.mark.parametrize("thread", [False, True], ids=["closed", "in one game's thread"])
async def test_who_cannot_be_rung_directly_is_rung_once_in_each_channel(
    store, services, clock, thread
):
    """Whoever can read one of the games named there can read the others."""
    ur, uruk = await running(services), await running(services, name="Uruk")
    kish = await running(services, name="Kish", channel_id=PLACE.channel_id + 1)
    games = (ur, uruk, kish)
    if thread:
        await services.preferences.call_in(BEN.user_id, CalledIn.THREAD, uruk.id)
    for table in games:
        await wants_pause(services, table)
    await look(store, services, clock, MORNING)
    if not thread:
        (ring,) = await rung(services, *games)
        assert ring.directly
        (carrier,) = [table.id for table in games if await rung(services, table)]
        await services.notifications.send_elsewhere(carrier, BEN.user_id)  # as a message came back
        assert not await rung(services, *games)
        await look(store, services, clock, MORNING)
    rings = await rung(services, *games)
    names = sorted(sorted(each.name for each in ring.rows) for ring in rings)
    assert names == ([["Kish", "Ur"], ["Uruk"]] if thread else [["Kish"], ["Ur", "Uruk"]])
    for ring in rings:
        assert ring.directly is (thread and len(ring.rows) == 2)
        if not ring.directly:
            assert notification_message(WORDS, ur, ring).text.startswith(f"<@{BEN.user_id}>\n")


async def test_whoever_held_a_seat_is_rung_when_it_is_taken(store, services, clock):
    table = await running(services)
    for person in (ANNA, BEN):
        seat = table.player_of(person.user_id).seat
        table = await services.seats.offer(table.id, person_at(table, seat))
        taker = DAN if person is ANNA else EVE
        table = (
            await services.seats.take(table.id, taker, seat, table.player(seat).free_since)
        ).table
    await look(store, services, clock, clock.now)
    (ring,) = await rung(services, table)  # Ben sleeps
    assert (ring.user_id, about(ring)) == (ANNA.user_id, [(NotificationTopic.TAKEN, "Ur")])
    await look(store, services, clock, MORNING)
    assert {each.user_id for each in await rung(services, table)} == {ANNA.user_id, BEN.user_id}
    table = (await services.play.resign(table.id, CORA.user_id)).table  # Cora's own request
    await services.seats.take(table.id, Person(1, "Fay"), 2, table.player(2).free_since)
    await look(store, services, clock, MORNING)
    assert {each.user_id for each in await rung(services, table)} == {ANNA.user_id, BEN.user_id}


async def test_all_players_are_notified_that_a_table_will_be_closed(store, clock):
    services = Services(store, Random(0), clock, patience=Patience(lobby=2))
    table = await services.opening.open(ANNA, PLACE, "Kish")
    table = await services.lobbies.join(table.id, BEN)
    clock.advance(days=1)
    await services.expiry.expire(table.id)
    await look(store, services, clock, MORNING.replace(day=3))
    (ring,) = await rung(services, table)
    assert (ring.user_id, about(ring)) == (BEN.user_id, [(NotificationTopic.CLOSING, "Kish")])


async def test_who_is_forgotten_is_not_rung(store, services, clock):
    """Nor is it noted that direct messages are closed, if a message was on its way by then."""
    table = await running(services)
    await wants_pause(services, table)
    (game,) = (await services.personal_data.read(BEN.user_id)).games
    assert game.named["rings later"] == ["proposal"]
    await services.forgetting.forget(BEN.user_id, lambda _language: "Former player")
    await look(store, services, clock, MORNING)
    assert not await rung(services, table)
    await services.notifications.send_elsewhere(table.id, BEN.user_id)
    assert (await services.personal_data.read(BEN.user_id)).is_empty
