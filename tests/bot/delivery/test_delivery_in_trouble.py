"""Delivery in trouble: whatever fails, everything due is shown in the end."""

import asyncio
import sqlite3
from datetime import timedelta
from random import Random

import pytest
from post_box import deliver, look_after, posts_due, shown, started, undelivered
from tabletop import ANNA, BEN, PLACE, act, act_at_random, decider, game_of, running
from two_programs import HeldCall

from bot.delivery import (
    Delivery,
    DirectMessagesClosed,
    InTrouble,
    MissingPermission,
    NotTaken,
    TryLater,
    work_queue,
)
from bot.store.queries import people
from bot.use_cases import Services
from engine import EndTurn
from tests.databases import new_database, opened_at


async def test_closed_direct_messages_bring_the_fallback_and_are_tried_less_and_less_often(
    make, services, box, clock, store
):
    delivery = make()
    table = await running(services, 2)
    first, second = decider(table), table.player(1).user_id
    asked = "send", f"hand 1 {first}"
    with box.failing(*asked, DirectMessagesClosed(first)):
        await deliver(delivery, table)
        assert f"call 1 {first}" in box.keys("send")
        assert await undelivered(store) == 0
        for tried, hours in enumerate((1, 6, 24, 24), start=1):
            clock.advance(hours=hours, seconds=-1)
            await deliver(delivery, table)
            assert box.attempts.count(asked) == tried
            clock.advance(seconds=1)
            await deliver(delivery, table)
            assert box.attempts.count(asked) == tried + 1
    for _ in range(2):
        table = await act(services, table, EndTurn())
        await deliver(delivery, table)
    assert f"hand 2 {second}" in box.keys("send")
    assert f"call 3 {first}" in box.keys("send")  # not tried again so soon
    clock.advance(hours=25)
    await deliver(delivery, table)
    assert f"hand 3 {first}" in box.keys("send")
    assert f"call 3 {first}" in box.keys("remove")


async def test_only_who_is_called_is_tried_again(make, services, store, box, clock):
    """Other direct messages wait until a call has succeeded."""
    seen = []

    def due(everyone, closed):
        seen.append(closed)
        return []

    delivery = Delivery(store, services, box, due, clock, alarm=lambda _: None)
    table = await running(services, 2)
    both = {player.user_id for player in table.players}
    for user_id in both:
        await store.write(
            people.change_person, user_id, direct_closed_at=clock(), direct_refusals=1
        )
    for hours in (0, 2):
        clock.advance(hours=hours)
        await deliver(delivery, table)
    assert seen == [both, both - {decider(table)}]
    await delivery.close()


async def test_in_direct_messages_there_is_no_permission_to_wait_for(make, services, box, store):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    table = await act(services, table, EndTurn())
    with box.failing("remove", "hand 1", MissingPermission("view_channel")):
        await deliver(delivery, table)
        assert ("remove", f"hand 1 {table.player(0).user_id}") in box.attempts
        assert await undelivered(store) == 0
        assert delivery.status(table.id).missing is None


async def test_a_message_that_was_sent_late_is_as_young_as_that(make, services, box, clock):
    """It can still be edited, though it was first noted hours ago."""
    delivery, table = make(), await running(services, 2)
    with box.failing("send", "turn 1", MissingPermission("send_messages_in_threads")):
        await deliver(delivery, table)
    clock.advance(hours=5)
    await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 1
    action = next(a for a in game_of(table).legal_actions() if str(a).startswith("x@"))
    await services.play.act(table.id, decider(table), action)
    await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 1
    assert "turn 1" in box.keys("edit")


async def test_discord_asks_for_patience_which_outlasts_a_restart(
    make, services, box, clock, alarms
):
    delivery = make()
    table = await services.opening.open(ANNA, PLACE, "Ur")
    with box.failing("send", "lobby", TryLater(60)):
        await deliver(delivery, table)
        await deliver(delivery, table)  # no sooner for that
        assert box.attempts == [("send", "lobby")]
        assert alarms == [clock() + timedelta(seconds=60)]
    await look_after(delivery, clock, 59)
    again = await started(make)
    assert box.attempts == [("send", "lobby")]
    await look_after(again, clock, 1)
    assert box.keys("send") == ["lobby"]


@pytest.mark.sqlite  # which can be locked by another program
async def test_a_pause_that_cannot_be_stored_is_kept_all_the_same(tmp_path, box, clock):
    """Discord wants to be left alone, and just then another program writes to the database."""
    path = tmp_path / "busy.sqlite3"
    async with opened_at(f"{await new_database(path)}?timeout=0.05") as store:
        services = Services(store, Random(7), clock)
        alarms = []
        delivery = Delivery(store, services, box, posts_due, clock, alarm=alarms.append)
        table = await services.opening.open(ANNA, PLACE, "Ur")
        other = sqlite3.connect(path, isolation_level=None)
        send = box.send

        async def send_and_lock(*_):
            other.execute("BEGIN IMMEDIATE")
            raise TryLater(60)

        box.send = send_and_lock
        await deliver(delivery, table)
        assert alarms == [clock() + timedelta(seconds=60)]
        other.close()
        box.send = send
        await look_after(delivery, clock, 60)
        assert box.keys("send") == ["lobby"]
        await delivery.close()


TROUBLE = InTrouble("Discord is in trouble")


