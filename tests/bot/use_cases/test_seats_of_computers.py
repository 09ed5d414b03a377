"""Seats pass to computers if the table agrees, and back to people."""

from tabletop import (
    EVE,
    PLACE,
    answer_proposal,
    decider,
    end_turns,
    person_at,
    propose,
    refuses,
    resign,
    running,
    take_seat,
)
from timetable import BANK, paced

from bot.changes import COMPUTER
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.seat import Notes
from bot.domain.seating import holders, seat_holder_at
from bot.domain.table import Status
from bot.ops.game_check import examine, repair
from bot.store import CalledIn
from bot.store.queries import due
from bot.use_cases.inside import AllSeats
from engine import EndTurn, Level

STRONG = Question(Topic.COMPUTER, 2, name="Computer (strong)", level=Level.STRONG)
ADMIN = Person(77, "Admin")
GUILD = PLACE.guild_id or 0


async def taken_by_computer(services, table):
    """The table once it has agreed that a computer plays the seat 2, which nobody plays."""
    table = await resign(services, table, 2)
    table = await propose(services, table, 0, STRONG)
    return await answer_proposal(services, table, 1, yes=True)


async def test_a_computer_takes_a_seat_that_nobody_plays_if_the_table_agrees(services, store):
    table = await running(services)
    gone = person_at(table, 2)
    await services.preferences.mute(gone.user_id, table.id, muted=True)
    await services.preferences.call_in(gone.user_id, CalledIn.THREAD, table.id)
    await services.notes.keep_note(gone.user_id, table.id, "I hold three temples")
    table = await resign(services, table, 2)
    table = await propose(services, table, 0, STRONG)
    (proposal,) = table.proposals
    assert proposal.asked == (1,), "nobody asks who has resigned"
    assert proposal.silence, "who has lost interest does not hold it up"
    table = await answer_proposal(services, table, 1, yes=True)
    player = table.player(2)
    assert (player.level, player.user_id, player.abandoned) == (Level.STRONG, None, False)
    assert (player.name, player.muted) == ("Computer (strong)", False)
    assert player.called_in is CalledIn.DIRECT
    assert [(each.user_id, each.name) for each in table.former] == [(gone.user_id, gone.name)]
    assert (await AllSeats(services).everyone(table.id)).seats[2].notes == Notes()
    assert await services.games.get(table.id) == table
    assert not (await store.read(examine, table.id)).faults
    assert (await services.visits.of(table.id, gone.user_id)).seat is None
    # a person can take it as any seat that is offered
    assert player.offered
    assert player.offered_to is None


async def test_the_one_who_is_left_alone_decides_alone(services, store):
    table = await running(services, 2)
    loser = person_at(table, 1)

    table = await propose(services, table, 0, Question(Topic.ABANDON, 1))
    table = await answer_proposal(services, table, 1, yes=True)
    assert table.player(1).abandoned
    question = Question(Topic.COMPUTER, 1, name="Computer (easy)", level=Level.EASY)
    table = await propose(services, table, 0, question)
    assert table.player(1).is_computer
    assert table.proposals == ()
    table = await end_turns(services, table)
    assert [row.game_id for row in await store.read(due.read_kind, COMPUTER)] == [table.id]
    # who sat there comes back, as anybody can who has seen no other hand
    table = await take_seat(services, table, 1, loser)
    assert (table.player(1).level, table.player(1).user_id) == (None, loser.user_id)
    assert await store.read(due.read_kind, COMPUTER) == []
    assert decider(table) == loser.user_id
    assert [each.user_id for each in table.former] == [loser.user_id, None]
    assert holders(table)[1] == (loser.name, "Computer (easy)", loser.name)
    assert not (await store.read(examine, table.id)).faults


async def test_a_mended_game_still_has_its_computer(services, store, clock):
    table = await taken_by_computer(services, await running(services))

    def spoil(connection):
        connection.exec_driver_sql(
            "UPDATE player SET level = NULL, offered_seq = NULL WHERE level IS NOT NULL"
        )

    await store.write(spoil)
    assert (await store.read(examine, table.id)).faults
    await store.write(repair, table.id, clock())
    assert not (await store.read(examine, table.id)).faults
    mended = await services.games.get(table.id)
    assert mended.player(2).level is Level.STRONG


