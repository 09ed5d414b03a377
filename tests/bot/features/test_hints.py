"""Hints: who may ask for any, from what they are thought out, and how they are counted."""

import asyncio
from dataclasses import replace
from itertools import islice

import pytest
from seated import WORDS, handle, ids_of, seat_at, seat_of
from sqlalchemy import update
from tabletop import (
    ANNA,
    BEN,
    CORA,
    DAN,
    EVE,
    FOUR_AGAINST_TWO,
    PLACE,
    InOrder,
    act,
    answer_proposal,
    last,
    mark_delivered,
    propose,
    refuses,
    resign,
    running,
    table_at,
)

from bot.desk.desk_page import desk_page
from bot.dispatch.hint_cache import HintCache, as_suggested, different
from bot.domain.hint_log import hints_used
from bot.domain.hint_rule import HintRule
from bot.domain.pace import UNHURRIED
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.table import Status
from bot.engine_worker import EngineWorker, NoAnswer, WantedTurns
from bot.engine_worker.requests import dump
from bot.features.board import more_page
from bot.features.hints import hint_page
from bot.intents import parse_custom_id
from bot.intents.hints import AskHint, ChooseHintRule, SeeBestTurn
from bot.intents.turn import AskLine
from bot.ops.game_check import examine, repair
from bot.parts.result import hints_line
from bot.store.schema.tables import game
from bot.use_cases import Services
from engine import (
    AddTiles,
    Benefit,
    BenefitKind,
    BestTurn,
    EndTurn,
    IllegalAction,
    Level,
    PlaceLeader,
    best_turns,
    moves_that_matter,
    parse_action,
    spaces_in_order,
)
from tests.engine.diagram import draw
from tests.engine.random_games import GAMES, play, with_others_permuted

pytestmark = pytest.mark.in_order


class Thinking(EngineWorker):
    """A mind that thinks at once and here, and is counted; or one that does not answer."""

    def __init__(self, *, answers=True):
        super().__init__()
        self.thoughts = 0
        self.answers = answers

    async def best_turns(self, view, scores, seated, most, **_):
        self.thoughts += 1
        if not self.answers:
            raise NoAnswer("it is asleep")
        return best_turns(view, scores, most, seed=1, nodes=200)


async def experienced(services, players=2):
    """A game of people who have had seats in three before."""
    for _ in range(3):
        await running(services, players)
    return await running(services, players)


async def hinted(services, table, worker, person=ANNA, **details):
    """The answer to a request for a hint."""
    return await handle(services, table, SeeBestTurn(), person, worker, **details)


# --- permission ----------------------------------------------------------------------------------


async def test_usually_those_have_hints_who_learn_unless_the_opener_chose_otherwise(services):
    table = await running(services, 2)
    assert table.hints is HintRule.USUAL
    assert "Hint" in ids_of(more_page(WORDS, await seat_of(services, table, ANNA)))
    assert "Hint" not in ids_of(more_page(WORDS, await seat_of(services, table, BEN))), "he waits"
    table = await experienced(services)
    assert "Hint" not in ids_of(more_page(WORDS, await seat_of(services, table, ANNA)))
    await refuses(Refusal.NO_HINTS_HERE, services.hints.to_hint(table.id, ANNA.user_id))
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=UNHURRIED)
    choose = services.hints.choose
    await refuses(Refusal.ONLY_OPENER_CONFIGURES, choose(table.id, BEN, HintRule.ALWAYS))
    table = await choose(table.id, ANNA, HintRule.ALWAYS)
    assert table.hints is HintRule.ALWAYS
    table = await services.lobbies.join(table.id, BEN)
    await refuses(Refusal.ALREADY_STARTED, choose(table.id, ANNA, HintRule.ALWAYS))
    assert "Hint" in ids_of(more_page(WORDS, await seat_of(services, table, ANNA)))


