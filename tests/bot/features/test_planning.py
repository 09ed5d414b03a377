"""Planning ahead: trying the next turn privately, playing it as planned, and a private note."""

from dataclasses import replace
from random import Random

import pytest
from seated import WORDS, handle_request, ids_of, moments, seat_at, seat_of
from tabletop import ANNA, BEN, CORA, InOrder, all_rows, game_of, refuses, running, table_at

from bot.client.messages.conversion import modal_of
from bot.content.message import Select
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal
from bot.domain.seat import NOTE_LIMIT, Notes, Plan
from bot.domain.table import Table
from bot.features.planning import Planner, note_form, plan_page
from bot.intents import UserRequest, parse_custom_id
from bot.intents.board import SeeDesk
from bot.intents.planning import AskPlanned, ForgetPlan, InPlan, KeepNote, SeePlan, StepBack
from bot.intents.turn import Act, Move, PlayLine
from bot.posts.posts_due import Due
from bot.store.rows import NotesRow
from bot.use_cases import Services
from bot.use_cases.inside import AllSeats, changes_of
from engine import EndTurn, IllegalAction, can_plan, parse_action, plan_turn
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, with_others_permuted

pytestmark = pytest.mark.in_order  # Ben plays the bull, and holds six settlements

SECRET = "my Trader to P11"


async def handle(services, table, intent, person=BEN, **details):
    return await handle_request(services, person, UserRequest(intent, table.id, **details))


async def press(services, page, label):
    return await handle_request(services, BEN, parse_custom_id(ids_of(page)[label]))


async def try_out(services, table, *actions):
    """Let Ben plan these decisions, one after the other."""
    page = await handle(services, table, SeePlan())
    for action in actions:
        steps = len((await seat_of(services, table, BEN)).plan.actions) if "> " in page.text else 0
        seen = (await services.games.get(table.id)).state_version
        planned = InPlan(steps, Act(parse_action(action)))
        page = await handle(services, table, planned, seat=1, seen=seen)
    return page


async def act(services, table, line):
    for text in line.split():
        table = await services.games.get(table.id)
        table = (await services.play.act(table.id, table.decider.user_id, parse_action(text))).table
    return table


# --- trying --------------------------------------------------------------------------------------


async def test_who_waits_tries_a_turn_by_the_buttons_of_a_turn(services):
    table = await running(services, 2)  # Ben holds six settlements
    desk = await handle(services, table, SeeDesk())
    page = await press(services, desk, "Plan")
    assert "Only you see it, and nothing counts yet." in page.text
    assert "2 actions left." in page.text
    page = await press(services, page, "King")
    page = await press(services, page, "B")
    page = await press(services, page, "B1")
    assert "> **Ben** places the 🐂⬛ King on B1." in page.text
    assert "1 action left." in page.text
    assert page.picture.draw()
    page = await press(services, page, "6 settlements")
    page = await press(services, await press(services, page, "C"), "C1 +1")
    assert "**Ben** scores 1 ⬛ black point (King)." in page.text
    page = await press(services, page, "End turn")
    assert "After that your turn is over." in page.text
    page = await press(services, page, "Step back")
    assert (await seat_of(services, table, BEN)).plan.actions == tuple(
        map(parse_action, ("Bk@B1", "k@C1"))
    )
    desk = await press(services, page, "Back")
    assert desk.text == desk_page(WORDS, await seat_of(services, table, BEN)).text


