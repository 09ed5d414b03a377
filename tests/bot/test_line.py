"""A turn in one line: how it is read, what is said before it counts, and what it does."""

from dataclasses import replace
from random import Random
from textwrap import dedent

import pytest
from tabletop import (
    ANNA,
    BEN,
    CORA,
    PEOPLE,
    Clock,
    LoadedDice,
    decider,
    everything,
    running,
    undoer,
    whole,
)

from bot.client.answers import Puzzled
from bot.client.carrying_out import Errand
from bot.client.line import Reader
from bot.client.line_suggestions import lines_with_next_part
from bot.intents import ActWithOwn, AskLine, Intent, PlayLine, SeeDesk, Wish, parse_wish
from bot.showing.content import Button, Content
from bot.showing.line import judge, line_page
from bot.store import Store
from bot.table import LeftOver, Person, Refusal, Refused, Seat, Status, Table, Tables
from bot.table.checking import examine
from bot.words import Words
from engine import (
    Action,
    Cell,
    Colour,
    DisplayTileTaken,
    Dynasty,
    Game,
    IllegalAction,
    Reason,
    Score,
    TilesDrawn,
    parse_action,
)

WORDS = Words()
READER = Reader.of(WORDS)


def line(text: str) -> tuple[Action, ...]:
    """A line in notation."""
    return tuple(map(parse_action, text.split()))


# --- reading ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("r@E5 Ak@F5 end", "r@E5 Ak@F5 end"),
        ("R@e5  aK@f5   END", "r@E5 Ak@F5 end"),
        ("r@E5;Ak@F5;end", "r@E5 Ak@F5 end"),
        ("r@E5, Ak@F5 ;  end ", "r@E5 Ak@F5 end"),
        ("r @ E5 ak @ f5", "r@E5 Ak@F5"),
        ("red@E5 black@P11", "r@E5 k@P11"),
        ("temple@E5 Settlement@A10 farm@d1 MARKET@c3", "r@E5 k@A10 b@D1 g@C3"),
        ("k@E5 b@E1", "k@E5 b@E1"),  # one letter is always a tile
        ("bk@F5 Lb@A1", "Bk@F5 Lb@A1"),  # two are a leader
        ("Ak@- Ab@ -", "Ak@- Ab@-"),
        ("Ak@–", "Ak@-"),  # as phones write it
        ("x@E5 catastrophe@F6", "x@E5 x@F6"),
        ("swap:rrk", "swap:krr"),
        ("swap: krr end", "swap:krr end"),
        ("swap krr", "swap:krr"),
        ("swap:r, r, k end", "swap:krr end"),
        ("swap:r k@C3", "swap:r k@C3"),
        ("swap:r b @ C3", "swap:r b@C3"),
        ("war:k war:King war:red", "war:k war:k war:r"),
        ("+2 + 0", "+2 +0"),
        ("build:kr@E5 build:rk@E5 build: kr @ e5", "build:kr@E5 build:kr@E5 build:kr@E5"),
        ("build:z@f6 build:- site:E5 site:-", "build:z@F6 build:- site:E5 site:-"),
        ("take:B2,F10 end", "take:B2,F10 end"),
        ("take: f10, b2 end", "take:B2,F10 end"),
        ("cube:g draw:? draw:r draw:bag", "cube:g draw:? draw:r draw:?"),
    ],
)
def test_a_line_is_read_generously(typed: str, meant: str) -> None:
    assert READER.read(typed) == AskLine(line(meant))


def test_a_leader_is_called_by_its_role() -> None:
    read = READER.read("King@F5 priest@- Farmer @ c3")
    f5, c3 = Cell.parse("F5"), Cell.parse("C3")
    own = (ActWithOwn(Colour.BLACK, f5), ActWithOwn(Colour.RED, None), ActWithOwn(Colour.BLUE, c3))
    assert read == AskLine(own)


@pytest.mark.parametrize(
    "typed", ["B r@E5 b@E6 end", "b r@E5; B b@E6; B end", "B r@E5\nB b@E6\nB end"]
)
def test_the_letter_of_the_seat_may_stand_before_a_decision(typed: str) -> None:
    assert READER.read(typed) == AskLine(line("r@E5 b@E6 end"), Dynasty.BULL)


