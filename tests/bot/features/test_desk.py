"""The desk: its first line, what has happened, and that everything fits on it."""

import re
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from random import Random
from statistics import median

import pytest
from seated import GAMES, WORDS, ids_of, labels_of, moments, seat_at, seat_of, seats_of
from tabletop import (
    act,
    act_at_random,
    change_directly,
    decider,
    game_of,
    person_at,
    propose,
    running,
    table_at,
    unequal_war,
)
from timetable import paced, wait

from bot.changes import decide_least
from bot.content.message import MOST_TEXT, Button, Content, Select
from bot.content.pressing import with_further
from bot.desk.desk_page import desk_page, desk_shown
from bot.domain.entries import Why
from bot.domain.pace import UNHURRIED
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status
from bot.domain.taught import Taught, Thing
from bot.i18n.signs import SQUARES
from bot.intents import Address, parse_custom_id
from bot.intents.rules import SeeRule
from bot.parts.refusal_texts import with_rule
from bot.teaching.advice import kinds_that_fit
from bot.use_cases import Services
from bot.use_cases.besides_playing import give_up_seat
from engine import (
    ActionDecision,
    AddTiles,
    Cell,
    Colour,
    ConflictDecided,
    EndTurn,
    Game,
    IllegalAction,
    KingdomsUnited,
    LeaderReturned,
    PlaceTile,
    PointsScored,
    Reason,
    parse_action,
    read_game,
)
from tests.dice import LoadedDice
from tests.engine.random_games import Deal
from tests.phone_lines import lines_of

TO_COME = tuple(Button(label, Address(1).to(SeeRule(label))) for label in ("Advice", "Something"))


async def desks(services, table):
    """All desks, in turn order."""
    return [desk_page(WORDS, seat) for seat in await seats_of(services, table)]


def plain(text):
    return re.sub(r"[*\\]", "", text)


async def test_in_a_whole_game_desks_say_what_is_asked_what_happened_and_fit(store, clock):
    """With advice, and with room for two more buttons."""
    text = (GAMES / "two_people.te").read_text()
    services = Services(store, LoadedDice.of(text), clock, sealing=False, advise=kinds_that_fit)
    table = await running(services, 2)
    firsts, sizes = set(), []
    news = Counter()
    for step in [None, *read_game(text)]:
        if isinstance(step, Game):
            continue
        if step is not None:
            table = await act(services, table, step.action)
        for seat in await seats_of(services, table):
            page = desk_page(WORDS, seat)
            fits(page)
            sizes.append(size(seat, page))
            firsts.add(first_line(seat, page))
            if step is not None and table.status is Status.RUNNING:
                news.update(news_of(seat, page))
    assert firsts >= {
        "Ur: your turn – · actions left.",
        "Ur: your turn – · action left.",
        "Ur: both actions used. End your turn?",
        "Ur: your King attacks ·. Add tiles?",
        "Ur: · attacks your King. Add tiles?",
        "Ur: which war comes next?",
        "Ur: build a monument?",
        "Ur: · to play – · actions left.",
        "Ur is over. · wins.",
    }
    assert news.keys() == {"scored", "returned", "united", "decided: board", "decided: card"}
    are_short(sizes)


def fits(page):
    assert len(page.text) <= MOST_TEXT
    rows = with_further(page.rows, *TO_COME)
    assert len(rows) <= 5
    assert all(isinstance(row, Select) or len(row) <= 5 for row in rows)


def size(seat, page):
    """True if the turn is to be played, and the numbers of words, buttons, and lines on a phone."""
    words = sum(any(map(str.isalnum, word)) for word in page.text.split())
    buttons = sum(len(row) if isinstance(row, tuple) else 1 for row in page.rows)
    asked = seat.decides and isinstance(seat.view.decision, ActionDecision)
    return asked, words, buttons, lines_of(page.rows)


def are_short(sizes):
    """35 words and 12 buttons at the median; never more than 15 buttons on eight lines."""
    for kind in (True, False):
        _, words, buttons, _ = zip(*(each for each in sizes if each[0] is kind), strict=True)
        assert median(words) <= 35
        assert median(buttons) <= 12
    assert max(buttons for _, _, buttons, _ in sizes) <= 15
    assert max(lines for *_, lines in sizes) <= 8