async def test_what_is_not_proposed(services):
    table = await resign(services, await running(services), 2)
    for seat, why in (
        (1, Refusal.STILL_PLAYED),
        (0, Refusal.OWN_SEAT),
        (7, Refusal.STALE),
        (None, Refusal.STALE),
    ):
        question = Question(Topic.COMPUTER, seat, name="C", level=Level.EASY)
        await refuses(why, propose(services, table, 0, question))
    no_level = Question(Topic.COMPUTER, 2, name="C")
    await refuses(Refusal.STALE, propose(services, table, 0, no_level))


async def test_whom_an_admin_has_removed_does_not_come_back_from_a_computer(services):
    table = await running(services)
    removed = person_at(table, 2)
    table = await services.admins.give_up_seat(table.id, GUILD, ADMIN, 2)
    table = await propose(services, table, 0, STRONG)
    table = await answer_proposal(services, table, 1, yes=True)
    await refuses(Refusal.OTHERS_WANT_IT, take_seat(services, table, 2, removed))
    table = await take_seat(services, table, 2, EVE)
    assert table.player(2).user_id == EVE.user_id


async def test_nobody_waits_for_a_computer_nor_does_it_vote_but_its_seat_is_offered(
    services, store
):
    table = await taken_by_computer(services, await running(services))
    await refuses(Refusal.COMPUTER_PLAYS, propose(services, table, 0, Question(Topic.ABANDON, 2)))
    await refuses(Refusal.STILL_PLAYED, propose(services, table, 0, STRONG))
    await refuses(Refusal.COMPUTER_PLAYS, services.admins.give_up_seat(table.id, GUILD, ADMIN, 2))
    table = await services.admins.offer_seat(table.id, GUILD, ADMIN, 2, EVE)
    assert table.player(2).offered_to == EVE.user_id
    offered = table.player(2).free_since
    table = await services.seats.refuse(table.id, EVE.user_id, 2, offered)
    assert table.player(2).offered, "it stands in for whoever comes"
    assert table.player(2).offered_to is None
    table = await propose(services, table, 0, Question(Topic.PAUSE))
    (proposal,) = table.proposals
    assert proposal.asked == (1,)
    table = await answer_proposal(services, table, 1, yes=True)
    assert table.paused
    assert not table.waits_for_computer
    assert not (await store.read(examine, table.id)).faults


async def test_no_clock_runs_for_a_computer_and_what_it_did_stays_its_own(services, clock):
    """The log names the players of that time."""
    table = await taken_by_computer(services, await paced(services, BANK))
    table = await end_turns(services, table)
    asked = await services.computers.to_decide(table.id)
    table = await services.computers.act(table.id, [EndTurn()], asked.seen)
    acted = table.version
    table = await end_turns(services, table)
    clock.advance(days=40)
    await services.clocks.watch(table.id)
    table = await services.games.get(table.id)
    assert table.waits_for_computer
    assert table.time_up_at is None
    assert not any(entry.kind == "time up" for entry in table.round)
    table = await take_seat(services, table, 2, EVE)
    assert table.waits
    assert table.time_up_at > clock(), "who takes it has the time that anybody has"
    assert seat_holder_at(table, 2, acted) == "Computer (strong)"
    assert seat_holder_at(table, 2, table.version) == "Eve"


async def test_computers_alone_do_not_play_on(services, store):
    """A game that all people have left waits, as any that nobody is left to play with another."""
    table = await taken_by_computer(services, await running(services))
    table = await services.admins.give_up_seat(table.id, GUILD, ADMIN, 0)
    table = await end_turns(services, table)
    assert table.waits_for_computer
    table = await services.admins.give_up_seat(table.id, GUILD, ADMIN, 1)
    assert table.status is Status.RUNNING
    assert not table.waits_for_computer
    assert await store.read(due.read_kind, COMPUTER) == []
    version = table.state_version
    table = await take_seat(services, table, 1, EVE)
    assert table.state_version == version
    assert table.waits_for_computer
    assert [row.game_id for row in await store.read(due.read_kind, COMPUTER)] == [table.id]


async def test_names_stay_apart(services):
    table = await running(services, 4)
    for seat in (3, 2):
        table = await resign(services, table, seat)
    for seat in (3, 2):
        question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
        table = await propose(services, table, 0, question)
        table = await answer_proposal(services, table, 1, yes=True)
    assert [table.player(seat).name for seat in (3, 2)] == ["Computer (easy)", "Computer (easy) 2"]
