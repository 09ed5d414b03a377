"""Pictures in words: the same as they show, the most important first."""

import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest
from seated import GAMES, WORDS, recorded

from bot.content.message import MOST_ALT
from bot.i18n import Words
from bot.i18n.alt_text import (
    describe_board,
    describe_conflict,
    describe_end,
    describe_hand,
    describe_ratings,
)
from engine import (
    BUILDING_NAMES,
    OPTION_NAMES,
    OPTIONS,
    AddDecision,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    DrawDecision,
    Dynasty,
    Game,
    Leader,
    Score,
    SiteDecision,
    TakeDecision,
    WarDecision,
    cells_of,
    full_bag,
    rank,
    read_game,
    scores_by_turn,
    spend_treasures,
    turns_of,
)
from tests.render.scenes import grand_view, start
from tests.text_reader import EndReader, Reader, comparable, lost

NAMES = ["Anna", "Ben", "Cora", "Dan"]


def views(name, viewer=None):
    """The views of a recorded game after each decision."""
    return [game.view(viewer) for game in recorded(name)]


def description(view):
    return describe_board(WORDS, view, NAMES)


def after(text, heading):
    """The text up to the next full stop."""
    return text.split(heading, 1)[1].split(".", 1)[0]


@pytest.mark.parametrize("name", ["everything.te", "display.te"])
def test_buildings_ziggurat_display_and_scores_are_described(name):
    for view in views(name)[::5]:
        text, board = description(view), view.board
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