async def test_what_is_kept_is_in_no_game_and_for_its_player_alone(services, store):
    table = await running(services, 2)
    due = Due(services.games.record)

    async def shown_to_others():
        everyone = await AllSeats(services).everyone(table.id)
        return [
            (post.key, post.fingerprint, post.made())
            for post in due(everyone, frozenset())
            if getattr(post.target, "user_id", None) != BEN.user_id
        ]

    stored, shown = await all_rows(store), await shown_to_others()
    await try_out(services, table, "Bk@B1", "k@C1", "end")
    await handle(services, table, KeepNote(SECRET))
    after = await all_rows(store)
    assert {name for name, rows in after.items() if rows != stored[name]} == {"player"}
    assert await services.games.get(table.id) == table
    assert await shown_to_others() == shown
    everyone = await AllSeats(services).everyone(table.id)
    loaded = await changes_of(services).reader.one(table.id)
    seat = everyone.seats[1]
    planner = Planner.at(WORDS, seat)
    planned = InPlan(0, Act(parse_action("Bk@B1")))
    for thing in (everyone, seat, loaded, planner, KeepNote(SECRET), planned):
        assert SECRET not in repr(thing)
        assert "B1" not in repr(thing)
    assert "notes" not in Table.__slots__


async def test_a_conflict_is_looked_at_first_and_shown_as_far_as_it_is_known(store, clock):
    services, table = await table_at(store, clock, draw("Ak r . .").game)
    attack = InPlan(0, Move(parse_action("Bk@H2")))
    page = await handle(services, table, attack, seat=1, seen=table.state_version)
    assert page.text.startswith("What would happen:")
    page = await press(services, page, "Attack")
    assert "Ties go to the defender. You need more." in page.text
    assert "No one knows what others will add, so the plan ends here." in page.text
    assert page.picture.alt.startswith("Revolt. ")
    assert not {"Add 0", "End turn", "King"} & set(ids_of(page))
    page = await press(services, page, "Step back")
    assert "2 actions left." in page.text


async def test_in_the_middle_of_an_action_nothing_is_planned(store, clock):
    services, table = await table_at(store, clock, draw("Bk r . .").play("A Ak@H2").game)
    page = await handle(services, table, SeePlan())
    assert "an action is under way" in page.text
    assert set(ids_of(page)) == {"Try", "Note", "Back"}
    mine = await handle(services, table, SeePlan(), ANNA)
    assert "**Ur**: it's your decision. Play on your desk." in mine.text


async def test_what_is_forbidden_and_old_buttons_change_nothing(services):
    table = await running(services, 3)
    old = await try_out(services, table)
    page = await try_out(services, table, "Bk@B1", "Bk@E1")
    assert page.text.startswith("E1 is a river space. Leaders stand on land. (R4.2)")
    assert "**Ben** places the 🐂⬛ King on B1." in page.text
    assert any(label.startswith("R4.2") for label in ids_of(page))
    for intent in (InPlan(1, Act(EndTurn())), StepBack(1), SeePlan(), ForgetPlan(), AskPlanned()):
        with pytest.raises(IllegalAction):
            await handle(services, table, intent, CORA, seat=1, seen=table.state_version)
    page = await press(services, old, "End turn")  # of a plan without a step
    assert page.text.startswith("Your plan has changed.")
    table = await act(services, table, "x@A11")
    seen = table.state_version - 1
    page = await handle(services, table, StepBack(1), seat=1, seen=seen)
    assert page.text.startswith("The board has changed. This is your plan on it now.")
    assert (await seat_of(services, table, BEN)).plan.actions == (parse_action("Bk@B1"),)
    table = await act(services, table, "end")
    page = await handle(services, table, InPlan(1, Act(EndTurn())), seat=1, seen=seen)
    assert "**Ur**: it's your decision. Play on your desk." in page.text
    assert game_of(table).decision.seat == 1


# --- the board changes ---------------------------------------------------------------------------


