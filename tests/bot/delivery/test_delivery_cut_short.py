"""Delivery cut short at any moment: earlier notes repair it."""

import asyncio

import pytest
from post_box import CONTENT, deliver, notice, shown, started, undelivered
from tabletop import act, all_rows, decider, ended, game_of, running

from bot.delivery import Delivery, PublicPost, ToChannel, ToUser
from engine import EndTurn, PlaceTile

# --- stored changes are shown --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "minutes", "found_by"),
    [("sent", 1, "same"), ("sent", 3, "find"), ("sent", -1, "find"), ("send", 3, "find")],
)
async def test_what_will_be_sent_is_noted_with_what_it_tells_of(
    make, services, box, store, clock, moment, minutes, found_by
):
    """So a program that dies in between is made good by the next one.

    It sends the same again, by its nonce, or looks first if that was too long ago, or if the clock
    was put back: then nobody knows how long ago it was.
    """
    delivery = make()
    services.notify(delivery, alarm=delivery.alarm)
    table = await running(services, 2)
    await delivery.rest()
    with box.failing(moment, "turn 2", asyncio.CancelledError()):
        await services.play.act(table.id, decider(table), EndTurn())
        rows = (await all_rows(store))["post"]
        assert f"turn 2 of game {table.id}" in {row[2] for row in rows}
        await delivery.rest()
    clock.advance(minutes=minutes)
    await started(make)
    assert {verb for verb, key in box.attempts if key == "turn 2"} & {"same", "find"} == {found_by}
    assert box.keys("send").count("turn 2") == 1
    assert await undelivered(store) == 0


async def test_a_message_that_may_have_lost_its_buttons_is_edited_when_it_is_due_again(
    store, clock, services, box
):
    """The program died between taking them off and noting it."""
    table = await running(services, 2)
    wanted = ["door"]

    def due(everyone, _closed):
        keys = (f"{each} of game {everyone.table.id}" for each in wanted)
        return [PublicPost(key, ToChannel(), key, sign=key, content=CONTENT) for key in keys]

    async def deliver_as_if_started():
        await deliver(Delivery(store, services, box, due, clock, alarm=lambda _at: None), table)

    retire = box.retire

    async def retire_and_die(sent):
        await retire(sent)
        raise asyncio.CancelledError

    await deliver_as_if_started()
    wanted.remove("door")
    box.retire = retire_and_die
    await deliver_as_if_started()
    assert box.keys("retire") == ["door"]
    box.retire = retire
    wanted.append("door")
    await deliver_as_if_started()
    assert box.keys("send") == ["door"]
    assert [line["key"] for line in box.live().values()] == ["door"]


async def test_an_edit_that_was_not_noted_is_replaced_after_an_undo(make, services, box):
    """The answer was lost, or the program died; then what it showed before is due again."""
    table = await running(services, 2)
    await deliver(make(), table)
    before = shown(table)
    tile = next(each for each in game_of(table).legal_actions() if isinstance(each, PlaceTile))
    table = await act(services, table, tile)
    with box.failing("edited", "turn", asyncio.CancelledError()):
        await deliver(make(), table)
    assert box.keys("edit").count("turn 1") == 1
    table = (await services.play.undo(table.id, decider(table))).table
    assert shown(table)["turn 1"] == before["turn 1"]
    await deliver(make(), table)
    assert {line["key"]: line["shows"] for line in box.live().values()} == shown(table)


async def test_words_that_cannot_be_made_do_not_keep_a_decision_from_being_stored(
    store, services, box, clock, caplog
):
    def no_words(*_):
        raise RuntimeError("no words")

    table = await running(services, 2)
    delivery = Delivery(store, services, box, no_words, clock, alarm=lambda _at: None)
    services.notify(delivery, alarm=delivery.alarm)
    after = await act(services, table, EndTurn())
    assert after.turn == 2
    assert "cannot be told" in caplog.text
    await delivery.close()


# --- restarts ------------------------------------------------------------------------------------


async def test_a_restart_delivers_what_is_left(make, services, box, store):
    await running(services, 2)
    await ended(services)
    await started(make)
    assert await undelivered(store) == 0
    assert box.keys("send").count("turn 1") == 2
    assert "result" in box.keys("send")
    before = list(box.journal)
    await started(make)
    assert box.journal == before


async def test_an_interrupted_message_that_is_not_due_any_more_is_removed(make, services, box):
    table = await running(services, 2)
    with box.failing("sent", "hand", asyncio.CancelledError()):
        await deliver(make(), table)
    hand = f"hand 1 {decider(table)}"
    await services.play.act(table.id, decider(table), EndTurn())
    await started(make)
    assert box.keys("send").count(hand) == box.keys("remove").count(hand) == 1


@pytest.mark.parametrize("reached", [True, False])
async def test_what_took_the_place_of_something_that_is_wanted_again_goes(
    store, services, box, clock, reached
):
    """The other may have been sent just as the program died: it would be a second desk."""
    table = await running(services, 2)
    wanted = "desk"

    def due(everyone, _closed):
        key = f"{wanted} of game {everyone.table.id}"
        return [notice(key, ToUser(decider(table)), wanted)]

    async def deliver_as_if_started():
        delivery = Delivery(store, services, box, due, clock, alarm=lambda _at: None)
        await deliver(delivery, table)
        await delivery.close()

    await deliver_as_if_started()
    wanted = "desk, called again"
    with box.failing("sent" if reached else "send", wanted, asyncio.CancelledError()):
        await deliver_as_if_started()
    wanted = "desk"
    await deliver_as_if_started()
    sent = box.lines("send")
    assert [line["key"] for line in sent] == ["desk", *["desk, called again"] * reached]
    assert list(box.live()) == [sent[0]["message"]]