def test_a_swap_of_the_bulls_ends_at_its_letter() -> None:
    assert READER.read("B swap:rk B end") == AskLine(line("swap:kr end"), Dynasty.BULL)


NO_PIECE = (
    "before the @ stands a tile by one letter (`r`) or its name, a leader by two (`Ak`) or its "
    "role (King, Priest, Farmer, or Trader), or `x` for a catastrophe."
)
NO_SPACE = "after the @ stands a space, A1 to P11, or - to withdraw a leader."
NO_PART = (
    "a line is made of parts such as `r@E5`, `Ak@F5`, `Ak@-`, `x@E5`, `swap:krr`, `end`, and of "
    "answers such as `+2`, `war:k`, `build:kr@E5`, `build:-`, `site:E5`, `take:B2,F10`, `cube:g`, "
    "`draw:?`."
)


@pytest.mark.parametrize(
    ("typed", "part", "instead"),
    [
        ("q@E5", "q@E5", NO_PIECE),
        ("r@E5 kk@F5 end", "kk@F5", NO_PIECE),
        ("r@E5 Queen @ F5 end", "Queen @ F5", NO_PIECE),
        ("r@E12", "r@E12", NO_SPACE),
        ("r@Q3 end", "r@Q3", NO_SPACE),
        ("r@ end", "r@ end", NO_SPACE),
        ("r@E5 end now", "now", NO_PART),
        ("+7", "+7", NO_PART),
        ("war:x", "war:x", NO_PART),
        ("build:kk@E5", "build:kk@E5", NO_PART),
        ("r@E5 red", "red", "say where it goes, such as `red@E5`."),
        ("E5", "E5", "say what goes there, such as `r@E5`."),
        ("swap:kkkkkkk", "swap:kkkkkkk", "a swap takes one to six tiles, such as `swap:krr`."),
        ("r@-", "r@-", "only a leader is withdrawn, as by `Ak@-`."),
        ("*" * 60, "\\*" * 39 + "…", NO_PART),
    ],
)
def test_what_cannot_be_read_is_named_with_what_could_stand_there(
    typed: str, part: str, instead: str
) -> None:
    with pytest.raises(Puzzled) as puzzled:
        READER.read(typed)
    assert puzzled.value.content.text == f"“{part}” cannot be read: {instead}"


@pytest.mark.parametrize("typed", ["", " ; ", "A "])
def test_an_empty_line_is_nothing(typed: str) -> None:
    with pytest.raises(Puzzled, match=r"^That line is empty: it is made of"):
        READER.read(typed)


def test_a_line_is_about_one_player() -> None:
    with pytest.raises(Puzzled, match="about one player, not about A and B"):
        READER.read("A r@E5; B end")


# --- playing ----------------------------------------------------------------------------------

OPENING = "krrbgg" + "kkrrbb" + "kkrrbb"
"""What Anna (A), Ben (B) and Cora (L) begin with."""


@pytest.fixture
def tables(store: Store, clock: Clock) -> Tables:
    left = list("k" * 30 + "r" * 47 + "b" * 36 + "g" * 30)
    for tile in OPENING:
        left.remove(tile)
    record = f"""
    [Format "te 1"]
    [Board "classic"]
    [Options ""]
    [Seats "A B L"]
    [Bag "{OPENING}{"".join(left)}"]
    """
    return Tables(store, LoadedDice(dedent(record).strip()), clock)


async def test_a_whole_turn_is_one_change(tables: Tables, store: Store) -> None:
    start = await running(tables)
    outcome = await tables.act_line(start.id, ANNA.user_id, line("Ak@I6 k@H6 end"))
    assert [str(entry.action) for entry in outcome.entries] == ["Ak@I6", "k@H6", "end"]
    assert outcome.left_over == LeftOver()
    assert outcome.table.version == start.version + 3
    assert decider(outcome.table) == BEN.user_id
    expected = whole(start)
    for action in line("Ak@I6 k@H6 end"):
        expected = expected.apply(0, action).game
    assert whole(outcome.table) == expected
    assert await faults(store, start) == ()


async def faults(store: Store, table: Table) -> tuple[str, ...]:
    """What is wrong with what is stored of a game."""
    examined = await store.read(examine, table.id)
    assert examined is not None
    return examined.faults


