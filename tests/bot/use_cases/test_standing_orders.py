"""Answers that nobody is asked for: by a standing order, or because everyone knows them."""

from dataclasses import replace
from random import Random

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    FOUR_AGAINST_TWO,
    act,
    act_at_random,
    all_rows,
    change_directly,
    game_of,
    opened,
    refuses,
    running,
    table_at,
    take_seat,
    undoer,
    unequal_war,
)

from bot.changes import states
from bot.delivery import ToUser
from bot.domain.refusals import Refusal
from bot.domain.seat import Orders
from bot.ops.game_check import examine
from bot.posts.posts_due import Due
from bot.store.queries import logs
from bot.use_cases.inside import AllSeats, changes_of
from engine import AddDecision, AddTiles, ConflictDecided, StandingOrder, parse_action
from tests.engine.diagram import draw

ASK, NOTHING, LEAST, ALL = StandingOrder

WAR_OF_OTHERS = draw(
    """
    r  . . . r
    Bk k . k Lk
    """,
    seats="A B L",
    turn="A 2",
    hands={"A": "krbggg", "B": "kkrrrr", "L": "kkkrrr"},
).game
"""A tile of the archer's on H3 lets bull and lion fight, one settlement against one."""


async def play(services, table, *decisions):
    """Let each decider in turn take these decisions."""
    for decision in decisions:
        action = parse_action(decision)
        table = await act(services, table, action)
    return table


def added(table):
    """The additions of this turn: who, how many, and whether by order."""
    return [
        (entry.seat, str(entry.action), entry.automatic)
        for entry in table.turns[-1].entries
        if entry.kind == "acted" and isinstance(entry.action, AddTiles)
    ]


def attacked(held="rrrrgg"):
    return draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": held}).game


# --- effects -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("order", "answer"), [(NOTHING, "+0"), (LEAST, "+3"), (ALL, "+4")])
async def test_the_defender_by_order_answers_at_once(store, clock, order, answer):
    services, table = await table_at(store, clock, attacked())
    await services.preferences.set_standing_order(BEN.user_id, order, table.id)
    await services.preferences.set_standing_order(ANNA.user_id, ALL)
    table = await play(services, table, "Ak@H3")
    assert table.decider == table.player(0)  # who attacks is asked all the same, and may undo
    assert undoer(table) == ANNA.user_id
    assert added(table) == []
    outcome = await services.play.act(table.id, ANNA.user_id, parse_action("+1"))
    assert added(outcome.table) == [(0, "+1", False), (1, answer, True)]
    assert [entry.user_id for entry in outcome.entries] == [ANNA.user_id, BEN.user_id]
    assert not any(entry.passing for entry in outcome.entries)
    assert [event for event in outcome.table.events if isinstance(event, ConflictDecided)]
    assert outcome.table.decider == table.player(0)


async def test_of_two_others_whoever_adds_first_is_asked_for_the_least(store, clock):
    services, table = await table_at(store, clock, WAR_OF_OTHERS)
    for person in (BEN, CORA):
        await services.preferences.set_standing_order(person.user_id, LEAST)
    table = await play(services, table, "g@H3")
    assert table.decider == table.player(1)
    table = await play(services, table, "+2")
    assert added(table) == [(1, "+2", False), (2, "+2", True)]


async def test_both_sides_may_answer_by_order_and_that_ends_undo(store, clock):
    services, table = await table_at(store, clock, WAR_OF_OTHERS)
    await services.preferences.set_standing_order(BEN.user_id, ALL)
    await services.preferences.set_standing_order(CORA.user_id, NOTHING)
    table = await play(services, table, "g@H3")
    assert added(table) == [(1, "+2", True), (2, "+0", True)]
    assert table.decider == table.player(0)
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ANNA.user_id))
    # what comes after can be taken back, as far as the answers
    before = game_of(table)
    later = await play(services, table, "x@F11")
    assert undoer(later) == ANNA.user_id
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    assert game_of(table) == before
    assert table.undoer is None


