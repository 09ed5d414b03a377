"""The story of a game: statistics, moments and titles, counted from its events."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from engine import (
    Cell,
    DisplayTileTaken,
    Fights,
    Source,
    Step,
    Title,
    TreasuresWon,
    counts_of,
    full_bag,
    rank,
    read_game,
    story_of,
    titles_of,
)
from tests.engine.random_games import GAMES, played
from tests.engine.running import POSITION, Run, with_space

STORIES = Path(__file__).parents[1] / "fixtures" / "stories"
SIDES = "attacker", "defender"


def steps(deal):
    """A random game as it is read from a record."""
    start, _ = deal.start()
    seats = start.seats
    yield start
    for moment in played(deal):
        yield Step(0, seats[moment.seat], moment.action, moment.after, moment.events)


def statistics_of(text):
    return story_of(read_game(text)).statistics


# --- three known games --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["two", "three", "advanced"])
def test_a_known_game_has_the_story_counted_independently(name):
    """A game of two, one of three, and one with buildings and ziggurat on the advanced board.

    They were counted without ``engine/story`` and without events: a script read the decisions, and
    the position that ``python -m engine play`` prints after each of them. Scores and hands gave
    points, draws and winners by their differences; strengths, Kings in another leader's place and
    the income of monuments were found by flooding the printed board. Moments and titles were then
    picked by reading those lists.
    """
    counted = json.loads((STORIES / f"{name}.json").read_text())
    story = story_of(read_game((STORIES / f"{name}.te").read_text()))
    found = json.loads(json.dumps(story.dump()))
    for of_seat, expected in zip(found["players"], counted["players"], strict=True):
        assert of_seat == expected
    fought = [
        [each["turn"], each["kind"], each["colour"]]
        + [each[side][key] for side in SIDES for key in ("seat", "strength", "added")]
        + [each["winner"], each["points"]]
        for each in found["conflicts"]
    ]
    assert fought == counted["conflicts"]
    income = {
        f"{each['built']}@{each['cell']}": [each["turn"], each["seat"], *each["points"]]
        for each in found["monuments"]
    }
    assert income == counted["income"]
    won = story.statistics.treasures
    takes = [[each.turn, found["seats"][each.seat], len(each.cells)] for each in won]
    assert takes == counted["takes"]
    for course in ("weakest", "leading", "moments", "titles"):
        assert found[course] == counted[course]


# --- points by source ---------------------------------------------------------------------------


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_the_sources_of_points_sum_to_the_spheres_at_every_moment(deal):
    """At the end, and wherever a game is ended early: after each tenth decision."""
    whole = [*steps(deal)]
    for end in {*range(1, len(whole), 10), len(whole)}:
        part = whole[:end]
        game = part[-1].game if end > 1 else part[0]
        found = story_of(part).statistics
        for placing in rank(game.scores):
            own = found.by_seat[placing.seat]
            assert tuple(map(sum, zip(*own.points.values(), strict=True))) == placing.spheres
            assert own.total == sum(placing.spheres)
            assert not any(own.points[Source.BEFORE])
        assert found.scores[-1] == game.scores
        assert (found.end is None) == (not game.over)


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_monuments_and_conflicts_sum_to_their_sources(deal):
    found = story_of(steps(deal)).statistics
    for seat, own in enumerate(found.by_seat):
        built = sum(each.points[seat] for each in found.monuments)
        assert built == sum(own.points[Source.MONUMENTS]) + sum(own.points[Source.ZIGGURAT])
        won = [each.points for each in found.battles if each.conflict.winner.seat == seat]
        assert sum(won) == sum(own.points[Source.WARS]) + sum(own.points[Source.REVOLTS])


# --- luck ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_luck_sums_to_zero_and_drawn_tiles_have_left_the_bag(deal):
    """Or was taken from the open display, which is a choice."""
    *_, last = steps(deal)
    found = story_of(steps(deal)).statistics
    for own in found.by_seat:
        assert sum(own.luck) == pytest.approx(0)
        assert sum(own.expected) == pytest.approx(sum(own.drawn))
    came = [sum(own.drawn[colour] for own in found.by_seat) for colour in range(4)]
    for moment in played(deal):
        for event in moment.events:
            if isinstance(event, DisplayTileTaken):
                came[event.colour] += 1
    tiles = zip(came, last.game.display, counts_of(last.game.bag), strict=True)
    assert tuple(map(sum, tiles)) == counts_of(full_bag(deal.board))


def test_luck_is_measured_against_the_bag_before_each_draw():
    """The bag holds two of each colour: of one tile drawn a quarter of each is expected."""
    found = statistics_of(POSITION + "A k@H3\nA end\nB swap:kk\nB end\n")
    archer, bull = found.by_seat
    assert archer.drawn == (0, 1, 0, 0)  # the bag: rbgkkrrb
    assert archer.expected == pytest.approx((2 / 8, 3 / 8, 2 / 8, 1 / 8))
    assert archer.luck[1] == pytest.approx(5 / 8)
    assert bull.drawn == (0, 0, 1, 1)
    assert bull.expected == pytest.approx((4 / 7, 4 / 7, 4 / 7, 2 / 7))
    assert (bull.swaps, bull.swapped) == (1, 2)


# --- from a position ----------------------------------------------------------------------------


def test_points_from_before_a_position_are_a_source_of_their_own():
    found = statistics_of(POSITION + "A k@H3\nA end\n")
    archer, bull = found.by_seat
    assert archer.points[Source.BEFORE] == (3, 0, 12, 1)
    assert archer.points[Source.TILES] == (1, 0, 0, 0)
    assert archer.points[Source.TREASURES] == (0, 2, 0, 0)
    assert bull.points[Source.BEFORE] == (0, 1, 2, 3)
    assert (archer.turns, bull.turns, found.turns) == (1, 0, 1)


# --- conflicts ----------------------------------------------------------------------------------


def test_added_tiles_buy_a_conflict_that_would_be_lost_without_them():
    """The Archer's King attacks the Bull's: each has one temple, and a tie is the defender's."""
    found = statistics_of(POSITION + "A Ak@H4\nA +1\nB +0\n")
    archer, bull = found.by_seat
    assert (archer.revolts_attacking, bull.revolts_defending) == (Fights(1, 0), Fights(0, 1))
    assert (archer.added, archer.bought, archer.bought_points) == (1, 1, 1)
    assert archer.points[Source.REVOLTS] == (0, 1, 0, 0)

    found = statistics_of(POSITION + "A Ak@H4\nA +1\nB +1\n")
    archer, bull = found.by_seat
    assert (archer.revolts_attacking, bull.revolts_defending) == (Fights(0, 1), Fights(1, 0))
    assert (archer.added, archer.bought, bull.added, bull.bought) == (1, 0, 1, 1)


