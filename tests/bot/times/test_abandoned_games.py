"""A game that nobody touches is asked about, and then ended without a result: for good."""

from random import Random

import pytest
from tabletop import ANNA, BEN, refuses, running, whole

from bot.changes import PROPOSAL
from bot.delivery import Agenda
from bot.domain import Kind, Question, Refusal, Status, Topic
from bot.features.board.board import board_page
from bot.features.board.desk import desk_page
from bot.features.games.game_list import Listing, games_page
from bot.features.lobby.lobby import lobby
from bot.features.log.story import log_page
from bot.features.posts.posts_due import Due
from bot.i18n import Words
from bot.ops.game_check import examine
from bot.services import IDLE, Patience, Services
from bot.services.inside import AllSeats
from bot.store.queries import due
from engine import EndTurn, read_position

WORDS = Words()
DAYS = 45


@pytest.fixture
def services(store, clock):
    return Services(store, Random(7), clock, patience=Patience(idle=DAYS))


async def look(store, services, clock, **duration):
    """Let time go by, and have done what is due then."""
    clock.advance(**duration)
    doing = {IDLE: services.expiry.ask_whether_it_goes_on, PROPOSAL: services.proposals.settle}
    await Agenda(store, clock, doing, lambda _at: None).look()


async def test_it_is_asked_about_and_ends_if_nobody_answers(store, services, clock):
    table = await running(services, 3)
    await look(store, services, clock, days=DAYS, seconds=-1)
    assert not (await services.games.get(table.id)).proposals
    await look(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    (proposal,) = table.proposals
    assert (proposal.question.topic, proposal.asked) == (Topic.STILL, (0, 1, 2))
    await look(store, services, clock, days=7, seconds=-1)
    assert (await services.games.get(table.id)).status is Status.RUNNING
    await look(store, services, clock, seconds=1)
    table = await services.games.get(table.id)
    assert table.status is Status.ABANDONED
    assert table.ended_early is not None
    assert read_position(await services.games.record(table.id)) == whole(table)
    assert not (await store.read(examine, table.id)).faults
    await look(store, services, clock, days=DAYS)
    assert not await store.read(due.read_kind, IDLE)


async def test_anybodys_yes_goes_on(store, services, clock):
    table = await running(services, 3)
    await look(store, services, clock, days=DAYS)
    (proposal,) = (await services.games.get(table.id)).proposals
    table = await services.proposals.answer(table.id, ANNA.user_id, proposal.seq, yes=False)
    assert table.proposals
    table = await services.proposals.answer(table.id, BEN.user_id, proposal.seq, yes=True)
    assert not table.proposals
    assert table.status is Status.RUNNING
    await look(store, services, clock, days=DAYS, seconds=-1)
    assert not (await services.games.get(table.id)).proposals
    await look(store, services, clock, seconds=1)
    assert (await services.games.get(table.id)).proposals  # again nobody has touched it


async def test_when_all_say_no_it_ends_at_once(store, services, clock):
    table = await running(services, 2)
    await look(store, services, clock, days=DAYS)
    (proposal,) = (await services.games.get(table.id)).proposals
    for person in (ANNA, BEN):
        table = await services.proposals.answer(table.id, person.user_id, proposal.seq, yes=False)
    assert table.status is Status.ABANDONED


async def test_who_plays_on_is_not_asked(store, services, clock):
    """Not even if the check is half a day early, counted from the last decision."""
    table = await running(services, 2)
    clock.advance(hours=12)
    await services.play.act(table.id, table.decider.user_id, EndTurn())
    for wait in ({"days": DAYS, "hours": -12}, {"hours": 12, "seconds": -1}):
        await look(store, services, clock, **wait)
        assert not (await services.games.get(table.id)).proposals
    await look(store, services, clock, seconds=1)
    assert (await services.games.get(table.id)).proposals


async def test_to_decide_is_an_answer_too(store, services, clock):
    table = await running(services, 2)
    await look(store, services, clock, days=DAYS)
    table = (await services.play.act(table.id, table.decider.user_id, EndTurn())).table
    assert not table.proposals
    await look(store, services, clock, days=7)
    assert (await services.games.get(table.id)).status is Status.RUNNING


async def test_games_of_before_are_looked_into_one_day(store, clock):
    table = await running(Services(store, Random(7), clock), 2)
    clock.advance(days=200)
    services = Services(store, Random(7), clock, patience=Patience(idle=DAYS))
    await services.expiry.watch_older_games()
    await look(store, services, clock, days=DAYS - 1)
    assert not (await services.games.get(table.id)).proposals
    await look(store, services, clock, days=1)
    assert (await services.games.get(table.id)).proposals


async def test_a_host_who_wants_none_of_it(store, services, clock):
    table = await running(services, 2)
    await look(store, Services(store, Random(7), clock), clock, days=1000)
    assert (await services.games.get(table.id)).version == table.version
    assert not await store.read(due.read_kind, IDLE)


# --- it is over ----------------------------------------------------------------------------------


async def test_everywhere_it_says_so(store, services, clock):
    table = await running(services, 2)
    await look(store, services, clock, days=DAYS)
    await look(store, services, clock, days=7)
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
        assert "Record" in [each.label for row in desk.rows for each in row]
    assert "Ended without a result." in lobby(WORDS, table).text
    assert "Ended without a result" in board_page(WORDS, table).text
    listed = games_page(WORDS, Listing([], finished=[table]), ANNA.user_id)
    assert "Ended without a result" in listed.text
    assert listed.rows  # to its record
    log = log_page(WORDS, table, await services.games.history(table.id)).text
    assert "Keep playing: No." in log
    assert "No winner: everyone left." in log
    posts = {
        each.key.removeprefix(f"game-{table.id}-"): each
        for each in Due(services.games.record)(everyone, frozenset())
    }
    result = posts["result"]
    assert "No one won." in result.content.text
    assert result.content.picture is None
    assert [file.name for file in result.content.files] == [
        f"game-{table.id}.gif",
        f"game-{table.id}.te",
    ]
    assert result.names_home == f"Ur · {table.id}"
    assert {key for key in posts if key.startswith("desk-")} == {"desk-0-over", "desk-1-over"}
    assert [entry.kind for entry in table.round][-1] is Kind.ENDED