async def test_an_order_holds_for_questions_from_then_on(store, clock):
    """The one that waits stays open; the next one is answered (worked example 5)."""
    services, table = await table_at(store, clock, attacked("rrrrrr"))
    table = await play(services, table, "Ak@H3", "+0")
    await services.preferences.set_standing_order(BEN.user_id, LEAST, table.id)
    table = await services.games.get(table.id)
    assert table.decider == table.player(1)
    table = await play(services, table, "+2", "Ak@H3", "+1")
    assert added(table)[2:] == [(0, "+1", False), (1, "+3", True)]


async def test_whatever_happens_on_another_seat_the_one_that_waits_stays_open(store, clock):
    """Otherwise the order would become known, and add tiles without a word."""
    hands = {"A": "rrrrrr", "B": "rrrrgg", "L": "rrrrgg"}
    game = draw(FOUR_AGAINST_TWO, seats="A B L", hands=hands).game
    services, table = await table_at(store, clock, game)
    table = await play(services, table, "Ak@H3", "+2")
    await services.preferences.set_standing_order(BEN.user_id, ALL, table.id)
    table = await take_seat(services, table, 2, DAN)
    assert (table.decider, added(table)) == (table.player(1), [(0, "+2", False)])
    table = (await services.play.resign(table.id, DAN.user_id)).table
    assert (table.decider, added(table)) == (table.player(1), [(0, "+2", False)])


async def test_whoever_has_resigned_has_no_order_any_more(store, clock):
    services, table = await table_at(store, clock, WAR_OF_OTHERS)
    await services.preferences.set_standing_order(BEN.user_id, ALL)
    await services.play.resign(table.id, BEN.user_id)
    table = await play(services, await services.games.get(table.id), "g@H3")
    assert added(table) == [(1, "+0", True)]


# --- setting an order --------------------------------------------------------------------------


async def test_one_game_goes_before_all_games(services):
    table = await running(services)
    user = ANNA.user_id
    assert await services.preferences.standing_orders(user, table.id) == Orders(ASK, None)
    await services.preferences.set_standing_order(user, LEAST)
    assert (await services.preferences.standing_orders(user)) == Orders(LEAST)
    assert (await services.preferences.standing_orders(user, table.id)).effective is LEAST
    await services.preferences.set_standing_order(user, ASK, table.id)
    assert await services.preferences.standing_orders(user, table.id) == Orders(LEAST, ASK)
    assert (await services.preferences.standing_orders(user, table.id)).effective is ASK
    await services.preferences.set_standing_order(user, None, table.id)
    assert (await services.preferences.standing_orders(user, table.id)).effective is LEAST
    await services.preferences.set_standing_order(user, None)
    assert await services.preferences.standing_orders(user, table.id) == Orders(ASK, None)
    assert await services.preferences.standing_orders(BEN.user_id, table.id) == Orders(ASK, None)


async def test_only_who_plays_there_gives_an_order(services):
    table = await running(services, 2)
    given = services.preferences.set_standing_order(CORA.user_id, ALL, table.id)
    await refuses(Refusal.NOT_IN_GAME, given)
    asked = services.preferences.standing_orders(CORA.user_id, table.id)
    await refuses(Refusal.NOT_IN_GAME, asked)


# --- secrecy -------------------------------------------------------------------------------------


async def test_giving_an_order_changes_nothing_that_anybody_sees(services, store):
    table = await running(services)
    before, rows = await AllSeats(services).everyone(table.id), await all_rows(store)
    await services.preferences.set_standing_order(ANNA.user_id, ALL)
    await services.preferences.set_standing_order(BEN.user_id, LEAST, table.id)
    after = await AllSeats(services).everyone(table.id)
    assert after == before
    assert repr(after) == repr(before)
    now = await all_rows(store)
    assert {name for name in rows if rows[name] != now[name]} == {"person", "player"}


