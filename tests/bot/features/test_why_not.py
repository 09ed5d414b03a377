"""Why not there: a forbidden space bears the letter of its reason, which is told with its rule."""

import re

import pytest
from seated import moments, seat_at
from test_faces import buttons, intent

from bot.content.content import MOST_ALT, MOST_TEXT
from bot.content.pictures import spaces_picture
from bot.features.board.intents import Zoom
from bot.features.board.why_not import forbidden, letters_of, why_not
from bot.features.rules.intents import SeeRule
from bot.features.rules.refusal_texts import refusal_text
from bot.features.turn.intents import ChooseSpace
from bot.i18n import Words
from engine import (
    COLOURS,
    Catastrophe,
    Cell,
    Colour,
    IllegalAction,
    Reason,
    parse_action,
    placing,
)
from tests.engine.diagram import draw, leader
from tests.engine.random_games import Deal

WORDS = Words()
THREE = """
    Ak r  .  r Bb
    .  .  r  .  .
    .  .  Bg .  .
"""


def spaces_of(alt: str, reason: str) -> list[str]:
    """The spaces that a description lists for a reason."""
    (told,) = re.findall(rf"[A-Z], {reason}: ([^.]*)\.", alt)
    found = []
    for column in told.split():
        for part in column[1:].split(","):
            first, _, last = part.partition("–")
            found += [f"{column[0]}{row}" for row in range(int(first), int(last or first) + 1)]
    return found


def test_each_forbidden_space_bears_the_letter_of_why_it_would_be_refused():
    asked = 0
    for game in moments(Deal(1, 3, "classic"), every=20, most=120):
        seat = seat_at(game)
        if seat.view.turn_refusal() is not None:
            continue
        for piece in (*COLOURS, *seat.view.leaders(seat.number), Catastrophe()):
            try:
                groups = forbidden(seat, piece)
            except IllegalAction:  # not in hand
                continue
            asked += 1
            letters = letters_of(groups)
            meaning = {group.letter: group.reason for group in groups}
            assert not set(letters) & set(seat.view.legal_cells(piece))
            for row in range(11):
                for cell in (Cell(row, col) for col in range(16)):
                    refusal = seat.view.refusal(placing(piece, cell))
                    if refusal is None or not refusal.reason.of_spaces:
                        assert cell not in letters
                    else:
                        assert meaning[letters[cell]] is refusal.reason
            page = why_not(WORDS, seat, piece)
            assert len(page.text) <= MOST_TEXT
            assert len(page.picture.alt) <= MOST_ALT or page.picture.alt in page.text
            for group in groups:
                if group.letter:
                    line = f"**{group.letter}** – {group.reason.of_spaces} ({group.reason.rule}): "
                    assert line in page.text
                    told = spaces_of(page.picture.alt, group.reason.of_spaces)
                    assert sorted(told) == sorted(map(str, group.refusals))
    assert asked > 10


def test_a_leader_between_two_kingdoms_is_told_which():
    """R4.2, R4.3: each space beside a temple touches several kingdoms."""
    seat = seat_at(draw(THREE, treasures="").game)
    page = why_not(WORDS, seat, leader("Ag"))
    anna, ben = (f"**{player.name}**" for player in seat.table.players)
    three = f"King ({anna}) F2, Farmer ({ben}) J2 and Trader ({ben}) H4"
    assert page.text.splitlines() == [
        "Why not there: 🏹🟩 Trader",
        "**Q** – would join kingdoms (R4.3): 3 spaces",
        f"> H2: the kingdoms of {three}",
        f"> G3: the kingdoms of King ({anna}) F2 and Trader ({ben}) H4",
        f"> I3: the kingdoms of Farmer ({ben}) J2 and Trader ({ben}) H4",
        "**R** – no face-up temple beside it (R4.2): 126 spaces",
        "**S** – a river; leaders stand on land (R4.2): 41 spaces",
        "No letter – the space is taken (R4.2)",
    ]


