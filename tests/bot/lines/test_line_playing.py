"""The effects of a line, and its preview."""

from random import Random

import pytest
from seated import WORDS, handle, moments, seat_at
from tabletop import ANNA, BEN, CORA, all_rows, decider, game_of, refuses, running, undoer
from turn_lines import FIRST, OPENING, READER, START, can_attack, line

from bot.commands.line_suggestions import lines_with_next_part
from bot.content.message import Button
from bot.domain.refusals import Refusal
from bot.domain.seat import LeftOver
from bot.intents import parse_custom_id
from bot.intents.board import SeeDesk
from bot.intents.rules import SeeLegend, SeeRule
from bot.intents.turn import AskLine, PlayLine
from bot.ops.game_check import examine
from bot.parts.turn.line import judge, line_page
from bot.use_cases import Services
from engine import Colour, DisplayTileTaken, IllegalAction, Reason, TilesDrawn, parse_action
from tests.dice import LoadedDice, bag_beginning
from tests.engine.diagram import draw
from tests.engine.random_games import Deal, with_others_permuted


@pytest.fixture
def services(store, clock):
    dice = LoadedDice(START.seats, bag_beginning(OPENING))
    return Services(store, dice, clock, sealing=False)


async def attacked(services):
    """Ben can attack Anna's King: it is beside the temple on I7."""
    start = await running(services)
    return (await services.play.act_line(start.id, ANNA.user_id, line("Ak@I6 end"))).table


async def test_a_whole_turn_is_one_change(services, store):
    start = await running(services)
    outcome = await services.play.act_line(start.id, ANNA.user_id, line("Ak@I6 k@H6 end"))
    assert [str(entry.action) for entry in outcome.entries] == ["Ak@I6", "k@H6", "end"]
    assert outcome.left_over == LeftOver()
    assert outcome.table.version == start.version + 3
    assert decider(outcome.table) == BEN.user_id
    expected = game_of(start)
    for action in line("Ak@I6 k@H6 end"):
        expected = expected.apply(0, action).game
    assert game_of(outcome.table) == expected
    assert await faults(store, start) == ()


async def faults(store, table):
    """The faults in the stored game."""
    return (await store.read(examine, table.id)).faults


async def test_if_the_first_part_is_illegal_nothing_has_changed(services, store):
    start = await running(services)
    before = await all_rows(store)
    with pytest.raises(IllegalAction) as refused:
        await services.play.act_line(start.id, ANNA.user_id, line("r@I7 k@H6 end"))
    assert refused.value.reason is Reason.TILE_SPACE_TAKEN
    with pytest.raises(IllegalAction) as refused:
        await services.play.act_line(start.id, BEN.user_id, line("k@H6 end"))
    assert refused.value.reason is Reason.NOT_YOUR_DECISION
    with pytest.raises(ValueError, match="at least one decision"):
        await services.play.act_line(start.id, ANNA.user_id, ())
    assert await all_rows(store) == before
    await services.play.act(start.id, ANNA.user_id, parse_action("x@A1"))
    late = services.play.act_line(start.id, ANNA.user_id, line("Ak@I6 end"), start.state_version)
    await refuses(Refusal.STALE, late)  # it is not played in another state than was seen


async def test_its_parts_are_taken_back_one_at_a_time(services, store):
    start = await running(services)
    one = game_of(start).apply(0, parse_action("Ak@I6")).game
    table = (await services.play.act_line(start.id, ANNA.user_id, line("Ak@I6 k@H6"))).table
    assert undoer(table) == ANNA.user_id
    table = (await services.play.undo(start.id, ANNA.user_id)).table
    assert game_of(table) == one
    table = (await services.play.act_line(start.id, ANNA.user_id, line("k@H6"))).table
    for expected in (one, game_of(start)):
        table = (await services.play.undo(start.id, ANNA.user_id)).table
        assert game_of(table) == expected
    # what reveals something ends the undoing
    await services.play.act_line(start.id, ANNA.user_id, line("swap:g Ak@I6"))
    swapped = game_of(start).apply(0, parse_action("swap:g")).game
    assert game_of((await services.play.undo(start.id, ANNA.user_id)).table) == swapped
    await refuses(Refusal.UNDO_REVEALED, services.play.undo(start.id, ANNA.user_id))
    assert await faults(store, start) == ()