def first_line(seat, page):
    """The game's name and the question."""
    lines = plain(page.text).split("\n")
    first, last = lines[0], lines[-1]
    assert first.startswith("Ur")
    if seat.table.status is Status.RUNNING:  # it is not updated at the moves of others
        assert seat.decides or last.startswith("-# As of <t:")
        assert page.tells_now == seat.decides
    return re.sub(r"Anna|Ben|\d", "·", first)


def news_of(seat, page):
    """The cost and gain, by the player or by another: in three lines until that seat decides.

    A decided conflict is shown with both numbers on both desks: in words, and on the card unless
    an action is left, which needs the board.
    """
    last = seat.table.last_decision
    lines = [line for line in page.text.split("\n") if line[:1] == ">"]
    assert len(lines) <= 3
    if last is None:
        return
    if last.seat == seat.number:
        other = seat.table.player(1 - seat.number).name
        assert not any(plain(line).startswith(f"> {other}: ") for line in lines)
    for event in last.events:
        match event:
            case KingdomsUnited(cell, ()) if last.seat != seat.number:
                assert f"Two kingdoms join in peace on {cell}." in page.text
                yield "united"
            case PointsScored(seat.number, colour, _):
                (line,) = re.findall("You scored (.*)", page.text)
                assert SQUARES[colour] in line
                yield "scored"
            case LeaderReturned(seat.number, leader):
                (line,) = re.findall(r"Your (\w+).* is back in hand\.", page.text)
                assert line == WORDS.role(leader.colour)
                yield "returned"
            case ConflictDecided() if isinstance(seat.view.decision, ActionDecision):
                totals = f"{event.conflict.winner.total} to {event.conflict.loser.total}"
                assert page.text.count(f", {totals}.") == 1
                acts = seat.decides and seat.view.actions_left > 0
                assert (" wins" in page.picture.alt) != acts
                yield "decided: board" if acts else "decided: card"


async def test_the_news_say_which_tiles_a_war_has_cost(store, clock):
    services, table = await table_at(store, clock, unequal_war("rbggg"))
    for action in (PlaceTile(Colour.RED, Cell.parse("H3")), AddTiles(0)):
        table = await act(services, table, action)
    texts = [page.text for page in await desks(services, table)]
    lost = "Your King is back in hand. 1 ⬛ settlement leaves the board: G3."
    assert ["leaves the board" in text for text in texts] == [False, True, False]
    assert lost in texts[1]


async def test_what_others_do_leaves_a_desk_alone(services):
    """It is edited when its player is called or does something, and not in between."""
    table = await running(services, 3)
    rng = Random(8)
    for _ in range(12):
        before = {each.number: desk_shown(each) for each in await seats_of(services, table)}
        waits_for, turn = game_of(table).decision.seat, table.turn
        table = (await act_at_random(services, table, rng)).table
        for seat in await seats_of(services, table):
            changes = seat.number == waits_for or seat.decides
            assert (desk_shown(seat) != before[seat.number]) == changes, (turn, seat.number)


async def test_what_goes_by_itself_leaves_a_desk_alone(services):
    """Turns pass because a player has resigned: that desk is not edited for each."""
    table = await running(services, 3)
    gone = decider(table)
    await services.play.resign(table.id, gone)
    shown = set()
    for _ in range(4):
        visit = await services.visits.of(table.id, gone)
        shown.add(desk_shown(visit.seat))
        table = (await services.play.act(table.id, decider(visit.table), EndTurn())).table
    assert len(shown) == 1


async def test_a_long_name_and_the_hand_leave_a_desk_short(services):
    table = await running(services, 2, "Ur of the Chaldees, where Abraham was born, and *more*")
    for page in await desks(services, table):
        first, *_ = page.text.split("\n")
        assert first.startswith("**Ur of the Chaldees…**: ")
        assert len(plain(first)) <= 60
        # the hand stands in the picture and on the buttons, or in words
        assert "hand" not in page.text
        assert page.without_picture.startswith("Your hand: ")
    table = await act(services, table, *map(parse_action, ("x@C6", "x@D6")))
    page = (await desks(services, table))[game_of(table).active]
    assert page.rows[0][0].label == "End turn"  # it is one press