def shown_to_others(services, table, game, but, *, calls=True):
    """Everything that the others read, see or may know, in order.

    Without *calls*, what is for all: whoever never had to wait is not called back.
    """
    everyone = changes_of(services).reader.loader.latest(table.id).everyone()
    shown = [
        replace(table, turns=(), round=()),
        [_as_read(entry) for turn in table.turns for entry in turn.entries],
        [_as_read(entry) for entry in table.round],
        [game.view(seat) for seat in range(len(game.seats)) if table.player(seat).user_id != but],
    ]
    for closed in (frozenset[int](), frozenset(each.user_id or 0 for each in table.players)):
        for post in Due(services.games.record)(everyone, closed):
            if isinstance(post.target, ToUser) and post.target.user_id == but:
                continue
            content = post.made()
            if not calls and (isinstance(post.target, ToUser) or "-call-" in post.key):
                continue
            shown += [post.key, post.fingerprint, content.text, content.rows, content.picture]
    return shown


def _as_read(entry):
    """An entry without what nobody is shown: whether its player was asked, and who was called."""
    entry = replace(entry, called=None)
    return replace(entry, automatic=False) if entry.kind == "acted" else entry


async def test_an_order_and_a_hand_show_as_a_quick_answer_and_not_before(tmp_path, clock):
    """The same position: with the order, without it, and with another hand of who ordered."""
    before, after = [], []
    for number, (hand, given) in enumerate([("rrrrgg", ALL), ("rrrrgg", ASK), ("gggggg", ALL)]):
        async with opened(tmp_path / f"{number}.sqlite3") as (store,):
            services, table = await table_at(store, clock, attacked(hand))
            await services.preferences.set_standing_order(BEN.user_id, given, table.id)
            shown = shown_to_others(services, table, game_of(table), BEN.user_id)
            table = await play(services, table, "Ak@H3")
            before.append([*shown, *shown_to_others(services, table, game_of(table), BEN.user_id)])
            if hand != "rrrrgg":
                continue
            table = await play(services, table, "+1")
            asked = isinstance(game_of(table).decision, AddDecision)
            assert asked == (given is ASK)
            if asked:  # and answers the same
                table = await play(services, table, "+4")
            shown = shown_to_others(services, table, game_of(table), BEN.user_id, calls=False)
            table = await play(services, table, "end")
            later = shown_to_others(services, table, game_of(table), BEN.user_id, calls=False)
            after.append([*shown, *later])
    assert before[0] == before[1]
    assert before[0] == before[2]
    assert after[0] == after[1]


# --- public knowledge -----------------------------------------------------------------------------


ATTACK = parse_action("g@H3")
"""The archer's tile lets the bull attack the lion, 1 settlement to 3."""
OTHER = parse_action("x@F11")


def decisions(table):
    """The decisions of the current turn: whose, what, and whether everyone knew the answer."""
    entries = table.turns[-1].entries
    return [(each.seat, each.action, each.forced) for each in entries if each.kind == "acted"]


@pytest.mark.parametrize("held", ["kk", "gg"])
async def test_r12_2_neither_side_is_asked_where_both_can_only_add_nothing(store, clock, held):
    """Two tiles cannot exceed 3, and a side that is not behind adds none. No one is called."""
    services, table = await table_at(store, clock, unequal_war(held))
    outcome = await services.play.act(table.id, ANNA.user_id, ATTACK)
    table = outcome.table
    assert decisions(table) == [(0, ATTACK, False), (1, AddTiles(0), True), (2, AddTiles(0), True)]
    assert all(entry.called is None for entry in outcome.entries)
    assert [event for event in table.events if isinstance(event, ConflictDecided)]
    assert table.decider == table.player(0)


@pytest.mark.parametrize(
    "game", [unequal_war("kkk"), unequal_war("ggg"), unequal_war("gg", options="")]
)
async def test_r15_2_whose_hand_alone_leaves_no_choice_is_asked(store, clock, game):
    services, table = await table_at(store, clock, game)
    outcome = await services.play.act(table.id, ANNA.user_id, ATTACK)
    assert decisions(outcome.table) == [(0, ATTACK, False)]
    assert outcome.table.decider == table.player(1)
    assert outcome.entries[-1].called == 1


