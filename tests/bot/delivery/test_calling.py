"""Calls of players: a new message for each decision, unless the player is already at it."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    InOrder,
    act,
    act_at_random,
    decider,
    ended,
    game_of,
    running,
    table_at,
)

from bot.changes import CALL
from bot.domain.hours import Quiet
from bot.domain.seat import Announcement
from bot.features.board import log_page
from bot.features.solo import called_computers
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store.queries import due, people
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from engine import (
    ActionDecision,
    AddTiles,
    DrawDecision,
    DrawTile,
    EndTurn,
    Level,
    Step,
    SwapTiles,
    parse_action,
    read_game,
)
from tests.databases import new_database, opened_at
from tests.dice import LoadedDice
from tests.engine.diagram import draw

DISPLAY = Path(__file__).parents[2] / "journeys" / "games" / "display.te"


async def posts(services, table, *closed):
    everyone = await AllSeats(services).everyone(table.id)
    return {post.key: post for post in Due(services.games.record)(everyone, frozenset(closed))}


async def desk(services, table, seat):
    """The one desk of a seat: its key, and what it shows."""
    found = await posts(services, table)
    ((key, post),) = ((key, post) for key, post in found.items() if f"-desk-{seat}-" in key)
    return key, post.made()


async def rings(services, table, seat):
    """True if the desk of a seat is a new message that makes a sound."""
    key, content = await desk(services, table, seat)
    return key.endswith(f"-{table.state_version}") and not content.silent


async def calls(services, table, person):
    """The mentions in the thread, if a player's direct messages are closed."""
    found = await posts(services, table, person.user_id)
    return [post.made() for key, post in found.items() if "-call-" in key]


async def to_the_first_conflict(store, clock):
    """A recorded game that waits for Anna, who attacks Ben."""
    text = DISPLAY.read_text()
    services = Services(store, LoadedDice.of(text), clock, sealing=False)
    table = await running(services, 3, options=["display"])
    for step in read_game(text):
        if isinstance(step, Step):
            if isinstance(step.action, AddTiles):
                break
            table = await act(services, table, step.action)
    assert decider(table) == ANNA.user_id
    return services, table


async def test_a_turn_calls_once_and_not_the_player_who_has_ended_it(services):
    table = await running(services, 3)
    assert [await rings(services, table, seat) for seat in range(3)] == [True, False, False]
    before = [await desk(services, table, seat) for seat in range(3)]
    table = await act(services, table, EndTurn())
    assert await rings(services, table, 1)
    assert (await desk(services, table, 0))[0] == before[0][0]
    assert (await desk(services, table, 2))[0] == before[2][0]
    assert (await desk(services, table, 2))[1].shows == before[2][1].shows  # not even edited


async def test_drawing_tile_by_tile_is_one_question(services):
    table = await running(services, options=["display"])
    first, content = await desk(services, table, 0)
    assert content.picture is not None
    name = content.picture.name
    swap = SwapTiles(game_of(table).hands[0])
    table = await act(services, table, swap)
    texts = set()
    while isinstance(game_of(table).decision, DrawDecision):
        key, content = await desk(services, table, 0)
        assert key == first
        assert content.silent  # the player is at it
        # found again after a crash, with any new buttons
        assert content.picture is not None
        assert content.picture.name == name
        texts.add(content.text)
        table = await act(services, table, DrawTile(None))
    assert len(texts) == 6


async def public(services, table):
    """Everything public, by keys, and the log."""
    found = await posts(services, table)
    shown = {key: post.fingerprint for key, post in found.items() if "-desk-" not in key}
    log = log_page(
        Words(), await services.games.get(table.id), await services.games.history(table.id)
    )
    return shown | {"log": log.text}


async def test_who_is_at_it_is_not_called_and_three_minutes_later_is(store, clock):
    """The call is not public."""
    services, table = await to_the_first_conflict(store, clock)
    await services.play.act(table.id, ANNA.user_id, AddTiles(1))
    clock.advance(minutes=1)
    before, shown = await desk(services, table, 0)
    table = (await services.play.act(table.id, BEN.user_id, AddTiles(2))).table
    key, content = await desk(services, table, 0)
    assert key == before  # the same message, edited
    assert content.shows != shown.shows
    assert not await calls(services, table, ANNA)
    seen, others = await public(services, table), await desk(services, table, 1)
    clock.advance(seconds=119)
    await services.clocks.call_absent(table.id)
    assert not await rings(services, await services.games.get(table.id), 0)
    clock.advance(seconds=1)
    await services.clocks.call_absent(table.id)
    after = await services.games.get(table.id)
    assert (after.version, after.state_version) == (table.version + 1, table.state_version)
    assert await public(services, after) == seen
    key, content = await desk(services, after, 1)
    assert (key, content.shows) == (others[0], others[1].shows)
    key, content = await desk(services, after, 0)
    assert key != before
    assert not content.silent
    assert await calls(services, after, ANNA)
    await services.clocks.call_absent(table.id)  # and once only
    assert (await desk(services, await services.games.get(table.id), 0))[0] == key


