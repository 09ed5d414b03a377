"""The texts of questions, and their answers."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import pytest
from seated import WORDS, recorded, seat_at

from bot.commands.typed import read_answer
from bot.content.message import Button, Select, Style
from bot.domain.entries import Acted
from bot.domain.seat import Seat
from bot.domain.table import Turn
from bot.intents import parse_intent, print_intent
from bot.parts.turn.confirming import choose_swap
from bot.parts.turn.conflicts import conflict_card
from bot.parts.turn.prompts import answers, prompt, question_line, shortcuts
from engine import (
    ActionDecision,
    AddDecision,
    AddTiles,
    BuildDecision,
    Cell,
    Colour,
    DrawDecision,
    PointsScored,
    SiteDecision,
    TakeDecision,
    TilesRemoved,
)
from tests.engine.diagram import draw

NOW = datetime(2030, 1, 1, tzinfo=UTC)


@cache
def moments(name):
    """The states of a recorded game that wait for a decision."""
    return [game for game in recorded(name) if not game.over]


def questions(name):
    """The decisions except actions."""
    return [game for game in moments(name) if not isinstance(game.decision, ActionDecision)]


def deciding(game, *events):
    """The seat that decides: archer, bull and lion are Anna, Ben and Cora."""
    happened = Acted(None, events, seq=9, seat=0, turn=1, at=NOW)
    seat = seat_at(game)
    return replace(seat, table=replace(seat.table, turns=(Turn(1, 0, (happened,)),)))


def asked(scene):
    return deciding(scene.game, *scene.events)


def intents(content):
    """The intents of components, without the game."""
    found = []
    for row in content.rows:
        if isinstance(row, Select):
            found += [f"do:{option.value}" for option in row.options]
        else:
            found += [each.custom_id.split(":", 4)[4] for each in row if isinstance(each, Button)]
    return found


@pytest.mark.parametrize("name", ["everything.te", "display.te", "four_people.te"])
def test_every_legal_answer_can_be_given_and_no_other(name):
    """By button or select, and by the command, which suggests the same; all texts fit."""
    for game in questions(name):
        seat = deciding(game)
        content = prompt(WORDS, seat)
        legal = sorted(f"do:{action}" for action in game.legal_actions())
        more = [print_intent(shortcut.intent).text for shortcut in shortcuts(WORDS, seat)]
        assert sorted(intents(content)) == sorted([*legal, *more])
        drawing = isinstance(game.decision, DrawDecision) and game.decision.bag
        assert more == (["rest", "always"] if drawing else [])
        assert sorted(f"do:{answer.action}" for answer in answers(WORDS, seat)) == legal
        for text in intents(content):
            assert read_answer(WORDS, text.removeprefix("do:")) == parse_intent(text)
        assert len(first(seat)) <= 60
        if not isinstance(game.decision, BuildDecision):  # which lists all that can be built
            assert len(plain(content.text)) <= 140
        most = 20 if isinstance(game.decision, AddDecision) else 34
        assert all(len(label) <= most for label in offered(seat))
        long = tuple(replace(each, name="W" * 32) for each in seat.table.players)
        longest = prompt(WORDS, Seat(replace(seat.table, players=long), seat.view))
        assert len(longest.text) <= 1600
        for row in (row for row in longest.rows if not isinstance(row, Select)):
            assert len(row) <= 5
            assert all(len(each.label) <= 80 and len(each.custom_id) <= 100 for each in row)


def test_a_building_is_put_down_then_moved():
    asked_for = [each for each in questions("everything.te") if is_about(each, SiteDecision)]
    texts = [prompt(WORDS, deciding(game)).text for game in asked_for]
    assert texts[0] == (
        "Your line lets you place a building: 🏛️⬛ palace. "
        "Settlements placed later in its kingdom score 2 points."
    )
    assert "Your longer line lets you move a building from G6: 🏛️⬛ palace." in texts[1]
    assert "🏛️🟥 library" in texts[2]


def is_about(game, kind):
    return isinstance(game.decision, kind)


@pytest.mark.parametrize(("name", "monument"), [("everything.te", False), ("two_people.te", True)])
def test_only_what_can_be_built_is_explained(name, monument):
    game = next(game for game in questions(name) if is_about(game, BuildDecision))
    text = prompt(WORDS, deciding(game)).text
    assert ("A monument scores" in text) == monument
    assert ("The ziggurat scores" in text) != monument
    assert "turn face down" in text


@pytest.mark.parametrize("name", ["display.te", "english.te"])
def test_a_swap_says_where_the_tiles_come_from(name):
    ends = []
    for game in moments(name):
        hand = game.hands[game.active]
        if is_about(game, ActionDecision) and game.actions_left and sum(hand):
            text = choose_swap(WORDS, deciding(game), hand).text
            ends.append("the game ends after this turn" in text)
            assert ends[-1] == (sum(hand) > len(game.bag) + sum(game.display))
            assert ends[-1] or ("from the display or the bag" in text) == bool(sum(game.display))
    assert set(ends) == {True, False}


@pytest.mark.parametrize(("bag", "ends"), [(6, False), (5, True)])
def test_a_swap_of_more_tiles_than_are_left_ends_the_game(bag, ends):
    seat = deciding(draw(".", hands={"A": "rrrggg"}).game)
    seat = replace(seat, view=replace(seat.view, bag_size=bag))
    text = choose_swap(WORDS, seat, seat.view.own_hand).text
    assert ("the game ends after this turn" in text) == ends


# --- conflicts ---------------------------------------------------------------------------------


def offered(seat):
    """The labels of the answers."""
    return [answer.label for answer in answers(WORDS, seat)]


def ends(seat):
    """The outcomes of adding no tile, one, two ..."""
    labels = offered(seat)
    assert [label.split(" · ")[0] for label in labels] == [f"Add {at}" for at in range(len(labels))]
    return [label.split(" · ")[1] for label in labels]


def blue(seat):
    """The recommendation: the labels of blue buttons."""
    buttons = (each for row in prompt(WORDS, seat).rows if isinstance(row, tuple) for each in row)
    return [each.label for each in buttons if each.style is Style.MAIN]


def lines_of(seat):
    """The lines of the question, without its heading."""
    return plain(prompt(WORDS, seat).text).split("\n")


def first(seat):
    """The first line of its message."""
    return plain(question_line(WORDS, seat, "**Ur**"))


def plain(text):
    return text.replace("**", "")


FOUR_AGAINST_TWO = """
    .  .  r  .
    Bk r  .  r
    r  g  r  .