async def test_if_the_first_part_is_illegal_nothing_has_changed(
    tables: Tables, store: Store
) -> None:
    start = await running(tables)
    before = await everything(store)
    with pytest.raises(IllegalAction) as refused:
        await tables.act_line(start.id, ANNA.user_id, line("r@I7 k@H6 end"))
    assert refused.value.reason is Reason.TILE_SPACE_TAKEN
    with pytest.raises(IllegalAction) as refused:
        await tables.act_line(start.id, BEN.user_id, line("k@H6 end"))
    assert refused.value.reason is Reason.NOT_YOUR_DECISION
    with pytest.raises(ValueError, match="at least one decision"):
        await tables.act_line(start.id, ANNA.user_id, ())
    assert await everything(store) == before


async def test_it_stops_at_a_later_part_that_is_illegal(tables: Tables, store: Store) -> None:
    """Anna draws no green tile for the one that she had."""
    start = await running(tables)
    outcome = await tables.act_line(start.id, ANNA.user_id, line("swap:gg g@H6 end"))
    assert len(outcome.entries) == 1
    assert outcome.left_over.actions == line("g@H6 end")
    assert outcome.left_over.refusal is not None
    assert outcome.left_over.refusal.reason is Reason.NOT_IN_HAND
    assert outcome.table.view is not None
    assert outcome.table.view.actions_left == 1
    assert await faults(store, start) == ()


async def test_it_is_not_played_in_another_state_than_was_seen(tables: Tables) -> None:
    start = await running(tables)
    await tables.act(start.id, ANNA.user_id, parse_action("x@A1"))
    with pytest.raises(Refused) as refused:
        await tables.act_line(start.id, ANNA.user_id, line("Ak@I6 end"), start.state_version)
    assert refused.value.refusal is Refusal.STALE


async def test_its_parts_are_taken_back_one_at_a_time(tables: Tables, store: Store) -> None:
    start = await running(tables)
    one = whole(start).apply(0, parse_action("Ak@I6")).game
    table = (await tables.act_line(start.id, ANNA.user_id, line("Ak@I6 k@H6"))).table
    assert undoer(table) == ANNA.user_id
    table = (await tables.undo(start.id, ANNA.user_id)).table
    assert whole(table) == one
    table = (await tables.act_line(start.id, ANNA.user_id, line("k@H6"))).table
    for expected in (one, whole(start)):
        table = (await tables.undo(start.id, ANNA.user_id)).table
        assert whole(table) == expected
    assert await faults(store, start) == ()


async def test_what_reveals_something_ends_the_undoing(tables: Tables, store: Store) -> None:
    start = await running(tables)
    table = (await tables.act_line(start.id, ANNA.user_id, line("swap:g Ak@I6"))).table
    swapped = whole(start).apply(0, parse_action("swap:g")).game
    assert whole((await tables.undo(table.id, ANNA.user_id)).table) == swapped
    with pytest.raises(Refused) as refused:
        await tables.undo(table.id, ANNA.user_id)
    assert refused.value.refusal is Refusal.UNDO_REVEALED
    assert await faults(store, start) == ()


async def attacked(tables: Tables) -> Table:
    """Ben can attack Anna's King: it stands beside the temple on I7."""
    start = await running(tables)
    return (await tables.act_line(start.id, ANNA.user_id, line("Ak@I6 end"))).table


@pytest.mark.parametrize("resigned", [False, True])
async def test_it_stops_at_a_conflict_even_if_that_is_answered_at_once(
    tables: Tables, store: Store, resigned: bool
) -> None:
    """Anna is asked how many tiles she adds; if she has resigned it is Ben's turn again."""
    table = await attacked(tables)
    if resigned:
        await tables.resign(table.id, ANNA.user_id)
    outcome = await tables.act_line(table.id, BEN.user_id, line("Bk@J7 +1 end"))
    assert decider(outcome.table) == (BEN if resigned else ANNA).user_id
    assert [str(entry.action) for entry in outcome.entries[:2]] == ["Bk@J7", "+1"]
    assert outcome.left_over == LeftOver(line("end"))
    assert await faults(store, table) == ()


