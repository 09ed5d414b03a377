"""Games that ended before their end agree with their logs, and are made anew from them."""

from dataclasses import replace
from random import Random

import pytest
from carried import spoil
from tabletop import ANNA, BEN, PLACE, in_conflict, running, user

from bot.changes import CALL, PROPOSAL
from bot.delivery import Agenda
from bot.domain import Person, Question, Status, Topic
from bot.domain.clock import NEW_CLOCK
from bot.ops.game_check import examine, repair
from bot.services import EXPIRY, IDLE, Patience, Services

GUILD = PLACE.guild_id or 0
ZOE = Person(42, "Zoe")
"""She manages the server."""


async def agreed(services, table, question):
    """The table once everybody has agreed upon that."""
    by = next(each for each in table.players if not each.abandoned and each.seat != question.seat)
    assert by.user_id is not None
    table = await services.proposals.propose(table.id, by.user_id, question)
    proposal = table.proposals[-1]
    for seat in proposal.asked:
        table = await services.proposals.answer(table.id, user(table, seat), proposal.seq, yes=True)
    return table


async def look(store, services, clock, days):
    """Let days go by, and have done what is due then."""
    clock.advance(days=days)
    doing = {
        CALL: services.clocks.call_absent,
        EXPIRY: services.expiry.expire,
        IDLE: services.expiry.ask_whether_it_goes_on,
        PROPOSAL: services.proposals.settle,
    }
    await Agenda(store, clock, doing, lambda _at: None).look()


async def with_the_result(store, services, clock):
    return await agreed(services, await in_conflict(services), Question(Topic.END))


async def in_a_pause(store, services, clock):
    table = await agreed(services, await running(services), Question(Topic.PAUSE))
    assert table.paused
    return await agreed(services, table, Question(Topic.END))


async def with_something_proposed(store, services, clock):
    table = await running(services)
    await services.proposals.propose(table.id, user(table, 1), Question(Topic.PAUSE))
    return await services.admins.end(table.id, GUILD, ZOE, result=False)


async def with_a_seat_given_up(store, services, clock):
    table = await agreed(services, await running(services), Question(Topic.ABANDON, 1))
    table = await services.admins.offer_seat(table.id, GUILD, ZOE, 1, Person(77, "Eve"))
    return await agreed(services, table, Question(Topic.END))


async def with_a_seat_taken_back(store, services, clock):
    table = await running(services)
    own = Person(user(table, 1), table.player(1).name)
    table = (await services.play.resign(table.id, own.user_id)).table
    seq = table.player(1).free_since
    assert seq is not None
    table = (await services.seats.take(table.id, own, 1, seq)).table
    return await agreed(services, table, Question(Topic.STOP))


async def with_nobody_left(store, services, clock):
    table = await running(services, 2)
    table = await services.admins.give_up_seat(table.id, GUILD, ZOE, 0)
    return (await services.play.resign(table.id, user(table, 1))).table


async def touched_by_nobody(store, services, clock):
    table = await running(services, 2)
    await look(store, services, clock, days=45)
    await look(store, services, clock, days=7)
    return await services.games.get(table.id)


async def never_started(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await look(store, services, clock, days=13)
    await look(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.expired
    return table


async def left_by_all(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    for person in (ANNA, BEN):
        table = await services.lobbies.leave(table.id, person)
    return table


async def not_at_all(store, services, clock):
    return await services.opening.open(ANNA, PLACE, "Ur")


ENDS = {
    not_at_all: Status.LOBBY,
    with_the_result: Status.OVER,
    in_a_pause: Status.OVER,
    with_something_proposed: Status.ABANDONED,
    with_a_seat_given_up: Status.OVER,
    with_a_seat_taken_back: Status.ABANDONED,
    with_nobody_left: Status.OVER,
    touched_by_nobody: Status.ABANDONED,
    never_started: Status.CANCELLED,
    left_by_all: Status.CANCELLED,
}


def services_of(store, clock):
    return Services(store, Random(7), clock, patience=Patience(lobby=14, idle=45))


SPOILT = (
    "UPDATE game SET status = 'running', turn = 9, version = 1, paused_seq = 2",
    "UPDATE player SET abandoned_seq = 3, offered_seq = 1, offered_to = 4",
    "DELETE FROM snapshot",
)


@pytest.mark.sqlite  # a host looks at a file
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_whatever_has_ended_agrees_with_its_log(store, path, clock, end):
    table = await end(store, services_of(store, clock), clock)
    assert table.status is ENDS[end]
    examined = await store.read(examine, table.id)
    assert examined is not None
    assert examined.faults == ()
    assert not await store.write(repair, table.id, clock())
    read = await services_of(store, clock).games.get(table.id)
    for statement in SPOILT:
        spoil(path, statement)
    assert await store.write(repair, table.id, clock())
    mended = await services_of(store, clock).games.get(table.id)
    for told in ("status", "standings", "winners", "turn", "given_up", "paused", "expired"):
        assert getattr(mended, told) == getattr(read, told), told
    for before, after in zip(read.players, mended.players, strict=True):
        assert replace(before, clock=NEW_CLOCK) == replace(after, clock=NEW_CLOCK)
