"""Trying: whoever plays a game decides for everybody, from how it stands now, for nothing."""

from random import Random

import pytest
from explorer import presses_of
from seated import WORDS, handle_request, ids_of, moments, seat_at, seat_of
from tabletop import (
    ANNA,
    BEN,
    CORA,
    EVE,
    agree,
    all_rows,
    ended,
    running,
    table_at,
)

from bot.content.message import MOST_TEXT
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refused
from bot.features.trying import try_page
from bot.intents import CUSTOM_ID, UserRequest, parse_custom_id, parse_intent, print_intent
from bot.intents.board import SeeMore
from bot.intents.planning import InTry, SeePlan, Try
from bot.intents.turn import Act
from bot.posts.posts_due import Due
from bot.use_cases.inside import AllSeats
from engine import OPTIONS, Action, EndTurn, parse_action
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, choose, with_others_permuted

pytestmark = pytest.mark.in_order  # Ben plays the bull, and holds six settlements

HEADING = "**Ur**: try anything. Only you see it, and nothing counts."


async def handle(services, table, intent, person=BEN, **details):
    return await handle_request(services, person, UserRequest(intent, table.id, **details))


async def press(services, page, label, person=BEN):
    found = ids_of(page)
    first = next(own for own in (label, *found) if own in found and own.startswith(label))
    return await handle_request(services, person, parse_custom_id(found[first]))


def line(text):
    return tuple(map(parse_action, text.split()))


async def test_who_waits_tries_several_turns_of_everybody_by_the_buttons_of_a_turn(services):
    table = await running(services, 2)
    page = await press(services, await handle(services, table, SeePlan()), "Try")
    assert page.text.startswith(
        f"{HEADING}\n\nOther hands, points and the bag are dealt at random: "
    )
    assert "You play for **Anna**.\n2 actions left." in page.text
    assert page.picture.draw()
    for label in ("King", "B", "B1", "End turn"):
        page = await press(services, page, label)
    assert (
        "> **Anna** places the 🏹⬛ King on B1.\n> **Anna** ends the turn and gives up" in page.text
    )
    assert "You play for **Ben**." in page.text
    for label in ("6 settlements", "C", "C1", "End turn"):
        page = await press(services, page, label)
    assert "**Anna** scores 1 ⬛ black point (King)." in page.text
    assert "You play for **Anna**." in page.text
    page = await press(services, page, "Step back")
    assert page.text.count("ends the turn") == 1
    page = await press(services, page, "Start again")
    assert "> " not in page.text
    desk = await press(services, page, "Back")
    assert desk.shows


async def test_from_more_on_the_own_turn_too(services):
    table = await running(services, 2)
    for person in (ANNA, BEN):
        page = await press(
            services, await handle(services, table, SeeMore(), person), "Try", person
        )
        assert page.text.startswith(HEADING)
        assert "You play for **Anna**." in page.text
        other = BEN if person == ANNA else ANNA
        assert f"dealt at random: **{other.name}** " in page.text
        assert page.text.count("dealt at random") == 1


async def test_nothing_is_stored_and_others_see_the_same(services, store, caplog):
    table = await running(services, 3)
    due = Due(services.games.record)

    async def shown():
        everyone = await AllSeats(services).everyone(table.id)
        return [(post.key, post.fingerprint, post.made()) for post in due(everyone, frozenset())]

    stored, posts = await all_rows(store), await shown()
    page = await handle(services, table, Try())
    for _ in range(2):
        for label in ("End turn", "Deal again"):
            page = await press(services, page, label)
    assert "> **Ben** ends the turn and gives up" in page.text
    assert await all_rows(store) == stored
    assert await shown() == posts
    assert await services.games.get(table.id) == table
    assert not caplog.records
    seat = await seat_of(services, table, BEN)
    action = parse_action("Bk@B1")
    for thing in (seat.tried(0, line("end")), Try(0, (action,)), InTry(0, (action,), Act(action))):
        assert "B1" not in repr(thing)
        assert "krbg" not in repr(thing)


@pytest.mark.parametrize("options", [OPTIONS[:3], OPTIONS])
def test_it_depends_on_nothing_that_the_player_does_not_see(options):
    """Twins: the same page, whatever the others hold, have won and will draw."""
    for game in moments(Deal(3, 3, "classic", options), every=50, most=400):
        own = (game.decision.seat + 1) % 3
        twins = [seat_at(each, own) for each in (game, with_others_permuted(game, own))]
        first, second = (try_page(WORDS, each, Try(4)) for each in twins)
        assert (first.text, first.rows, first.picture.alt) == (
            second.text,
            second.rows,
            second.picture.alt,
        )
        assert twins[0].tried(4) == twins[1].tried(4)
        assert ("points and the bag" in first.text) == ("open" not in options)
        assert "hance" not in first.text, "it is no hint"


async def test_in_the_middle_of_a_question_to_another_it_starts_with_that(store, clock):
    scene = draw("Bk r . .", hands={"A": "rrk"}).play("A Ak@H2", "A +1")
    services, table = await table_at(store, clock, scene.game)
    page = await handle(services, table, SeePlan(), ANNA)
    assert "an action is under way" in page.text
    page = await press(services, page, "Try", ANNA)
    assert "You play for **Ben**." in page.text
    page = await press(services, page, "Add 0", ANNA)
    assert "> **Ben** adds no tiles." in page.text
    assert "You play for **Anna**.\n1 action left." in page.text


