"""A user asks to be forgotten: other players' games go on and can be replayed, without a trace."""

import asyncio
import re
from random import Random
from typing import get_args, get_type_hints

import pytest
from tabletop import (
    BEN,
    CORA,
    DAN,
    EVE,
    PLACE,
    Clock,
    act,
    act_at_random,
    all_rows,
    decider,
    game_of,
    play_and_end,
    play_computers,
    refuses,
    take_seat,
)

from bot.delivery import DirectMessagesClosed, ToUser
from bot.domain.entries import LoggedEntry, ReasonedEntry
from bot.domain.hours import Quiet
from bot.domain.pace import PACES
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.queue import Wish
from bot.domain.refusals import Refusal
from bot.domain.server_rules import NOBODY_SPECIAL
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.store import Damaged
from bot.use_cases import Asked, Patience, Services
from engine import Level, StandingOrder, read_game, read_position

GUILD = PLACE.guild_id
NIN = Person(1_000_000_000_000_000_777, "Ninsun", "en")
"""She wants to be forgotten."""
LONGER = NIN.user_id * 10 + 1
"""The number of somebody else, with hers in it."""
DIRECTS = 4_000_000_000_000_000_000


def called(language):
    return {"de": "ein früherer Spieler"}.get(language, "a former player")


async def with_nin(services, name="Ur", *others, language="en"):
    """A game that has just started, of Ninsun, Ben and Cora."""
    others = others or (BEN, CORA)
    table = await services.opening.open(NIN, PLACE, name, seats=1 + len(others), language=language)
    for person in others:
        table = await services.lobbies.join(table.id, person)
    return table


def seat_of(table, person):
    return table.player_of(person.user_id).seat


async def until(services, table, person):
    """Play at random until that person decides."""
    rng = Random(3)
    while decider(table) != person.user_id:
        table = (await act_at_random(services, table, rng)).table
    return table


async def traces(store, person):
    """Every column of every table that holds a person's number or name."""
    found = []
    for name, rows in (await all_rows(store)).items():
        for row in rows:
            text = repr(row)
            if str(person.user_id) in text.replace(str(LONGER), "") or person.name in text:
                found.append(f"{name}: {text}")
    return found


