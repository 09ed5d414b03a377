"""Delivery: what is due gets to Discord, once, whatever happens on the way."""

import asyncio
from random import Random

from tabletop import (
    ANNA,
    PLACE,
    Clock,
    Make,
    PostBox,
    act_at_random,
    decider,
    deliver,
    everything,
    left_undelivered,
    running,
    shown,
    whole,
)

from bot.delivery import DirectClosed, Gone, Missing, Post, Sent, TryLater, Where
from bot.delivery.workers import AT_ONCE
from bot.store import Store
from bot.table import HomeKind, Table, Tables
from engine import EndTurn

# --- the ordinary way ----------------------------------------------------------------------------


async def test_what_is_due_is_sent_once(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    delivery = make()
    table = await tables.open(ANNA, PLACE, "Ur", seats=2)
    for _ in range(3):
        await deliver(delivery, table)
    assert box.keys("send") == ["lobby"]
    assert box.lines("send")[0]["where"] == PLACE.channel_id
    assert await left_undelivered(store) == 0


async def test_a_home_is_opened_when_something_is_to_be_shown_there(
    make: Make, tables: Tables, box: PostBox
) -> None:
    delivery = make()
    table = await running(tables, 2)
    await deliver(delivery, table)
    home = (await tables.get(table.id)).home
    assert home is not None
    assert home.kind is HomeKind.THREAD
    assert box.keys("home") == [str(table.id)]
    sent = {line["key"]: line["where"] for line in box.lines("send")}
    assert sent["turn 1"] == home.channel_id
    assert sent[f"hand 1 {decider(table)}"] == decider(table)
    assert await tables.games_at(home.channel_id) == [await tables.get(table.id)]


async def test_a_message_is_edited_as_the_turn_goes_on_and_retired_after_it(
    make: Make, tables: Tables, box: PostBox
) -> None:
    delivery = make()
    table = await running(tables, 2)
    rng = Random(1)
    while table.turn < 5:
        await deliver(delivery, table)
        table = (await act_at_random(tables, table, rng)).table
    await deliver(delivery, table)
    turns = [key for key in box.keys("send") if key.startswith("turn")]
    assert turns == [f"turn {number}" for number in range(1, 6)]
    assert "turn 1" in box.keys("edit")
    live = {line["key"]: line["shows"] for line in box.live().values()}
    assert live == shown(table)
    assert box.keys("retire").count("turn 1") == 1


async def test_nudges_at_once_make_one_round(make: Make, tables: Tables, box: PostBox) -> None:
    delivery = make()
    table = await running(tables, 2)
    for _ in range(50):
        delivery.nudge(table.id)
    await delivery.rest()
    assert sorted(set(box.keys("send"))) == sorted(box.keys("send"))


async def test_a_nudge_during_a_round_is_not_lost(make: Make, tables: Tables, box: PostBox) -> None:
    delivery = make()
    table = await running(tables, 2)
    send = box.send

    async def send_and_play(*arguments: object) -> Sent:
        box.send = send  # only once
        sent = await send(*arguments)
        await tables.act(table.id, decider(table), EndTurn())
        delivery.nudge(table.id)
        return sent

    box.send = send_and_play
    await deliver(delivery, table)
    assert "turn 2" in box.keys("send")


async def test_a_message_too_old_to_edit_is_sent_afresh(
    make: Make, tables: Tables, box: PostBox, clock: Clock
) -> None:
    delivery = make()
    table = await running(tables, 2)
    await deliver(delivery, table)
    clock.advance(minutes=46)
    action = next(a for a in whole(table).legal_actions() if str(a).startswith("x@"))
    table = (await tables.act(table.id, decider(table), action)).table
    await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 2
    assert box.keys("retire") == ["turn 1"]
    assert f"hand 1 {decider(table)}" in box.keys("edit")  # no matter how old
    (live,) = [line for line in box.live().values() if line["key"] == "turn 1"]
    assert live["message"] == box.lines("send")[-1]["message"]


# --- what goes wrong -----------------------------------------------------------------------------


async def test_closed_direct_messages_bring_the_fallback(
    make: Make, tables: Tables, box: PostBox, clock: Clock, store: Store
) -> None:
    delivery = make()
    table = await running(tables, 2)
    first, second = decider(table), table.player(1).user_id
    with box.failing("send", "hand 1", DirectClosed(first)):
        await deliver(delivery, table)
        assert f"call 1 {first}" in box.keys("send")
        assert await left_undelivered(store) == 0
    for _ in range(2):
        table = (await tables.act(table.id, decider(table), EndTurn())).table
        await deliver(delivery, table)
    assert f"hand 2 {second}" in box.keys("send")
    assert f"call 3 {first}" in box.keys("send")  # not tried again so soon
    clock.advance(hours=25)
    await deliver(delivery, table)
    assert f"hand 3 {first}" in box.keys("send")
    assert f"call 3 {first}" in box.keys("retire")


async def test_a_missing_permission_is_known_and_the_rest_is_delivered(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    delivery = make()
    table = await running(tables, 2)
    with box.failing("home", "", Missing("create_public_threads")):
        await deliver(delivery, table)
        assert delivery.problem(table.id) == "create_public_threads"
        assert set(box.keys("send")) == {"lobby", f"hand 1 {decider(table)}"}
        assert await left_undelivered(store) == 1
    await deliver(delivery, table)
    assert delivery.problem(table.id) is None
    assert "turn 1" in box.keys("send")
    assert await left_undelivered(store) == 0


async def test_a_deleted_message_is_sent_anew(make: Make, tables: Tables, box: PostBox) -> None:
    delivery = make()
    table = await running(tables, 2)
    await deliver(delivery, table)
    table = (await tables.act(table.id, decider(table), EndTurn())).table
    with box.failing("edit", "turn 1", Gone()):
        await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 2
    assert box.keys("send").count("lobby") == 1


async def test_a_deleted_thread_is_opened_anew(make: Make, tables: Tables, box: PostBox) -> None:
    delivery = make()
    table = await running(tables, 2)
    await deliver(delivery, table)
    old = (await tables.get(table.id)).home
    table = (await tables.act(table.id, decider(table), EndTurn())).table
    edit = box.edit

    async def edit_nothing_there(post: Post, sent: Sent) -> None:
        if sent.channel_id == old.channel_id:
            raise Gone(channel=True)
        await edit(post, sent)

    box.edit = edit_nothing_there
    await deliver(delivery, table)
    home = (await tables.get(table.id)).home
    assert home != old
    where = {line["key"]: line["where"] for line in box.lines("send")}
    assert where["turn 1"] == where["turn 2"] == home.channel_id


async def test_a_deleted_channel_is_no_reason_to_despair(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    delivery = make()
    table = await tables.open(ANNA, PLACE, "Ur")
    with box.failing("send", "lobby", Gone(channel=True)):
        await deliver(delivery, table)
    assert await left_undelivered(store) == 0


async def test_discord_asks_for_patience(make: Make, tables: Tables, box: PostBox) -> None:
    delivery = make()
    table = await tables.open(ANNA, PLACE, "Ur")
    with box.failing("send", "lobby", TryLater(0.05)):
        await deliver(delivery, table)
        assert box.attempts == [("send", "lobby")]
        await deliver(delivery, table)  # no sooner for that
        assert box.attempts == [("send", "lobby")]
    await box.until(lambda: box.keys("send") == ["lobby"])


async def test_what_went_out_though_discord_said_otherwise_is_not_sent_twice(
    make: Make, tables: Tables, box: PostBox, monkeypatch
) -> None:
    """Discord may fail after it has done what it was asked to."""
    table = await running(tables, 2)
    send, open_home = box.send, box.open_home
    troubles = 0

    async def trouble(*_: object) -> None:
        nonlocal troubles
        troubles += 1
        raise TryLater(0.01, unsure=True)

    async def send_in_trouble(*args: object) -> object:
        sent = await send(*args)
        return sent if troubles > 3 else await trouble()

    async def open_in_trouble(opened: Table) -> object:
        await open_home(opened)
        return await trouble()

    monkeypatch.setattr(box, "send", send_in_trouble)
    monkeypatch.setattr(box, "open_home", open_in_trouble)
    delivery = make()
    await deliver(delivery, table)
    await box.until(lambda: "turn 1" in box.keys("send"))
    await box.until(lambda: troubles > 3)
    await delivery.rest()
    monkeypatch.undo()
    await deliver(make(), table)
    assert len(box.keys("home")) == 1
    assert len(box.keys("send")) == len(set(box.keys("send")))


async def test_after_a_fault_it_is_tried_again(
    make: Make, tables: Tables, box: PostBox, monkeypatch, caplog
) -> None:
    monkeypatch.setattr("bot.delivery.workers._FIRST_DELAY", 0.01)
    delivery = make()
    table = await tables.open(ANNA, PLACE, "Ur")
    with box.failing("send", "lobby", RuntimeError("the wire is cut")):
        await deliver(delivery, table)
        await box.until(lambda: box.attempts.count(("send", "lobby")) == 4)
        assert caplog.text.count("the wire is cut") >= 3
    await box.until(lambda: box.keys("send") == ["lobby"])
    assert "could not deliver lobby of game 1" in caplog.text


async def test_a_message_that_got_through_though_the_answer_did_not(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    delivery = make()
    table = await running(tables, 2)
    with box.failing("sent", "turn", ConnectionError()):
        await deliver(delivery, table)
    assert await left_undelivered(store) == 1
    await deliver(delivery, table)
    assert box.keys("send").count("turn 1") == 1
    assert await left_undelivered(store) == 0


async def test_one_game_in_trouble_does_not_hold_up_another(
    make: Make, tables: Tables, box: PostBox
) -> None:
    delivery = make()
    one, other = await running(tables, 2, "Ur"), await running(tables, 2, "Uruk")
    with box.failing("home", str(one.id), RuntimeError()):
        delivery.nudge(one.id)
        delivery.nudge(other.id)
        await delivery.rest()
    assert [line["game"] for line in box.lines("send") if line["key"] == "turn 1"] == [other.id]


async def test_one_game_can_be_waited_for(make: Make, tables: Tables, box: PostBox) -> None:
    """Another one that is held up is none of its business."""
    delivery = make()
    one, other = await running(tables, 2, "Ur"), await running(tables, 2, "Uruk")
    held_up, go_on = asyncio.Event(), asyncio.Event()
    send = box.send

    async def send_slowly(post: Post, where: Where) -> Sent:
        if post.key.endswith(f" of game {one.id}"):
            held_up.set()
            await go_on.wait()
        return await send(post, where)

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
    make: Make, tables: Tables, box: PostBox
) -> None:
    """Whoever has just played does not wait for games that nobody looks at."""
    left = [await running(tables, 2, f"Ur {number}") for number in range(3 * AT_ONCE)]
    delivery = make()
    tables.tell(delivery)
    order: list[str] = []
    full, go_on = asyncio.Event(), asyncio.Event()
    send = box.send

    async def send_slowly(post: Post, where: Where) -> Sent:
        game = post.key.split(" of game ")[1]
        if game not in order:
            order.append(game)
        if len(order) == AT_ONCE:
            full.set()
        await go_on.wait()
        return await send(post, where)

    box.send = send_slowly
    await delivery.start()
    await full.wait()
    await tables.act(left[-1].id, decider(left[-1]), EndTurn())
    assert len(order) == AT_ONCE
    go_on.set()
    await delivery.rest()
    assert order.index(str(left[-1].id)) == AT_ONCE
    assert len(order) == len(left)


# --- what it keeps to itself ----------------------------------------------------------------------


async def test_delivery_decides_nothing(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    table = await running(tables, 2)
    before = await everything(store)
    with box.failing("send", "", RuntimeError()):
        await deliver(make(), table)
    after = await everything(store)
    assert after["entry"] == before["entry"]
    assert after["snapshot"] == before["snapshot"]
    assert after["player"] == before["player"]


async def test_what_the_program_logs_tells_no_hand(
    make: Make, tables: Tables, box: PostBox, caplog
) -> None:
    table = await running(tables, 2)
    with box.failing("send", "", RuntimeError("no")), caplog.at_level("DEBUG"):
        await deliver(make(), table)
    assert whole(table).bag not in caplog.text