REFUSED = IllegalAction(Reason.FARM_NEEDS_RIVER, cell="A1")


def ways_to_rules(content):
    intents = (parse_custom_id(each).intent for each in ids_of(content).values())
    return [each.name for each in intents if isinstance(each, SeeRule)]


def test_there_is_room_for_it_on_every_desk():
    """With advice and news, too."""
    options = ("buildings", "display", "english", "open", "ziggurat")
    for game in moments(Deal(0, 3, "classic", options), every=30, most=160):
        seat = seat_at(game)
        advised = tuple(kinds_that_fit(seat.view))[:1]
        met = dict.fromkeys(list(Thing)[:2], 7)
        before = desk_page(WORDS, replace(seat, taught=Taught(0, advised, 7, 7, met)))
        desk = with_rule(WORDS, before, REFUSED)
        assert sorted(ways_to_rules(desk)) == sorted(["tiles", *ways_to_rules(before)])
        assert len(desk.rows) <= 5
        assert all(len(row) <= 5 for row in desk.rows if isinstance(row, tuple))


@pytest.mark.parametrize(
    ("refusal", "page"),
    [
        (REFUSED, ["tiles"]),
        (Refused(Refusal.UNDO_REVEALED), ["undo"]),
        (Refused(Refusal.NOT_OVER, game="Ur"), ["secrets"]),
        (Refused(Refusal.STALE), []),
    ],
)
def test_which_page_it_is(refusal, page):
    assert ways_to_rules(with_rule(WORDS, Content("No."), refusal)) == page


async def test_a_desk_with_everything_at_once_is_in_order_and_short(store, clock):
    """A turn that was missed, a vacation, a long wait, a question, an offer and an empty seat."""
    services = Services(store, Random(7), clock, sealing=False)
    table = await paced(services, UNHURRIED, 4)
    slow, away, _, empty = (table.player(seat) for seat in (3, 0, 1, 2))
    person = person_at(table, away.seat)
    table = await change_directly(
        services, table, lambda change: give_up_seat(change, empty.seat, why=Why.TIME)
    )
    while not ((await seat_of(services, table, person)).was_away and table.decider == slow):
        table = await change_directly(
            services, table, lambda change: decide_least(change, change.game.decision.seat)
        )
    await wait(store, services, clock, days=3)
    await services.vacations.set_hours(away.user_id, zone="Europe/Berlin")
    await services.vacations.take_vacation(away.user_id, 5, clock().date() + timedelta(days=2))
    await propose(services, table, 1, Question(Topic.END))
    table = await services.seats.offer(table.id, person)
    page = desk_page(WORDS, await seat_of(services, table, person))
    begins = (
        "**Ur**: **Cora** to play",
        "You're on vacation from",
        "The game has waited for **Cora**",
        "> **Anna** ran out of time three times in a row.",
        "> **Ben**: 2 actions given up.",
        "> **Anna**: 2 actions given up.",
        "🗳️ **Ben** proposes to end",
        "If everyone says Yes by",
        "Your seat is on offer.",
        "🪑 **Anna**'s seat is empty.",
        "-# As of",
    )
    for line, first in zip(re.split(r"\n+", page.text), begins, strict=True):
        assert line.startswith(first)
    assert labels_of(page) == [
        ["What you missed", "Plan", "Note", "More", "Fill the seat"],
        ["What can be done"],
        ["Yes", "No"],
    ]
    assert lines_of(page.rows) == 4
    table = await change_directly(
        services, table, lambda change: decide_least(change, change.game.decision.seat)
    )
    page = desk_page(WORDS, await seat_of(services, table, person))
    assert labels_of(page)[0][0] == "What you missed"
    assert labels_of(page)[3:] == [["End turn", "Swap", "More", "Fill the seat"], ["Yes", "No"]]
    assert lines_of(page.rows) <= 9