async def test_r12_2_after_a_choice_only_the_side_that_has_none_is_passed_over(store, clock):
    services, table = await table_at(store, clock, unequal_war("kkk"))
    table = await act(services, table, ATTACK, AddTiles(0))
    assert decisions(table)[1:] == [(1, AddTiles(0), False), (2, AddTiles(0), True)]
    assert table.decider == table.player(0)
    assert table.undoer is None
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(table.id, ANNA.user_id))


async def test_forced_answers_go_back_with_the_decision_before_them(store, clock):
    services, table = await table_at(store, clock, unequal_war("kk"))
    before = game_of(table)
    attacked = await act(services, table, ATTACK)
    later = await act(services, attacked, OTHER)
    assert undoer(later) == ANNA.user_id
    again = (await services.play.undo(table.id, ANNA.user_id)).table
    assert game_of(again) == game_of(attacked)
    assert undoer(again) == ANNA.user_id
    await refuses(Refusal.UNDO_NOT_YOURS, services.play.undo(table.id, BEN.user_id))
    outcome = await services.play.undo(table.id, ANNA.user_id, again.state_version)
    assert [entry.kind for entry in outcome.entries] == ["undone"] * 3
    assert game_of(outcome.table) == before
    assert decisions(outcome.table) == []
    assert outcome.table.undoer is None
    log = await store.read(logs.read_log, table.id)
    assert [row.text for row in log if row.kind == "acted"] == ["g@H3", "+0", "+0", "x@F11"]


async def test_a_line_goes_on_over_forced_answers(store, clock):
    services, table = await table_at(store, clock, unequal_war("kk"))
    outcome = await services.play.act_line(table.id, ANNA.user_id, [ATTACK, OTHER])
    assert not outcome.left_over.actions
    actions = [action for _, action, _ in decisions(outcome.table)]
    assert actions == [ATTACK, AddTiles(0), AddTiles(0), OTHER]


async def test_a_game_that_waited_for_such_an_answer_before_goes_on(store, clock):
    """A program that asks has stored it: its player still answers, and no one else is asked."""
    drawn = unequal_war("kk")
    asked, _ = drawn.apply(0, ATTACK)
    services, table = await table_at(store, clock, asked)
    assert table.decider == table.player(1)
    table = await act(services, table, AddTiles(0))
    assert decisions(table) == [(1, AddTiles(0), False), (2, AddTiles(0), True)]
    assert table.decider == table.player(0)


async def test_r6_3_an_attack_with_nothing_to_add_is_over_at_once(store, clock):
    game = draw(
        "r . . .\nBk r . .\nr . . .", options="english", hands={"A": "gk", "B": "rrrrrr"}
    ).game
    services, table = await table_at(store, clock, game)
    table = await act(services, table, parse_action("Ak@H3"))
    assert [forced for *_, forced in decisions(table)] == [False, True, True]
    assert table.decider == table.player(0)


async def test_the_log_leads_to_each_state_that_forced_answers_can_be_undone_to(services, store):
    """Otherwise `check` would report missing states."""

    async def is_whole(table):
        report = await store.read(examine, table.id)
        assert report.faults == ()
        assert report.folded.game == game_of(table)
        assert len(states(report.folded, table.turn)) > 1

    def settle(change):
        while isinstance(change.game.decision, AddDecision):
            seat = change.game.decision.seat
            change = change.decide(seat, AddTiles(0), automatic=True, forced=True)
        return change

    table, chance = await running(services), Random(1)
    seen = []
    while not isinstance(game_of(table).decision, AddDecision):
        seen.append(game_of(table))
        table = (await act_at_random(services, table, chance)).table
    settled = await change_directly(services, table, settle)
    await is_whole(settled)
    undone = (await services.play.undo(table.id, settled.undoer.user_id)).table
    assert game_of(undone) == seen[-1]
    await is_whole(undone)
