"""Messages that are never edited: the seal of a table, and the hashes of the words."""

from random import Random

import pytest
from post_box import deliver, due_of
from tabletop import ANNA, BEN, PLACE, ended, running

from bot.delivery import Delivery, InTrouble, MissingPermission
from bot.use_cases import Services


@pytest.fixture
async def delivery(store, services, box, clock):
    made = Delivery(store, services, box, due_of(services), clock, alarm=lambda _: None)
    yield made
    await made.close()


def about(box, verb, end="-seal"):
    return [key for key in box.keys(verb) if key.endswith(end)]


async def test_the_seal_comes_first_and_once_and_is_looked_for_at_the_start_and_the_end(
    services, box, delivery
):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await deliver(delivery, table)
    assert box.keys("send")[0].endswith("-seal")
    await services.lobbies.join(table.id, BEN)
    await deliver(delivery, table)
    assert not about(box, "send", "-words")
    looks = []
    for work in (
        services.lobbies.start(table.id, ANNA),
        services.play.resign(table.id, BEN.user_id),
    ):
        looks.append(sum(verb == "look" for verb, _ in box.attempts))
        await work
        await deliver(delivery, table)
    looks.append(sum(verb == "look" for verb, _ in box.attempts))
    assert looks == [0, 1, 2]
    assert len(about(box, "send")) == len(about(box, "send", "-words")) == 1
    for verb in ("edit", "retire", "remove"):
        assert not about(box, verb)
        assert not about(box, verb, "-words")


@pytest.mark.parametrize("gone", [True, False], ids=["deleted", "who knows"])
async def test_a_deleted_one_is_noted_and_not_sent_again(services, box, delivery, gone):
    """Without permission to read old messages it is unknown."""
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await deliver(delivery, table)
    (key,) = about(box, "send")
    refused = MissingPermission("Read Message History")
    with box.failing("nothing" if gone else "look", key, refused):
        if gone:
            box.deleted.add(
                next(each["message"] for each in box.lines("send") if each["key"] == key)
            )
        await services.lobbies.join(table.id, BEN)
        table = await services.lobbies.start(table.id, ANNA)
        await deliver(delivery, table)
    assert delivery.status(table.id).missing is None
    assert len(about(box, "send")) == 1
    assert (await services.games.get(table.id)).seal.message_gone is gone


async def test_one_of_which_the_answer_was_lost_is_found_and_left_as_it_is(
    services, box, delivery, clock
):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    key = f"game-{table.id}-seal"
    with box.failing("sent", key, InTrouble("lost")):
        await deliver(delivery, table)
    clock.advance(hours=1)
    await delivery.again(table.id)
    await deliver(delivery, table)
    assert len(about(box, "send")) == 1
    assert not about(box, "edit")
    assert ("find", key) in box.attempts


async def test_without_a_seal_there_is_none(store, box, clock):
    unsealed = Services(store, Random(1), clock, sealing=False)
    delivery = Delivery(store, unsealed, box, due_of(unsealed), clock, alarm=lambda _: None)
    await deliver(delivery, await running(unsealed, 2))
    await deliver(delivery, await ended(unsealed, 2))
    assert not about(box, "send")
    assert not about(box, "send", "-words")
    await delivery.close()
