"""Databases of former versions, with games of every kind, are brought up to date and played on.

The README beside them lists their contents.
"""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from post_box import PostBox, look_after, posts_due
from seated import WORDS
from sqlalchemy import select
from tabletop import (
    ANNA,
    BEN,
    CORA,
    EVE,
    PLACE,
    act_at_random,
    all_rows,
    answer_proposal,
    game_of,
    propose,
    schema_differences,
    url,
)

from bot.changes import CALL, COMPUTER, END_TURN, PROPOSAL
from bot.content.names import Names
from bot.delivery import Delivery
from bot.domain.hint_rule import HintRule
from bot.domain.player import Person
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.ops.game_check import examine
from bot.parts.log_lines import entry_lines
from bot.store import Store
from bot.store.queries import due
from bot.store.schema.tables import game, person
from bot.use_cases import EXPIRY
from engine import EndTurn, Level, Step, read_game
from tests.databases import opened_at
from tests.longer import longer

pytestmark = pytest.mark.sqlite

FIXTURES = Path(__file__).parents[2] / "fixtures"
RECORDS = FIXTURES.with_name("journeys") / "games"
OF_0_1_0, BEFORE_CLOCKS = "version_0_1_0.sqlite3", "before_clocks.sqlite3"
BEFORE_COMPUTERS, BEFORE_HOSTING = "before_computers.sqlite3", "before_hosting.sqlite3"
BEFORE_HISTORY = "before_history.sqlite3"
RENAMED = {"resigned_seq": "abandoned_seq", "action": "entry"}
"""Tables and columns that have another name by now."""
REPLACED = {"home_is_thread", "home_opening"}
"""Columns that were replaced by others."""
_up_to_date = {}


def of(*fixtures):
    """The store is one of these databases."""
    return pytest.mark.parametrize("fixture", fixtures)


@pytest.fixture
async def store(tmp_path, fixture):
    """A migrated copy of a fixture."""
    path = tmp_path / "games.sqlite3"
    if fixture not in _up_to_date:
        shutil.copyfile(FIXTURES / fixture, path)
        await (await Store.open(url(path))).close()
        _up_to_date[fixture] = path.read_bytes()  # once
    path.write_bytes(_up_to_date[fixture])
    async with opened_at(url(path)) as store:
        yield store


async def numbers(store):
    async with store.reading() as connection:
        return sorted(await connection.scalars(select(game.c.id)))


async def disagreeing(store):
    """The columns that disagree with the log, by game."""
    found = {number: await store.read(examine, number) for number in await numbers(store)}
    return {number: examined.faults for number, examined in found.items() if examined.faults}


async def a_decision_later(services, table):
    asked = await services.computers.to_decide(table.id)
    if asked is None:
        return (await act_at_random(services, table, Random(2))).table
    action = game_of(table).legal_actions()[0]
    return await services.computers.act(table.id, [action], asked.seen)


@of(*longer([OF_0_1_0, BEFORE_CLOCKS, BEFORE_COMPUTERS, BEFORE_HOSTING, BEFORE_HISTORY]))
async def test_all_is_well_and_each_game_goes_on(store, services, fixture):
    assert await schema_differences(store) == []
    found = [await services.games.get(number) for number in await numbers(store)]
    assert len(found) >= 6
    assert await disagreeing(store) == {}
    of_people = fixture in (OF_0_1_0, BEFORE_CLOCKS, BEFORE_COMPUTERS)
    assert not (of_people and any(each.is_computer for table in found for each in table.players))
    if fixture not in (BEFORE_HOSTING, BEFORE_HISTORY):
        for table in found:
            running = table.status is Status.RUNNING
            assert table.hints is (HintRule.NEVER if running else HintRule.USUAL)
    goes_on = [each for each in found if each.status is Status.RUNNING and not each.paused]
    goes_on = [each for each in goes_on if each.waits_for_user or each.waits_for_computer]
    for table in goes_on:
        after = await a_decision_later(services, table)
        assert after.version == (await services.games.history(table.id))[-1].seq > table.version
    assert await disagreeing(store) == {}