@pytest.mark.parametrize("resigned", [False, True])
async def test_it_stops_at_a_conflict_even_if_that_is_answered_at_once(services, store, resigned):
    """Anna is asked how many tiles she adds; if she has resigned it is Ben's turn again."""
    table = await attacked(services)
    if resigned:
        await services.play.resign(table.id, ANNA.user_id)
    outcome = await services.play.act_line(table.id, BEN.user_id, line("Bk@J7 +1 end"))
    assert decider(outcome.table) == (BEN if resigned else ANNA).user_id
    assert [str(entry.action) for entry in outcome.entries[:2]] == ["Bk@J7", "+1"]
    assert outcome.left_over == LeftOver(line("end"))
    assert await faults(store, table) == ()


async def test_who_always_draws_from_the_bag_does_so_within_a_line(services):
    """Unless the line says where to draw from."""
    table = await running(services, options=["display"])
    await services.play.act(table.id, ANNA.user_id, parse_action("swap:r"))
    await services.play.draw_the_rest(table.id, ANNA.user_id, always=True)
    await services.play.act_line(table.id, ANNA.user_id, line("end"))
    for person in (BEN, CORA):
        await services.play.act(table.id, person.user_id, parse_action("end"))
    display = game_of(await services.games.get(table.id)).display
    shown = next(colour for colour in Colour if display[colour])
    asked = line(f"swap:r draw:{shown} swap:g end")
    outcome = await services.play.act_line(table.id, ANNA.user_id, asked)
    assert outcome.left_over == LeftOver()
    taken = [e for entry in outcome.entries for e in entry.events]
    assert [e.colour for e in taken if isinstance(e, DisplayTileTaken)] == [shown]
    assert sum(e.count for e in taken if isinstance(e, TilesDrawn)) == 1
    assert decider(outcome.table) == BEN.user_id


# --- previews ---------------------------------------------------------------------------------


def buttons(content):
    """The buttons, with their intents."""
    (row,) = content.rows
    return {
        button.label: parse_custom_id(button.custom_id).intent
        for button in row
        if isinstance(button, Button)
    }


def preview(seat, typed):
    """The preview that a player sees before the line counts."""
    return line_page(WORDS, seat, READER.read(typed), typed=True)


def test_a_line_is_shown_part_by_part_before_it_counts():
    page = preview(FIRST, "King@I6; black@H6; end")
    assert page.text.splitlines() == [
        "What would happen in **Ur**:",
        "`Ak@I6` **Anna** places the 🏹⬛ King on I6.",
        "`k@H6` **Anna** places a ⬛ settlement on H6. **Anna** scores 1 ⬛ black point (King).",
        "`end` **Anna** ends the turn.",
        "You can't undo this.",
    ]
    assert buttons(page) == {
        "Play this turn": PlayLine(line("Ak@I6 k@H6 end"), typed=True),
        "Legend": SeeLegend(),
        "Back": SeeDesk(),
    }
    assert page.picture.alt.startswith("Preview: Anna places the 🏹⬛ King on I6.")
    page = preview(FIRST, "Ak@I6")
    assert "Your turn continues. Add `end` to end it." in page.text.splitlines()[-2:]


