"""Messages that take each other's place: one stands at any time, whatever happens on the way."""

import asyncio
from contextlib import ExitStack, suppress
from datetime import timedelta

import pytest
from post_box import deliver, pressed
from tabletop import decider, everything, running

from bot.cluster import Claims
from bot.delivery import Delivery, Gone, Overtaken, Presses, PublicPost, SentMessage, TooOld, ToUser
from bot.domain import Status
from bot.store.queries import outbox
from engine import EndTurn, parse_action


def desks(everyone, closed):
    """One desk for whoever decides: a new message each turn, edited with each decision."""
    table = everyone.table
    if table.status is not Status.RUNNING:
        return []
    key = f"desk {table.turn} of game {table.id}"
    shows = f"version {table.state_version}"
    return [PublicPost(key, ToUser(decider(table)), shows, content=None, sign=key, fleeting=True)]


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
    """The messages that are there: which, and what they show."""
    return [(each["key"], each["shows"]) for each in box.live().values()]


async def ended(services, table):
    return (await services.play.act(table.id, decider(table), EndTurn())).table


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
async def test_cut_short_at_any_moment_one_is_left_in_the_end(make, services, box, moment):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    table = await ended(services, table)
    with box.failing(moment, "desk", asyncio.CancelledError()):
        await deliver(delivery, table)
    await deliver(make(), table)
    assert there(box) == [("desk 2", f"version {table.state_version}")]


async def test_one_that_is_gone_already_is_no_trouble(make, services, box, store):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    table = await ended(services, table)
    with box.failing("remove", "desk 1", Gone()):
        await deliver(delivery, table)
    assert [row[2] for row in (await everything(store))["post"]] == [f"desk 2 of game {table.id}"]


async def test_one_too_old_to_be_edited_is_sent_anew(make, services, box):
    """Discord lets few old messages be edited (30046)."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
    with box.failing("edit", "desk 1", TooOld()):
        await deliver(delivery, table)
    assert there(box) == [("desk 1", f"version {table.state_version}")]
    assert box.keys("send") == ["desk 1", "desk 1"]
    assert box.keys("remove") == ["desk 1"]


async def test_what_the_answer_to_a_press_shows_is_not_edited_again(make, services, box):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    with pressed(delivery, message, table) as press:
        table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
        delivery.nudge(table.id)
        press.shows = f"version {table.state_version}"
    await delivery.rest()
    assert not box.keys("edit")
    await deliver(delivery, table)
    assert not box.keys("edit")  # and it is noted so


async def test_of_two_presses_at_once_both_are_waited_for(make, services, box):
    """The answer to the first may come last, and show what was true before."""
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    with pressed(delivery, message, table) as first:
        with pressed(delivery, message, table) as second:
            table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
            second.shows = f"version {table.state_version}"
        assert delivery.presses.pressed(message)
        first.shows = f"version {table.state_version - 1}"
    await delivery.rest()
    assert there(box) == [("desk 1", f"version {table.state_version}")]
    assert box.keys("edit") == ["desk 1"]


@pytest.mark.parametrize("shows", [None, "", "version 1"])
async def test_what_an_answer_did_not_show_is_edited(make, services, box, shows):
    """It failed, showed something passing, or what has been overtaken."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    with pressed(delivery, message, table) as press:
        table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
        delivery.nudge(table.id)
        press.shows = shows
    await delivery.rest()
    assert there(box) == [("desk 1", f"version {table.state_version}")]


async def test_the_answer_to_the_last_press_stays(make, services, box):
    """Answers to earlier presses are neither retried nor shown."""
    delivery = make()
    tried = asyncio.Event()

    async def show_in_vain(press):
        async with press.showing():
            tried.set()
            await asyncio.Event().wait()  # for the next attempt

    presses = delivery.presses
    with presses.on(1) as first, presses.on(1) as second, presses.on(1) as third:
        trying = asyncio.create_task(show_in_vain(first))
        await tried.wait()
        async with third.showing():
            pass
        with pytest.raises(Overtaken):
            await trying
        with pytest.raises(Overtaken):
            async with second.showing():
                raise AssertionError("it is not shown")