@of(OF_0_1_0, BEFORE_CLOCKS, BEFORE_HOSTING)
async def test_who_had_high_contrast_has_it_as_a_theme(store, services):
    async with store.reading() as connection:
        users = [*await connection.scalars(select(person.c.user_id).where(person.c.high_contrast))]
    themes = [(await services.preferences.habits(each)).theme for each in users]
    assert themes == ["high-contrast"]


@of(OF_0_1_0, BEFORE_CLOCKS, BEFORE_COMPUTERS, BEFORE_HOSTING, BEFORE_HISTORY)
def test_nothing_that_was_written_is_lost(store, fixture, tmp_path):
    """Row by row, in the columns of that version."""
    with closing(sqlite3.connect(FIXTURES / fixture)) as connection:
        columns = columns_of(connection)
        before = {name: rows(connection, name, columns[name]) for name in columns}
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        for name, there in before.items():
            called = [RENAMED.get(column, column) for column in columns[name]]
            assert not there - rows(connection, RENAMED.get(name, name), called), name


def columns_of(connection):
    """The columns of every table of ours, as SQLite has them."""
    named = connection.execute(
        "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c "
        "WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name <> 'alembic_version'"
    )
    columns = {}
    for table, column in named:
        if column not in REPLACED:
            columns.setdefault(table, []).append(column)
    return columns


def rows(connection, table, columns):
    """The rows of a table, in those columns."""
    listed = ", ".join(f'"{column}"' for column in columns)
    return set(connection.execute(f"SELECT {listed} FROM {table}"))


@of(OF_0_1_0, pytest.param(BEFORE_CLOCKS, marks=pytest.mark.slow))
async def test_a_last_decision_can_be_undone_and_a_record_is_as_it_was_played(
    store, services, fixture
):
    before = await services.games.get(3)
    undone = await services.play.undo(3, before.undoer.user_id, before.state_version)
    assert undone.table.view.actions_left == before.view.actions_left + 1 == 2
    number, played = {OF_0_1_0: (9, "everything.te"), BEFORE_CLOCKS: (8, "two_people.te")}[fixture]
    record = await services.games.record(number)
    assert decisions(record) == decisions((RECORDS / played).read_text())


def decisions(record):
    return [f"{step.dynasty} {step.action}" for step in read_game(record) if isinstance(step, Step)]


@of(BEFORE_CLOCKS)
async def test_what_was_due_is_due_still_and_whoever_was_invited_joins(store, services):
    gone, ending = 11, 12
    waiting = {kind: await store.read(due.read_kind, kind) for kind in (CALL, END_TURN)}
    games = {kind: [row.game_id for row in rows] for kind, rows in waiting.items()}
    assert games == {CALL: [gone], END_TURN: [ending]}
    await services.clocks.call_absent(gone)
    await services.clocks.end_turn_automatically(ending)
    last = (await services.games.history(gone))[-1]
    assert (last.kind, last.called) == ("called", (await services.games.get(gone)).decider.seat)
    ended = await services.games.get(ending)
    assert ended.decider.name == "ann"
    assert ended.turns[-2].entries[-1].action == EndTurn()
    for kind in waiting:
        assert not await store.read(due.read_kind, kind)
    lobby = await services.games.get(1)
    with pytest.raises(Refused) as caught:
        await services.lobbies.join(lobby.id, Person(1, "zoe"))
    assert caught.value.refusal is Refusal.ONLY_INVITED
    table = await services.lobbies.join(lobby.id, Person(lobby.invited[0], "cora"))
    assert table.status is Status.RUNNING