def test_added_tiles_that_were_not_needed_have_bought_nothing():
    found = statistics_of(with_space("I4", "r", POSITION) + "A Ak@H4\nA +1\nB +0\n")
    assert (found.by_seat[0].added, found.by_seat[0].bought) == (1, 0)


def test_a_kingdom_changes_hands_when_its_king_is_driven_out_by_another():
    """The attacker's King in the Bull's place; not if the Bull holds it."""
    found = statistics_of(POSITION + "A Ak@H4\nA +1\nB +0\n")
    (taken,) = found.kingdoms_taken
    assert (taken.turn, taken.conflict.winner.seat, taken.size) == (1, 0, 3)  # H4, H5, I5
    assert not statistics_of(POSITION + "A Ak@H4\nA +1\nB +1\n").kingdoms_taken


def test_a_leader_lost_is_worth_what_it_scored_since_it_was_placed():
    """The Bull's King scored a tile, then falls to the Archer's."""
    text = POSITION + "A end\nB k@G6\nB end\nA Ak@H4\nA +2\nB +0\n"
    (lost,) = statistics_of(text).leaders_lost
    assert (lost.turn, lost.seat, str(lost.leader), lost.points, lost.by) == (3, 1, "Bk", 1, 0)


# --- the command --------------------------------------------------------------------------------


