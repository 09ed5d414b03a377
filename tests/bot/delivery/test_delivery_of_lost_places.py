"""Delivery: a channel that is gone, a server that was left, and who can be called all the same."""

from datetime import timedelta

import pytest
from post_box import deliver, look_after, posts_due, started, undelivered
from tabletop import ANNA, BEN, CORA, DAN, PLACE, act, all_rows, decider, person_at, running

from bot.delivery import (
    Delivery,
    DirectMessagesClosed,
    InTrouble,
    MissingPermission,
    PostKind,
    TryLater,
)
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Place
from bot.i18n import Words
from bot.posts.posts_due import Due
from bot.store.queries import outbox
from bot.use_cases.inside import AllSeats
from engine import EndTurn

DAY = 24 * 3600
UP_TO_AN_HOUR = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]
ELSEWHERE = Place(PLACE.guild_id, 3_111_000_000_000_000_000)
ABROAD = Place(2_111_000_000_000_000_000, 3_222_000_000_000_000_000)


class Heard:
    """Records the notifications of a delivery, in order."""

    def __init__(self):
        self.reached = []
        self.lacking = []
        self.fails = False

    async def reach(self, table_id, reached):
        if self.fails:
            raise RuntimeError("the database is busy")
        self.reached.append((table_id, reached))

    async def lacks(self, table_id, permission):
        self.lacking.append((table_id, permission))


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
async def make(store, services, box, clock, alarms, heard):
    made = []

    def make():
        callbacks = {"alarm": alarms.append, "reach": heard.reach, "lacks": heard.lacks}
        made.append(Delivery(store, services, box, posts_due, clock, **callbacks))
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()


async def turn_ended(services, table):
    return await act(services, table, EndTurn())


# --- reachable players -------------------------------------------------------------------------


@pytest.mark.parametrize("trouble", [InTrouble("502"), TryLater(60)])
async def test_a_call_that_discord_does_not_take_holds_the_game_until_it_does(
    make, services, box, heard, clock, trouble
):
    delivery, table = make(), await running(services, 2)
    with box.failing("send", "hand", trouble):
        await deliver(delivery, table)
        await look_after(delivery, clock, 60)
        assert heard.reached == [(table.id, False)]  # once
    await look_after(delivery, clock, 300)
    assert heard.reached == [(table.id, False), (table.id, True)]


async def test_for_want_of_a_permission_the_pauses_grow_to_an_hour(
    make, services, box, store, heard, clock, alarms
):
    """A person has to give it first. What everybody sees may fail if only the call arrives."""
    delivery, table = make(), await running(services, 2)
    missing, pauses = "Create Public Threads", []
    with box.failing("home", "", MissingPermission(missing)):
        await deliver(delivery, table)
        assert delivery.status(table.id).missing == missing
        assert set(box.keys("send")) == {"lobby", f"hand 1 {decider(table)}"}
        assert await undelivered(store) == 1
        for _ in range(14):
            pauses.append((alarms[-1] - clock()).total_seconds())
            await look_after(delivery, clock, pauses[-1])
        assert box.attempts.count(("home", str(table.id))) == 15
    assert pauses == UP_TO_AN_HOUR
    assert (heard.reached, heard.lacking) == ([], [(table.id, missing)])  # once
    await look_after(delivery, clock, 3600)
    assert delivery.status(table.id).missing is None
    assert heard.lacking[1:] == [(table.id, None)]
    assert "turn 1" in box.keys("send")
    assert await undelivered(store) == 0


async def test_a_call_in_a_thread_that_cannot_be_written_to_holds_the_game(
    make, services, box, heard
):
    delivery, table = make(), await running(services, 2)
    first = decider(table)
    with (
        box.failing("send", "hand", DirectMessagesClosed(first)),
        box.failing("home", "", MissingPermission("Create Public Threads")),
    ):
        await deliver(delivery, table)
        assert heard.reached == [(table.id, False)]
        await services.people.try_directs(first)
    await deliver(delivery, table)
    assert heard.reached[1:] == [(table.id, True)]


async def test_a_call_that_has_arrived_may_be_edited_in_vain(make, services, box, heard):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    with box.failing("send", "turn", InTrouble("502")), box.failing("edit", "", InTrouble("502")):
        await deliver(delivery, table)
    assert heard.reached == heard.lacking == []


async def test_a_program_that_starts_tells_how_what_had_failed_stands_now(
    make, services, box, heard
):
    """It was mended while the program was down, or went wrong then: nobody has seen that."""
    table = await running(services, 2)
    with box.failing("send", "hand", InTrouble("502")):
        await deliver(make(), table)
        await started(make)
        assert heard.reached == [(table.id, False)] * 2
    await started(make)
    assert heard.reached[2:] == [(table.id, True)]
    assert heard.lacking[-1] == (table.id, None)
    for left in (True, False):
        box.left = {PLACE.guild_id} if left else set()
        delivery = await started(make)
        assert heard.reached[-1:] == [(table.id, not left)]
        assert delivery.status(table.id).left is left