async def test_what_is_not_possible_any_more_is_left_out_and_said(services, store, clock):
    table = await running(services, 2)
    await try_out(services, table, "Bk@C2", "Br@K2")
    table = await act(services, table, "x@A11")
    page = await handle(services, table, SeePlan())
    assert "The board has changed, but your whole plan is still possible." in page.text
    table = await act(services, table, "Ak@C2")
    after_a_restart = Services(store, InOrder(1), clock, sealing=False)
    page = await handle(after_a_restart, table, SeePlan())
    assert "Left out of your plan: King to C2." in page.text
    assert "> **Ben** places" in page.text
    assert "Delete plan" in ids_of(page)
    page = await press(services, page, "Step back")
    assert "left out" not in page.text  # it was said
    await act(services, table, "end")
    assert "🗒️" not in (await handle(services, table, SeeDesk())).text

    table = await running(services, 2, "Uruk")
    await try_out(services, table, "Bk@C2", "Br@K2")
    table = await act(services, table, "Ak@C2 end")
    desk = await handle(services, table, SeeDesk())
    assert "🗒️ You planned: Priest to K2" in desk.text
    assert "🗒️ No longer possible: King to C2" in desk.text


# --- the turn has come ---------------------------------------------------------------------------


async def test_a_turn_is_played_as_planned_and_the_plan_forgotten(services):
    table = await running(services, 2)
    await try_out(services, table, "Bk@B1", "k@C1", "end")
    table = await act(services, table, "end")
    seat = await seat_of(services, table, BEN)
    desk = desk_page(WORDS, seat)
    assert "🗒️ You planned: King to B1 → Settlement on C1 → End turn" in desk.text
    page = await press(services, desk, "As planned")
    assert page.text.startswith("What would happen in **Ur**:")
    request = parse_custom_id(ids_of(page)["Play this turn"])
    assert request.intent == PlayLine(seat.plan.actions)
    await press(services, page, "Play this turn")
    table = await act(services, table, "end")
    seat = await seat_of(services, table, BEN)
    assert seat.decides
    assert seat.plan is None
    assert "🗒️" not in desk_page(WORDS, seat).text


async def test_what_was_played_by_hand_is_planned_no_more_nor_what_is_deleted(services):
    table = await running(services, 2)
    page = await press(services, await try_out(services, table, "x@A11"), "Delete plan")
    assert page.text.startswith("Plan deleted.")
    await try_out(services, table, "Bk@B1", "k@C1")
    table = await act(services, table, "end Bk@B1")
    seat = await seat_of(services, table, BEN)
    assert "🗒️ You planned: Settlement on C1" in desk_page(WORDS, seat).text
    table = await act(services, table, "k@C1")
    assert (await seat_of(services, table, BEN)).plan is None
    table = (await services.play.undo(table.id, BEN.user_id)).table
    seat = await seat_of(services, table, BEN)
    assert "🗒️ You planned: Settlement on C1" in desk_page(WORDS, seat).text
    page = await press(services, await handle(services, table, AskPlanned()), "Delete plan")
    assert "🗒️" not in page.text
    assert "As planned" not in ids_of(page)


def test_a_plan_is_stored_and_read_back():
    plan = Plan(7, 31, (parse_action("Bk@B1"), parse_action("swap:kk"), parse_action("end")))
    assert Plan.load(plan.dump()) == plan
    assert plan.dump() == "7 31 Bk@B1 swap:kk end"
    for text in ("", "7", "7 x end", "7 31 nonsense"):
        with pytest.raises(ValueError, match=r"not|nonsense|invalid"):
            Notes.of(NotesRow(None, text))


# --- the note ------------------------------------------------------------------------------------