async def test_who_has_answered_meanwhile_is_not_called(store, clock):
    services, table = await to_the_first_conflict(store, clock)
    await services.play.act(table.id, ANNA.user_id, AddTiles(1))
    table = (await services.play.act(table.id, BEN.user_id, AddTiles(2))).table
    await services.play.act(table.id, ANNA.user_id, SwapTiles((1, 0, 0, 0)))
    table = (await services.play.draw_the_rest(table.id, ANNA.user_id)).table
    before = await desk(services, table, 0)
    version = table.version
    clock.advance(minutes=10)
    await services.clocks.call_absent(table.id)
    table = await services.games.get(table.id)
    assert (table.version, await desk(services, table, 0)) == (version, before)


async def press(services, table, person):
    """Press something in direct messages."""
    await services.people.notice(await services.visits.of(table.id, person.user_id), person, None)


@pytest.mark.parametrize(
    ("calls_in", "pressed", "called"),
    [("direct", False, True), ("direct", True, False), ("thread", True, True)],
)
async def test_who_waited_for_somebody_is_called_again_unless_at_it(
    store, clock, calls_in, pressed, called
):
    """The time of a mention in the thread does not show who is looking: decisions count."""
    services, table = await to_the_first_conflict(store, clock)
    await store.write(people.change_person, ANNA.user_id, calls_in=calls_in)
    await services.play.act(table.id, ANNA.user_id, AddTiles(1))
    clock.advance(minutes=3)
    if pressed:
        await press(services, table, ANNA)
    table = (await services.play.act(table.id, BEN.user_id, AddTiles(2))).table
    if calls_in == "direct":
        assert await rings(services, table, 0) is called
    if called:
        (call,) = await calls(services, table, ANNA)
        assert call.ping == (ANNA.user_id,)
        assert "your turn in **Ur**" in call.text


async def test_who_waited_for_nobody_is_not_called(store, clock):
    """Ben has resigned: what is decided for him takes no time."""
    services, table = await to_the_first_conflict(store, clock)
    await services.play.resign(table.id, BEN.user_id)
    clock.advance(hours=1)
    before, _ = await desk(services, table, 0)
    outcome = await services.play.act(table.id, ANNA.user_id, AddTiles(1))
    assert [entry.automatic for entry in outcome.entries] == [False, True]
    assert (await desk(services, outcome.table, 0))[0] == before
    assert not await calls(services, outcome.table, ANNA)


async def test_who_always_draws_from_the_bag_is_not_asked_and_the_next_one_is_called(store, clock):
    services, table = await to_the_first_conflict(store, clock)
    await services.play.act(table.id, ANNA.user_id, AddTiles(1))
    await services.play.act(table.id, BEN.user_id, AddTiles(2))
    table = (await services.play.act(table.id, ANNA.user_id, SwapTiles((1, 0, 0, 0)))).table
    table = (await services.play.draw_the_rest(table.id, ANNA.user_id, always=True)).table
    clock.advance(hours=1)
    outcome = await services.play.act(table.id, ANNA.user_id, EndTurn())
    assert [entry.automatic for entry in outcome.entries] == [False, True]
    table = outcome.table
    assert decider(table) == BEN.user_id
    assert await rings(services, table, 1)
    assert await calls(services, table, BEN)
    table = (await services.play.act(table.id, BEN.user_id, DrawTile(None))).table
    assert not await rings(services, table, 1)
    assert not await calls(services, table, BEN)


async def test_a_call_that_was_taken_back_leaves_one_desk(store, clock):
    """A tile sets two others against each other (R7.2); its player takes it back."""
    drawn = draw("Ak r . r Bk\n. k . . .", seats="A B L", turn="L 2", hands={"L": "rrrrrr"})
    services, before = await table_at(store, clock, drawn.game)
    table = await act(services, before, parse_action("r@H2"))
    clock.advance(hours=1)
    asked = table.decider
    assert asked != table.undoer
    assert await rings(services, table, asked.seat)
    table = (await services.play.undo(table.id, table.undoer.user_id)).table
    key, content = await desk(services, table, asked.seat)
    assert key == (await desk(services, before, asked.seat))[0]
    assert content.silent


async def check(store, table):
    examined = await store.read(examine, table.id)
    assert examined is not None
    assert examined.faults == ()


async def test_what_was_called_for_can_be_taken_back(store, clock):
    services, table = await to_the_first_conflict(store, clock)
    clock.advance(minutes=3)
    await services.clocks.call_absent(table.id)
    table = await services.games.get(table.id)
    attack = table.last_decision
    assert attack is not None
    assert attack.action is not None
    asked = game_of(table)
    undone = (await services.play.undo(table.id, ANNA.user_id, table.state_version)).table
    assert isinstance(game_of(undone).decision, ActionDecision)
    await check(store, undone)
    clock.advance(minutes=10)
    await services.clocks.call_absent(table.id)  # she knows what she has taken back
    assert (await services.games.get(table.id)).version == undone.version
    again = (await services.play.act(table.id, ANNA.user_id, attack.action)).table
    assert game_of(again) == asked
    before, _ = await desk(services, again, 0)
    clock.advance(minutes=3)
    await services.clocks.call_absent(table.id)
    again = await services.games.get(table.id)
    assert (await desk(services, again, 0))[0] != before
    await check(store, again)
    # buttons from before the call count
    seen = again.state_version
    # and a new program finds the same
    other = Services(store, Random(0), clock)
    assert await desk(other, await other.games.get(table.id), 0) == await desk(services, again, 0)
    after = (await services.play.act(table.id, ANNA.user_id, AddTiles(0), seen)).table
    assert decider(after) == BEN.user_id
    await check(store, after)


