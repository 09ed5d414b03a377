"""Quiet entries leave no gap: numbers that people can read do not count them."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from post_box import PostBox, deliver, due_of
from seated import answer_in
from tabletop import (
    ANNA,
    BEN,
    CORA,
    InOrder,
    act,
    act_at_random,
    catastrophe,
    change_directly,
    opened,
    refuses,
    running,
    undoer,
)

from bot.content.message import Link
from bot.delivery import Delivery, ToUser
from bot.desk.desk_page import desk_page
from bot.dispatch.context import TableContext
from bot.domain.entries import QUIET, Called, DrawsByChoice, HintGiven, Reminded
from bot.domain.proposals import Question, Topic
from bot.domain.public_numbers import PublicNumber, entry_of, parse_number, public_number
from bot.domain.refusals import Refusal
from bot.domain.seat import Plan
from bot.domain.stored import KINDS
from bot.features.board import board_page, log_page
from bot.features.personal_data import own_data_page
from bot.features.planning import plan_page
from bot.features.table.table_page import table_page
from bot.i18n import Words
from bot.intents import UserRequest, parse_custom_id
from bot.intents.proposals import WithdrawProposal
from bot.intents.turn import Undo
from bot.posts.posts_due import Due
from bot.store.queries import logs
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats
from engine import EndTurn

WORDS = Words()

# --- numbers -------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(st.sets(st.integers(1, 40)), st.integers(1, 40))
def test_a_number_leads_back_to_its_entry(quiet, seq):
    left_out = tuple(sorted(quiet))
    number = public_number(left_out, seq)
    assert number.number == len(set(range(1, seq + 1)) - quiet)
    assert parse_number(str(number)) == number
    assert entry_of(left_out, seq) == seq, "older buttons have the log's number"
    if seq not in quiet:
        assert entry_of(left_out, number) == seq


def test_every_kind_is_public_or_quiet():
    """A new kind must be either. To change one later would change what buttons mean."""
    assert set(logs.QUIET) == QUIET < KINDS
    assert len(KINDS - QUIET) == 35


# --- twins ---------------------------------------------------------------------------------------


def shown(page):
    """Everything that can be read from a message, custom_ids included."""
    picture = page.picture and (page.picture.name, page.picture.alt)
    return page.text, page.rows, picture, [each.name for each in page.files], page.ping, page.silent


async def posts_to_others(services, table_id):
    everyone = await AllSeats(services).everyone(table_id)
    posts = Due(services.games.record)(everyone, frozenset())
    return [post for post in posts if post.target != ToUser(BEN.user_id)]


async def shown_to_others(services, table_id):
    """The posts to everybody but Ben."""
    return [(post.sign, shown(post.made())) for post in await posts_to_others(services, table_id)]


async def read_by_others(services, table_id):
    """The pages that others can ask for."""
    pages = []
    for person in (ANNA, CORA):
        seat = (await services.visits.of(table_id, person.user_id)).seat
        table, entries = seat.table, await services.games.history(table_id)
        pages += [desk_page(WORDS, seat), table_page(WORDS, seat), plan_page(WORDS, seat)]
        pages += [board_page(WORDS, table, seat), log_page(WORDS, table, entries)]
        pages.append(own_data_page(WORDS, await services.personal_data.read(person.user_id), 0))
    files = [await file.read() for page in pages for file in page.files]
    return [*map(shown, pages), *files]


async def quiet_entries(services, table, chance):
    """Ben's quiet entries, and those about him."""
    ben = table.player_of(BEN.user_id)

    def work(change):
        own = {"user_id": BEN.user_id, "seat": ben.seat}
        change = change.then(DrawsByChoice(**own))
        if chance.random() < 0.5:
            change = change.then(HintGiven(table.state_version, **own))
        if table.decider == ben and ben.seat is not None:
            change = change.then(Called(seat=ben.seat, called=ben.seat))
            change = change.then(Reminded(called=ben.seat, **own))
        return change

    await change_directly(services, table, work)


