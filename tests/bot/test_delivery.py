"""Delivery: what is due gets to Discord, once, whatever happens on the way."""

import asyncio
from collections.abc import AsyncIterator, Callable
from random import Random

import pytest
from tabletop import (
    ANNA,
    PLACE,
    Clock,
    PostBox,
    act_at_random,
    decider,
    ended,
    everything,
    posts_due,
    running,
    shown,
    whole,
)

from bot.delivery import Delivery, DirectClosed, Gone, Missing, Post, Sent, TryLater, Where
from bot.delivery.workers import AT_ONCE
from bot.store import Store, people
from bot.table import HomeKind, Table, Tables
from engine import EndTurn, PlaceTile

Make = Callable[[], Delivery]


@pytest.fixture
def box() -> PostBox:
    return PostBox()


@pytest.fixture
async def make(store: Store, tables: Tables, box: PostBox, clock: Clock) -> AsyncIterator[Make]:
    """Makes a delivery as a program that starts does; all are closed in the end."""
    made: list[Delivery] = []

    def make() -> Delivery:
        made.append(Delivery(store, tables, box, posts_due, clock))
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()


async def deliver(delivery: Delivery, table: Table) -> None:
    delivery.nudge(table.id)
    await delivery.rest(table.id)


async def left_undelivered(store: Store) -> int:
    rows = (await everything(store))["game"]
    async with store.reading() as connection:
        behind = await connection.exec_driver_sql(
            "SELECT count(*) FROM game WHERE delivered_version < version"
        )
        assert len(rows)
        return int(behind.scalar_one())


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


# --- what is stored is told ----------------------------------------------------------------------


async def test_what_will_be_sent_is_noted_with_what_it_tells_of(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    """So a program that dies in between is made good by the next one, which looks first."""
    delivery = make()
    tables.tell(delivery)
    table = await running(tables, 2)
    await delivery.rest()
    with box.failing("send", "turn 2", asyncio.CancelledError()):
        await tables.act(table.id, decider(table), EndTurn())
        noted = (await everything(store))["post"]
        assert f"turn 2 of game {table.id}" in {row[2] for row in noted}
        await delivery.rest()
    again = make()
    await again.start()
    await again.rest()
    assert ("find", "turn 2") in box.attempts
    assert box.keys("send").count("turn 2") == 1
    assert await left_undelivered(store) == 0


async def test_nothing_is_looked_for_that_this_program_knows_it_has_not_sent(
    make: Make, tables: Tables, box: PostBox
) -> None:
    delivery = make()
    tables.tell(delivery)
    table = await running(tables, 2)
    for _ in range(4):
        table = (await tables.act(table.id, decider(table), EndTurn())).table
        await delivery.rest()
    assert not [attempt for attempt in box.attempts if attempt[0] == "find"]


async def test_a_message_that_may_have_lost_its_buttons_is_edited_when_it_is_due_again(
    make: Make, store: Store, clock: Clock, tables: Tables, box: PostBox
) -> None:
    """The program died between taking them off and noting it."""
    table = await running(tables, 2)
    first = decider(table)
    delivery = make()
    await deliver(delivery, table)
    hand = f"hand 1 {first}"
    retire = box.retire

    async def retire_and_die(sent: Sent) -> None:
        await retire(sent)
        raise asyncio.CancelledError

    # so that the message is not due any more
    await store.write(people.change_person, first, direct_closed_at=clock())
    box.retire = retire_and_die
    await deliver(make(), table)
    assert box.keys("retire") == [hand]
    box.retire = retire
    await store.write(people.change_person, first, direct_closed_at=None)
    await deliver(make(), table)
    assert box.keys("send").count(hand) == 1
    assert hand in {line["key"] for line in box.live().values()}


@pytest.mark.parametrize("fault", [ConnectionError(), asyncio.CancelledError()])
async def test_an_edit_of_which_nobody_knows_is_undone_with_what_it_told(
    make: Make, tables: Tables, box: PostBox, fault: BaseException
) -> None:
    """The answer was lost, or the program died; then what it showed before is due again."""
    table = await running(tables, 2)
    await deliver(make(), table)
    before = shown(table)
    tile = next(each for each in whole(table).legal_actions() if isinstance(each, PlaceTile))
    table = (await tables.act(table.id, decider(table), tile)).table
    with box.failing("edited", "turn", fault):
        await deliver(make(), table)
    assert box.keys("edit").count("turn 1") == 1
    table = (await tables.undo(table.id, decider(table))).table
    assert shown(table)["turn 1"] == before["turn 1"]
    await deliver(make(), table)
    assert {line["key"]: line["shows"] for line in box.live().values()} == shown(table)


async def test_words_that_cannot_be_made_do_not_keep_a_decision_from_being_stored(
    store: Store, tables: Tables, box: PostBox, clock: Clock, caplog
) -> None:
    def no_words(*_: object) -> list[Post]:
        raise RuntimeError("no words")

    table = await running(tables, 2)
    delivery = Delivery(store, tables, box, no_words, clock)
    tables.tell(delivery)
    after = (await tables.act(table.id, decider(table), EndTurn())).table
    assert after.turn == 2
    assert "cannot be told" in caplog.text
    await delivery.close()


# --- restarts ------------------------------------------------------------------------------------


async def test_a_restart_delivers_what_is_left(
    make: Make, tables: Tables, box: PostBox, store: Store
) -> None:
    for _ in range(3):
        await running(tables, 2)
    await ended(tables)
    delivery = make()
    await delivery.start()
    await delivery.rest()
    assert await left_undelivered(store) == 0
    assert box.keys("send").count("turn 1") == 4
    assert "result" in box.keys("send")
    before = list(box.journal)
    again = make()
    await again.start()
    await again.rest()
    assert box.journal == before


@pytest.mark.parametrize("reached", [True, False])
async def test_an_interrupted_message_is_looked_for(
    make: Make, tables: Tables, box: PostBox, reached: bool
) -> None:
    """Ended in the middle of sending: nobody knows whether the message is there."""
    table = await running(tables, 2)
    first = make()
    with box.failing("sent" if reached else "send", "turn", asyncio.CancelledError()):
        await deliver(first, table)
    assert box.keys("send").count("turn 1") == int(reached)
    again = make()
    await again.start()
    await again.rest()
    assert box.keys("send").count("turn 1") == 1
    assert box.keys("home") == [str(table.id)]


async def test_an_interrupted_message_that_is_not_due_any_more_loses_its_buttons(
    make: Make, tables: Tables, box: PostBox
) -> None:
    table = await running(tables, 2)
    with box.failing("sent", "hand", asyncio.CancelledError()):
        await deliver(make(), table)
    hand = f"hand 1 {decider(table)}"
    await tables.act(table.id, decider(table), EndTurn())
    again = make()
    await again.start()
    await again.rest()
    assert box.keys("send").count(hand) == box.keys("retire").count(hand) == 1


async def test_a_home_that_was_opened_unnoticed_is_found(
    make: Make, tables: Tables, box: PostBox
) -> None:
    table = await running(tables, 2)
    open_home = box.open_home

    async def open_and_die(table: Table) -> object:
        await open_home(table)
        raise asyncio.CancelledError

    box.open_home = open_and_die
    await deliver(make(), table)
    box.open_home = open_home
    again = make()
    await again.start()
    await again.rest()
    assert box.keys("home") == [str(table.id)]
    assert (await tables.get(table.id)).home is not None


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