async def test_another_deal_keeps_what_is_possible_with_it(services):
    table = await running(services, 2)
    seen = (await services.games.get(table.id)).shown_version
    page = await handle(services, table, Try(), ANNA)
    hands = set()
    for _ in range(5):
        hands.add(page.text.split("**Ben** ")[1])
        page = await press(services, page, "Deal again", ANNA)
    assert len(hands) == 5
    tried = line("end k@A5 end")
    seat = await seat_of(services, table, ANNA)
    holds = [seat.tried(deal).moment.view.hand(1)[0] > 0 for deal in range(100)]
    without = holds.index(False)
    page = await handle(services, table, Try(without, tried), ANNA, seat=0, seen=seen)
    assert page.text.startswith(
        f"Not everything you tried is possible with these tiles.\n{HEADING}"
    )
    assert "> **Anna** ends the turn and gives up 2 actions.\nOther" in page.text
    page = await handle(services, table, Try(holds.index(True), tried), ANNA, seat=0, seen=seen)
    assert page.text.startswith(HEADING)
    assert page.text.count("\n> ") == 3
    last = await handle(services, table, Try(99), ANNA)
    assert parse_custom_id(ids_of(last)["Deal again"]).intent == Try(0)


async def test_when_the_game_moves_on_that_is_said_and_it_starts_from_there(services):
    table = await running(services, 2)
    page = await handle(services, table, Try())
    page = await press(services, page, "End turn")
    await services.play.act(table.id, ANNA.user_id, EndTurn())
    for label in ("End turn", "Zoom", "Deal again", "Step back"):
        if label in ids_of(page):
            new = await press(services, page, label)
            assert new.text.startswith(
                f"The game has moved on. Try from how it stands now.\n{HEADING}"
            )
            assert "> " not in new.text
            assert "You play for **Ben**." in new.text
    again = await press(services, new, "End turn")
    assert "> **Ben** ends the turn and gives up" in again.text


async def test_a_line_ends_where_no_button_could_carry_more(services):
    table = await running(services, 2)
    page = await handle(services, table, Try(0, line("end " * 44)))
    while "That's as far as I can follow. Step back, or start again." not in page.text:
        page = await press(services, page, "End turn")
    assert list(ids_of(page))[:4] == ["Step back", "Start again", "Deal again", "Back"]
    assert "as far as" not in (await press(services, page, "Step back")).text


HOSTILE = [
    InTry(0, (), parse_intent("do:+6")),
    InTry(0, (), parse_intent("move:Ak@A1")),
    InTry(0, line("end x@A1 +3"), parse_intent("do:end")),
    InTry(99, (), parse_intent("resign!")),
    InTry(0, (), parse_intent("line:end;r@E5;x@A1")),
    InTry(0, (), parse_intent("try:0|")),
    InTry(0, (), parse_intent("plan:0:do:end")),
    Try(0, line("+6 r@E5")),
]


@pytest.mark.parametrize("intent", HOSTILE, ids=str)
async def test_whatever_is_pressed_only_a_page_comes_of_it(services, store, intent):
    table = await running(services, 2)
    before = await all_rows(store)
    for seat in (None, 0, 1):
        page = await handle(services, table, intent, seat=seat)
        assert HEADING in page.text
    assert await all_rows(store) == before


async def test_who_does_not_play_can_try_nothing(services):
    table = await running(services, 3)
    lobby = await services.opening.open(ANNA, table.place, "Uruk")
    for intent in (Try(), InTry(0, (), parse_intent("do:end"))):
        with pytest.raises(Refused, match="You don't play in Ur"):
            await handle(services, table, intent, EVE)
        with pytest.raises(Refused, match="hasn't started yet"):
            await handle(services, lobby, intent, ANNA)
        for person in (ANNA, BEN):
            over = await ended(services)
            with pytest.raises(Refused, match="Ur is over"):
                await handle(services, over, intent, person)
    await services.play.resign(table.id, CORA.user_id)
    assert "Try" not in ids_of(await handle(services, table, SeeMore(), CORA))
    with pytest.raises(Refused):
        await handle(services, table, Try(), CORA)


async def test_a_paused_game_can_be_tried_too(services):
    table = await agree(services, await running(services, 2), Question(Topic.PAUSE))
    page = await press(services, await handle(services, table, SeeMore()), "Try")
    page = await press(services, page, "End turn")
    assert "> **Anna** ends the turn and gives up" in page.text
    assert table.paused


@pytest.mark.parametrize("players", [2, 3, 4])
async def test_pages_of_random_games_with_everything_fit(players):
    """By the seat beside the one that decides."""
    dice = Random(players)
    for game in moments(Deal(players, players, "advanced", OPTIONS), every=40, most=400):
        own = seat_at(game, (game.decision.seat + 1) % players)
        tried: tuple[Action, ...] = ()
        for _ in range(4):
            page = try_page(WORDS, own, Try(1, tried))
            assert parse_intent(print_intent(Try(1, tried)).text) == Try(1, tried)
            assert len(page.text) <= MOST_TEXT
            assert len(page.rows) <= 5
            for pressed in presses_of(BEN, page):
                assert len(pressed.custom_id) <= CUSTOM_ID
            now = own.tried(1, tried).moment.game
            if now.over:
                assert "The game would be over." in page.text
                break
            tried = (*tried, choose(dice, now))