def test_marked_choices_are_described_first():
    """R9.2: treasures of framed spaces, which are always taken, are named separately."""
    n5, i7, p2 = map(Cell.parse, ("N5", "I7", "P2"))
    for decision, expected in (
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
        assert description(view).startswith(f"{expected}. ")


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
    """R7.6; in a revolt no tile falls (R6.5), nor in a resolved conflict."""
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
    text = describe_hand(WORDS, view)
    assert text.startswith("Tiles: ")
    assert f"Display: {WORDS.tiles(view.display)}." in text
    assert "Display" not in describe_hand(WORDS, replace(view, display=None))


# --- from the texts alone a game can be set up elsewhere, and gone on with ------------------------


ODD_NAMES = ("Ann", "Bob the 2nd", "Cléo-Ño", "D")


@cache
def positions():
    """All kinds of positions, many in the middle of a conflict; each with its description."""
    games = [start(2), *(game for each in sorted(GAMES.iterdir()) for game in recorded(each.name))]
    found = [game for game in games if game.decision.kind != "action"] + games[::7]
    return [
        (game, describe_board(WORDS, game.view(None), ODD_NAMES)) for game in found if not game.over
    ]


def test_the_board_can_be_set_up_from_its_description():
    kinds = set()
    for game, text in positions():
        view = game.view(None)
        assert comparable(Reader(text).public()) == comparable(view)
        kinds.add(type(view.decision))
    assert kinds >= {AddDecision, BuildDecision, TakeDecision, WarDecision, DrawDecision}


def test_a_player_knows_the_own_hand_and_what_is_legal():
    for game, text in positions()[::3]:
        seat = game.decision.seat
        own = game.view(seat)
        read = Reader(f"{describe_hand(WORDS, own, beside_board=True)} {text}").own(seat)
        assert comparable(read) == comparable(own)
        assert set(read.legal_actions()) == set(own.legal_actions())


@pytest.mark.parametrize("language", ["fr", "ja"])
def test_a_whole_game_is_played_from_the_texts_of_another_language(language):
    """Each player knows the position from its description, and takes a decision legal there."""
    words, choose = Words.of(language), random.Random(53)
    bag = choose.sample(full_bag("classic"), k=len(full_bag("classic")))
    game = Game.start(list(Dynasty), bag, options=OPTIONS)
    while not game.over:
        own = game.view(game.decision.seat)
        hand = describe_hand(words, own, beside_board=True)
        board = describe_board(words, game.view(None), ODD_NAMES)
        read = Reader(f"{hand} {board}", words).own(own.seat)
        assert comparable(read) == comparable(own)
        game = game.apply(own.seat, choose.choice(read.legal_actions())).game
    view, scores = game.view(None), game.scores
    how = {"title": "Ur", "date": "2026-11-28", "ended_early": False, "most": 10_000}
    text = describe_end(words, view, ODD_NAMES, rank(scores), {}, **how, scores=[scores])
    assert EndReader(text, words).standings == [
        (each.place, ODD_NAMES[each.seat], each.spheres, each.treasures) for each in rank(scores)
    ]


def test_kingdoms_strengths_the_ground_and_stakes_are_described():
    """R1.5, R6.2, R7.3, R7.6: nobody has to count tiles."""
    wars = 0
    for game, text in positions():
        board, reader = game.board, Reader(text)
        assert reader.strengths == {
            cell: (board.temples_beside(cell), board.external_strength(leader))
            for leader, cell in board.standing()
        }
        assert reader.shared == {
            frozenset((leader, board.cell_of(leader)) for leader in kingdom.leaders)
            for kingdom in board.kingdoms
            if len(kingdom.leaders) > 1
        }
        assert reader.river == board.layout.river
        assert reader.framed == board.layout.framed
        if isinstance(game.decision, AddDecision) and not game.decision.conflict.internal:
            wars += 1
            conflict = game.decision.conflict
            parties = (conflict.attacker, conflict.defender)
            assert reader.at_stake == tuple(lost(board, party.leader) for party in parties)
    assert wars > 3


def end(view, scores, *, names=NAMES, left=None, early=False, most=MOST_ALT):
    """The description of a game that has ended."""
    placings = rank(view.scores)
    how = {"title": "Ur", "date": "2026-11-28", "ended_early": early, "most": most}
    names = names[: len(view.seats)]
    return describe_end(WORDS, view, names, placings, left or {}, **how, scores=scores)


def test_the_end_of_a_game_is_described_as_its_picture_shows_it():
    turns = list(turns_of(read_game((GAMES / "display.te").read_text())))
    view, scores = turns[-1].view, scores_by_turn(turns)
    text = end(view, scores)
    read = EndReader(text)
    assert text.startswith("Ur, 2026-11-28. 1. ")
    assert read.standings == [
        (each.place, NAMES[each.seat], each.spheres, each.treasures) for each in rank(view.scores)
    ]
    last = len(turns) - 1
    assert (min(read.weakest), max(read.weakest)) == (0, last)
    for turn, weakest in read.weakest.items():
        for seat, score in enumerate(scores[turn]):
            assert weakest[NAMES[seat]] == min(spend_treasures(score))
    for colour in Colour:
        assert read.tiles(colour) == set(cells_of(view.board.tiles[colour]))


def test_ties_early_ends_and_who_left_are_described():
    scores = (Score(8, 9, 7, 8, 1), Score(8, 8, 9, 8), Score(8, 3, 14, 2, 4), Score(4, 5, 6, 9))
    view = replace(grand_view(), scores=scores)
    text = end(view, [scores] * 2, early=True)
    assert "The game ended early." in text
    assert EndReader(text).ties == [
        ("Anna", "Ben", ["8 = 8", "8 = 8", "8 = 8", "9 = 9"], False),
        ("Cora", "Dan", ["4 = 4", "5 = 5", "8 > 6"], True),
    ]
    left = end(view, [scores] * 2, left={0: "resigned"})
    assert "Anna: resigned." in left
    assert [tie[:2] for tie in EndReader(left).ties] == [("Cora", "Dan")]


def test_a_description_of_the_end_that_is_too_long_keeps_its_sentences():
    scores = (Score(8, 9, 7, 8, 1),) * 4
    view, names = replace(grand_view(), scores=scores), [name * 8 for name in NAMES]
    whole = end(view, [scores] * 40, names=names, most=10_000)
    assert len(whole) > MOST_ALT
    text = end(view, [scores] * 40, names=names)
    assert len(text) <= MOST_ALT
    assert text.endswith(".")
    assert whole.startswith(text)


def test_ratings_are_described_with_their_course():
    start = datetime(2026, 1, 1, tzinfo=UTC)
    anna = [(start + timedelta(days=at), 1500 + at, 90 - at, at < 10) for at in range(30)]
    ben = [(start, 1480, 250, True)]
    text = describe_ratings(WORDS, [("Anna", anna), ("Ben", ben)])
    assert text.startswith("Anna: 1529 ± 61. Ben: 1480 ± 250, provisional. ")
    assert "Course of Anna: 2026-01-01 1500 ± 90, 2026-01-06 1505 ± 85, " in text
    assert ", 2026-01-30 1529 ± 61. Provisional until 2026-01-11. " in text
    assert text.endswith("Course of Ben: 2026-01-01 1480 ± 250.")


def test_a_description_of_ratings_is_short_however_many_there_are():
    start = datetime(2026, 1, 1, tzinfo=UTC)
    many = [(start + timedelta(hours=at), 1500 + at, 90, False) for at in range(3000)]
    text = describe_ratings(WORDS, [("Wolfeschlegelsteinhausenbergerdo", many)] * 2)
    assert len(text) <= MOST_ALT