"""


def test_r6_4_the_defender_reads_what_it_takes():
    """Each number says its result; the least that wins is blue."""
    hands = {"A": "rrkkkk", "B": "rrrrgg"}
    scene = draw(FOUR_AGAINST_TWO, hands=hands).play("A Ak@H3", "A +1")
    seat = asked(scene)
    assert ends(seat) == ["you lose"] * 3 + ["you win"] * 2
    assert blue(seat) == ["Add 3 · you win"]
    assert first(seat) == "Ur: Anna attacks your King. Add tiles?"
    assert lines_of(seat) == [
        "5 to 2. Ties go to you, so 3 🟥 are enough.",
        "If you lose, your King returns to hand; Anna scores 1 🟥.",
    ]


def test_r6_4_a_defender_who_holds_too_few_or_needs_none_reads_so():
    few = draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": "rrgggg"}).play("A Ak@H3", "A +1")
    seat = asked(few)
    assert ends(seat) == ["you lose"] * 3
    assert blue(seat) == []
    assert lines_of(seat)[0] == "5 to 2. Ties go to you, but you need 3 🟥 and have 2."
    weak = draw("Bk r .\nr  . .\n.  . r", hands={"B": "r"}).play("A Ak@H2", "A +0")
    seat = asked(weak)
    assert offered(seat) == ["Add 0 · you win", "Add 1 · you win"]
    assert lines_of(seat)[0] == "1 to 2. Ties go to you, so you need no tiles."


def test_r6_4_the_attacker_reads_both_measures_and_that_a_tie_loses():
    """One temple against two; the defender holds two tiles, so what wins is likely, not sure."""
    scene = draw("Bk r .\nr  . .\n.  . r", hands={"A": "rrrgkk", "B": "gg"})
    seat = asked(scene.play("A Ak@H2"))
    assert ends(seat) == ["you lose", "you lose", "uncertain", "likely"]
    assert blue(seat) == ["Add 3 · likely"]
    assert first(seat) == "Ur: your King attacks Ben. Add tiles?"
    assert lines_of(seat) == [
        "1 to 2, 4 with all you hold. Ties go to the defender. You need more.",
        "If you lose, your King returns to hand; Ben scores 1 🟥.",
    ]
    lost = asked(draw("Bk r .\nr  . .\n.  . r", hands={"A": "rggkkk"}).play("A Ak@H2"))
    assert lines_of(lost)[0] == "1 to 2, only 2 with all you hold: you lose."
    assert offered(lost) == ["Add 0 · you lose", "Add 1 · you lose"]


def test_r15_1_who_holds_too_few_tiles_to_answer_has_lost():
    """The number of tiles behind a screen is public, and so is that it does not do."""
    scene = draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": ""}).play("A Ak@H3")
    assert offered(asked(scene)) == ["Add 0 · you win", "Add 1 · you win", "Add 2 · you win"]


def test_r7_6_a_war_names_the_supporters_that_fall():
    scene = draw("r Ak k k . Bk r", hands={"A": "rkkkkk", "B": "k"}).play("A r@J2", "A +0")
    seat = asked(scene)
    assert lines_of(seat) == [
        "2 to 0. Ties go to you, but you need 2 ⬛ and have 1.",
        "If you lose, your King returns to hand; Anna scores 1 ⬛.",
    ]
    attacked = draw("r Bk k k . Ak r", hands={"A": "rkkkkk", "B": "kk"}).play("A r@J2", "A +4")
    seat = asked(attacked)
    assert lines_of(seat) == [
        "4 to 2. Ties go to you, so 2 ⬛ are enough.",
        "Losing costs your King and 2 settlements; Anna scores 3 ⬛.",
    ]


def test_r12_2_the_english_variant_offers_only_what_it_allows():
    weak = draw("Bk r .\nr  . .\n.  . r", hands={"A": "rrrgkk"}, options="english")
    seat = asked(weak.play("A Ak@H2"))
    assert offered(seat) == ["Add 0 · you lose", "Add 2 · uncertain", "Add 3 · uncertain"]
    assert lines_of(seat)[0] == (
        "1 to 2, 4 with all you hold. English variant: get ahead of 2, or add none."
    )
    hands = {"A": "rrkkkk", "B": "rrrrgg"}
    strong = draw(FOUR_AGAINST_TWO, hands=hands, options="english").play("A Ak@H3")
    assert lines_of(asked(strong))[0] == (
        "4 to 2, 6 with all you hold. English variant: you're ahead, so add any number."
    )
    seat = asked(strong.play("A +1"))
    assert offered(seat) == ["Add 0 · you lose", "Add 3 · you win"]
    assert lines_of(seat)[0] == (
        "5 to 2. Ties go to you. English variant: add exactly 3 🟥, or none. You have 4."
    )


TWO_WARS = """
    Bg r  r  .  r
    Bk k  .  k  Lk
    r  g  .  .  Lg
    .  .  .  .  r