async def test_usually_those_have_hints_who_play_computers_alone(services):
    """No one has hints if the table forbids them; a lone player agrees to that at once."""
    await experienced(services)
    table = await running(services, 3, levels=[Level.EASY, Level.STRONG])
    asked = await services.hints.to_hint(table.id, ANNA.user_id)
    assert asked.seated == (None, Level.EASY, Level.STRONG), "everybody knows who plays"
    page = await handle(services, table, ChooseHintRule(HintRule.NEVER))
    assert "Hints in **Ur**: for no one." in page.text
    assert (await services.games.get(table.id)).hints is HintRule.NEVER
    assert "Hint" not in ids_of(more_page(WORDS, await seat_of(services, table, ANNA)))
    await refuses(Refusal.NO_HINTS, hinted(services, table, Thinking()))
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=3, pace=UNHURRIED)
    await services.lobbies.seat_computer(table.id, ANNA, Level.EASY, "C")
    table = await services.lobbies.join(table.id, BEN)
    assert table.status is Status.RUNNING
    assert not (await seat_of(services, table, ANNA)).may_ask_hints


async def test_the_players_agree_on_another_rule(services):
    table = await running(services, 3)
    for wrong in (Question(Topic.HINTS), Question(Topic.HINTS, hints=HintRule.USUAL)):
        await refuses(Refusal.SAME_HINTS, propose(services, table, 0, wrong))
    table = await propose(services, table, 0, Question(Topic.HINTS, hints=HintRule.ALWAYS))
    table = await answer_proposal(services, table, 1, yes=True)
    assert table.hints is HintRule.USUAL, "silence is no yes"
    table = await answer_proposal(services, table, 2, yes=True)
    assert table.hints is HintRule.ALWAYS
    assert last(table, "hints").rule == "always"


async def test_what_was_chosen_follows_from_the_log(store, services):
    table = await services.opening.open(ANNA, PLACE, "Ur", seats=2, pace=UNHURRIED)
    await services.hints.choose(table.id, ANNA, HintRule.ALWAYS)
    table = await services.lobbies.join(table.id, BEN)
    await hinted(services, table, Thinking())
    examined = await store.read(examine, table.id)
    assert not examined.faults

    def spoil(connection):
        connection.execute(update(game).values(hints="never"))

    await store.write(spoil)
    assert await store.write(repair, table.id, table.created_at)
    mended = await Services(store, InOrder(0), lambda: table.created_at).games.get(table.id)
    assert mended.hints is HintRule.ALWAYS
    assert [(each.name, each.count) for each in hints_used(mended)] == [("Anna", 1)]


# --- when it is asked ----------------------------------------------------------------------------


async def test_only_who_is_to_decide_is_given_a_hint(services):
    table = await running(services, 2)
    with pytest.raises(IllegalAction):
        await hinted(services, table, Thinking(), BEN)
    await refuses(Refusal.NOT_IN_GAME, hinted(services, table, Thinking(), EVE))
    table = await act(services, table, *map(parse_action, ("Ak@B1", "Ar@C2")))
    assert "Hint" not in ids_of(more_page(WORDS, await seat_of(services, table, ANNA)))
    with pytest.raises(IllegalAction, match="End your turn"):
        await hinted(services, table, Thinking())
    table = await act(services, table, EndTurn())
    stale = hinted(services, table, Thinking(), BEN, seen=table.state_version - 1)
    await refuses(Refusal.STALE, stale)
    await propose(services, table, 0, Question(Topic.PAUSE))
    table = await answer_proposal(services, await services.games.get(table.id), 1, yes=True)
    assert table.paused
    await refuses(Refusal.PAUSED, hinted(services, table, Thinking(), BEN))
    assert not (await services.games.get(table.id)).hinted


async def test_without_an_answer_in_time_nothing_is_counted(services):
    table = await running(services, 2)

    class Slow(Thinking):
        async def best_turns(self, *asked, **how):
            await act(services, table, EndTurn())
            return await super().best_turns(*asked, **how)

    await refuses(Refusal.NO_HINT_NOW, hinted(services, table, Thinking(answers=False)))
    await refuses(Refusal.STALE, hinted(services, table, Slow()))
    assert not (await services.games.get(table.id)).hinted


