"""Messages that replace each other: exactly one exists at any time, whatever happens."""

import asyncio
from contextlib import ExitStack, suppress
from datetime import timedelta

import pytest
from post_box import answer, deliver, notice, pressed
from tabletop import act, all_rows, decider, running

from bot.cluster import Claims
from bot.delivery import Delivery, Gone, Overtaken, Presses, SentMessage, TooOld, ToUser
from bot.domain.table import Status
from bot.store.queries import outbox
from engine import EndTurn, parse_action


def desks(everyone, closed):
    """One desk for the decider: a new message each turn, edited with each decision."""
    table = everyone.table
    if table.status is not Status.RUNNING:
        return []
    key = f"desk {table.turn} of game {table.id}"
    shows = f"version {table.state_version}"
    return [notice(key, ToUser(decider(table)), shows)]


@pytest.fixture
async def make(store, services, box, clock):
    made = []

    def make():
        made.append(Delivery(store, services, box, desks, clock, alarm=lambda _: None))
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()


def there(box):
    """The existing messages, with their contents."""
    return [(each["key"], each["shows"]) for each in box.live().values()]


async def ended(services, table):
    return await act(services, table, EndTurn())


async def decided(services, table):
    return await act(services, table, parse_action("x@C6"))


@pytest.fixture
async def shown(make, services, box):
    """A delivery, and a table with its one desk, and the number of that message."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    (message,) = box.live()
    return delivery, table, message


def newest(box, table):
    """True if the desk of the first turn is the only message and shows the table as it is."""
    return there(box) == [("desk 1", f"version {table.state_version}")]


async def test_the_one_before_goes_once_the_new_one_stands(make, services, box):
    delivery, table = make(), await running(services, 2)
    for _ in range(3):
        await deliver(delivery, table)
        table = await ended(services, table)
    await deliver(delivery, table)
    verbs = [(line["verb"], line["key"]) for line in box.journal]
    assert verbs == [
        ("send", "desk 1"),
        ("send", "desk 2"),
        ("remove", "desk 1"),
        ("send", "desk 3"),
        ("remove", "desk 2"),
        ("send", "desk 4"),
        ("remove", "desk 3"),
    ]


@pytest.mark.parametrize("moment", ["send", "sent", "remove"])
async def test_cut_short_at_any_moment_one_is_left_in_the_end(shown, make, services, box, moment):
    delivery, table, _ = shown
    table = await ended(services, table)
    with box.failing(moment, "desk", asyncio.CancelledError()):
        await deliver(delivery, table)
    await deliver(make(), table)
    assert there(box) == [("desk 2", f"version {table.state_version}")]


async def test_one_that_is_gone_already_is_no_trouble(shown, services, box, store):
    delivery, table, _ = shown
    table = await ended(services, table)
    with box.failing("remove", "desk 1", Gone()):
        await deliver(delivery, table)
    assert [row[2] for row in (await all_rows(store))["post"]] == [f"desk 2 of game {table.id}"]


async def test_a_desk_too_old_to_be_edited_is_sent_again(shown, services, box):
    """Discord lets few old messages be edited (30046)."""
    delivery, table, _ = shown
    table = await decided(services, table)
    with box.failing("edit", "desk 1", TooOld()):
        await deliver(delivery, table)
    assert newest(box, table)
    assert box.keys("send") == ["desk 1", "desk 1"]
    assert box.keys("remove") == ["desk 1"]


async def test_of_two_presses_at_once_both_are_waited_for(make, services, box):
    """The answer to the first may come last, and show what was true before."""
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    with pressed(delivery, message, table) as first:
        with pressed(delivery, message, table) as second:
            table = await decided(services, table)
            with suppress(Overtaken):
                async with first.showing(f"version {table.state_version - 1}"):
                    await answer(second, f"version {table.state_version}")
        assert delivery.presses.pressed(message)
    await delivery.rest()
    assert newest(box, table)
    assert box.keys("edit") == ["desk 1"]


@pytest.mark.parametrize("shows", [None, "", "version 1", "newest"])
async def test_only_what_an_answer_did_not_show_is_edited(shown, services, box, shows):
    """It failed, showed something passing, or what has been overtaken."""
    delivery, table, message = shown
    with pressed(delivery, message, table) as press:
        table = await decided(services, table)
        delivery.nudge(table.id)
        if shows is not None:
            await answer(press, f"version {table.state_version}" if shows == "newest" else shows)
    await delivery.rest()
    await deliver(delivery, table)
    if shows == "newest":
        assert not box.keys("edit")  # and that is stored
    else:
        assert newest(box, table)


async def test_the_answer_to_the_last_press_stays():
    """Answers to earlier presses are neither retried nor shown; not if one ends meanwhile."""
    presses, tried, ending = Presses(), asyncio.Event(), asyncio.Event()

    async def show_in_vain(press):
        async with press.showing():
            tried.set()
            try:
                await asyncio.Event().wait()  # for the next attempt
            finally:
                ending.set()
                await asyncio.sleep(0.01)  # a connection is closed

    with ExitStack() as stack:
        first, second, third, last = (stack.enter_context(presses.on(1)) for _ in range(4))
        trying = asyncio.create_task(show_in_vain(first))
        await tried.wait()
        await answer(third)
        await ending.wait()
        await answer(last)
        with pytest.raises(Overtaken):
            await trying
        with pytest.raises(Overtaken):
            async with second.showing():
                raise AssertionError("it is not shown")


async def test_of_answers_under_way_at_once_none_is_believed(shown, services, box):
    """Their order is unknown."""
    delivery, table, message = shown
    table = await decided(services, table)
    with pressed(delivery, message, table) as first, pressed(delivery, message, table) as second:
        async with second.showing(f"version {table.state_version}"):
            with suppress(Overtaken):
                await answer(first)
    await deliver(delivery, table)
    assert box.keys("edit") == ["desk 1"]


@pytest.mark.parametrize("done", [False, True])
async def test_a_passing_page_begun_before_a_newer_answer_is_replaced(shown, services, box, done):
    """Whether or not that answer is complete by then."""
    delivery, table, message = shown
    newer = ExitStack()
    desk = newer.enter_context(pressed(delivery, message, table))
    table = await decided(services, table)
    with newer, pressed(delivery, message, table) as passing:
        await answer(desk, f"version {table.state_version}")
        if done:
            newer.close()
        await answer(passing)
    await deliver(delivery, table)
    assert newest(box, table)


async def test_only_presses_at_a_table_that_is_taken_over_are_doubted():
    presses = Presses()
    with presses.on(1) as press, presses.answering(press, 1, table_id=7):
        presses.taken([8])
        assert not presses.taken_over(1)
        presses.taken([7, 8])
        assert presses.taken_over(1)


# --- a press tells which message it is -----------------------------------------------------------


async def test_a_press_tells_which_message_was_sent_if_that_was_not_noted(
    make, services, box, store, clock
):
    """By Discord's slow clock it may be older than its row."""
    table = await running(services, 2)
    with box.failing("sent", "desk", asyncio.CancelledError()):
        await deliver(make(), table)
    (line,) = box.lines("send")
    place, number = line["where"], line["message"]

    async def identify(user_id, message_id, minutes):
        message = SentMessage(place, message_id)
        await make().pressed(table.id, user_id, message, clock() - timedelta(minutes=minutes))
        (row,) = await store.look(outbox.read_posts, table.id)
        return row.message_id

    assert await identify(-1, number, 0) is None
    assert await identify(decider(table), number, 10) is None
    assert await identify(decider(table), number, 1) == number
    assert await identify(decider(table), number - 1, 0) == number  # an older message


async def test_a_message_is_not_taken_for_a_desk_that_no_program_has_begun_to_send(
    services, box, store, clock
):
    idle = Delivery(store, services, box, desks, clock, alarm=lambda _: None, claims=Claims(store))
    services.notify(idle)
    table = await running(services, 2)
    await idle.pressed(table.id, decider(table), SentMessage(decider(table), 1), clock())
    (row,) = await store.look(outbox.read_posts, table.id)
    assert (row.sender, row.message_id) == (None, None)
    await idle.close()