"""


def test_r7_1_the_order_of_wars_is_asked_with_who_attacks_and_strengths():
    """R7.2: who unites kingdoms of others fights for neither, and reads who attacks."""
    scene = draw(TWO_WARS, seats="A B L", turn="A 2").play("A r@H3")
    seat = asked(scene)
    assert offered(seat) == ["King · ⚔️ 1:1", "Trader · ⚔️ 1:0"]
    assert first(seat) == "Ur: which war comes next?"
    assert lines_of(seat) == [
        "⬛ King: Ben attacks Cora.",
        "🟩 Trader: Ben attacks Cora.",
        "Ties go to the defender.",
    ]
    mine = draw(TWO_WARS, seats="B A L", turn="B 2", hands={"B": "rkkgrr"}).play("B r@H3")
    seat = asked(mine)
    assert offered(seat) == ["King · ⚔️ 1:1 → 3:1 · uncertain", "Trader · ⚔️ 1:0 → 2:0 · uncertain"]
    assert lines_of(seat)[0] == "⬛ King: you attack Cora."


def test_r7_1_no_war_that_must_be_lost_is_recommended():
    """The recommended war comes first. A war of other players, or a lost one, is never blue."""
    scene = draw(TWO_WARS, seats="B A L", turn="B 2", hands={"B": "r"}).play("B r@H3")
    seat = asked(scene)
    assert offered(seat) == ["Trader · ⚔️ 1:0 · uncertain", "King · ⚔️ 1:1 · you lose"]
    assert blue(seat) == ["Trader · ⚔️ 1:0 · uncertain"]
    strangers = draw(TWO_WARS, seats="A B L", turn="A 2").play("A r@H3")
    assert blue(asked(strangers)) == []


@pytest.mark.parametrize("name", ["everything.te", "english.te"])
def test_what_a_conflict_says_is_lost_is_lost(name):
    """R6.5, R7.6, R7.7: the conflict is played out, with the party lost that decides."""
    for game in (game for game in questions(name) if is_about(game, AddDecision)):
        conflict = game.decision.conflict
        lost = replace(conflict.deciding, strength=0, added=None)
        won = replace(conflict.defender, strength=9, added=None)
        if conflict.deciding is conflict.defender:
            lost, won = replace(conflict.attacker, strength=9, added=None), lost
        rigged = replace(conflict, attacker=lost, defender=won)
        decided = replace(game, decision=AddDecision(lost.seat, rigged), options=())
        happened = []
        for _ in range(2):
            decided, events = decided.apply(decided.decision.seat, AddTiles(0))
            happened += events
        points = next(each.points for each in happened if isinstance(each, PointsScored))
        fell = sum(len(each.cells) for each in happened if isinstance(each, TilesRemoved))
        line = lines_of(deciding(game))[-1]
        assert f" scores {points} " in line
        assert (f" and {fell} " in line) if fell else ("returns to hand" in line)


def test_the_attacker_sees_the_defenders_number_once_there_is_one():
    scene = draw(FOUR_AGAINST_TWO, hands={"A": "rrkkkk", "B": "rrrrgg"}).play("A Ak@H3", "A +1")
    waiting = Seat(asked(scene).table, scene.game.view(0))
    before = conflict_card(WORDS, waiting, "card")
    assert "4 on the board, 1 added" in before.alt
    assert "3 added" not in before.alt
    decided = scene.play("B +3")
    after = conflict_card(WORDS, asked(decided), "card")
    assert "2 on the board, 3 added" in after.alt


def test_there_is_no_card_for_who_decides_or_takes_no_part():
    scene = draw(FOUR_AGAINST_TWO, seats="A B L").play("A Ak@H3")
    table = asked(scene).table
    shown = [conflict_card(WORDS, Seat(table, scene.game.view(at)), "card") for at in range(3)]
    assert [card is None for card in shown] == [True, False, True]


# --- treasures, monuments ------------------------------------------------------------------------


def test_r9_2_the_question_names_what_may_stay_and_what_may_not():
    """B2 has a frame: its treasure is always taken."""
    framed, one, other = (Cell.parse(name) for name in ("B2", "E6", "F10"))
    decision = TakeDecision(0, ((framed, other), (framed, one)))
    seat = deciding(draw(".").game)
    seat = Seat(seat.table, replace(seat.view, decision=decision))
    assert (decision.forced, decision.spaces) == ((framed,), (one, other))
    assert first(seat) == "Ur: which treasure stays?"
    assert lines_of(seat) == [
        (
            "Your Trader takes all treasures but one. Which one stays? "
            "The treasure on B2 is taken first: its space is framed."
        )
    ]
    assert offered(seat) == ["Leave E6", "Leave F10"]
    assert [str(answer.action) for answer in answers(WORDS, seat)] == ["take:B2,F10", "take:B2,E6"]


def test_r8_a_monument_says_who_profits_and_whom_it_cuts_off():
    """The Farmer stands on the square's temples alone; the Priest loses four supporters."""
    scene = draw(
        """
        .  .  .  Br .
        Ab r  r  r  .
        .  r  .  .  Ag
        .  .  .  .  r
        """,
        hands={"A": "rkkkkk"},
    ).play("A r@H4")
    seat = asked(scene)
    lines = lines_of(seat)
    assert lines[:2] == [
        "A monument scores each turn for leaders of its colours in its kingdom.",
        "Its tiles turn face down: no temples, no supporters.",
    ]
    assert "- 🟥🟩 red and green: Ben's Priest" in lines
    assert "- This leader loses its last temple and returns to hand: your Farmer, on F3" in lines
    assert "- supporters: Ben's Priest 5 → 1" in lines
    assert offered(seat)[-1] == "Build nothing"
    rows = prompt(WORDS, seat).rows
    assert not any(isinstance(row, Select) for row in rows)


def test_every_question_is_answered_by_one_press():
    """But a building on one of more than fourteen spaces; two rows are left for other buttons."""
    cells = tuple(Cell(0, col) for col in range(16)) + tuple(Cell(row, 0) for row in range(1, 11))
    seat = deciding(draw(".").game)
    for count, presses in ((14, True), (15, False), (26, False)):
        decision = SiteDecision(0, Colour.BLACK, cells[:count])
        seat = Seat(seat.table, replace(seat.view, decision=decision))
        rows = prompt(WORDS, seat).rows
        assert len(rows) <= 3
        assert any(isinstance(row, Select) for row in rows) != presses
        assert len(intents(prompt(WORDS, seat))) == count + 1