async def test_an_answer_can_be_overtaken_twice():
    """The second time while it still ends."""
    presses, tried = Presses(), asyncio.Event()

    async def show_in_vain(press):
        async with press.showing():
            tried.set()
            try:
                await asyncio.Event().wait()
            finally:
                await asyncio.sleep(0.01)  # a connection is closed

    with presses.on(1) as first, presses.on(1) as second, presses.on(1) as third:
        trying = asyncio.create_task(show_in_vain(first))
        await tried.wait()
        async with second.showing():
            pass
        await asyncio.sleep(0.005)
        async with third.showing():
            pass
        with pytest.raises(Overtaken):
            await trying


async def test_of_answers_under_way_at_once_none_is_believed(make, services, box):
    """Nobody knows which came last."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
    with pressed(delivery, message, table) as first, pressed(delivery, message, table) as second:
        async with second.showing():
            with suppress(Overtaken):
                async with first.showing():
                    pass
        second.shows = f"version {table.state_version}"
    await deliver(delivery, table)
    assert box.keys("edit") == ["desk 1"]


async def test_a_passing_page_begun_before_a_newer_answer_is_replaced(make, services, box):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    with pressed(delivery, message, table) as newer:
        table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
        with pressed(delivery, message, table) as passing:
            async with newer.showing():
                newer.shows = f"version {table.state_version}"
            async with passing.showing():
                passing.shows = ""
    await deliver(delivery, table)
    assert there(box) == [("desk 1", f"version {table.state_version}")]


async def test_a_passing_page_begun_before_an_answer_that_is_done_is_replaced(make, services, box):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    ((message, _),) = box.live().items()
    table = (await services.play.act(table.id, decider(table), parse_action("x@C6"))).table
    newer = ExitStack()
    answer = newer.enter_context(pressed(delivery, message, table))
    with pressed(delivery, message, table) as passing:
        with newer:
            async with answer.showing():
                answer.shows = f"version {table.state_version}"
        async with passing.showing():
            passing.shows = ""
    await deliver(delivery, table)
    assert there(box) == [("desk 1", f"version {table.state_version}")]
    assert box.keys("edit") == ["desk 1"]


async def test_only_presses_at_a_table_that_is_taken_over_are_doubted():
    presses = Presses()
    with presses.on(1) as press, presses.answering(press, 1, table_id=7):
        presses.taken([8])
        assert not presses.taken_over(1)
        presses.taken([7, 8])
        assert presses.taken_over(1)


# --- a press tells which message it is -----------------------------------------------------------

AT_ONCE, LONG_BEFORE = timedelta(0), timedelta(minutes=-10)
ON_A_SLOW_CLOCK = timedelta(minutes=-1)
"""Discord's clock is behind the program's: the message seems to be older than its row."""


@pytest.mark.parametrize(
    ("by_decider", "sent", "noted"),
    [
        (True, AT_ONCE, True),
        (True, ON_A_SLOW_CLOCK, True),
        (True, LONG_BEFORE, False),
        (False, AT_ONCE, False),
    ],
    ids=["the desk", "by a slow clock", "an older message", "somebody else's"],
)
async def test_a_press_tells_which_message_was_sent_if_that_was_not_noted(
    make, services, box, store, clock, by_decider, sent, noted
):
    table = await running(services, 2)
    with box.failing("sent", "desk", asyncio.CancelledError()):
        await deliver(make(), table)
    (line,) = box.lines("send")
    user_id = decider(table) if by_decider else -1
    message = SentMessage(line["where"], line["message"])
    await make().pressed(table.id, user_id, message, clock() + sent)
    (row,) = await store.look(outbox.read_posts, table.id)
    assert (row.message_id == message.message_id) is noted


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


async def test_an_older_message_is_not_taken_for_the_desk(make, services, box, store, clock):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    (desk,) = box.live()
    await make().pressed(table.id, decider(table), SentMessage(decider(table), desk - 1), clock())
    (row,) = await store.look(outbox.read_posts, table.id)
    assert row.message_id == desk
