"""Delivery: a channel that is gone, a server that was left, and who can be called all the same."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from post_box import deliver, left_undelivered, look_after, posts_due
from tabletop import ANNA, BEN, CORA, DAN, PLACE, decider, everything, person_at, running

from bot.delivery import Delivery, DirectMessagesClosed, InTrouble, MissingPermission, TryLater
from bot.domain import Kind, Place, Refusal, Refused, Status
from bot.features.posts.posts_due import Due
from bot.services.inside import AllSeats
from bot.store.queries import outbox
from engine import EndTurn

DAY = 24 * 3600
ELSEWHERE = Place(PLACE.guild_id, 3_111_000_000_000_000_000)
ABROAD = Place(2_111_000_000_000_000_000, 3_222_000_000_000_000_000)


class Heard:
    """What a delivery has told so far, in order."""

    def __init__(self):
        self.reached = []
        self.lacking = []

    async def reach(self, table_id, reached):
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
        reach, lacks = heard.reach, heard.lacks
        made.append(
            Delivery(
                store,
                services,
                box,
                posts_due,
                clock,
                alarm=alarms.append,
                reach=reach,
                lacks=lacks,
            )
        )
        return made[-1]

    yield make
    for delivery in made:
        await delivery.close()


Made = Callable[[], Delivery]


async def turn_ended(services, table):
    return (await services.play.act(table.id, decider(table), EndTurn())).table


# --- who can be called -------------------------------------------------------------------------


async def test_as_long_as_all_is_well_nothing_is_told(make, services, box, heard):
    delivery, table = make(), await running(services, 2)
    for _ in range(3):
        await deliver(delivery, table)
        table = await turn_ended(services, table)
    assert heard.reached == heard.lacking == []


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


async def test_what_everybody_sees_may_fail_if_only_the_call_arrives(
    make, services, box, heard, clock
):
    delivery, table = make(), await running(services, 2)
    with box.failing("home", "", MissingPermission("Create Public Threads")):
        await deliver(delivery, table)
        assert f"hand 1 {decider(table)}" in box.keys("send")
        assert heard.reached == []
        assert heard.lacking == [(table.id, "Create Public Threads")]
        await look_after(delivery, clock, 3600)
        assert len(heard.lacking) == 1
    await look_after(delivery, clock, 3600)
    assert heard.lacking[1:] == [(table.id, None)]


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
    assert heard.reached == []


async def test_a_program_that_starts_tells_how_what_had_failed_stands_now(
    make, services, box, heard
):
    """It was mended while the program was down, or went wrong then: nobody has seen that."""
    table = await running(services, 2)
    with box.failing("send", "hand", InTrouble("502")):
        await deliver(make(), table)
        again = make()
        await again.start()
        await again.rest()
        assert heard.reached == [(table.id, False)] * 2
    again = make()
    await again.start()
    await again.rest()
    assert heard.reached[2:] == [(table.id, True)]
    assert heard.lacking[-1] == (table.id, None)


async def test_what_could_not_be_heard_is_told_again(store, services, box, clock, heard, caplog):
    fails = True

    async def reach(table_id, reached):
        if fails:
            raise RuntimeError("the database is busy")
        await heard.reach(table_id, reached)

    delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _: None, reach=reach)
    table = await running(services, 2)
    with box.failing("send", "hand", InTrouble("502")):
        await deliver(delivery, table)
        assert "how game 1 stands could not be told" in caplog.text
        fails = False
        for _ in range(2):
            await look_after(delivery, clock, 60)
        assert heard.reached == [(table.id, False)]
        fails = True
    await look_after(delivery, clock, 300)
    assert f"hand 1 {decider(table)}" in box.keys("send")
    fails = False
    await look_after(delivery, clock, 1)  # though there is nothing to deliver
    assert heard.reached[1:] == [(table.id, True)]
    await delivery.close()


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
    assert delivery.has_left(table.id)
    table = await turn_ended(services, table)  # in direct messages, where the desk is still
    tried, said = len(box.attempts), len(caplog.messages)
    for _ in range(5):
        await look_after(delivery, clock, DAY)
        assert alarms[-1] == clock() + timedelta(days=1)
    assert len(box.attempts) == tried
    assert len(caplog.messages) == said
    assert heard.lacking == []
    box.left.clear()
    await delivery.look_in(PLACE.guild_id)
    await delivery.rest()
    assert heard.reached[1:] == [(table.id, True)]
    assert not delivery.has_left(table.id)
    assert f"hand 2 {decider(table)}" in box.keys("send")
    assert "turn 2" in box.keys("send")


async def test_thrown_out_or_let_in_while_the_program_was_down(make, services, box, heard):
    table = await running(services, 2)
    await deliver(make(), table)
    for left in (True, False):
        box.left = {PLACE.guild_id} if left else set()
        delivery = make()
        await delivery.start()
        await delivery.rest()
        assert heard.reached[-1:] == [(table.id, not left)]
        assert delivery.has_left(table.id) is left


# --- a channel that is gone -------------------------------------------------------------------


async def without_channel(delivery, box, table):
    """The channel of a game is deleted, with its threads."""
    box.gone.add(table.place.channel_id)
    if table.home is not None:
        box.gone.add(table.home.channel_id)
    await delivery.lose(table.place.channel_id)
    await delivery.rest()


async def test_without_its_channel_the_game_goes_on_in_direct_messages(
    make, services, box, store, heard
):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    await without_channel(delivery, box, await services.games.get(table.id))
    table = await services.games.get(table.id)
    assert table.channel_gone
    assert table.home is None
    tried = len(box.attempts)
    table = await turn_ended(services, table)
    await deliver(delivery, table)
    assert f"hand 2 {decider(table)}" in box.keys("send")
    assert {key.split()[0] for _, key in box.attempts[tried:]} == {"hand"}
    assert heard.reached == []
    assert await left_undelivered(store) == 0


async def test_that_a_channel_is_gone_is_found_out_when_nobody_has_told(make, services, box, store):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    home = (await services.games.get(table.id)).home
    box.gone |= {PLACE.channel_id, home.channel_id}
    table = await turn_ended(services, table)
    await deliver(delivery, table)
    assert (await services.games.get(table.id)).channel_gone
    assert f"hand 2 {decider(table)}" in box.keys("send")
    rows = (await everything(store))["post"]
    assert all(str(row[2]).startswith("hand") for row in rows)


async def test_whoever_can_be_called_neither_here_nor_there_is_tried_again_and_holds_the_game(
    make, services, box, heard, clock
):
    delivery, table = make(), await running(services, 2)
    first = decider(table)
    with box.failing("send", "hand", DirectMessagesClosed(first)):
        await deliver(delivery, table)
        await without_channel(delivery, box, await services.games.get(table.id))
        assert heard.reached == [(table.id, False)]
    for _ in range(2 * 12):
        await look_after(delivery, clock, 3600)
    assert heard.reached[1:] == [(table.id, True)]
    assert f"hand 1 {first}" in box.keys("send")


async def test_the_pauses_grow_to_an_hour_while_whoever_decides_cannot_be_called(
    make, services, box, clock, alarms
):
    delivery, table = make(), await running(services, 2)
    with box.failing("send", "hand", DirectMessagesClosed(decider(table))):
        await deliver(delivery, table)
        await without_channel(delivery, box, await services.games.get(table.id))
        pauses = []
        for _ in range(14):
            pauses.append((alarms[-1] - clock()).total_seconds())
            await look_after(delivery, clock, pauses[-1])
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]


async def test_a_thread_that_was_deleted_is_opened_anew_at_once_and_whoever_is_called_there_is(
    make, services, box, heard
):
    delivery, table = make(), await running(services, 2)
    first = decider(table)
    with box.failing("send", "hand", DirectMessagesClosed(first)):
        await deliver(delivery, table)
        old = (await services.games.get(table.id)).home.channel_id
        box.gone.add(old)
        await delivery.lose(old)
        await delivery.rest()
    new = (await services.games.get(table.id)).home.channel_id
    assert new != old
    calls = [line["where"] for line in box.lines("send") if line["key"] == f"call 1 {first}"]
    assert calls == [old, new]
    assert heard.reached == []


# --- shown elsewhere --------------------------------------------------------------------------


async def test_it_can_be_shown_elsewhere(make, services, box):
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    await without_channel(delivery, box, await services.games.get(table.id))
    table = await services.opening.move(table.id, BEN, ELSEWHERE, manages=False, left=False)
    assert (table.place, table.home, table.channel_gone) == (ELSEWHERE, None, False)
    await delivery.rest()
    table = await services.games.get(table.id)
    assert table.place == ELSEWHERE
    assert table.home is not None
    where = [line["where"] for line in box.lines("send") if line["key"] in {"lobby", "turn 1"}]
    assert where[-2:] == [ELSEWHERE.channel_id, table.home.channel_id]
    assert (await services.games.history(table.id))[-1].kind is Kind.MOVED
    table = await turn_ended(services, table)
    await delivery.rest()
    assert "turn 2" in box.keys("send")


async def test_from_a_server_that_was_left_the_players_take_it_to_another(
    make, services, box, heard
):
    delivery, table = make(), await running(services, 2)
    services.notify(delivery, alarm=delivery.alarm)
    await deliver(delivery, table)
    box.left.add(PLACE.guild_id)
    table = await services.opening.move(table.id, ANNA, ABROAD, manages=False, left=True)
    await delivery.rest()
    assert (await services.games.get(table.id)).place == ABROAD
    assert box.keys("send").count("lobby") == 2
    assert delivery.problem(table.id) is None


async def test_a_server_with_as_many_games_as_it_may_have_takes_no_more(services):
    table = await running(services, 2)
    assert ABROAD.guild_id is not None
    await services.servers.change(ABROAD.guild_id, BEN, most_games=1)
    there = await services.opening.open(BEN, ABROAD, "there already")
    with pytest.raises(Refused) as refused:
        await services.opening.move(table.id, ANNA, ABROAD, manages=False, left=True)
    assert refused.value.refusal is Refusal.MANY_IN_SERVER
    assert (await services.games.get(table.id)).place == PLACE
    await services.lobbies.leave(there.id, BEN)
    moved = await services.opening.move(table.id, ANNA, ABROAD, manages=False, left=True)
    assert moved.place == ABROAD


@pytest.mark.parametrize(
    ("channel", "who", "place", "refusal"),
    [
        ("there", ANNA, ELSEWHERE, Refusal.NOT_LOST),
        ("gone", ANNA, ABROAD, Refusal.OTHER_SERVER),
        ("gone", CORA, ELSEWHERE, Refusal.NOT_IN_GAME),
    ],
)
async def test_when_it_cannot_be_moved(make, services, box, store, channel, who, place, refusal):
    delivery, table = make(), await running(services, 2)
    await deliver(delivery, table)
    if channel == "gone":
        await without_channel(delivery, box, await services.games.get(table.id))
    before = await everything(store)
    with pytest.raises(Refused) as refused:
        await services.opening.move(table.id, who, place, manages=False, left=False)
    assert refused.value.refusal is refusal
    assert await everything(store) == before


async def test_a_game_that_is_over_is_not_moved(services):
    table = await running(services, 2)
    table = (await services.play.resign(table.id, BEN.user_id)).table
    assert table.status is Status.OVER
    with pytest.raises(Refused) as refused:
        await services.opening.move(table.id, ANNA, ELSEWHERE, manages=True, left=True)
    assert refused.value.refusal is Refusal.GAME_OVER


# --- what is said of it -----------------------------------------------------------------------


async def no_record(_table_id):
    return ""


async def test_everybody_is_told_once_that_the_channel_is_gone(store, services):
    due, table = Due(no_record), await running(services, 2)
    await store.write(outbox.lose_channel, table.id)
    posts = due(await AllSeats(services).everyone(table.id), frozenset())
    told = [post for post in posts if "-gone-" in post.key]
    assert {post.target.user_id for post in told} == {ANNA.user_id, BEN.user_id}
    assert all("/move" in post.content.text and not post.calls for post in told)
    desks = [post for post in posts if "-desk-" in post.key]
    assert sorted(post.calls for post in desks) == [False, True]
    assert len(posts) == 4
    closed = due(await AllSeats(services).everyone(table.id), frozenset({ANNA.user_id}))
    assert {post.target.user_id for post in closed} == {BEN.user_id}
    await turn_ended(services, table)
    after = {post.key for post in due(await AllSeats(services).everyone(table.id), frozenset())}
    assert {post.key for post in told} <= after  # the same messages: not again


async def test_whoever_takes_a_seat_since_is_told_too(store, services):
    """By a message of the own: the old player's is not edited."""
    due, table = Due(no_record), await running(services, 2)
    await store.write(outbox.lose_channel, table.id)

    async def told():
        posts = due(await AllSeats(services).everyone(table.id), frozenset())
        return {post.target.user_id: post.key for post in posts if "-gone-" in post.key}

    before, old = await told(), person_at(table, 0)
    offered = (await services.seats.offer(table.id, old)).player(0).free_since
    assert offered is not None
    await services.seats.take(table.id, DAN, 0, offered)
    after = await told()
    assert old.user_id not in after
    assert after[DAN.user_id] not in before.values()


async def test_so_are_those_who_wait_for_others_to_join(store, services):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await store.write(outbox.lose_channel, table.id)
    (told,) = Due(no_record)(await AllSeats(services).everyone(table.id), frozenset())
    assert "is gone, so no one can join" in told.content.text


async def test_the_message_that_calls_is_known(store, services):
    """By direct message to whoever accepts any, in the thread to whoever does not."""
    due, table = Due(no_record), await running(services, 2)
    everyone, first = await AllSeats(services).everyone(table.id), decider(table)
    for closed, key in ((frozenset[int](), "-desk-"), (frozenset({first}), "-call-")):
        (call,) = (post for post in due(everyone, closed) if post.calls)
        assert key in call.key