async def test_nobody_else_can_tell_what_a_player_did_quietly(tmp_path, clock):
    """Twin games: in one of them Ben asks for hints, is called, and chooses how he draws."""
    async with opened(tmp_path / "one.sqlite3") as one, opened(tmp_path / "two.sqlite3") as two:
        quiet, plain = (Services(*store, InOrder(3), clock, sealing=False) for store in (one, two))
        tables = [await running(each, options=("display", "english")) for each in (quiet, plain)]
        chance, quietly = Random(5), Random(6)
        for number in range(8):
            clock.advance(seconds=60)
            for services, table in zip((quiet, plain), tables, strict=True):
                if number == 2:
                    await services.seats.offer(table.id, CORA)
                if number == 4:
                    plan = Plan(4, table.state_version, (EndTurn(),))
                    await services.notes.keep_plan(ANNA.user_id, table.id, plan)
                    asked = await services.proposals.propose(
                        table.id, ANNA.user_id, Question(Topic.END)
                    )
                    seq = asked.proposals[0].seq
                    await services.proposals.answer(table.id, CORA.user_id, seq, yes=True)
            if number % 3:
                before = await posts_to_others(quiet, tables[0].id)
                await quiet_entries(quiet, await quiet.games.get(tables[0].id), quietly)
                after = await posts_to_others(quiet, tables[0].id)
                assert [(each.key, each.fingerprint) for each in after] == [
                    (each.key, each.fingerprint) for each in before
                ], "nothing is even edited"
            others = await shown_to_others(quiet, tables[0].id)
            assert others == await shown_to_others(plain, tables[1].id)
            if number == 5:
                pages = await read_by_others(quiet, tables[0].id)
                assert pages == await read_by_others(plain, tables[1].id)
            seed = chance.random()
            tables = [
                (await act_at_random(each, await each.games.get(table.id), Random(seed))).table
                for each, table in zip((quiet, plain), tables, strict=True)
            ]
    assert tables[0].version > tables[1].version + 4


async def test_the_nonces_of_messages_count_nothing(store, services, clock):
    box = PostBox()
    delivery = Delivery(store, services, box, due_of(services), clock, alarm=lambda _at: None)
    table = await running(services)
    await deliver(delivery, table)
    await deliver(delivery, await act(services, table, EndTurn()))
    nonces = [line["nonce"] for line in box.lines("send")]
    assert len({*nonces}) == len(nonces)
    assert min(nonces) > len(nonces)
    await delivery.close()


# --- presses -------------------------------------------------------------------------------------


async def pressed(services, table, request, user=ANNA):
    person = {each.user_id: each for each in (ANNA, BEN, CORA)}[user]
    visit = await services.visits.of(table.id, person.user_id)
    return await answer_in(TableContext(services, WORDS, person, request, visit=visit))


def custom_ids(content):
    rows = (row for row in content.rows if isinstance(row, tuple))
    return [each.custom_id for row in rows for each in row if not isinstance(each, Link)]


async def public(services, table):
    """The custom_ids on public messages."""
    posts = Due(services.games.record)(await AllSeats(services).everyone(table.id), frozenset())
    shown = [post.made() for post in posts if not isinstance(post.target, ToUser)]
    return [each for content in shown for each in custom_ids(content)]


@pytest.mark.parametrize("old", [False, True])
async def test_undo_means_the_state_that_its_button_shows(store, services, old):
    """On *old* buttons too, which have the log's number."""
    table = await running(services, 3)
    table = await act(services, table, catastrophe(table))
    await quiet_entries(services, table, Random(1))
    now = await services.games.get(table.id)
    (undo,) = (each for each in await public(services, now) if each.endswith(":undo"))
    assert undo == f"te:{table.id}:-:{PublicNumber(len(played(await log(store, table))))}:undo"
    request = parse_custom_id(f"te:{table.id}:-:{table.state_version}:undo" if old else undo)
    assert isinstance(request.intent, Undo)
    user = undoer(table)
    await pressed(services, table, request, user)
    await refuses(Refusal.STALE, pressed(services, table, request, user))


async def log(store, table):
    rows = await store.look(logs.read_log, table.id)
    return [row.kind for row in rows]


def played(kinds):
    """The public ones, from the start on."""
    return [each for each in kinds[kinds.index("started") :] if each not in QUIET]


@pytest.mark.parametrize("old", [False, True])
async def test_a_proposal_is_answered_by_the_number_of_its_button(services, old):
    table = await running(services, 3)
    await quiet_entries(services, table, Random(1))
    table = await services.proposals.propose(table.id, ANNA.user_id, Question(Topic.END))
    (proposal,) = table.proposals
    yes = next(each for each in await public(services, table) if each.endswith(":yes"))
    assert yes == f"te:{table.id}:-:-:answer:+2:yes"
    if old:
        yes = f"te:{table.id}:-:-:answer:{proposal.seq}:yes"
    await pressed(services, table, parse_custom_id(yes), CORA.user_id)
    (proposal,) = (await services.games.get(table.id)).proposals
    assert list(proposal.answers.values()) == [True]
    number = proposal.seq if old else PublicNumber(2)
    wrong = UserRequest(WithdrawProposal(PublicNumber(3)), table.id)
    await refuses(Refusal.RESOLVED, pressed(services, table, wrong, ANNA.user_id))
    await pressed(services, table, UserRequest(WithdrawProposal(number), table.id), ANNA.user_id)
    assert (await services.games.get(table.id)).proposals == ()