async def test_a_note_stands_on_the_own_desk_until_it_is_emptied(services):
    table = await running(services, 2)
    others = desk_shown(await seat_of(services, table, ANNA))
    before = desk_shown(await seat_of(services, table, BEN))
    page = await handle(services, table, KeepNote(f" {SECRET}\n@everyone <@7> *now* "))
    assert page.text.startswith("Note saved. Only you see it.")
    assert "📝 my Trader to P11 @\u200beveryone \\<@\u200b7> \\*now\\*" in page.text
    assert page.shows == desk_shown(await seat_of(services, table, BEN)) != before
    table = await act(services, table, "end")
    assert f"📝 {SECRET}" in desk_page(WORDS, await seat_of(services, table, BEN)).text
    table = await services.games.get(table.id)
    assert SECRET not in desk_page(WORDS, await seat_of(services, table, ANNA)).text
    page = await handle(services, table, KeepNote(" "))
    assert page.text.startswith("Note deleted.")
    assert "📝" not in page.text
    await handle(services, table, KeepNote("x" * 400))
    assert (await seat_of(services, table, BEN)).notes.note == "x" * NOTE_LIMIT
    await handle(services, table, KeepNote("to\x00 P11\x1b\ud800, 👨‍👩‍👧"))
    assert (await seat_of(services, table, BEN)).notes.note == "to P11 , 👨‍👩‍👧"
    assert others != before
    table = await services.proposals.propose(table.id, BEN.user_id, Question(Topic.PAUSE))
    pause = table.proposal_of(Topic.PAUSE)
    await services.proposals.answer(table.id, ANNA.user_id, pause.seq, yes=True)
    page = await handle(services, table, KeepNote(SECRET))
    assert page.text.startswith("Note saved. Only you see it.")
    assert (await seat_of(services, table, BEN)).table.paused


def test_the_window_begins_with_the_note_and_may_be_emptied():
    (label,) = modal_of(note_form(WORDS, 7, SECRET)).to_dict()["components"]
    field = label["component"]
    assert (field["value"], field["max_length"]) == (SECRET, NOTE_LIMIT)
    assert not field["required"]


async def test_the_next_player_of_the_seat_finds_nothing(services):
    table = await running(services, 2)
    await try_out(services, table, "Bk@B1")
    await handle(services, table, KeepNote(SECRET))

    offered = await services.seats.offer(table.id, BEN)
    assert (await seat_of(services, table, BEN)).notes.note == SECRET  # until somebody takes it
    await services.seats.take(table.id, CORA, 1, offered.player(1).offered_seq)
    new = await seat_of(services, table, CORA)
    assert (new.number, new.notes) == (1, Notes())
    page = await handle(services, table, SeePlan(), CORA)
    assert SECRET not in page.text
    assert "B1" not in page.text
    # what the old player still sends changes nothing
    await services.notes.keep_note(CORA.user_id, table.id, "mine")
    before = await seat_of(services, table, CORA)
    await refuses(Refusal.NOT_IN_GAME, services.notes.keep_note(BEN.user_id, table.id, SECRET))
    await refuses(Refusal.NOT_IN_GAME, handle(services, table, KeepNote(SECRET)))
    assert await seat_of(services, table, CORA) == before


# --- everywhere ----------------------------------------------------------------------------------


def test_every_plan_fits_and_follows_from_what_its_player_knows():
    rng, shown = Random(5), 0
    deal = Deal(5, 3, "classic", ("buildings", "display", "english", "ziggurat"))
    for number, game in enumerate(moments(deal, every=9, most=120)):
        seat = seat_at(game, number % 3)
        if seat.decides or not can_plan(seat.view):
            continue
        turn = []
        while (planned := plan_turn(seat.view, turn)).stop is None and len(turn) < 2:
            turn.append(rng.choice(planned.view.legal_actions()))
        own = replace(seat, notes=Notes("n" * NOTE_LIMIT, Plan(seat.next_turn, 1, tuple(turn))))
        twin = with_others_permuted(game, seat.number)
        other = replace(own, view=twin.view(seat.number))
        page = plan_page(WORDS, own)
        assert page == plan_page(WORDS, other)
        ids = [
            each.custom_id
            for row in page.rows
            for each in ([row] if isinstance(row, Select) else row)
        ]
        assert len(ids) == len(set(ids))
        assert all(len(custom_id) <= 100 for custom_id in ids)
        assert len(page.rows) <= 5
        assert len(page.text) <= 2000
        shown += 1
    assert shown > 5
