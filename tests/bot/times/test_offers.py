"""An offer of a seat ends at the time that it names, and whoever made it is told without a ring."""

from datetime import timedelta
from random import Random

import pytest
from seated import WORDS, seats_of
from tabletop import (
    DAN,
    EVE,
    PLACE,
    act,
    agree,
    answer_proposal,
    change_directly,
    person_at,
    propose,
    refuses,
    resign,
    running,
    take_seat,
)
from timetable import DAILY, entries_of, paced, wait

from bot.changes import BEAT
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.entries import LeftServer, Offered, Why
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.features.board import log_page
from bot.features.table.seating import free_seat, offer_line
from bot.i18n.times import moment
from bot.ops.game_check import examine
from bot.posts.game_messages import notification_message
from bot.store import DueRow
from bot.store.queries import due
from bot.use_cases import Services
from bot.use_cases.besides_playing import OFFERS
from engine import EndTurn, Level

ZOE = Person(42, "Zoe")
"""She manages the server."""
SECOND = timedelta(seconds=1)


def until(table, seat=0):
    """The end of a seat's offer."""
    return next(each.until for each in table.offers if each.seq == table.player(seat).offered_seq)


async def offered(services, seat=0, to=EVE.user_id):
    """A new game in which the player of a seat offers it."""
    table = await running(services)
    return await services.seats.offer(table.id, person_at(table, seat), to, name="Eve")


async def by_admin(services, table, seat, admin=ZOE):
    return await services.admins.offer_seat(table.id, PLACE.guild_id, admin, seat, EVE)


async def after_three_days(store, services, clock, table):
    await wait(store, services, clock, days=3)
    assert not (await store.read(examine, table.id)).faults
    return await services.games.get(table.id)


# --- when it ends --------------------------------------------------------------------------------


async def test_an_offer_to_a_user_ends_after_three_days(store, services, clock):
    table = await offered(services)
    assert until(table) == clock() + timedelta(days=3)
    await wait(store, services, clock, days=3, seconds=-1)
    assert (await services.games.get(table.id)).player(0).offered_to == EVE.user_id
    table = await after_three_days(store, services, clock, table)
    assert not table.player(0).offered
    (ended,) = await entries_of(services, table, "kept")
    assert (ended.why, ended.at, ended.called) == ("late", table.offers[-1].until, None)
    text = "The offer of Anna's seat has ended: no one took it."
    assert text in log_page(WORDS, table, await services.games.history(table.id)).text


async def test_hours_of_the_user_do_not_show_in_it_and_one_to_anyone_ends_after_seven(
    services, clock
):
    await services.vacations.set_hours(EVE.user_id, zone="UTC", quiet=Quiet(0, 12 * 60))
    table = await offered(services)
    assert until(table) == clock() + timedelta(days=3)
    table = await services.seats.offer(table.id, person_at(table, 0))
    assert until(table) == clock() + timedelta(days=7)
    live = await paced(services, PACES["live"], name="Uruk")
    live = await services.seats.offer(live.id, person_at(live, 1), EVE.user_id)
    assert until(live, 1) == clock() + timedelta(minutes=10)


async def test_time_without_the_program_counts_for_nobody(store, services, clock):
    """Each offer moves by itself."""
    table = await offered(services)
    clock.advance(days=1)
    await services.seats.offer(table.id, person_at(table, 1), DAN.user_id)
    await services.clocks.beat()
    clock.advance(days=5)
    services = Services(store, Random(0), clock)
    await services.clocks.beat()
    table = await services.games.get(table.id)
    for seat, left in ((0, 2), (1, 3)):
        ends = f"The offer ends {moment(clock() + timedelta(days=left))}."
        assert ends in free_seat(WORDS, table, table.player(seat)).text
        assert ends in offer_line(WORDS, (await seats_of(services, table))[seat])
    await wait(store, services, clock, days=2)
    table = await services.games.get(table.id)
    assert [each.offered for each in table.players] == [False, True, False]


async def test_a_seat_that_nobody_plays_is_open_to_all_again(store, services, clock):
    """An empty one, one of a player who left the server, and one where a computer stands in."""
    table = await resign(services, await running(services, 4), 0)
    table = await resign(services, table, 1)
    question = Question(Topic.COMPUTER, 1, name="Computer (easy)", level=Level.EASY)
    table = await propose(services, table, 2, question)
    table = await answer_proposal(services, table, 3, yes=True)
    table = await change_directly(services, table, lambda new: new.then(LeftServer(seat=2)))
    await wait(store, services, clock, days=9)
    table = await services.games.get(table.id)
    assert [each.is_offered_to(DAN.user_id + 9) for each in table.players] == [*3 * [True], False]
    assert await entries_of(services, table, "kept") == []
    for seat in range(3):
        table = await by_admin(services, table, seat)
    table = await after_three_days(store, services, clock, table)
    assert [each.offered_to for each in table.players] == 4 * [None]
    assert [each.is_offered_to(DAN.user_id + 9) for each in table.players] == [*3 * [True], False]
    table = await take_seat(services, table, 2, EVE)
    assert table.player(2).user_id == EVE.user_id


