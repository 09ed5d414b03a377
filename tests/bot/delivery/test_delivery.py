"""Delivery: what is due gets to Discord, once."""

import asyncio
from dataclasses import replace
from random import Random

from post_box import deliver, look_after, notice, posts_due, pressed, shown, started, undelivered
from tabletop import ANNA, PLACE, act, act_at_random, decider, game_of, running

from bot.delivery import Delivery, InTrouble, MissingPermission, ToUser
from bot.domain.table import HomeKind
from engine import EndTurn

# --- the ordinary way ----------------------------------------------------------------------------


async def test_what_is_due_is_sent_once_edited_as_the_turn_goes_on_and_retired_after_it(
    make, services, box, store
):
    delivery, table, rng = make(), await running(services, 2), Random(1)
    first = decider(table)
    while table.turn < 3:
        for _ in range(9):
            delivery.nudge(table.id)
        await deliver(delivery, table)
        table = (await act_at_random(services, table, rng)).table
    await deliver(delivery, table)
    home = (await services.games.get(table.id)).home
    assert home.kind is HomeKind.THREAD
    assert box.keys("home") == [str(table.id)]
    assert await services.games.at(home.channel_id) == [await services.games.get(table.id)]
    sent = {line["key"]: line["where"] for line in box.lines("send")}
    assert len(sent) == len(box.keys("send"))
    assert sent["lobby"] == PLACE.channel_id
    assert sent[f"hand 1 {first}"] == first
    turns = [(key, where) for key, where in sent.items() if key.startswith("turn")]
    assert turns == [(f"turn {number}", home.channel_id) for number in range(1, 4)]
    assert "turn 1" in box.keys("edit")
    assert {line["key"]: line["shows"] for line in box.live().values()} == shown(table)
    assert box.keys("retire").count("turn 1") == 1
    assert not [attempt for attempt in box.attempts if attempt[0] == "find"]
    assert await undelivered(store) == 0


async def test_what_a_decision_notes_during_a_round_is_noted_once(
    make, services, box, store, clock, monkeypatch
):
    """With two rows for one message it would be searched for, found, and lose its buttons."""
    table = await running(services, 2)
    delivery = make()
    read = store.read

    async def read_and_decide(work, *args, **kwargs):
        result = await read(work, *args, **kwargs)
        if getattr(work, "__name__", "") == "_read":
            monkeypatch.setattr(store, "read", read)
            services.notify(delivery, alarm=delivery.alarm)
            await services.play.act(table.id, decider(table), EndTurn())
        return result

    monkeypatch.setattr(store, "read", read_and_decide)
    with box.failing("sent", "lobby", asyncio.CancelledError()):
        await deliver(delivery, table)
    clock.advance(minutes=3)
    await started(make)
    assert box.keys("send").count("lobby") == 1
    assert "lobby" not in box.keys("retire")


async def test_a_nudge_during_a_round_is_not_lost(make, services, box):
    delivery = make()
    table = await running(services, 2)
    send = box.send

    async def send_and_play(*arguments):
        box.send = send  # only once
        sent = await send(*arguments)
        await services.play.act(table.id, decider(table), EndTurn())
        delivery.nudge(table.id)
        return sent

    box.send = send_and_play
    await deliver(delivery, table)
    assert "turn 2" in box.keys("send")


async def test_a_message_too_old_to_edit_is_sent_afresh(make, services, box, clock):
    """If sending fails, it is not searched for, though the old message has lost its buttons."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    clock.advance(minutes=46)
    action = next(a for a in game_of(table).legal_actions() if str(a).startswith("x@"))
    table = await act(services, table, action)
    with box.failing("send", "turn 1", MissingPermission("send_messages_in_threads")):
        await deliver(delivery, table)
    assert box.keys("retire") == ["turn 1"]
    assert f"hand 1 {decider(table)}" in box.keys("edit")  # no matter how old
    clock.advance(hours=1)
    await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 2
    assert not [attempt for attempt in box.attempts if attempt[0] == "find"]
    (live,) = [line for line in box.live().values() if line["key"] == "turn 1"]
    assert live["message"] == box.lines("send")[-1]["message"]


async def test_what_the_program_logs_tells_no_hand(make, services, box, caplog):
    table = await running(services, 2)
    with box.failing("send", "", RuntimeError("no")), caplog.at_level("DEBUG"):
        await deliver(make(), table)
    assert game_of(table).bag not in caplog.text


# --- messages that go, and names -----------------------------------------------------------------


def one_desk(everyone, closed):
    """A desk for each version of the game: each takes the place of the one before."""
    table = everyone.table
    key = f"desk {table.state_version} of game {table.id}"
    return [notice(key, ToUser(ANNA.user_id), "desk")]


async def test_a_desk_goes_only_when_the_press_on_it_is_answered(
    store, services, box, clock, alarms
):
    """Otherwise the answer would have no message."""
    delivery = Delivery(store, services, box, one_desk, clock, alarm=alarms.append)
    table = await running(services, 2)
    await deliver(delivery, table)
    (desk,) = box.lines("send")
    with delivery.presses.on(desk["message"]):
        table = await act(services, table, EndTurn())
        delivery.nudge(table.id)
        await box.until(lambda: len(box.lines("send")) == 2)
        for _ in range(5):
            await store.read(lambda _connection: None)
        assert not box.lines("remove")
    await delivery.rest(table.id)
    assert [line["message"] for line in box.lines("remove")] == [desk["message"]]
    await delivery.close()


async def test_what_is_shown_elsewhere_does_not_wait_for_the_answer_to_a_press(make, services, box):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    (message,) = (key for key, line in box.live().items() if line["key"] == "turn 1")
    with pressed(delivery, message, table):
        table = await act(services, table, EndTurn())
        delivery.nudge(table.id)
        await box.until(lambda: f"hand 2 {decider(table)}" in box.keys("send"))
        assert "turn 1" not in box.keys("edit")
    await delivery.rest()
    assert "turn 1" in box.keys("edit")


def renaming(everyone, closed):
    return [
        replace(post, names_home="Anna has won") if post.key.startswith("result") else post
        for post in posts_due(everyone, closed)
    ]


async def test_the_thread_is_renamed_at_the_end_even_if_that_fails_at_first(
    store, services, box, clock, alarms
):
    delivery = Delivery(store, services, box, renaming, clock, alarm=alarms.append)
    table = await running(services, 2)
    await deliver(delivery, table)
    assert not box.lines("rename")
    box.faults = [("rename", "", InTrouble("500"))]
    table = (await services.play.resign(table.id, decider(table))).table
    await deliver(delivery, table)
    assert box.keys("send").count("result") == 1
    assert await undelivered(store) == 1
    box.faults = []
    await look_after(delivery, clock, 1)
    assert set(box.keys("rename")) == {"Anna has won"}
    assert box.keys("send").count("result") == 1
    assert await undelivered(store) == 0
    await delivery.close()