async def test_nothing_follows_the_end_of_the_turn(tables: Tables) -> None:
    start = await running(tables)
    outcome = await tables.act_line(start.id, ANNA.user_id, line("end k@H6 end"))
    assert outcome.left_over == LeftOver(line("k@H6 end"))
    assert decider(outcome.table) == BEN.user_id


async def test_who_always_draws_from_the_bag_does_so_within_a_line(tables: Tables) -> None:
    """Unless the line says where to draw from."""
    table = await running(tables, options=["display"])
    await tables.act(table.id, ANNA.user_id, parse_action("swap:r"))
    await tables.draw_the_rest(table.id, ANNA.user_id, always=True)
    await tables.act_line(table.id, ANNA.user_id, line("end"))
    for person in (BEN, CORA):
        await tables.act(table.id, person.user_id, parse_action("end"))
    display = whole(await tables.get(table.id)).display
    shown = next(colour for colour in Colour if display[colour])
    asked = line(f"swap:r draw:{shown} swap:g end")
    outcome = await tables.act_line(table.id, ANNA.user_id, asked)
    assert outcome.left_over == LeftOver()
    taken = [e for entry in outcome.entries for e in entry.events]
    assert [e.colour for e in taken if isinstance(e, DisplayTileTaken)] == [shown]
    assert sum(e.count for e in taken if isinstance(e, TilesDrawn)) == 1
    assert decider(outcome.table) == BEN.user_id


# --- what is said before it counts ------------------------------------------------------------


async def shown(
    tables: Tables, table: Table, intent: Intent, person: Person = ANNA, seen: int | None = None
) -> Content:
    """What a player is shown who wants that."""
    visit = await tables.visit(table.id, person.user_id)
    return await Errand(tables, WORDS, person, visit, Wish(intent, seen=seen)).carry_out()


def buttons(content: Content) -> dict[str, Intent]:
    """What can be pressed, and what it means."""
    (row,) = content.rows
    assert isinstance(row, tuple)
    return {
        button.label: parse_wish(button.custom_id).intent
        for button in row
        if isinstance(button, Button)
    }


async def test_a_line_is_shown_part_by_part_before_it_counts(tables: Tables, store: Store) -> None:
    table = await running(tables)
    before = await everything(store)
    page = await shown(tables, table, READER.read("King@I6; black@H6; end"))
    assert page.text.splitlines() == [
        "**Ur**: this would happen:",
        "`Ak@I6` **Anna** places the King on I6.",
        "`k@H6` **Anna** places a ⬛ settlement on H6. **Anna** scores 1 ⬛ black point (King).",
        "`end` **Anna** ends the turn.",
        "This cannot be undone.",
    ]
    assert buttons(page) == {
        "Play this turn": PlayLine(line("Ak@I6 k@H6 end")),
        "Back": SeeDesk(),
    }
    assert page.picture is not None
    assert page.picture.alt.startswith("Preview: Anna places the King on I6.")
    assert await everything(store) == before


async def test_what_comes_after_something_hidden_is_not_judged(tables: Tables) -> None:
    """I7 is taken and Anna has but two green tiles: nothing is said of that after a swap."""
    table = await running(tables)
    page = await shown(tables, table, AskLine(line("swap:kr r@I7 g@A1 g@B1 g@C1")))
    assert page.text.splitlines() == [
        "**Ur**: this would happen:",
        "`swap:kr` **Anna** swaps 2 tiles.",
        "This cannot be undone.",
        "Then, if the rules allow it by then: `r@I7 g@A1 g@B1 g@C1`",
    ]


async def test_what_comes_after_a_question_to_somebody_else_is_not_judged(tables: Tables) -> None:
    table = await attacked(tables)
    page = await shown(tables, table, AskLine(line("Bk@J7 +1 r@I7 end")), BEN)
    assert page.text.splitlines()[-3:] == [
        "This cannot be undone.",
        "Then **Anna** decides: how many tiles to add in the conflict.",
        "Then, if the rules allow it by then: `r@I7 end`",
    ]