async def test_it_is_thought_out_once_however_often_it_is_asked_for(services):
    table, worker, hint_cache = await running(services, 2), Thinking(), HintCache()
    asked = await services.hints.to_hint(table.id, ANNA.user_id)
    ask = hint_cache.best_turns
    together = [ask(worker, table.id, table.state_version, asked) for _ in range(3)]
    first, *others = await asyncio.gather(*together)
    again = await ask(worker, table.id, table.state_version, asked)
    assert others == [first, first] == [again, first]
    assert worker.thoughts == 1
    asleep = Thinking(answers=False)
    for _ in range(2):
        with pytest.raises(NoAnswer):
            await ask(asleep, table.id, table.state_version + 1, asked)
    assert asleep.thoughts == 2, "what has failed is tried again"


# --- texts ---------------------------------------------------------------------------------------


async def test_the_cost_of_a_hint_is_shown_before_its_outcome(services):
    """Once for each decision; not where no one else sees how many were used."""
    cost = "🧭 A hint counts: at the end everyone sees how many you used. Show it?"
    table = await running(services, 2)
    page = await handle(services, table, AskHint())
    assert page.text == cost
    assert parse_custom_id(ids_of(page)["Show the hint"]).intent == SeeBestTurn()
    assert not (await services.games.get(table.id)).hinted
    page = await hinted(services, table, Thinking())
    assert page.text.startswith("🧭 **Ur**: a hint, for you only.")
    assert "1. **" in page.text
    assert "in 100" in page.text
    assert "You have used 1 hint so far" in page.text
    assert page.picture.alt.startswith("Preview:")
    request = parse_custom_id(ids_of(page)["Play it …"])
    assert isinstance(request.intent, AskLine)
    assert request.seen == table.shown_version
    again = await handle(services, table, AskHint())
    assert again.text.startswith("🧭 **Ur**: a hint, for you only.")
    table = await act(services, table, EndTurn(), EndTurn())
    page = await handle(services, table, AskHint())
    assert page.text == f"{cost}\nYou have used 1 hint so far."
    alone = await running(services, 2, levels=[Level.EASY])
    page = await handle(services, alone, AskHint())
    assert page.text.startswith("🧭 **Ur**: a hint, for you only.")


async def test_a_question_is_answered_by_the_button_of_its_answer(store, clock):
    """Before a conflict, and while it is open, what it decides first is only likely."""
    conflict = draw(FOUR_AGAINST_TWO, hands={"A": "rrrrkk", "B": "rrkkgg"}).game
    services, table = await table_at(store, clock, conflict)
    driven_out = (Benefit(BenefitKind.DRIVES_OUT, 1, 0, 1),)
    why = "Why, if the conflict goes as expected: **Ben**'s leader leaves the board: ⬛ King."
    seat = await seat_of(services, table, ANNA)
    attack = parse_action("Ak@H3")
    assert why in hint_page(WORDS, seat, [BestTurn(0.5, (attack,), driven_out)], 0).text
    table = await act(services, table, attack)
    seat = await seat_of(services, table, ANNA)
    four = parse_action("+4")
    assert why in hint_page(WORDS, seat, [BestTurn(0.5, (four,), driven_out)], 0).text
    page = await hinted(services, table, Thinking())
    assert isinstance(parse_custom_id(ids_of(page)["Do this"]).intent.action, AddTiles)
    assert "1. **Add " in page.text
    assert page.picture is not None


# --- from what it is thought out -----------------------------------------------------------------


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_what_is_asked_for_it_follows_from_the_own_view(deal):
    """Other hands and the bag do not change the bytes that are sent."""
    for step in islice(play(deal), 0, 300, 60):
        one, seat = step.game, step.game.decision.seat
        other = replace(with_others_permuted(one, seat), scores=one.scores)
        first, second = (
            dump(WantedTurns(each.view(seat), each.scores, (), 3, Level.STRONG, 7))
            for each in (one, other)
        )
        assert first == second


# --- counting ------------------------------------------------------------------------------------


async def counts(services, table):
    return [(each.name, each.count) for each in hints_used(await services.games.get(table.id))]