def test_story_prints_json():
    story = json.loads(Run("story", text=POSITION + "A k@H3\nA end\n").output())
    assert story["format"] == "te story 1"
    assert story["seats"] == ["A", "B"]
    assert story["end"] is None
    archer = story["players"][0]
    assert (archer["turns"], archer["placed"]) == (1, [1, 0, 0, 0])
    assert archer["points"]["before"] == [3, 0, 12, 1]


def test_story_refuses_a_faulty_file_in_one_line():
    assert Run("story", text=POSITION + "A k@A1\nA z@A1\n").refusal().startswith("-:28: ")


# --- moments and titles -------------------------------------------------------------------------


def known(name="two"):
    return statistics_of((STORIES / f"{name}.te").read_text())


@pytest.mark.parametrize("deal", GAMES, ids=str)
def test_three_to_five_moments_are_told_in_order_and_no_conflict_twice(deal):
    story = story_of(steps(deal))
    turns = [each.turn for each in story.highlights]
    assert 3 <= len(turns) <= 5
    assert turns == sorted(turns)
    assert len({type(each) for each in story.highlights}) == len(turns)
    fought = [
        (each.turn, each.conflict)
        for each in story.highlights
        if getattr(each, "conflict", None) is not None
    ]
    assert len(fought) == len(set(fought))


def test_a_game_of_a_single_turn_says_who_leads():
    start, *rest = steps(GAMES[0])
    assert not story_of([start]).highlights
    (lead,) = story_of([start, rest[0]]).highlights
    assert (lead.turn, lead.changes) == (1, 0)


def with_seat(statistics, seat, **changes):
    """These statistics with others of one seat, and without conflicts."""
    seats = [
        replace(
            each,
            wars_attacking=Fights(),
            revolts_attacking=Fights(),
            wars_defending=Fights(),
            revolts_defending=Fights(),
            built=0,
            given=0,
        )
        for each in statistics.by_seat
    ]
    seats[seat] = replace(seats[seat], **changes)
    return replace(statistics, by_seat=tuple(seats), battles=(), treasures=())


@pytest.mark.parametrize(
    ("changes", "title"),
    [
        ({"wars_attacking": Fights(3, 9)}, Title.CONQUEROR),
        ({"wars_attacking": Fights(2, 0)}, None),
        ({"revolts_attacking": Fights(3, 0)}, Title.REBEL),
        ({"revolts_defending": Fights(2, 1), "wars_defending": Fights(1, 0)}, Title.WALL),
        ({"built": 2}, Title.BUILDER),
        ({"built": 1}, None),
        ({"given": 4}, Title.NEIGHBOUR),
    ],
    ids=str,
)
def test_a_title_needs_the_count_of_its_rule(changes, title):
    given = titles_of(with_seat(known(), 1, **changes))
    assert [(each.title, each.seat) for each in given] == ([] if title is None else [(title, 1)])


def test_the_treasure_hunter_took_more_than_all_others_together():
    base = with_seat(known(), 0)
    cells = Cell.parse("B2"), Cell.parse("P2"), Cell.parse("B8"), Cell.parse("O9")
    taken = TreasuresWon(1, 0, cells), TreasuresWon(2, 1, cells[:3])
    (given,) = titles_of(replace(base, treasures=taken))
    assert (given.title, given.seat, given.count) == (Title.TREASURER, 0, 4)
    assert not titles_of(replace(base, treasures=(*taken, TreasuresWon(3, 1, cells[:1]))))


def test_a_tie_gives_no_title_and_no_player_gets_two():
    """Each of two has built two monuments; then one has built more, and given most as well."""
    base = with_seat(known(), 0, built=2)
    first, second = base.by_seat
    assert not titles_of(replace(base, by_seat=(first, replace(second, built=2))))
    richer = replace(base, by_seat=(replace(first, given=9), second))
    assert [each.title for each in titles_of(richer)] == [Title.BUILDER]