@pytest.mark.parametrize(
    ("typed", "then"),
    [
        ("Ak@I6", "Your turn goes on after that: `end` would end it."),
        ("Bk@J7", "Then you decide: how many tiles to add in the conflict."),
    ],
)
async def test_it_is_said_what_is_next(tables: Tables, typed: str, then: str) -> None:
    anna = typed.startswith("A")
    table = await (running(tables) if anna else attacked(tables))
    page = await shown(tables, table, AskLine(line(typed)), ANNA if anna else BEN)
    assert page.text.splitlines()[-1] == then


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (
            "r@I7 end",
            "`r@I7` cannot be played: A tile goes on an empty space, and I7 is not empty.",
        ),
        ("Ak@I6 Ar@I6", "`Ar@I6` cannot be played: I6 is not empty."),
        ("k@A1 k@B1 end", "`k@B1` cannot be played: You have no settlement tile in your hand."),
        ("k@A1 r@B1 r@C1", "`r@C1` cannot be played: Both actions of this turn are taken"),
        ("Bk@I6", "`Bk@I6` cannot be played: You place only the leaders of your own dynasty"),
        ("k@A1 +2", "`+2` cannot be played: That is not what has to be decided now"),
        ("L end", "That line is written for the lion, and you play the archer here"),
        ("end" + " draw:?" * 20, "That line is too long for one button"),
    ],
)
async def test_a_line_that_cannot_be_played_has_no_button_to_play_it(
    tables: Tables, typed: str, why: str
) -> None:
    table = await running(tables)
    page = await shown(tables, table, READER.read(typed))
    assert page.text.startswith(why)
    assert buttons(page) == {"Back": SeeDesk()}


async def test_who_is_not_to_play_is_refused_whatever_the_line(tables: Tables) -> None:
    table = await running(tables)
    for typed in ("k@A1", "r@I7", "L end", "A end"):
        with pytest.raises(IllegalAction) as refused:
            await shown(tables, table, READER.read(typed), BEN)
        assert refused.value.reason is Reason.NOT_YOUR_DECISION


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "Ak@I6 k@H6 end",
            [
                "**Anna** places the King on I6.",
                "**Anna** places a ⬛ settlement on H6.",
                "**Anna** scores 1 ⬛ black point (King).",
                "**Anna** ends the turn.",
            ],
        ),
        (
            "swap:gg g@H6 end",
            [
                "Played: `swap:gg`",
                "Not played: `g@H6 end` – You have no market tile in your hand. (R5.1)",
            ],
        ),
        (
            "x@G5 Ak@I6 Ak@- end",
            [
                "Played: `x@G5 Ak@I6`",
                (
                    "Not played: `Ak@- end` – Both actions of this turn are taken: only ending the "
                    "turn is left. (R3.1)"
                ),
            ],
        ),
        ("end end", ["Played: `end`", "Not played: `end` – Somebody else was asked first."]),
    ],
)
async def test_it_is_said_what_was_played_and_what_was_not(
    tables: Tables, typed: str, said: list[str]
) -> None:
    table = await running(tables)
    page = await shown(tables, table, PlayLine(line(typed)), seen=table.state_version)
    assert page.text.splitlines()[: len(said)] == said


# --- nothing hidden is told -------------------------------------------------------------------


def elsewise(game: Game, seat: int) -> Game:
    """The same to the eyes of one seat: others hold and have something else, and so has the bag."""
    return replace(
        game,
        hands=tuple(
            hand if at == seat else (*hand[1:], hand[0]) for at, hand in enumerate(game.hands)
        ),
        scores=tuple(
            score if at == seat else Score(9, 9, 9, 9) for at, score in enumerate(game.scores)
        ),
        bag=game.bag[::-1],
    )


def some_lines(game: Game, dice: Random) -> list[tuple[Action, ...]]:
    """Lines of what is legal now, or was once, or never."""
    actions = game.legal_actions()
    other = [*line("+0 +3 end swap:r draw:? draw:k build:- site:- k@A1 g@I7"), *actions]
    return [(dice.choice(actions), *dice.choices(other, k=3)) for _ in range(2)]


