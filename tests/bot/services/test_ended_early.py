"""A game that all agree to end early: with its result, or without one."""

from datetime import timedelta
from random import Random

import pytest
from tabletop import ANNA, BEN, PLACE, answered, proposed, running, user, whole

from bot.changes import CLOCK
from bot.domain import PACES, Question, Refused, Status, Topic
from bot.features.posts.posts_due import Due
from bot.ops.game_check import examine
from bot.services import IDLE, Patience, Services
from bot.services.inside import AllSeats
from bot.store.queries import due
from engine import EndTurn, read_position


@pytest.mark.parametrize("topic", [Topic.END, Topic.STOP])
async def test_once_a_game_has_ended_early_nothing_is_due_and_no_turn_can_be_pressed(
    store, clock, topic
):
    services = Services(store, Random(7), clock, patience=Patience(lobby=1, idle=1))
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=PACES["bank"])
    table = await services.lobbies.join(table.id, BEN)
    kinds = {row.kind for row in await store.read(due.read_due, clock.now + timedelta(days=99))}
    assert kinds == {CLOCK, IDLE}, "not when it would have expired"
    await proposed(services, table, 0, Question(Topic.PAUSE))
    table = await proposed(services, table, 0, Question(topic))
    seq = table.proposals[-1].seq
    table = await services.proposals.answer(table.id, user(table, 1), seq, yes=True)
    assert table.has_ended
    assert not await store.read(due.read_due, clock.now + timedelta(days=99))
    posts = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    turns = [post for post in posts if "-turn-" in post.key]
    assert turns
    assert not any(post.pressable or post.content.rows for post in turns)
    # what had begun before bears it
    await services.proposals.settle(table.id)
    await services.expiry.ask_whether_it_goes_on(table.id)
    await services.expiry.expire(table.id)
    await services.clocks.watch(table.id)
    await services.clocks.call_absent(table.id)
    await services.clocks.end_turn_automatically(table.id)
    assert (await services.games.get(table.id)).version == table.version
    assert not await store.read(due.read_due, clock.now + timedelta(days=99))


async def test_a_game_stopped_has_no_places_but_a_record(store, services):
    table = await running(services)
    with pytest.raises(Refused):
        await services.games.record(table.id)
    table = await proposed(services, table, 1, Question(Topic.STOP))
    for seat in (0, 2):
        table = await answered(services, table, seat, yes=True)
    assert table.status is Status.ABANDONED
    assert table.standings == ()
    assert table.view.scores == (None, None, None)
    assert read_position(await services.games.record(table.id)) == whole(table)
    assert [each.id for each in await services.games.finished_of(BEN.user_id, 5)] == [table.id]
    assert not await services.games.of_user(BEN.user_id)
    assert not (await store.read(examine, table.id)).faults
    with pytest.raises(Refused):
        await services.play.act(table.id, BEN.user_id, EndTurn())