def test_what_comes_after_something_hidden_is_not_judged():
    """I7 is occupied and Anna has but two green tiles: after a swap this is not mentioned."""
    page = preview(FIRST, "swap:kr r@I7 g@A1 g@B1 g@C1")
    assert page.text.splitlines() == [
        "What would happen in **Ur**:",
        "`swap:kr` **Anna** swaps 2 tiles.",
        "You can't undo this.",
        "Then, if the rules still allow it: `r@I7 g@A1 g@B1 g@C1`",
    ]
    page = preview(can_attack(), "Bk@J7 +1 r@I7 end")  # nor after a question to somebody else
    assert page.text.splitlines()[-3:] == [
        "You can't undo this.",
        "Then you wait: **Anna** to add temples to a revolt, or none.",
        "Then, if the rules still allow it: `r@I7 end`",
    ]
    page = preview(can_attack(), "Bk@J7")
    asked = "Then it's up to you. Add temples to a revolt, or none."
    assert asked in page.text.splitlines()[-2:]


WAR = "r Ak k . k Bk r"
WARS = """
    Bg r  r  .  r
    Bk k  .  k  Lk
    r  g  .  .  Lg
    .  .  .  .  r
"""
ZIGGURAT = """
    .  m  .  .  .
    m  m  m  r  Ak
    .  m  .  .  .
"""


@pytest.mark.parametrize(
    ("drawing", "more", "typed", "why", "question", "answers"),
    [
        (
            WAR,
            {"hands": {"A": "rkk"}},
            "r@I2 end",
            "Add tiles to a war, or none. That comes first. (R3.3)",
            "`r@I2`: your King attacks Ben. Add tiles?",
            "`+0`, `+1` or `+2`, for example `r@I2 +1 end`.",
        ),
        (
            WAR,
            {"hands": {"A": "rkk"}},
            "r@I2 +5 end",  # not a possible answer
            "You don't have that many. In your hand: 2 × ⬛ settlement. (R6.3)",
            "`r@I2`: your King attacks Ben. Add tiles?",
            "`+0`, `+1` or `+2`, for example `r@I2 +1 end`.",
        ),
        (
            ". k k\n. k .",
            {},
            "k@H3 end",
            "Build a monument, or none. That comes first. (R3.3)",
            "`k@H3`: build a monument?",
            (
                "`build:kr@G2`, `build:kb@G2`, `build:kg@G2` or `build:-`, for example "
                "`k@H3 build:kr@G2 end`."
            ),
        ),
        (
            ZIGGURAT,
            {"options": "ziggurat", "ziggurat": "G3"},
            "end k@A1",
            "Choose the colour of your point. That comes first. (R3.3)",
            "`end`: a point from the ziggurat.",
            "`cube:k`, `cube:r`, `cube:b` or `cube:g`, for example `end cube:k k@A1`.",
        ),
    ],
)
def test_a_question_in_a_line_says_its_cause_and_how_to_answer(
    drawing, more, typed, why, question, answers
):
    seat = seat_at(draw(drawing, **more).game, 0)
    text = preview(seat, typed).text
    lines = text.replace("**", "").splitlines()[1:-1]
    assert lines == [why, question, f"To answer, type {answers}"]


async def played(services, table, typed):
    """The page that Anna sees after the line."""
    intent = PlayLine(line(typed), typed=True)
    return await handle(services, table, intent, seen=table.state_version)


async def test_a_line_that_stops_at_a_draw_says_how_to_answer(services):
    """The drawn tile is known only afterwards."""
    table = await running(services, options=["display"])
    page = await played(services, table, "swap:r end")
    lines = page.text.splitlines()
    assert lines[:4] == [
        "Played: `swap:r`",
        "Not played: `end`",
        "Draw a tile. That comes first. (R3.3)",
        "`swap:r`: draw 1 more tile.",
    ]
    assert lines[4].startswith("To answer, type `draw:")
    assert lines[4].endswith("`, for example `swap:r draw:k end`.")