@pytest.mark.parametrize("options", [(), ("buildings", "display", "english", "ziggurat")])
async def test_nothing_that_is_said_before_depends_on_what_is_hidden(
    tables: Tables, options: tuple[str, ...]
) -> None:
    dice = Random(3)
    table = await running(tables, options=options)
    for number in range(24):
        game, seat = whole(table), whole(table).decision.seat
        person = PEOPLE[seat]
        one, other = (Seat(table, each.view(seat)) for each in (game, elsewise(game, seat)))
        assert game != elsewise(game, seat)
        for actions in some_lines(game, dice):
            page, same = (line_page(WORDS, each, AskLine(actions)) for each in (one, other))
            assert page == same
            for typed in (" ".join(map(str, actions)), f"{actions[0]} ", f"{actions[0]} s"):
                assert lines_with_next_part(WORDS, one, typed) == lines_with_next_part(
                    WORDS, other, typed
                )
            if number % 8 == 0 and page.picture is not None and same.picture is not None:
                assert page.picture.draw() == same.picture.draw()
        action = dice.choice(game.legal_actions())
        table = (await tables.act(table.id, person.user_id, action)).table
        if table.status is not Status.RUNNING:
            break


# --- suggestions ------------------------------------------------------------------------------


def suggested(seat: Seat, typed: str) -> list[str]:
    """The lines that are suggested."""
    lines = lines_with_next_part(WORDS, seat, typed)
    assert len(lines) <= 25
    assert all(len(value) <= 100 and name.startswith(value) for name, value in lines)
    return [value for _, value in lines]


async def anna_at(tables: Tables) -> Seat:
    seat = (await tables.visit((await running(tables)).id, ANNA.user_id)).seat
    assert seat is not None
    return seat


async def test_every_suggestion_is_the_line_so_far_with_a_legal_next_part(tables: Tables) -> None:
    seat = await anna_at(tables)
    for typed in ("", "Ak@I6 ", "king @ i6;", "A ak@i6, "):
        lines = suggested(seat, typed)
        assert len(lines) == 25
        assert "end" in lines[-1]
        for each in lines:
            actions = line(each)
            judged = judge(seat.view, actions)
            assert judged.refusal is None
            assert len(actions) == (2 if typed else 1)
            assert actions[0] == parse_action("Ak@I6") or not typed


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("r@e1", ["r@E10", "r@E11"]),
        ("temple @ p1", ["r@P10", "r@P11", "r@P1 Ak@C2"]),
        ("Ak@I6 king@", ["Ak@I6 Ak@B3"]),
        ("Ak@I6 king@-", ["Ak@I6 Ak@- end"]),
        ("Ak@I6 k@H6", ["Ak@I6 k@H6 end"]),
        ("Ak@I6 k@H6 ", ["Ak@I6 k@H6 end"]),
        ("Ak@I6 e", ["Ak@I6 end"]),
        ("Ak@I6 end", ["Ak@I6 end"]),
        ("Ak@I6 k@H6 end ", ["Ak@I6 k@H6 end"]),
        ("swap:grr", ["swap:rrgg", "swap:rrbg"]),
        ("swap:gg ", ["swap:gg end"]),
        ("swap:gg end", ["swap:gg end"]),
        ("swap:gg r@I7 ", ["swap:gg r@I7 end"]),  # what is read, and not judged
        ("r@I7 ", []),
        ("nonsense ", []),
        ("nonsense Ak@I6 ", []),
        ("Ak@I6 nonsense", []),
        ("r@- ", []),
    ],
)
async def test_what_is_typed_of_a_part_is_completed(
    tables: Tables, typed: str, lines: list[str]
) -> None:
    suggestions = suggested(await anna_at(tables), typed)
    assert suggestions[: len(lines)] == lines
    assert bool(suggestions) == bool(lines)


async def test_one_letter_is_a_tile_before_it_is_anything_else(tables: Tables) -> None:
    seat = await anna_at(tables)
    assert all(each.startswith("r@") for each in suggested(seat, "r"))
    assert suggested(seat, "pri") == suggested(seat, "Ar@")
    spaces = {f"r@E{row}" for row in (4, 5, 6, 7, 9, 10, 11)}
    assert set(suggested(seat, "r@E")) == spaces


async def test_answers_are_suggested_where_they_are_asked(tables: Tables) -> None:
    table = await attacked(tables)
    seat = (await tables.visit(table.id, BEN.user_id)).seat
    assert seat is not None
    assert suggested(seat, "Bk@J7 ") == ["Bk@J7 +0", "Bk@J7 +1", "Bk@J7 +2"]
    assert suggested(seat, "Bk@J7 +1 ") == ["Bk@J7 +1"]