@of(BEFORE_COMPUTERS)
async def test_computers_take_seats_and_what_was_proposed_is_settled(store, services):
    """In a lobby; in an empty seat, if all agree; beside a player left alone."""
    lobby, resigned, proposing, alone = 1, 2, 3, 5
    table = await services.lobbies.seat_computer(lobby, ANNA, Level.MEDIUM, "Computer (medium)")
    found = [await services.lobbies.start(table.id, ANNA)]

    table = await services.games.get(resigned)
    (seat,) = (each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    table = await propose(services, table, table.player_of(CORA.user_id).seat, question)
    table = await answer_proposal(services, table, table.proposals[0].asked[0], yes=True)
    assert [each.level for each in table.players if each.seat == seat] == [Level.EASY]
    found.append(table)

    table = await services.games.get(alone)
    seat = next(each.seat for each in table.players if each.abandoned)
    question = Question(Topic.COMPUTER, seat, name="Computer (easy)", level=Level.EASY)
    table = await services.proposals.propose(alone, BEN.user_id, question)
    assert table.proposals == ()
    found.append(table)
    for each in found:
        waiting = each
        while not waiting.waits_for_computer:
            waiting = await a_decision_later(services, waiting)
        assert (await a_decision_later(services, waiting)).version > waiting.version

    table = await services.games.get(proposing)
    for seat in table.proposals[0].asked:
        table = await answer_proposal(services, table, seat, yes=True)
    assert table.paused
    assert await disagreeing(store) == {}


@of(BEFORE_HOSTING)
async def test_what_was_under_way_goes_on_and_nothing_is_sent_twice(store, services, clock):
    lobby, failed, proposing, kept_alone, over = 1, 2, 5, 3, 4
    due_then = {COMPUTER: failed, EXPIRY: lobby, PROPOSAL: proposing}
    for kind, number in due_then.items():
        assert [row.game_id for row in await store.read(due.read_kind, kind)] == [number]
    seat = (await services.visits.of(kept_alone, ANNA.user_id)).seat
    assert (seat.notes.note, seat.notes.plan is None) == ("the black monument", False)
    review = await services.reviews.of(over)
    assert await services.reviews.stored(review) is None  # of another measure: worked out again
    box = PostBox()
    delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _at: None)
    await delivery.start()
    await look_after(delivery, clock, 60)
    await delivery.close()
    assert {line["game"] for line in box.lines("send")} == {failed}
    assert (await services.lobbies.join(lobby, CORA)).status is Status.RUNNING
    (proposal,) = (await services.games.get(proposing)).proposals
    assert (await services.proposals.answer(proposing, CORA.user_id, proposal.seq, yes=True)).paused
    assert await disagreeing(store) == {}


@of(BEFORE_HOSTING)
async def test_who_was_in_it_is_forgotten_and_no_number_comes_twice(store, services, clock):
    last = 7
    await services.forgetting.forget(ANNA.user_id, lambda _language: "a former player")
    found = await all_rows(store)
    found.pop("post")  # on which the post box takes users for their channels
    assert "Anna" not in repr(found)
    assert str(ANNA.user_id) not in repr(found)
    assert await disagreeing(store) == {}
    await services.admins.remove(last, PLACE.guild_id, BEN)
    box = PostBox()
    box.left.add(PLACE.guild_id)
    delivery = Delivery(store, services, box, posts_due, clock, alarm=lambda _at: None)
    await delivery.start()
    await delivery.rest()
    await delivery.close()
    assert last not in await numbers(store)
    assert (await services.opening.open(EVE, PLACE, "Ur")).id == last + 1


@of(BEFORE_HISTORY)
async def test_entries_mean_what_they_meant_when_they_were_texts_of_json(store, services):
    """Named users are shown, open proposals are withdrawn, and the last decision is undone."""
    shown = set()
    for number in await numbers(store):
        table, entries = await services.games.get(number), await services.games.history(number)
        names = Names(table)
        shown |= {line for entry in entries for line in entry_lines(WORDS, table, entry, names)}
    for line in (
        "Dan (admin) removed Cora from their seat.",
        "Eve takes over Cora's seat.",
        "Computer (medium) takes over Ben's seat.",
        "Dan (admin) ended the game without a result.",
    ):
        assert line in {str(each).replace("**", "") for each in shown}
    proposing = await services.games.get(2)
    (proposal,) = proposing.proposals
    proposer = proposing.player(proposal.proposer).user_id
    withdrawn = await services.proposals.withdraw(2, proposer, proposal.seq)
    assert (proposal.question.topic, withdrawn.proposals) == (Topic.PAUSE, ())
    undone = 0
    for number in await numbers(store):
        table = await services.games.get(number)
        if table.undoer is not None:
            before = (await services.play.undo(number, table.undoer.user_id)).table
            undone += before.state_version > table.state_version
    assert undone
    assert await disagreeing(store) == {}