async def a_life(services):
    """Everything that a person can do, so that the database has the number everywhere it can."""
    user = NIN.user_id
    timed = await services.opening.open(NIN, PLACE, "timed", seats=2, pace=PACES["daily"])
    await until(services, await services.lobbies.join(timed.id, BEN), NIN)
    await services.preferences.choose_theme(user, "light")
    await services.vacations.set_hours(user, zone="Europe/Berlin", quiet=Quiet(1320, 420))
    await services.preferences.set_standing_order(user, StandingOrder.LEAST)
    await services.lessons.begin(user, "01-tiles")
    running = await with_nin(services, "running")
    running = await until(services, running, NIN)
    running = await act(services, running, game_of(running).legal_actions()[0])
    await services.notes.keep_note(user, running.id, "remember the temple")
    await services.vacations.take_vacation(user, 3)
    running = await services.proposals.propose(running.id, user, Question(Topic.PAUSE))
    await services.proposals.propose(running.id, BEN.user_id, Question(Topic.END))
    await services.seats.offer(running.id, NIN, EVE.user_id, name="Eve")
    elsewhere = await services.opening.open(BEN, PLACE, "offered to her", seats=3)
    for person in (CORA, DAN):
        elsewhere = await services.lobbies.join(elsewhere.id, person)
    await services.seats.offer(elsewhere.id, BEN, user, name=NIN.name)
    wanted = Question(Topic.REPLACE, seat_of(elsewhere, CORA), user, name=NIN.name)
    await services.proposals.propose(elsewhere.id, DAN.user_id, wanted)
    await services.admins.pause(elsewhere.id, GUILD, NIN)
    handed = await with_nin(services, "handed over", BEN)
    await take_seat(services, handed, seat_of(handed, NIN), EVE)
    over = await services.opening.open(BEN, PLACE, "taken over", seats=2)
    over = await services.lobbies.join(over.id, CORA)
    over = await take_seat(services, over, seat_of(over, BEN), NIN)
    await services.admins.give_up_seat(over.id, GUILD, BEN, seat_of(over, CORA))
    gathering = await services.opening.open(NIN, PLACE, "gathering", seats=4)
    await services.lobbies.join(gathering.id, BEN)
    await services.lobbies.join(gathering.id, CORA)
    await services.lobbies.leave(gathering.id, BEN)
    await services.lobbies.take_out(gathering.id, NIN, CORA.user_id)
    await services.lobbies.join(gathering.id, BEN)
    await services.lobbies.configure(gathering.id, NIN, options=["open"])
    asked = await services.opening.open(BEN, PLACE, "asked", seats=4)
    await services.invitations.invite(asked.id, BEN, [user, LONGER])
    await services.invitations.ask(asked.id, BEN, [user, EVE.user_id])
    await services.invitations.decline(asked.id, user)
    await services.lobbies.take_out(
        (await services.lobbies.join(asked.id, CORA)).id, BEN, CORA.user_id
    )
    out = await services.opening.open(BEN, PLACE, "taken out", seats=4)
    await services.lobbies.join(out.id, NIN)
    await services.lobbies.take_out(out.id, BEN, user)
    resigned = await with_nin(services, "resigned")
    await services.play.resign(resigned.id, user)
    await services.servers.silence(GUILD, user, silent=True)
    await services.servers.silence(GUILD, LONGER, silent=True)
    await services.opening.open_solo(NIN, DIRECTS, "alone", [(Level.EASY, "Computer")])
    await services.queue.avoid(user, [BEN.user_id], GUILD)
    await services.queue.avoid(BEN.user_id, [user], GUILD)
    here = Asked(GUILD, PLACE.channel_id, (), NOBODY_SPECIAL, "en")
    await services.queue.wait(NIN, here, Wish())


async def test_nothing_tells_of_a_person_any_more(make, store, services, clock, box):
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    over = await play_and_end(services, await with_nin(services, "over"))
    record = await services.games.record(over.id)
    await a_life(services)
    await delivery.rest()
    before = {table.id: table for table in await services.games.in_server(GUILD)}
    assert len({trace.split(":")[0] for trace in await traces(store, NIN)}) >= 8

    await services.forgetting.forget(NIN.user_id, called)
    await delivery.rest()

    assert await traces(store, NIN) == []
    names = {table.name: table for table in await services.games.in_server(GUILD)}
    assert set(names) == {table.name for table in before.values()}  # the solo game is in none
    for table in names.values():
        assert not (await store.read(examine, table.id)).faults
    assert not (await store.read(examine, over.id)).faults
    again = await services.games.record(over.id)
    assert [*read_game(again)][1:] == [*read_game(record)][1:]
    assert "a former player" in again
    assert read_position(again) == game_of(over)
    assert (await services.reviews.of(over.id)).turns
    rules = await services.servers.rules(GUILD)
    assert rules.silenced == (LONGER,)
    for name in ("running", "taken over", "resigned"):
        (nobody,) = (player for player in names[name].players if player.user_id is None)
        assert nobody.name == "a former player"
        assert nobody.abandoned
        assert nobody.is_offered_to(DAN.user_id)
    assert [each.name for each in names["handed over"].former] == ["a former player"]
    assert [each.name for each in names["taken over"].former] == ["Ben"]
    assert names["gathering"].opener_id == BEN.user_id
    assert names["offered to her"].proposals == ()
    assert not any(player.offered for player in names["offered to her"].players)
    assert names["asked"].invited == (LONGER,)
    assert [each.user_id for each in names["asked"].asked] == [EVE.user_id]
    assert await services.games.of_user(NIN.user_id) == []
    assert await services.queue.wishes(GUILD) == []