async def test_a_decision_counts_once_for_who_had_the_seat(services):
    table, worker = await running(services, 3), Thinking()
    await hinted(services, table, worker)
    await hinted(services, table, worker)
    assert await counts(services, table) == [("Anna", 1)]
    table = await act(services, table, parse_action("Ak@B1"))
    await hinted(services, table, worker)
    assert await counts(services, table) == [("Anna", 2)]
    table = (await services.play.undo(table.id, ANNA.user_id)).table
    await hinted(services, table, worker)
    assert await counts(services, table) == [("Anna", 2)], "it is the first decision again"
    table = await services.seats.offer(table.id, ANNA)
    table = (await services.seats.take(table.id, DAN, 0, table.player(0).free_since)).table
    await hinted(services, table, worker, DAN)
    table = await act(services, table, EndTurn())
    await hinted(services, table, worker, BEN)
    assert await counts(services, table) == [("Anna", 2), ("Dan", 1), ("Ben", 1)]


async def test_everybody_sees_the_count_at_the_end(store, services):
    table, worker = await running(services, 3), Thinking()
    for person in (ANNA, BEN, CORA, ANNA):
        if person is not CORA:
            await hinted(services, table, worker, person)
        table = await mark_delivered(store, services, await act(services, table, EndTurn()))
    assert "Hints used:" not in desk_page(WORDS, await seat_of(services, table, BEN)).text
    for _ in range(12):  # they are of all turns
        table = await mark_delivered(store, services, await act(services, table, EndTurn()))
    for seat in (1, 2):
        table = await resign(services, table, seat)
    assert table.status is Status.OVER
    again = await Services(store, InOrder(0), lambda: table.created_at).games.get(table.id)
    for each in (table, again):
        assert hints_line(WORDS, each) == ["🧭 Hints used: Anna 2 and Ben 1"]
    assert (
        "🧭 Hints used: Anna 2 and Ben 1"
        in desk_page(WORDS, await seat_of(services, table, CORA)).text
    )


def test_a_hint_says_why_in_one_sentence():
    seat = seat_at(draw("Ak r").game)
    points = tuple(Benefit(BenefitKind.SCORES, 0, colour, 1) for colour in (1, 2))
    page = hint_page(WORDS, seat, [BestTurn(0.5, (EndTurn(),), points)], 0)
    assert "Why: You score 1 🟥 red point and 1 🟦 blue point." in page.text
    without = hint_page(WORDS, seat, [BestTurn(0.5, (EndTurn(),))], 0)
    assert "Why" not in without.text


# --- hints that differ ----------------------------------------------------------------------------


def turns(*written):
    """Turns, best first, each by its decisions."""
    return [
        BestTurn(0.5, tuple(parse_action(action) for action in turn.split("; ")))
        for turn in written
    ]


@pytest.mark.parametrize(
    ("found", "shown"),
    [
        (["Ag@B1; end", "Ag@J1; end", "r@E5; end", "swap:kk"], [0, 2, 3]),  # a leader, elsewhere
        (["r@E5; g@F5", "g@F5; r@E5", "r@E6; end"], [0, 2]),  # another order
        (["r@E5; end", "r@E6; end", "k@E7; end", "b@A1; end"], [0, 1, 2]),  # three at the most
        (["Ag@B1; end", "Ag@J1; end"], [0, 1]),  # two at least
        (["end"], [0]),
    ],
)
def test_hints_differ(found, shown):
    all_of_them = turns(*found)
    assert different(all_of_them) == tuple(all_of_them[at] for at in shown)


def test_a_hint_names_the_buttons_space_where_that_makes_no_difference():
    """Within a per cent of the win; another piece, or a better space, stays first."""
    view = draw("r Bk r .", hands={"A": "krbg"}).game.view(0)
    button = next(
        move.action for move in moves_that_matter(view, 3) if isinstance(move.action, PlaceLeader)
    )
    elsewhere = next(
        move.action for move in spaces_in_order(view, button.leader) if move.action != button
    )
    swap = BestTurn(0.6, (parse_action("swap:k"),))
    best, same, worse = (
        BestTurn(0.5, (elsewhere,)),
        BestTurn(0.497, (button,)),
        BestTurn(0.48, (button,)),
    )
    assert as_suggested(view, (swap, best, same)) == [swap, same, best]
    assert as_suggested(view, (swap, best, worse)) == [swap, best, worse]
