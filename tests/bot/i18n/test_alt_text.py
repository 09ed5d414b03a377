"""Pictures in words: the same as they show, the most important first."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.content.content import MOST_ALT
from bot.i18n import Words
from bot.i18n.alt_text import describe_board, describe_conflict, describe_hand
from engine import (
    BUILDING_NAMES,
    OPTION_NAMES,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    Dynasty,
    Leader,
    SiteDecision,
    Step,
    TakeDecision,
    cells_of,
    read_game,
)
from tests.render.scenes import grand_view

GAMES = Path(__file__).parents[2] / "journeys" / "games"
NAMES = ["Anna", "Ben", "Cora", "Dan"]
WORDS = Words()


def views(name, viewer=None):
    """What is to be seen in a recorded game after each decision."""
    steps = read_game((GAMES / name).read_text())
    return [step.game.view(viewer) for step in steps if isinstance(step, Step)]


def told(view):
    return describe_board(WORDS, view, NAMES)


def after(text, heading):
    """What is said up to the next full stop."""
    return text.split(heading, 1)[1].split(".", 1)[0]


@pytest.mark.parametrize("name", ["everything.te", "display.te"])
def test_buildings_ziggurat_display_and_scores_are_told(name):
    for view in views(name)[::5]:
        text, board = told(view), view.board
        for colour, building in BUILDING_NAMES.items():
            cell = board.building_cell(colour)
            assert (f"Building on {cell}: {building}." in text) == (cell is not None)
        centre = board.ziggurat_cell()
        assert (f"Ziggurat around {centre}." in text) == (centre is not None)
        assert ("Display: " in text) == ("display" in view.options)
        if view.display is not None:
            shown = [int(count) for count in re.findall(r"(\d) ×", after(text, "Display: "))]
            assert shown == [count for count in view.display if count]
        for option, name in OPTION_NAMES.items():
            assert (name in text) == (option in view.options)
        scores = text.count(", treasures ")
        assert scores == (len(view.seats) if "open" in view.options and not view.over else 0)


def test_what_is_marked_to_choose_from_is_told_at_once():
    """R9.2: treasures of framed spaces, which are taken in any case, are told apart."""
    n5, i7, p2 = map(Cell.parse, ("N5", "I7", "P2"))
    for decision, start in (
        (
            TakeDecision(1, ((i7, p2), (n5, p2))),
            "Ben to choose which treasure stays. Treasures to choose from: N5 I7. Always taken: P2",
        ),
        (
            SiteDecision(0, Colour.RED, (n5, i7)),
            "Anna to place a building, or none. Marked to choose from: N5 I7",
        ),
        (
            BuildDecision(0, (), (n5, p2)),
            "Anna to build the ziggurat, or nothing. Marked to choose from: P2 N5",
        ),
    ):
        view = replace(views("two_people.te")[0], decision=decision)
        assert told(view).startswith(f"{start}. ")


def test_a_card_tells_who_wins_as_soon_as_both_have_added():
    """R6.4: a tie is the defender's."""
    king, rival = Leader(Dynasty.ARCHER, Colour.BLACK), Leader(Dynasty.BULL, Colour.BLACK)
    attacker = Contender(0, king, Cell.parse("E5"), 2, 1)
    for added, end in ((None, "A tie goes to the defender."), (0, "Anna wins."), (1, "Ben wins.")):
        defender = Contender(1, rival, Cell.parse("H8"), 2, added)
        conflict = Conflict(True, Colour.BLACK, attacker, defender)
        card = describe_conflict(WORDS, views("everything.te")[0].board, conflict, NAMES)
        assert card.endswith(end)


def test_a_war_tells_what_stands_to_fall_by_spaces():
    """R7.6; in a revolt no tile falls (R6.5), and once it is decided none stands to."""
    board = grand_view().board.with_unification(Colour.BLUE, Cell.parse("G9"))
    attacker, defender = (
        Contender(seat, Leader(dynasty, Colour.RED), Cell.parse(cell), 1)
        for seat, dynasty, cell in ((0, Dynasty.BULL, "C9"), (1, Dynasty.POT, "K9"))
    )
    war = Conflict(False, Colour.RED, attacker, defender)
    card = describe_conflict(WORDS, board, war, NAMES)
    for party, which in ((attacker, "attacker"), (defender, "defender")):
        spaces = card.split(f"If the {which} loses: ")[1].split(".")[0]
        falls = {f"{column[0]}{row}" for column in spaces.split() for row in column[1:].split(",")}
        assert falls
        assert falls == set(map(str, cells_of(board.lost_supporters(party.leader))))
    for calm in (replace(war, internal=True), war.with_added(1).with_added(0)):
        assert "loses:" not in describe_conflict(WORDS, board, calm, NAMES)


def test_only_the_tiles_on_the_board_may_be_cut():
    """Even with long names: tiles and options come last."""
    for view in views("everything.te")[::5]:
        text = describe_board(WORDS, view, [each * 8 for each in NAMES])
        position = text.index("Tiles in the bag: ")
        assert position < MOST_ALT - 50  # room for what this game lacks
        for later in ("Settlements: ", "Temples: ", "Markets: ", "Options: "):
            assert text.find(later, position) >= 0 or later not in text
        assert "River: " not in text  # the name of the board stands for it


@pytest.mark.parametrize("most", [1100, 920, 800, 500, 100])
def test_shortened_text_keeps_sentences_and_spaces_whole(most):
    """The least important is left out first, and all tiles of each colour are counted."""
    view, names = grand_view(), [f"{each} the {each}" for each in NAMES]
    whole = describe_board(WORDS, view, names)
    assert len(whole) > 1100
    short = describe_board(WORDS, view, names, most)
    assert len(short) <= most
    assert "Options: " not in short
    sentences = short.removesuffix("…").strip().split(". ")
    for sentence in sentences:
        if (listed := re.match(r"(Settlement|Temple|Farm|Market)s: (.*?)\.?$", sentence)) is None:
            assert sentence in whole
            continue
        there = after(whole, f"{listed[1]}s: ").split()
        cells, _, more = listed[2].rpartition(" and ")
        if not more.endswith(" more"):
            cells, more = ("", more) if "space" in more else (listed[2], "0")
        assert cells.split() == there[: len(cells.split())]
        left = there[len(cells.split()) :]
        assert int(more.split()[0]) == sum(column.count(",") + 1 for column in left)
    if most >= 1100:
        assert all(f"{tiles}s: " in short for tiles in ("Settlement", "Temple", "Farm", "Market"))


def test_the_hand_tells_the_display():
    view = views("display.te", viewer=0)[0]
    assert view.display is not None
    text = describe_hand(WORDS, view)
    assert text.startswith("Tiles: ")
    assert f"Display: {WORDS.tiles(view.display)}." in text
    assert "Display" not in describe_hand(WORDS, replace(view, display=None))
