"""What was left in its database by the bot as it was before it was hosted for many goes on.

The database is tests/fixtures/before_hosting.sqlite3; the README beside it says what is in it.
"""

from datetime import timedelta

import pytest
from former import faults, left_behind, played_on
from post_box import PostBox, look_after, posts_due
from tabletop import ANNA, BEN, CORA, DAN, EVE, PLACE, everything, whole

from bot.changes import COMPUTER, PROPOSAL
from bot.delivery import Delivery
from bot.domain import Kind, Quiet, Status
from bot.services import EXPIRY
from bot.store.queries import due, servers
from engine import StandingOrder, read_position

pytestmark = pytest.mark.sqlite

UR, KISH, UMMA, LARSA, MARI, ERIDU, ISIN = range(1, 8)
EVERY = range(UR, ISIN + 1)
assert PLACE.guild_id is not None
GUILD = PLACE.guild_id


@pytest.fixture
async def store(tmp_path):
    async with left_behind("before_hosting.sqlite3", tmp_path) as store:
        yield store


async def test_all_games_are_there_as_they_were(store, services):
    found = [await services.games.get(number) for number in EVERY]
    assert [table.name for table in found] == [
        "Ur",
        "Kish",
        "Umma",
        "Larsa",
        "Mari",
        "Eridu",
        "Isin",
    ]
    assert [await faults(store, number) for number in EVERY] == [()] * len(found)
    assert [each.user_id for each in found[UR - 1].asked] == [CORA.user_id]
    assert found[UMMA - 1].in_directs
    assert [each.name for each in found[ISIN - 1].former] == ["Anna"]
    cancelled = (await services.games.history(ERIDU))[-1]
    assert (cancelled.kind, cancelled.details["by"]) == (Kind.CANCELLED, "Zoe")
    assert read_position(await services.games.record(LARSA)) == whole(found[LARSA - 1])
    review = await services.reviews.of(LARSA)
    assert await services.reviews.kept(review) is None  # of another measure: worked out again


async def test_what_people_had_set_and_kept_is_there(store, services):
    assert (await services.preferences.habits(ANNA.user_id)).high_contrast
    assert (await services.vacations.times_of(ANNA.user_id)).hours.quiet == Quiet(1320, 420)
    assert (await services.vacations.times_of(CORA.user_id)).away_until is not None
    orders = await services.preferences.standing_orders(BEN.user_id, ISIN)
    assert (orders.usual, orders.here) == (StandingOrder.LEAST, StandingOrder.ALL)
    assert (await services.lessons.progress(CORA.user_id)).lesson == "01-tiles"
    rules = await services.servers.rules(GUILD)
    assert (rules.silenced, rules.most_each) == ((DAN.user_id,), 9)
    assert await store.read(servers.left) == {}
    seat = (await services.visits.of(UMMA, ANNA.user_id)).seat
    assert seat is not None
    assert seat.notes.note == "the black monument"
    assert seat.notes.plan is not None


async def test_what_was_due_is_due(store):
    waiting = {
        kind: [row.game_id for row in await store.read(due.read_kind, kind)]
        for kind in (COMPUTER, EXPIRY, PROPOSAL)
    }
    assert waiting == {COMPUTER: [KISH], EXPIRY: [UR], PROPOSAL: [MARI]}


@pytest.mark.parametrize("number", [KISH, UMMA, MARI, ISIN])
async def test_a_game_goes_on(store, services, number):
    table = await services.games.get(number)
    after = await played_on(services, table)
    assert after.version > table.version
    assert await faults(store, number) == ()


async def test_a_table_gathers_on_and_a_proposal_is_settled(store, services):
    table = await services.lobbies.join(UR, CORA)
    assert table.status is Status.RUNNING
    (proposal,) = (await services.games.get(MARI)).proposals
    table = await services.proposals.answer(MARI, CORA.user_id, proposal.seq, yes=True)
    assert table.paused
    assert [await faults(store, number) for number in EVERY] == [()] * len(EVERY)


async def test_what_was_sent_is_known_and_nothing_is_sent_twice(store, services, clock):
    box = PostBox()
    delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _at: None)
    await delivery.start()
    await look_after(delivery, clock, timedelta(minutes=1).total_seconds())
    await delivery.close()
    assert {line["game"] for line in box.lines("send")} == {KISH}  # what had failed then


async def test_no_number_comes_twice(store, services, clock):
    await services.admins.remove(ISIN, GUILD, ANNA)
    box = PostBox()
    box.left.add(GUILD)
    delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _at: None)
    await delivery.start()
    await delivery.rest()
    await delivery.close()
    assert {row[0] for row in (await everything(store))["game"]} == {*EVERY} - {ISIN}
    assert (await services.opening.open(EVE, PLACE, "Ur")).id == ISIN + 1


async def test_somebody_in_it_is_forgotten(store, services):
    await services.forgetting.forget(ANNA.user_id, lambda _language: "a former player")
    rows = await everything(store)
    assert not [row for of_table in rows.values() for row in of_table if "Anna" in repr(row)]
    number = str(ANNA.user_id)
    rows.pop("post")  # on which the post box takes users for their channels
    assert not [row for of_table in rows.values() for row in of_table if number in repr(row)]
    there = [each for each in EVERY if each != UMMA]  # which was hers alone
    assert [await faults(store, each) for each in there] == [()] * len(there)
    assert (await services.games.get(MARI)).status is Status.RUNNING