def test_no_kind_of_entry_was_forgotten():
    """For each new text: if it can name a user, `forgetting` must replace it."""
    texts = {
        f"{kind.__name__}.{name}"
        for kind in get_args(LoggedEntry)
        for name, hint in get_type_hints(kind).items()
        if name != "kind" and re.search(r"\bstr\b|Question", str(hint))
    }
    of_nobody = {"ComputerSeated.name", "WordGiven.word", "FullStart.bag", "FullStart.words"}
    of_nobody |= {f"Configured.{name}" for name in ("name", "board", "options")}
    of_nobody |= {"Announced.about", "Removed.was"}
    named = {"Opened.name", "Joined.name", "Offered.name", "SeatTaken.to_name"}
    named |= {"SeatTaken.from_name", "Proposed.question", "ProposalResolved.question"}
    named |= {f"{kind}.language" for kind in ("Opened", "Joined", "SeatTaken")}
    assert texts - {f"{kind.__name__}.by" for kind in get_args(ReasonedEntry)} == of_nobody | named


async def test_a_game_goes_on_without_a_person_and_others_take_the_seat(store, services):
    table = await until(services, await with_nin(services), NIN)
    seat = seat_of(table, NIN)
    await services.forgetting.forget(NIN.user_id, called)
    table = await services.games.get(table.id)
    assert table.status is Status.RUNNING
    assert table.decider.user_id in {BEN.user_id, CORA.user_id}, "its turn was ended"
    table = await take_seat(services, table, seat, DAN)
    assert table.player(seat).name == "Dan"
    assert [each.name for each in table.former] == ["a former player"]
    assert not (await store.read(examine, table.id)).faults
    over = await play_and_end(services, table)
    assert read_position(await services.games.record(over.id)) == game_of(over)
    assert not (await store.read(examine, table.id)).faults


async def test_all_of_a_game_are_forgotten_each_by_itself(store, services):
    over = await play_and_end(services, await with_nin(services))
    await services.forgetting.forget(NIN.user_id, called)
    await services.forgetting.forget(BEN.user_id, called)
    table = await services.games.get(over.id)
    names = {"a former player", "a former player 2", "Cora"}
    assert {player.name for player in table.players} == names
    assert not (await store.read(examine, over.id)).faults
    await services.forgetting.forget(CORA.user_id, called)
    await refuses(Refusal.UNKNOWN_GAME, services.games.get(over.id))  # nobody could look at it


async def test_who_came_back_to_the_own_seat_is_forgotten_as_one_in_the_games_language(
    store, services
):
    table = await with_nin(services, language="de")
    seat = seat_of(table, NIN)
    table = (await services.play.resign(table.id, NIN.user_id)).table
    await take_seat(services, table, seat, NIN)
    await services.forgetting.forget(NIN.user_id, called)
    assert not (await store.read(examine, table.id)).faults
    after = await services.games.get(table.id)
    assert (after.player(seat).name, after.former) == ("ein früherer Spieler", ())


async def test_who_is_forgotten_and_comes_again_is_somebody_new(services):
    await services.preferences.choose_theme(NIN.user_id, "light")
    table = await with_nin(services)
    seat = seat_of(table, NIN)
    for _ in range(2):  # the second time there is nothing left to forget
        await services.forgetting.forget(NIN.user_id, called)
    assert (await services.preferences.habits(NIN.user_id)).theme is None
    table = await take_seat(services, table, seat, NIN)
    assert table.player(seat).name == "Ninsun"


async def test_who_sits_down_while_being_forgotten_is_forgotten_there_too(store, services):
    gathering = await with_nin(services, "first", BEN)

    async def at_once():
        await services.forgetting.forget(NIN.user_id, called)

    forgetting = asyncio.create_task(at_once())
    opened = await services.opening.open(NIN, PLACE, "meanwhile", seats=3)
    await services.lobbies.join(opened.id, BEN)
    await forgetting
    for number in (gathering.id, opened.id):
        table = await services.games.get(number)
        assert all(player.user_id != NIN.user_id for player in table.players)
        assert not (await store.read(examine, number)).faults
    assert await traces(store, NIN) == []