def test_every_war_of_a_line_has_its_strengths():
    seat = seat_at(draw(WARS, seats="B L", hands={"B": "r"}).game, 0)
    text = preview(seat, "r@H3").text
    assert text.splitlines()[-4:] == [
        (
            "**⬛ King**: On the board 1 to 1, with all you hold 1 to 1. "
            "You lose it if it comes first."
        ),
        "**🟩 Trader**: On the board 1 to 0, with all you hold 1 to 0. It could go either way.",
        "Then it's up to you. Choose which war comes next.",
        "To answer, type `war:g` or `war:k`, for example `r@H3 war:g`.",
    ]


@pytest.mark.parametrize(
    ("typed", "why", "rule"),
    [
        (
            "r@I7 end",
            "You can't play this: `r@I7`\nI7 isn't empty: 🟥 temple. Tiles go on empty spaces.",
            "tiles",
        ),
        (
            "Ak@I6 Ar@I6",
            "You can't play this: `Ar@I6`\nI6 isn't empty: King (**Anna**).",
            "leaders",
        ),
        ("k@A1 k@B1 end", "You can't play this: `k@B1`\nNot in your hand: ⬛ settlement.", "tiles"),
        ("k@A1 r@B1 r@C1", "You can't play this: `r@C1`\nYou've used both actions.", "turn"),
        ("Bk@I6", "You can't play this: `Bk@I6`\nNot your leader: King (**Ben**).", "leaders"),
        ("k@A1 +2", "You can't play this: `+2`\nThere's nothing else to decide.", "turn"),
        ("L end", "That line begins with another dynasty's letter. You play: 🏹 archer.", None),
        ("end" + " draw:?" * 20, "That line is too long.", None),
    ],
)
def test_a_line_that_cannot_be_played_has_no_button_to_play_it(typed, why, rule):
    """The rule is one press away."""
    page = preview(FIRST, typed)
    assert page.text.startswith(why)
    assert list(buttons(page).values()) == [*([SeeRule(rule)] if rule else []), SeeDesk()]


def test_who_is_not_to_play_is_refused_whatever_the_line():
    for typed in ("k@A1", "r@I7", "L end", "A end"):
        with pytest.raises(IllegalAction) as refused:
            preview(seat_at(START, 1), typed)
        assert refused.value.reason is Reason.NOT_YOUR_DECISION


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (
            "Ak@I6 k@H6 end",  # all of it: the desk follows at once
            ["**Ur**: **Ben** to play – 2 actions left."],
        ),
        (
            "swap:gg g@H6 end",
            ["Played: `swap:gg`", "Not played: `g@H6 end`", "Not in your hand: 🟩 market. (R5.1)"],
        ),
        (
            "x@G5 Ak@I6 Ak@- end",
            [
                "Played: `x@G5 Ak@I6`",
                "Not played: `Ak@- end`",
                "You've used both actions. End your turn. (R3.1)",
            ],
        ),
        ("end end", ["Played: `end`", "Not played: `end`", "Another player has to decide first."]),
    ],
)
async def test_it_is_said_what_was_played_and_what_was_not(services, typed, lines):
    table = await running(services)
    page = await played(services, table, typed)
    assert page.text.splitlines()[: len(lines)] == lines


# --- nothing hidden is revealed ---------------------------------------------------------------


def some_lines(game, dice):
    """Lines of what is legal now, or was once, or never."""
    actions = game.legal_actions()
    other = [*line("+0 +3 end swap:r draw:? draw:k build:- site:- k@A1 g@I7"), *actions]
    return [(dice.choice(actions), *dice.choices(other, k=3)) for _ in range(2)]


def test_nothing_that_is_said_before_depends_on_what_is_hidden():
    dice, options = Random(3), ("buildings", "display", "english", "ziggurat")
    for number, game in enumerate(moments(Deal(3, 3, "classic", options), every=10, most=60)):
        own = game.decision.seat
        twin = with_others_permuted(game, own)
        assert game != twin
        one, other = (seat_at(each, own) for each in (game, twin))
        for actions in some_lines(game, dice):
            page, same = (
                line_page(WORDS, each, AskLine(actions), typed=True) for each in (one, other)
            )
            assert page == same
            for typed in (" ".join(map(str, actions)), f"{actions[0]} ", f"{actions[0]} s"):
                assert lines_with_next_part(WORDS, one, typed) == lines_with_next_part(
                    WORDS, other, typed
                )
            if number == 4 and page.picture is not None:
                assert page.picture.draw() == same.picture.draw()


