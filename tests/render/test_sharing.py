"""A game to share in one picture: who won, what decided it, the final board, the course (R14.3)."""

from dataclasses import replace

import pytest

from engine import ActionDecision, Over, Score, rank
from render import Labels, board_png, share_png
from render.drawing.theme import THEME
from tests.render.scenes import (
    NAMES,
    colours,
    grand_view,
    opened,
    size_of,
    start,
    written,
)

WORKED = (Score(22, 6, 9, 9, 3), Score(10, 10, 11, 14, 0), Score(10, 10, 12, 13, 0))
NO_TIES = tuple(Score(9 - seat, 9, 9, 9) for seat in range(4))
TITLE, WINNER, OTHER, TIE, BOARD, COURSE = 88, 144, 96, 92, 455, 308
"""The heights of the parts, each with a gap."""


def ended(*scores):
    view = start(len(scores)).view(None)
    return replace(view, decision=Over(0), scores=scores)


def shared(*scores, **more):
    return share_png(ended(*scores), NAMES[: len(scores)], **more)


def panel(picture, place, winners=1):
    """The panel of that place from the top, from 0; *winners* have higher ones."""
    top = 16 + 80 + min(place, winners) * WINNER + max(0, place - winners) * OTHER
    return picture.crop((0, top, 640, top + (WINNER if place < winners else OTHER) - 8))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_as_high_as_what_it_shows(seats):
    png = shared(*NO_TIES[:seats])
    height = size_of(png)[1]
    assert size_of(shared(*NO_TIES[:seats], scores=[NO_TIES[:seats]] * 9)) == (640, height + COURSE)
    if seats > 2:
        assert height == size_of(shared(*NO_TIES[: seats - 1]))[1] + OTHER
    assert len(png) < 40_000


def test_the_winner_alone_wears_the_laurel_in_a_frame_of_gold():
    picture = opened(shared(*WORKED))
    assert [
        THEME.gold in colours(panel(picture, at).crop((100, 0, 110, 3))) for at in range(3)
    ] == [
        True,
        False,
        False,
    ]


def test_players_who_share_the_first_place_are_celebrated_alike():
    both, alone = opened(shared(*[Score(5, 5, 5, 5)] * 2)), opened(shared(*NO_TIES[:2]))
    assert both.height == alone.height + WINNER - OTHER + TIE
    for place in (0, 1):
        assert THEME.gold in colours(panel(both, place, 2).crop((100, 0, 110, 3)))


def test_nobody_is_celebrated_if_everybody_left():
    picture = opened(shared(*NO_TIES[:2], resigned=[0], given_up=[1]))
    assert picture.height == opened(shared(*NO_TIES[:2])).height - WINNER + OTHER
    lost = written(
        panel(picture, 1, 0), "lost the seat", THEME.small_text, (THEME.ember, THEME.panel)
    )
    assert len(lost) == 1
    assert THEME.gold not in colours(picture.crop((0, 96, 640, 96 + OTHER)).crop((100, 0, 110, 3)))


def test_what_decided_is_gold_and_ties_are_explained():
    """The first two both reach 10 and 10; then 12 beats 11."""
    picture = opened(shared(*WORKED))
    second = panel(picture, 1)
    for number, paint in (("10", THEME.cream), ("11", THEME.gold), ("14", THEME.dim)):
        found = written(second, number, 32, (paint, THEME.panel))
        assert len(found) == (2 if number == "10" else 1)
    assert written(picture, "12 > 11", THEME.text, (THEME.gold, THEME.panel))


def test_placings_decide_the_order():
    first, *others = rank(WORKED)
    last = [replace(each, place=at) for at, each in enumerate((*others, first), start=1)]
    picture = opened(shared(*WORKED, placings=last, resigned=[first.seat]))
    resigned = [
        len(written(panel(picture, at), "resigned", THEME.small_text, (THEME.ember, THEME.panel)))
        for at in range(3)
    ]
    assert resigned == [0, 0, 1]


def test_the_board_is_the_final_one_without_marks():
    """Whatever is being decided when a game ends early."""
    over, asked = grand_view(Over(1)), grand_view(ActionDecision(1))
    scores = dict.fromkeys(range(4), Score()).values()
    pictures = {share_png(replace(each, scores=tuple(scores)), NAMES) for each in (over, asked)}
    assert len(pictures) == 1
    assert board_png(over, NAMES) != board_png(asked, NAMES)


def test_name_day_and_an_early_end_are_written_in_the_title():
    lit = (THEME.dim, THEME.lit)
    picture = opened(shared(*NO_TIES[:2], title="Ur", date="2026-11-28", ended_early=True))
    title = picture.crop((0, 0, 640, TITLE))
    assert written(title, "Ur", THEME.large_text, (THEME.cream, THEME.lit))
    for words in ("2026-11-28", "the weakest colour decides", "ended early"):
        assert len(written(title, words, THEME.small_text, lit)) == 1
    plain = opened(shared(*NO_TIES[:2])).crop((0, 0, 640, TITLE))
    assert written(plain, "Final scores", THEME.large_text, (THEME.cream, THEME.lit))
    assert not written(plain, "ended early", THEME.small_text, lit)


@pytest.mark.parametrize("strange", ["", "河", "\u202e\x00", "W" * 200, "word " * 50, "\ud83d"])
def test_no_title_and_no_day_breaks_it(strange):
    height = size_of(shared(*NO_TIES[:2]))[1]
    assert size_of(shared(*NO_TIES[:2], title=strange, date=strange)) == (640, height)


@pytest.mark.parametrize("score", [Score(), Score(0, 0, 0, 0, 14), Score(120, 130, 140, 150, 99)])
def test_no_score_breaks_it(score):
    for others in ([Score()], [Score(1), score, Score(3, 3, 3, 3, 3)]):
        shared(score, *others, scores=[[Score()] * (1 + len(others)), [score, *others]])


def test_words_come_from_the_labels():
    how = {"resigned": [1], "ended_early": True}
    for word in ("final_scores", "weakest_decides", "resigned", "ended_early", "weakest_by_turn"):
        labels = Labels(**{word: "Schlussabrechnung insgesamt und überhaupt"})
        drawn = [
            shared(*WORKED, **how, scores=[WORKED] * 2, labels=each) for each in (labels, Labels())
        ]
        assert drawn[0] != drawn[1]
        assert size_of(drawn[0]) == size_of(drawn[1])


def test_scores_that_are_hidden_are_not_shown():
    with pytest.raises(ValueError, match="score"):
        share_png(start().view(None), NAMES[:3])