@pytest.mark.parametrize("taken", [True, False])
async def test_an_offer_to_a_user_outlasts_that_the_seat_passes(store, services, clock, taken):
    """The message that has rung for it is edited, and anybody else can take the seat, too."""
    table = await paced(services, DAILY, 2)
    await wait(store, services, clock, days=4)
    table = await services.seats.offer(table.id, person_at(table, 0), EVE.user_id, name="Eve")
    since, ends = table.player(0).free_since, until(table)
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    seat = table.player(0)
    assert (seat.abandoned, seat.free_since, until(table)) == (True, since, ends)
    assert seat.is_offered_to(DAN.user_id)
    message = free_seat(WORDS, table, seat)
    assert message.ping == (EVE.user_id,)
    assert message.text.endswith(f"are yours. The offer ends {moment(ends)}.")
    if taken:
        table = await take_seat(services, table, 0, EVE)
        assert table.time_up_at is not None
    else:
        table = await act(services, table, EndTurn())
        await wait(store, services, clock, days=2, seconds=-1)
        table = await after_three_days(store, services, clock, table)
        assert (table.player(0).abandoned, table.player(0).offered_to) == (True, None)
    assert not (await store.read(examine, table.id)).faults


async def test_an_offer_of_an_older_version_stays(store, services, clock):
    """Even if an earlier one of the same seat has left its job."""
    table = await running(services)

    def offer(change):
        old = change.then(Offered(why=Why.OWN, to=EVE.user_id, seat=0))
        return old.schedule(OFFERS[0], change.at)

    table = await change_directly(services, table, offer)
    await wait(store, services, clock, days=30)
    assert (await services.games.get(table.id)).player(0).offered_to == EVE.user_id
    assert await store.read(due.read_kind, OFFERS[0]) == []


# --- at the same time ----------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["taken", "kept", "replaced", "moved"])
async def test_what_comes_just_before_its_end_counts(store, services, clock, what):
    """Though the job is already under way."""
    table = await offered(services)
    clock.now = until(table)
    before = table.version
    match what:
        case "taken":
            await take_seat(services, table, 0, EVE)
        case "kept":
            await services.seats.keep(table.id, person_at(table, 0).user_id)
        case "replaced":
            await services.seats.offer(table.id, person_at(table, 0), DAN.user_id)
        case _:  # by a gap
            later = DueRow(OFFERS[0], table.id, clock() + BEAT)
            await store.write(due.schedule, later)
            before -= 1
    await services.jobs[OFFERS[0]](table.id)
    after = await services.games.get(table.id)
    assert after.version == before + 1
    assert after.player(0).offered == (what in {"replaced", "moved"})
    assert len(await store.read(due.read_kind, OFFERS[0])) == (what in {"replaced", "moved"})


async def test_what_comes_after_its_end_is_refused_in_a_sentence(store, services, clock):
    table = await offered(services)
    since = table.player(0).free_since
    await wait(store, services, clock, days=3)
    seats = services.seats
    await refuses(Refusal.SEAT_NOT_FREE, seats.take(table.id, EVE, 0, since))
    await refuses(Refusal.SEAT_NOT_FREE, seats.refuse(table.id, EVE.user_id, 0, since))
    await refuses(Refusal.NOT_OFFERED, seats.keep(table.id, person_at(table, 0).user_id))


# --- who made it is told -------------------------------------------------------------------------


async def test_its_player_and_whoever_proposed_it_read_so_on_their_desks(store, services, clock):
    table = await offered(services, seat=1)
    table = await agree(services, table, Question(Topic.REPLACE, 2, EVE.user_id, name="Eve"))
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.player(2).offered_to == EVE.user_id
    before = await seats_of(services, table)
    table = await after_three_days(store, services, clock, table)
    assert not any(each.offered for each in table.players)
    for seat in await seats_of(services, table):
        assert desk_shown(seat) != desk_shown(before[seat.number])
        text = desk_page(WORDS, seat).text
        assert "> The offer of **Ben**'s seat has ended: no one took it." in text
        assert "> The offer of **Cora**'s seat has ended: no one took it." in text
    assert not any(each.called is not None for each in table.round if each.kind == "kept")
    assert await store.read(services.notifications.read, table.id) == ()


@pytest.mark.parametrize("plays", [False, True])
async def test_an_admin_who_does_not_play_gets_a_silent_message(store, services, clock, plays):
    table = await running(services)
    admin = person_at(table, 1) if plays else ZOE
    table = await by_admin(services, table, 0, admin)
    table = await after_three_days(store, services, clock, table)
    told = await store.read(services.notifications.read, table.id)
    assert len(told) == (not plays)
    if plays:
        return
    (told,) = told
    message = notification_message(WORDS, table, told)
    assert told.user_id == ZOE.user_id
    assert message.text.startswith("**Ur**: no one took the seat you offered in time.")
    assert (message.silent, message.ping) == (True, ())