# --- suggestions ----------------------------------------------------------------------------------


def suggested(seat, typed):
    """The lines that are suggested."""
    lines = lines_with_next_part(WORDS, seat, typed)
    assert len(lines) <= 25
    assert all(len(value) <= 100 and name.startswith(value) for name, value in lines)
    return [value for _, value in lines]


def test_every_suggestion_is_the_line_so_far_with_a_legal_next_part():
    for typed in ("", "Ak@I6 ", "king @ i6;", "A ak@i6, "):
        lines = suggested(FIRST, typed)
        assert len(lines) == 25
        assert "end" in lines[-1]
        for each in lines:
            actions = line(each)
            assert judge(FIRST.view, actions).refusal is None
            assert len(actions) == 2 or not typed
            assert actions[0] == parse_action("Ak@I6") or not typed


def test_two_actions_that_gain_together_come_first_with_what_they_do():
    """The last two tiles of a square that the King scores (R8.1), then single actions (R3.1)."""
    scene = draw("r Ak k .\n. .  k .", hands={"A": "kkrrgg"}).game
    seat = seat_at(scene)
    lines = lines_with_next_part(WORDS, seat, "")
    first = lines[0][0]
    assert first == (
        "k@I2 k@I3: you score 1 black · you score 1 black and you can build a monument"
    )
    assert {len(line(value)) for _, value in lines} == {1, 2}
    assert "end" in lines[-1]
    for typed in ("k", "k@", "black@I", "k@I2"):  # as far as it is typed
        assert "k@I2 k@I3" in suggested(seat, typed)
    assert not any(len(line(each)) == 2 for each in suggested(seat, "r@"))


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("r@e1", ["r@E10", "r@E11"]),
        ("temple @ p1", ["r@P10", "r@P11", "r@P1 Ak@C2"]),
        ("Ak@I6 king@", ["Ak@I6 Ak@B3"]),
        ("Ak@I6 king@-", ["Ak@I6 Ak@- end"]),
        ("Ak@I6 k@H6", ["Ak@I6 k@H6 end"]),
        ("Ak@I6 e", ["Ak@I6 end"]),
        ("Ak@I6 end", ["Ak@I6 end"]),
        ("Ak@I6 k@H6 end ", ["Ak@I6 k@H6 end"]),
        ("swap:grr", ["swap:rrgg", "swap:rrbg"]),
        ("swap:gg ", ["swap:gg end"]),
        ("swap:gg r@I7 ", ["swap:gg r@I7 end"]),  # what is read, and not judged
        ("r@I7 ", []),
        ("nonsense ", []),
        ("Ak@I6 nonsense", []),
        ("r@- ", []),
    ],
)
def test_what_is_typed_of_a_part_is_completed(typed, lines):
    suggestions = suggested(FIRST, typed)
    assert suggestions[: len(lines)] == lines
    assert bool(suggestions) == bool(lines)


def test_one_letter_is_a_tile_before_it_is_anything_else():
    assert all(each.startswith("r@") for each in suggested(FIRST, "r"))
    assert suggested(FIRST, "pri") == suggested(FIRST, "Ar@")
    spaces = {f"r@E{row}" for row in (4, 5, 6, 7, 9, 10, 11)}
    assert set(suggested(FIRST, "r@E")) == spaces


def test_answers_are_suggested_where_they_are_asked():
    seat = can_attack()
    assert suggested(seat, "Bk@J7 ") == ["Bk@J7 +0", "Bk@J7 +1", "Bk@J7 +2"]
    assert suggested(seat, "Bk@J7 +1 ") == ["Bk@J7 +1"]
