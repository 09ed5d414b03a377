"""Games that nobody starts are closed; those that nobody plays on are asked about, and ended."""

from datetime import timedelta
from random import Random

import pytest
from tabletop import ANNA, BEN, CORA, PLACE, game_of, refuses, running
from timetable import wait

from bot.delivery import ToChannel
from bot.desk.desk_page import desk_page
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.features.board import board_page, log_page
from bot.features.games import Listing, games_page
from bot.features.lobby.lobby_post import lobby
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store.queries import due
from bot.use_cases import EXPIRY, IDLE, Patience, Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn, read_position

WORDS = Words()
LOBBY = 14
DAYS = 45


@pytest.fixture
def services(store, clock):
    return Services(store, Random(7), clock, patience=Patience(lobby=LOBBY, idle=DAYS))


# --- a table that never starts -------------------------------------------------------------------


async def notices(services, table):
    everyone = await AllSeats(services).everyone(table.id)
    posts = Due(services.games.record)(everyone, frozenset())
    return [post for post in posts if "-expiry-" in post.key]


async def test_the_players_are_warned_a_day_before_it_is_closed(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    opened = clock.now
    await wait(store, services, clock, days=LOBBY - 1, seconds=-1)
    assert (await services.games.get(table.id)) == table
    await wait(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.expires_at == opened + timedelta(days=LOBBY)
    (notice,) = await notices(services, table)
    assert isinstance(notice.target, ToChannel)
    assert notice.content.ping == (ANNA.user_id,)
    assert "It closes <t:" in notice.content.text
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.status is Status.CANCELLED
    kinds = [entry.kind for entry in await services.games.history(table.id)]
    assert kinds == ["opened", "told", "expired"]
    assert not await notices(services, table)
    _, door = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    assert "Closed: no one started it in time." in door.content.text
    await refuses(Refusal.CANCELLED, services.lobbies.join(table.id, BEN))
    assert not await store.read(due.read_kind, EXPIRY)
    assert not (await store.read(examine, table.id)).faults


async def test_whatever_happens_at_it_puts_it_off(store, services, clock):
    """Before the notice, and afterwards."""
    table = await services.opening.open(ANNA, PLACE, "Ur")
    clock.advance(days=10)
    await services.lobbies.join(table.id, BEN)
    await wait(store, services, clock, days=12)
    assert (await services.games.get(table.id)).expires_at is None
    await wait(store, services, clock, days=1)
    table = await services.games.get(table.id)
    assert table.expires_at is not None
    table = await services.lobbies.configure(table.id, ANNA, name="Uruk")
    assert table.expires_at is None
    assert not await notices(services, table)
    await wait(store, services, clock, days=1)
    assert (await services.games.get(table.id)).status is Status.LOBBY
    await wait(store, services, clock, days=LOBBY - 2)
    assert (await services.games.get(table.id)).expires_at is not None
    await wait(store, services, clock, days=1)
    assert (await services.games.get(table.id)).status is Status.CANCELLED


async def test_who_sits_there_keeps_it_open(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur")
    await services.lobbies.join(table.id, BEN)
    await wait(store, services, clock, days=LOBBY - 1)
    notice = (await services.games.get(table.id)).version
    await refuses(
        Refusal.NOT_IN_GAME, services.proposals.answer(table.id, CORA.user_id, notice, yes=True)
    )
    table = await services.proposals.answer(table.id, BEN.user_id, notice, yes=True)
    assert table.expires_at is None
    await refuses(
        Refusal.RESOLVED, services.proposals.answer(table.id, ANNA.user_id, notice, yes=True)
    )
    await wait(store, services, clock, days=LOBBY - 1, seconds=-1)
    assert (await services.games.get(table.id)).expires_at is None
    await wait(store, services, clock, days=1)
    assert (await services.games.get(table.id)).expires_at is not None


async def test_a_game_that_starts_is_not_closed(store, services, clock):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2)
    await wait(store, services, clock, days=LOBBY - 1)
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING
    assert table.proposals == ()
    assert await services.games.get(table.id) == table
    assert not await store.read(due.read_kind, EXPIRY)
    await services.expiry.expire(table.id)  # what had begun before bears it
    assert (await services.games.get(table.id)).version == table.version
    await wait(store, services, clock, days=1)
    assert (await services.games.get(table.id)).status is Status.RUNNING


async def test_games_of_before_are_looked_into_too_counted_from_now(store, clock):
    """The host has updated the bot, or set a number of days."""
    before = Services(store, Random(7), clock)
    table = await before.opening.open(ANNA, PLACE, "Ur")
    started = await running(before, 2)
    clock.advance(days=100)
    services = Services(store, Random(7), clock, patience=Patience(lobby=LOBBY, idle=DAYS))
    for _ in range(2):  # a second start adds nothing
        await services.expiry.watch_older_games()
        (row,) = await store.read(due.read_kind, EXPIRY)
        assert (row.game_id, row.at) == (table.id, clock.now + timedelta(days=LOBBY - 1))
    await wait(store, services, clock, days=LOBBY - 1)
    table = await services.games.get(table.id)
    assert table.expires_at == clock.now + timedelta(days=1)
    await wait(store, services, clock, days=DAYS - LOBBY)
    assert not (await services.games.get(started.id)).proposals
    await wait(store, services, clock, days=1)
    assert (await services.games.get(started.id)).proposals


# --- a game that nobody touches -------------------------------------------------------------------


async def test_it_is_asked_about_and_ends_if_nobody_answers(store, services, clock):
    table = await running(services, 3)
    await wait(store, services, clock, days=DAYS, seconds=-1)
    assert not (await services.games.get(table.id)).proposals
    await wait(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    (proposal,) = table.proposals
    assert (proposal.question.topic, proposal.asked) == (Topic.STILL, (0, 1, 2))
    await wait(store, services, clock, days=7, seconds=-1)
    assert (await services.games.get(table.id)).status is Status.RUNNING
    await wait(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.status is Status.ABANDONED
    assert table.ended_early is not None
    assert read_position(await services.games.record(table.id)) == game_of(table)
    assert not (await store.read(examine, table.id)).faults
    await wait(store, services, clock, days=DAYS)
    assert not await store.read(due.read_kind, IDLE)


async def test_anybodys_yes_goes_on(store, services, clock):
    table = await running(services, 3)
    await wait(store, services, clock, days=DAYS)
    (proposal,) = (await services.games.get(table.id)).proposals
    table = await services.proposals.answer(table.id, ANNA.user_id, proposal.seq, yes=False)
    assert table.proposals
    table = await services.proposals.answer(table.id, BEN.user_id, proposal.seq, yes=True)
    assert not table.proposals
    assert table.status is Status.RUNNING
    await wait(store, services, clock, days=DAYS, seconds=-1)
    assert not (await services.games.get(table.id)).proposals
    await wait(store, services, clock, seconds=1)
    (proposal,) = (await services.games.get(table.id)).proposals  # again nobody has touched it
    for person in (ANNA, BEN, CORA):
        table = await services.proposals.answer(table.id, person.user_id, proposal.seq, yes=False)
    assert table.status is Status.ABANDONED, "once all say no"


async def test_who_plays_on_is_not_asked(store, services, clock):
    """Not even if the check is half a day early, counted from the last decision."""
    table = await running(services, 2)
    clock.advance(hours=12)
    await services.play.act(table.id, table.decider.user_id, EndTurn())
    for duration in ({"days": DAYS, "hours": -12}, {"hours": 12, "seconds": -1}):
        await wait(store, services, clock, **duration)
        assert not (await services.games.get(table.id)).proposals
    await wait(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.proposals
    table = (await services.play.act(table.id, table.decider.user_id, EndTurn())).table
    assert not table.proposals, "to decide is an answer too"
    await wait(store, services, clock, days=7)
    assert (await services.games.get(table.id)).status is Status.RUNNING


async def test_a_host_who_wants_none_of_it(store, services, clock):
    waiting = await services.opening.open(ANNA, PLACE, "Ur")
    begun = await running(services, 2)
    never = Services(store, Random(7), clock)
    await never.expiry.watch_older_games()
    await wait(store, never, clock, days=100)
    assert (await never.games.get(waiting.id)).version == waiting.version
    assert not (await never.games.get(begun.id)).proposals
    for kind in (EXPIRY, IDLE):
        assert not await store.read(due.read_kind, kind)


# --- it is over ----------------------------------------------------------------------------------


async def test_everywhere_it_says_so(store, services, clock):
    table = await running(services, 2)
    await wait(store, services, clock, days=DAYS + 7)
    table = await services.games.get(table.id)
    assert table.decider is None
    for work in (
        services.play.act(table.id, ANNA.user_id, EndTurn()),
        services.play.resign(table.id, ANNA.user_id),
        services.proposals.propose(table.id, ANNA.user_id, Question(Topic.PAUSE)),
    ):
        await refuses(Refusal.GAME_OVER, work)
    everyone = await AllSeats(services).everyone(table.id)
    for seat in everyone.seats:
        desk = desk_page(WORDS, seat)
        assert desk.text.startswith("**Ur** ended without a result.")
        assert "Play again" in [each.label for row in desk.rows for each in row]
    assert "Ended without a result." in lobby(WORDS, table).text
    assert "Ended without a result" in board_page(WORDS, table).text
    listed = games_page(WORDS, Listing([], finished=[table]), ANNA.user_id)
    assert "Ended without a result" in listed.text
    assert listed.rows  # to its record
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "Keep playing: No." in log
    assert "No winner: everyone left." in log
    made = Due(services.games.record)(everyone, frozenset())
    posts = {each.key.removeprefix(f"game-{table.id}-"): each for each in made}
    result = posts["result"]
    assert "No one won." in result.content.text
    assert result.content.picture is None
    names = [file.name for file in result.content.files]
    assert names == [f"game-{table.id}.gif", f"game-{table.id}.te"]
    assert result.names_home == f"Ur · {table.id}"
    assert {key for key in posts if key.startswith("desk-")} == {"desk-0-over", "desk-1-over"}
    assert [entry.kind for entry in table.round][-1] == "ended"