async def test_a_notification_that_failed_is_repeated(make, services, box, clock, heard, caplog):
    delivery, table = make(), await running(services, 2)
    heard.fails = True
    with box.failing("send", "hand", InTrouble("502")):
        await deliver(delivery, table)
        assert "how game 1 stands could not be told" in caplog.text
        heard.fails = False
        for _ in range(2):
            await look_after(delivery, clock, 60)
        assert heard.reached == [(table.id, False)]
        heard.fails = True
    await look_after(delivery, clock, 300)
    assert f"hand 1 {decider(table)}" in box.keys("send")
    heard.fails = False
    await look_after(delivery, clock, 1)  # though there is nothing to deliver
    assert heard.reached[1:] == [(table.id, True)]


# --- a server that was left -------------------------------------------------------------------


async def test_thrown_out_nothing_is_tried_and_back_again_all_is_delivered(
    make, services, box, heard, clock, alarms, caplog
):
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    box.left.add(PLACE.guild_id)
    await delivery.look_in(PLACE.guild_id)
    await delivery.rest()
    assert heard.reached == [(table.id, False)]
    assert delivery.status(table.id).left
    table = await turn_ended(services, table)  # in direct messages, where the desk is still
    tried, logged = len(box.attempts), len(caplog.messages)
    for _ in range(2):
        await look_after(delivery, clock, DAY)
        assert alarms[-1] == clock() + timedelta(days=1)
    assert len(box.attempts) == tried
    assert len(caplog.messages) == logged
    assert heard.lacking == []
    box.left.clear()
    await delivery.look_in(PLACE.guild_id)
    await delivery.rest()
    assert heard.reached[1:] == [(table.id, True)]
    assert not delivery.status(table.id).left
    assert f"hand 2 {decider(table)}" in box.keys("send")
    assert "turn 2" in box.keys("send")


# --- a channel that is gone -------------------------------------------------------------------


async def without_channel(delivery, box, table):
    """The channel of a game is deleted, with its threads."""
    box.gone.add(table.place.channel_id)
    if table.home is not None:
        box.gone.add(table.home.channel_id)
    await delivery.lose(table.place.channel_id)
    await delivery.rest()


@pytest.mark.parametrize("noticed", [True, False])
async def test_without_its_channel_the_game_goes_on_in_direct_messages(
    make, services, box, store, heard, noticed
):
    """Even if the bot finds out only when it sends there."""
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    table = await services.games.get(table.id)
    if noticed:
        await without_channel(delivery, box, table)
        tried = len(box.attempts)
        after = await services.games.get(table.id)
        assert (after.channel_gone, after.home) == (True, None)
    else:
        box.gone |= {PLACE.channel_id, table.home.channel_id}
    table = await turn_ended(services, table)
    await deliver(delivery, table)
    assert (await services.games.get(table.id)).channel_gone
    assert f"hand 2 {decider(table)}" in box.keys("send")
    if noticed:
        assert {key.split()[0] for _, key in box.attempts[tried:]} == {"hand"}
    assert all(str(row[2]).startswith("hand") for row in (await all_rows(store))["post"])
    assert heard.reached == []
    assert await undelivered(store) == 0


async def test_whoever_can_be_called_neither_here_nor_there_is_tried_again_and_holds_the_game(
    make, services, box, heard, clock, alarms
):
    """The pauses grow to an hour."""
    delivery, table = make(), await running(services, 2)
    first = decider(table)
    with box.failing("send", "hand", DirectMessagesClosed(first)):
        await deliver(delivery, table)
        await without_channel(delivery, box, await services.games.get(table.id))
        assert heard.reached == [(table.id, False)]
        pauses = []
        for _ in range(14):
            pauses.append((alarms[-1] - clock()).total_seconds())
            await look_after(delivery, clock, pauses[-1])
    assert pauses == UP_TO_AN_HOUR
    await look_after(delivery, clock, DAY)
    assert heard.reached[1:] == [(table.id, True)]
    assert f"hand 1 {first}" in box.keys("send")


@pytest.mark.parametrize("noticed", [True, False])
async def test_a_deleted_thread_is_opened_again(make, services, box, heard, noticed):
    """The message from which it was made can have only one thread: it is sent again, too."""
    delivery, table = make(), await running(services, 2)
    first = decider(table)
    with box.failing("send", "hand 1", DirectMessagesClosed(first)):
        await deliver(delivery, table)
        old = (await services.games.get(table.id)).home.channel_id
        box.gone.add(old)
        if noticed:
            await delivery.lose(old)
            await delivery.rest()
        else:
            table = await turn_ended(services, table)
            await deliver(delivery, table)
    new = (await services.games.get(table.id)).home.channel_id
    assert new != old
    turns = [(line["key"], line["where"]) for line in box.lines("send") if "turn" in line["key"]]
    again = [(f"turn {number}", new) for number in range(1, table.turn + 1)]
    assert turns == [("turn 1", old), *again]
    assert box.keys("send").count("lobby") == 2
    assert box.keys("retire").count("lobby") == 1
    calls = [line["where"] for line in box.lines("send") if line["key"] == f"call 1 {first}"]
    assert calls == (
        [old, new] if noticed else [old]
    )  # a player called there is called again, at once
    assert heard.reached == []