async def test_a_call_that_was_for_another_question_calls_nobody(store, clock):
    services, table = await to_the_first_conflict(store, clock)
    ((_, at),) = [(row.kind, row.at) for row in await store.read(due.read_kind, CALL)]
    clock.now = at
    table = (await services.play.act(table.id, ANNA.user_id, AddTiles(0))).table
    assert await rings(services, table, 1)  # Ben was not at it
    await services.clocks.call_absent(table.id)
    assert (await services.games.get(table.id)).version == table.version
    assert not await store.read(due.read_kind, CALL)


async def test_two_programs_call_once(store, clock, tmp_path):
    services, table = await to_the_first_conflict(store, clock)
    async with opened_at(await new_database(tmp_path / "games.sqlite3")) as second:
        other = Services(second, Random(0), clock)
        await other.games.get(table.id)
        clock.advance(minutes=3)
        await asyncio.gather(
            services.clocks.call_absent(table.id), other.clocks.call_absent(table.id)
        )
        after = await services.games.get(table.id)
        assert after.version == table.version + 1
        assert [entry.kind for entry in after.round].count("called") == 1
        assert not await store.read(due.read_kind, CALL)


async def test_everybody_has_one_desk_at_any_time(store, services):
    rng = Random(5)
    table = await running(services, 4, options=["display", "buildings"])
    for _ in range(10):
        table = (await act_at_random(services, table, rng)).table
        desks = {
            key: post for key, post in (await posts(services, table)).items() if "-desk-" in key
        }
        assert [key.split("-")[3] for key in desks] == ["0", "1", "2", "3"]
        new = [key for key in desks if key.endswith(f"-{table.state_version}")]
        ringing = [int(key.split("-")[3]) for key in new if not desks[key].made().silent]
        assert len(ringing) <= 1
        if isinstance(game_of(table).decision, ActionDecision) and game_of(table).actions_left == 2:
            assert ringing in ([], [game_of(table).decision.seat])


# --- rings ---------------------------------------------------------------------------------------

NIGHT = Quiet(22 * 60, 8 * 60)


@pytest.mark.parametrize("why", ["", "muted", "asleep"])
async def test_a_call_rings_its_player_unless_muted_or_asleep(store, clock, why):
    """In direct messages, or by a mention if they are closed; it never rings the opener."""
    services = Services(store, InOrder(0), clock, sealing=False)
    clock.now = datetime(2030, 1, 1, 23, tzinfo=UTC)
    table = await running(services, 3)
    if why == "muted":
        await services.preferences.mute(BEN.user_id, table.id, muted=True)
    if why == "asleep":
        await services.vacations.set_hours(BEN.user_id, zone="Etc/UTC", quiet=NIGHT)
    table = (await services.play.act(table.id, ANNA.user_id, EndTurn())).table
    assert decider(table) == BEN.user_id
    assert table.opener_id == ANNA.user_id
    _, content = await desk(services, table, 1)
    assert content.silent is bool(why)
    (call,) = await calls(services, table, BEN)
    rung = () if why else (BEN.user_id,)
    assert (call.ping, call.silent) == (rung, bool(why))


async def test_the_end_rings_players_without_direct_messages(services):
    """A muted player is not mentioned; with no one to mention, it makes no sound."""
    table = await ended(services, 3)
    await services.preferences.mute(CORA.user_id, table.id, muted=True)
    for closed, rung in (((), ()), ((BEN.user_id, CORA.user_id), (BEN.user_id,))):
        found = await posts(services, table, *closed)
        content = found[f"game-{table.id}-result"].made()
        assert (content.ping, content.silent) == (rung, not rung)


async def test_an_announcement_goes_to_running_games_in_servers(services):
    """Not to a game alone in direct messages, and not to a game that is over."""
    announcement = Announcement(1, "Maintenance at noon.")
    going, over = await running(services, 2), await ended(services)
    computer = called_computers(Words(), (Level.EASY,))
    alone = await services.opening.open_solo(ANNA, 4_000_000_000_000_000_000, "Kish", computer)
    for table, there in ((going, True), (over, False), (alone, False)):
        everyone = replace(await AllSeats(services).everyone(table.id), announcement=announcement)
        everyone = replace(everyone, table=table, seats=())
        keys = [post.key for post in Due(services.games.record)(everyone, frozenset())]
        assert any("announced" in key for key in keys) is there