@pytest.mark.parametrize("case", ["among others", "alone", "refused"])
async def test_a_message_sent_while_its_player_is_forgotten_is_taken_back(
    make, store, services, box, monkeypatch, case
):
    """A game that she plays *alone* against computers is removed with her."""
    if case == "alone":
        table = await services.opening.open_solo(NIN, DIRECTS, "alone", [(Level.EASY, "Computer")])
        table = await play_computers(services, table)
    else:
        table = await until(services, await with_nin(services), NIN)
    send = box.send

    async def send_late(post, where, nonce):
        if where != ToUser(NIN.user_id):
            return await send(post, where, nonce)
        sent = None if case == "refused" else await send(post, where, nonce)
        await services.forgetting.forget(NIN.user_id, called)
        if sent is None:
            raise DirectMessagesClosed(NIN.user_id)
        return sent

    monkeypatch.setattr(box, "send", send_late)
    delivery = make()
    delivery.nudge(table.id)
    await delivery.rest()
    sent = [line for line in box.lines("send") if line["where"] == NIN.user_id]
    assert bool(sent) == (case != "refused")
    assert [line for line in box.live().values() if line["where"] == NIN.user_id] == []
    assert await traces(store, NIN) == []


async def test_another_program_has_no_name_in_its_memory_either(store, services, clock):
    """Also of a finished game: its new version makes the program read it again."""
    table = await with_nin(services)
    await take_seat(services, table, seat_of(table, NIN), EVE)
    await services.admins.end(table.id, GUILD, BEN, result=True)
    other = Services(store, Random(1), clock)
    assert NIN.name in repr((await other.games.get(table.id)).round)
    await services.forgetting.forget(NIN.user_id, called)
    again = await other.games.get(table.id)
    assert NIN.name not in repr(again)
    assert (await services.games.get(table.id)) == again
    assert not (await store.read(examine, table.id)).faults


async def test_a_game_that_is_over_expires_when_it_would_have(store, services, clock):
    over = await play_and_end(services, await with_nin(services))
    keeping = Services(store, Random(1), clock, patience=Patience(finished=3))
    clock.advance(days=2)
    await keeping.forgetting.forget(NIN.user_id, called)
    clock.advance(days=2)
    await keeping.forgetting.forget_finished()
    await refuses(Refusal.UNKNOWN_GAME, keeping.games.get(over.id))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET text = '{\"by\": \"Ninsun\"' WHERE kind = 'offered'",
        "UPDATE game SET proposals = '{'",
        "UPDATE game SET former = '[1]'",
        "DELETE FROM snapshot",
    ],
)
async def test_what_is_damaged_hinders_nobody_from_being_forgotten(store, services, damage):
    table = await with_nin(services)
    await services.proposals.propose(table.id, NIN.user_id, Question(Topic.PAUSE))
    await take_seat(services, table, seat_of(table, NIN), EVE)
    async with store.writing() as connection:
        await connection.exec_driver_sql(damage)
    fresh = Services(store, Random(1), Clock())
    await fresh.forgetting.forget(NIN.user_id, called)
    assert await traces(store, NIN) == []


async def test_a_visit_that_is_under_way_brings_nothing_back(store, services):
    table = await with_nin(services)
    visit = await services.visits.of(table.id, NIN.user_id)
    await services.forgetting.forget(NIN.user_id, called)
    visit = await services.people.notice(visit, Person(NIN.user_id, "Nin", "de"), GUILD)
    assert visit.seat is None
    assert await traces(store, NIN) == []


@pytest.mark.sqlite
async def test_each_game_is_stored_by_itself(store, services):
    """Others need not wait until all of them are; what comes to no end is gone on with."""
    first, last = await with_nin(services, "first"), await with_nin(services, "last")
    async with store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE game SET former = '{{' WHERE id = {last.id}")
    with pytest.raises(Damaged):
        await services.forgetting.forget(NIN.user_id, called)
    assert NIN.name not in {player.name for player in (await services.games.get(first.id)).players}
    assert await services.forgetting.farewells() == [NIN.user_id]
    async with store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE game SET former = '[]' WHERE id = {last.id}")
    await services.forgetting.forget(NIN.user_id, called)
    assert await traces(store, NIN) == []
    assert await services.forgetting.farewells() == []