# --- shown elsewhere --------------------------------------------------------------------------


@pytest.mark.parametrize("left", [False, True])
async def test_it_can_be_shown_elsewhere(make, services, box, heard, left):
    """In another channel of its server, or in another server if the bot was removed."""
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    if left:
        box.left.add(PLACE.guild_id)
        await delivery.look_in(PLACE.guild_id)
        await delivery.rest()
    else:
        await without_channel(delivery, box, await services.games.get(table.id))
    there = ABROAD if left else ELSEWHERE
    table = await services.opening.move(table.id, BEN, there, manages=False, left=left)
    assert (table.place, table.home, table.channel_gone) == (there, None, False)
    await delivery.rest()
    table = await services.games.get(table.id)
    assert (table.place, delivery.status(table.id).missing) == (there, None)
    assert not delivery.status(table.id).left
    assert heard.reached == ([(table.id, False), (table.id, True)] if left else [])
    where = [line["where"] for line in box.lines("send") if line["key"] in {"lobby", "turn 1"}]
    assert where[2:] == [there.channel_id, table.home.channel_id]
    assert (await services.games.history(table.id))[-1].kind == "moved"
    table = await turn_ended(services, table)
    await delivery.rest()
    assert "turn 2" in box.keys("send")


async def test_when_it_cannot_be_moved(services, store):
    table = await running(services, 2)

    async def refused(who, place, *, left=False):
        before = await all_rows(store)
        with pytest.raises(Refused) as refused:
            await services.opening.move(table.id, who, place, manages=False, left=left)
        assert await all_rows(store) == before
        return refused.value.refusal

    assert await refused(ANNA, ELSEWHERE) is Refusal.NOT_LOST
    await services.servers.change(ABROAD.guild_id, BEN, most_games=1)
    there = await services.opening.open(BEN, ABROAD, "there already")
    assert await refused(ANNA, ABROAD, left=True) is Refusal.MANY_IN_SERVER
    await services.lobbies.leave(there.id, BEN)
    table = await services.opening.move(table.id, ANNA, ABROAD, manages=False, left=True)
    assert table.place == ABROAD
    await store.write(outbox.lose_channel, table.id)
    assert await refused(ANNA, ELSEWHERE) is Refusal.OTHER_SERVER
    assert await refused(CORA, ABROAD) is Refusal.NOT_IN_GAME
    await services.play.resign(table.id, BEN.user_id)
    assert await refused(ANNA, ABROAD, left=True) is Refusal.GAME_OVER


# --- notifications ----------------------------------------------------------------------------


async def no_record(_table_id):
    return ""


async def test_every_player_is_notified_once_that_the_channel_is_gone(store, services):
    """Each in their language; a later player of a seat gets a message too."""
    asked = []
    due = Due(no_record, lambda language: asked.append(language) or Words())
    table = await running(services, 2)
    await services.preferences.choose_language(BEN.user_id, "fr")
    await store.write(outbox.lose_channel, table.id)

    async def posts(*closed):
        return due(await AllSeats(services).everyone(table.id), frozenset(closed))

    async def direct_posts():
        return {post.target.user_id: post for post in await posts() if "-gone-" in post.key}

    before = await direct_posts()
    assert before.keys() == {ANNA.user_id, BEN.user_id}
    assert all("/move" in post.content.text for post in before.values())
    assert all(post.kind is not PostKind.CALL for post in before.values())
    desks = [post for post in await posts() if "-desk-" in post.key]
    assert sorted(post.kind is PostKind.CALL for post in desks) == [False, True]
    assert "fr" in asked
    assert len(await posts()) == 4
    assert {post.target.user_id for post in await posts(ANNA.user_id)} == {BEN.user_id}
    await turn_ended(services, table)
    keys = {post.key for post in before.values()}
    assert {post.key for post in (await direct_posts()).values()} == keys  # the same: not again
    old = person_at(table, 0)
    offered = (await services.seats.offer(table.id, old)).player(0).free_since
    await services.seats.take(table.id, DAN, 0, offered)
    after = await direct_posts()
    assert old.user_id not in after
    assert after[DAN.user_id].key not in keys
    lobby = await services.opening.open(ANNA, PLACE, "Uruk")
    await store.write(outbox.lose_channel, lobby.id)
    (waiting,) = due(await AllSeats(services).everyone(lobby.id), frozenset())
    assert "is gone, so no one can join" in waiting.content.text