def test_a_tile_between_three_kingdoms_is_told_which():
    """R5.2; river spaces take farms only (R5.1)."""
    seat = seat_at(draw(THREE, treasures="").game)
    page = why_not(WORDS, seat, Colour.BLACK)
    assert letters_of(forbidden(seat, Colour.BLACK))[Cell.parse("H2")] == "Q"
    assert "**Q** – would join more than two kingdoms (R5.2): 1 space\n> H2: " in page.text
    assert "**R** – a river; only farms go there (R5.1)" in page.text
    assert spaces_of(page.picture.alt, Reason.JOINS_THREE_KINGDOMS.of_spaces) == ["H2"]


def test_a_space_that_is_typed_is_refused_with_the_kingdoms_by_their_leaders():
    """R4.3, R5.2: those of the table are named, as in everything that it reads."""
    seat = seat_at(draw(THREE, treasures="").game)
    anna, ben = (f"**{player.name}**" for player in seat.table.players)
    refusal = seat.view.refusal(parse_action("Ag@G3"))
    assert refusal_text(WORDS, refusal, seat.table) == (
        "A leader can't join kingdoms. G3 would join those of: "
        f"King ({anna}) F2 and Trader ({ben}) H4. (R4.3)"
    )
    refusal = seat.view.refusal(parse_action("k@H2"))
    assert refusal_text(WORDS, refusal, seat.table) == (
        "A tile joins two kingdoms at most. H2 would join those of: "
        f"King ({anna}) F2, Farmer ({ben}) J2 and Trader ({ben}) H4. (R5.2)"
    )


def test_a_catastrophe_is_told_of_everything_that_it_spares():
    """R10.1; what is empty or a plain tile is free for it, so that no space is without a letter."""
    scene = draw(
        "m m r Ak\nm m . x", monuments=("kr F2",), options="buildings", buildings=("r H2",)
    )
    page = why_not(WORDS, seat_at(scene.game), Catastrophe())
    assert [line for line in page.text.splitlines() if line.startswith("**")] == [
        "**Q** – a leader (R10.1): 1 space",
        "**R** – a treasure (R10.1): 3 spaces",
        "**S** – a face-down tile (R10.1): 4 spaces",
        "**T** – a building (R10.1): 1 space",
        "**U** – a catastrophe already (R10.1): 1 space",
    ]
    assert "No letter" not in page.text


def test_it_leads_back_to_the_keypad_and_closer():
    seat = seat_at(draw("Ak r . r Bk").game)
    pressed = buttons(why_not(WORDS, seat, leader("Ar")).rows)
    assert list(pressed)[-3:] == ["Zoom", "Legend", "Back"]
    assert intent(pressed["Back"]) == ChooseSpace(leader("Ar"))
    assert intent(pressed["Zoom"]) == Zoom(piece=leader("Ar"), refused=True)


@pytest.mark.parametrize(
    ("piece", "rules"),
    [
        (leader("Ag"), {"R4.3": "leaders", "R4.2": "leaders"}),
        (Colour.BLACK, {"R5.2": "joining", "R5.1": "tiles"}),
        (Catastrophe(), {"R10.1": "catastrophes"}),
    ],
    ids=str,
)
def test_each_rule_is_a_press_away(piece, rules):
    seat = seat_at(draw(THREE).game)
    page = why_not(WORDS, seat, piece)
    cited = set(re.findall(r"\((R[\d.]+)\): \d", page.text))
    opened = {
        label.split()[0]: request.name
        for label, button in buttons(page.rows).items()
        if isinstance(request := intent(button), SeeRule)
    }
    assert cited == set(rules)
    assert set(opened.values()) == set(rules.values())


def test_what_one_does_not_have_goes_nowhere():
    """R5.1: no space is told for a tile that is not in the hand."""
    seat = seat_at(draw("Ak r", hands={"A": "kkk"}).game)
    with pytest.raises(IllegalAction, match="Not in your hand: temple"):
        why_not(WORDS, seat, Colour.RED)


def test_the_letters_are_in_the_picture():
    seat = seat_at(draw(THREE, treasures="").game)
    piece = leader("Ag")
    plain = spaces_picture(WORDS, seat, piece, seat.view.legal_cells(piece))
    assert why_not(WORDS, seat, piece).picture.draw() != plain.draw()