@pytest.mark.parametrize("verb", ["sent", "edit", "edited", "home", "homed", "retire"])
async def test_what_is_in_trouble_is_brought_once(make, services, box, clock, verb):
    """Discord may fail before or after it has done what it was asked to."""
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    with box.failing(verb, "", TROUBLE):
        table = await running(services, 2)
        for pause in (1, 300):  # after the last one the nonce has expired
            table = await act(services, table, EndTurn())
            await delivery.rest()
            await look_after(delivery, clock, pause)
    await look_after(delivery, clock, 300)
    await deliver(delivery, table)  # what is shown to its end needs no buttons
    assert len(box.keys("home")) == 1
    turns = [key for key in box.keys("send") if key.startswith("turn")]
    assert turns == [f"turn {number}" for number in range(1, 4)]
    assert len(box.keys("send")) == len(set(box.keys("send")))
    assert {line["key"]: line["shows"] for line in box.live().values()} == shown(
        await services.games.get(table.id)
    )


async def test_every_turn_is_told_in_order_however_long_the_trouble_lasts(
    make, services, box, store, clock
):
    """With the board of that turn, and by any program: they may end in between."""
    rng = Random(5)
    table = await running(services, 2)
    ends = {}
    for turn in (2, 4):
        delivery = make()
        services.notify(delivery, alarm=delivery.alarm)
        with box.failing("send", "turn", TROUBLE):
            await delivery.start()
            while table.turn < turn:
                before = table
                table = (await act_at_random(services, table, rng)).table
                if table.turn > before.turn:
                    ends[before.turn] = table.view
                await delivery.rest()
                await look_after(delivery, clock, 300)
    assert {turn.number: turn.view for turn in table.turns[:-1]} == ends
    later = Services(store, Random(1), clock)
    assert await later.games.get(table.id) == await services.games.get(table.id)
    delivery = make()
    await delivery.start()
    await look_after(delivery, clock, 300)
    turns = [key for key in box.keys("send") if key.startswith("turn")]
    assert turns == ["turn 1", "turn 2", "turn 3", "turn 4"]
    await deliver(delivery, table)
    after = await services.games.get(table.id)
    assert {line["key"]: line["shows"] for line in box.live().values()} == shown(after)
    table = (await act_at_random(services, after, rng)).table
    assert [turn.number for turn in table.turns] == [3, 4]


@pytest.mark.parametrize("fault", [RuntimeError("cut"), NotTaken("400 Bad Request (code 99999)")])
async def test_a_fault_of_ours_is_tried_with_growing_pauses_reported_once_and_never_lost(
    make, services, box, clock, caplog, fault
):
    """In the end it waits until the game changes, or for the next start."""
    delivery, sent = make(), ("send", "lobby")
    table = await services.opening.open(ANNA, PLACE, "Ur")
    with box.failing(*sent, fault):
        await deliver(delivery, table)
        pauses = [min(4**number, 24 * 3600) for number in range(11)]
        for tried, pause in enumerate(pauses, start=1):
            assert box.attempts.count(sent) == tried
            await look_after(delivery, clock, pause - 0.1)
            assert box.attempts.count(sent) == tried
            await look_after(delivery, clock, 0.1)
        for _ in range(2):
            await look_after(delivery, clock, 30 * 24 * 3600)
            await deliver(delivery, table)
        assert box.attempts.count(sent) == 12
        (record,) = (each for each in caplog.records if each.levelname == "ERROR")
        assert "lobby of game 1" in record.getMessage()
        await started(make)
        assert box.attempts.count(sent) == 13
    table = await services.lobbies.join(table.id, BEN)
    await deliver(delivery, table)
    assert box.keys("send") == ["lobby"]


async def test_a_look_for_what_is_undelivered_shortens_no_pause(make, services, box):
    """Neither while the game is being delivered, nor after that has failed."""
    delivery = make()
    table = await services.opening.open(ANNA, PLACE, "Ur")
    halt = HeldCall(box, "send")
    with box.failing("send", "lobby", TROUBLE):
        delivery.nudge(table.id)
        await halt.reached.wait()
        await delivery.look()
        halt.goes_on.set()
        await delivery.rest()
        assert box.attempts == [("send", "lobby")]
        await delivery.look()  # here it is found undelivered for the first time
        await delivery.rest()
        for _ in range(3):
            await delivery.look()
            await delivery.rest()
        assert box.attempts == [("send", "lobby")] * 2


async def test_one_game_can_be_waited_for(make, services, box):
    """Another one that is held up is none of its business."""
    delivery = make()
    one, other = await running(services, 2, "Ur"), await running(services, 2, "Uruk")
    held_up, go_on = asyncio.Event(), asyncio.Event()
    send = box.send

    async def send_slowly(post, where, nonce):
        if post.key.endswith(f" of game {one.id}"):
            held_up.set()
            await go_on.wait()
        return await send(post, where, nonce)

    box.send = send_slowly
    delivery.nudge(one.id)
    delivery.nudge(other.id)
    await held_up.wait()
    await delivery.rest(other.id)
    assert {line["game"] for line in box.lines("send")} == {other.id}
    go_on.set()
    await delivery.rest()
    assert {line["game"] for line in box.lines("send")} == {one.id, other.id}


async def test_a_few_at_a_time_and_what_is_new_before_what_was_left(
    make, services, box, monkeypatch
):
    """A player who has just decided does not wait for games that nobody looks at."""
    monkeypatch.setattr(work_queue, "AT_ONCE", 2)
    left = [await running(services, 2, f"Ur {number}") for number in range(5)]
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    order = []
    full, go_on = asyncio.Event(), asyncio.Event()
    send = box.send

    async def send_slowly(post, where, nonce):
        game = post.key.split(" of game ")[1]
        if game not in order:
            order.append(game)
        if len(order) == 2:
            full.set()
        await go_on.wait()
        return await send(post, where, nonce)

    box.send = send_slowly
    await delivery.start()
    await full.wait()
    await services.play.act(left[-1].id, decider(left[-1]), EndTurn())
    assert len(order) == 2
    go_on.set()
    await delivery.rest()
    assert order.index(str(left[-1].id)) in {2, 3}  # at once with the first that was left
    assert len(order) == len(left)
