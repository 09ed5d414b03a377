"""A closer look: a part of the board, refused spaces, the legend, and a game in words."""

import re
from dataclasses import replace

import pytest
from seated import WORDS, ids_of, moments, seat_at, seat_of
from tabletop import ANNA, BEN, act, game_of, running, table_at
from test_faces import buttons, fits, intent

from bot.content.message import MOST_ALT, MOST_TEXT
from bot.content.pictures import (
    board_picture,
    conflict_picture,
    desk_picture,
    spaces_picture,
    theme_for,
)
from bot.desk.desk_page import desk_page
from bot.domain.seat import Seat
from bot.domain.table import Status
from bot.features.board import board_page, more_page
from bot.features.help import legend_page
from bot.i18n.alt_text import describe_board, describe_hand
from bot.intents import Address
from bot.intents.board import Part, SeeDesk, SeeInWords, WhyNot, Zoom
from bot.intents.rules import SeeLegend, SeeRule
from bot.intents.turn import ChooseSpace
from bot.parts.in_words import in_words_page
from bot.parts.refusal_texts import refusal_text
from bot.parts.turn.spaces import forbidden, letters_of, why_not, zoom_on_spaces, zoom_page
from bot.store import Habits
from engine import (
    BUILDING_NAMES,
    COLOURS,
    DYNASTY_NAMES,
    LEADER_NAMES,
    OPTIONS,
    TILE_NAMES,
    Catastrophe,
    Cell,
    Colour,
    ConflictDecided,
    IllegalAction,
    PointsScored,
    Reason,
    ScoreCause,
    TilePlaced,
    TilesRemoved,
    parse_action,
    placing,
)
from render import board_png, conflict_png, desk_png, spaces_png
from render.specimen.states import position
from tests.engine.diagram import draw, leader
from tests.engine.random_games import Deal
from tests.text_reader import Reader, comparable

QUARTERS = ["Top left", "Top right", "Bottom left", "Bottom right"]


async def test_what_is_in_question_is_shown_first(services):
    """The temple on F3, and what is around it."""
    table = await running(services, 2)
    table = await act(services, table, parse_action("x@F4"))
    page = zoom_page(WORDS, table, Part.IN_QUESTION, Seat(table, game_of(table).view(0)))
    assert page.text == "**Ur**: In focus, B1–I6"
    assert "Temples: B2 F3." in page.picture.alt
    assert "Catastrophes: F4." in page.picture.alt
    pressed = buttons(page.rows)
    assert list(pressed) == ["In focus", *QUARTERS, "Whole board", "Legend", "Back"]
    assert intent(pressed["Top left"]) == Zoom(Part.TOP_LEFT)
    assert intent(pressed["Whole board"]) == Zoom(Part.WHOLE)
    assert intent(pressed["Legend"]) == SeeLegend()
    assert intent(pressed["Back"]) == SeeDesk()


def test_a_quarter_describes_only_its_own_contents():
    seat = seat_at(draw("Ak r .\n. g .\nr Bg .", at="J5", treasures="B2").game)
    far = zoom_page(WORDS, seat.table, Part.TOP_LEFT, seat)
    assert far.text == "**Ur**: Top left, A1–I7"
    assert far.picture.alt == "Temples: B2. Treasures: B2."
    near = zoom_page(WORDS, seat.table, Part.BOTTOM_RIGHT, seat)
    names = [player.name for player in seat.table.players]
    assert near.picture.alt == (
        f"{names[0]}, archer: King on J5 (1, 0). {names[1]}, bull: Trader on K7 (1, 1). "
        "In brackets: strength in revolt, war. Temples: J7 K5. Markets: K6."
    )
    empty = zoom_page(WORDS, seat.table, Part.BOTTOM_LEFT, seat)
    assert empty.picture.alt == "Nothing is there."


def test_what_is_too_wide_is_a_quarter_at_first():
    """At the start there is a temple on each side: together they span the whole board."""
    page = zoom_page(WORDS, seat_at(draw("r", at="B2").game).table, Part.IN_QUESTION)
    assert list(buttons(page.rows)) == [*QUARTERS, "Whole board", "Legend"]
    assert page.text in {
        f"**Ur**: {quarter}" for quarter in ("Top left, A1–I7", "Top right, H1–P7")
    }


def test_whoever_does_not_play_has_no_desk_to_go_back_to():
    seat = seat_at(draw("Ak r . r Bk", treasures="").game)
    assert "Back" in buttons(zoom_page(WORDS, seat.table, Part.IN_QUESTION, seat).rows)
    assert "Back" not in buttons(zoom_page(WORDS, seat.table, Part.IN_QUESTION).rows)
    over = replace(seat.table, status=Status.OVER)
    assert "Back" not in buttons(zoom_page(WORDS, over, Part.IN_QUESTION, seat).rows)


def test_the_keypads_zoom_keeps_the_marks():
    """R4.2: beside the temple on G3 there are G2, H3 and G4."""
    seat = seat_at(draw(". . .\nk r .\n. . .", treasures="B2 P2").game)
    king = leader("Ak")
    page = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, king))
    assert page.text == "🏹⬛ King: Top left, A1–I7"
    assert page.picture.alt.startswith(
        "Possible spaces: A2 B1,3 C2 G2,4 H3. Settlements: F3. Temples: B2 G3."
    )
    pressed = buttons(page.rows)
    assert list(pressed) == [*QUARTERS, "Legend", "Back"]  # in question is what reaches from A to P
    assert intent(pressed["Back"]) == ChooseSpace(king)
    assert intent(pressed["Top right"]) == Zoom(Part.TOP_RIGHT, king)
    other = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_RIGHT, king))
    assert other.picture.alt.startswith("Possible spaces: H3 O2 P1,3. Temples: P2. Treasures: P2.")


def test_the_letters_are_kept_too():
    seat = seat_at(draw("Ak r . r Bb", treasures="").game)
    trader = leader("Ag")
    page = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, trader, refused=True))
    lines = page.text.splitlines()
    assert lines[0] == "🏹🟩 Trader: Top left, A1–I7"
    assert lines[1] == "**Q** – would join kingdoms (R4.3): 1 space"
    assert "Q, would join kingdoms: H2." in page.picture.alt
    pressed = buttons(page.rows)
    assert intent(pressed["Back"]) == WhyNot(trader)
    assert intent(pressed["Top right"]) == Zoom(Part.TOP_RIGHT, trader, refused=True)
    far = zoom_on_spaces(WORDS, seat, Zoom(Part.BOTTOM_LEFT, trader, refused=True))
    assert "connect" not in far.text
    marked = zoom_on_spaces(WORDS, seat, Zoom(Part.TOP_LEFT, trader))
    plain = zoom_page(WORDS, seat.table, Part.TOP_LEFT)
    assert len({each.picture.draw() for each in (plain, marked, page)}) == 3


def test_every_part_fits_whatever_lies_there():
    for game in (draw("Ak r . r Bk", hands={"A": "krbg"}).game, position()):
        seat = seat_at(game)
        parts = [part for part in Part if part is not Part.WHOLE]
        pages = [zoom_page(WORDS, seat.table, part, seat) for part in parts]
        pages += (
            zoom_on_spaces(WORDS, seat, Zoom(Part.IN_QUESTION, piece, refused))
            for piece in (*COLOURS, *seat.view.leaders(seat.number), Catastrophe())
            if seat.view.turn_refusal() is None and seat.view.legal_cells(piece)
            for refused in (False, True)
        )
        for page in pages:
            assert fits(page.rows)
            assert len(page.text) <= MOST_TEXT
            assert len(page.picture.alt) <= MOST_ALT or page.picture.alt in page.text


THREE = """
    Ak r  .  r Bb
    .  .  r  .  .
    .  .  Bg .  .
"""


def spaces_of(alt, reason):
    """The spaces that a description lists for a reason."""
    (listed,) = re.findall(rf"[A-Z], {reason}: ([^.]*)\.", alt)
    found = []
    for column in listed.split():
        for part in column[1:].split(","):
            first, _, last = part.partition("–")
            found += [f"{column[0]}{row}" for row in range(int(first), int(last or first) + 1)]
    return found


def test_each_forbidden_space_bears_the_letter_of_why_it_would_be_refused():
    asked = 0
    for game in moments(Deal(1, 3, "classic"), every=30, most=120):
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
                    listed = spaces_of(page.picture.alt, group.reason.of_spaces)
                    assert sorted(listed) == sorted(map(str, group.refusals))
    assert asked > 10


def pages_of_rules(page):
    """The pages of rules that are a press away."""
    intents = map(intent, buttons(page.rows).values())
    return {each.name for each in intents if isinstance(each, SeeRule)}


def test_a_leader_between_two_kingdoms_is_shown_them():
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
    assert list(buttons(page.rows))[-3:] == ["Zoom", "Legend", "Back"]
    assert pages_of_rules(page) == {"leaders"}
    assert intent(buttons(page.rows)["Back"]) == ChooseSpace(leader("Ag"))
    assert intent(buttons(page.rows)["Zoom"]) == Zoom(piece=leader("Ag"), refused=True)
    without = spaces_picture(WORDS, seat, leader("Ag"), seat.view.legal_cells(leader("Ag")))
    assert page.picture.draw() != without.draw()


def test_a_tile_between_three_kingdoms_is_shown_them():
    """R5.2; river spaces take farms only (R5.1)."""
    seat = seat_at(draw(THREE, treasures="").game)
    page = why_not(WORDS, seat, Colour.BLACK)
    assert letters_of(forbidden(seat, Colour.BLACK))[Cell.parse("H2")] == "Q"
    assert "**Q** – would join more than two kingdoms (R5.2): 1 space\n> H2: " in page.text
    assert "**R** – a river; only farms go there (R5.1)" in page.text
    assert pages_of_rules(page) == {"joining", "tiles"}
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


def test_a_catastrophe_lists_everything_that_it_spares():
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


def test_what_one_does_not_have_goes_nowhere():
    """R5.1: spaces are listed only for tiles in hand."""
    seat = seat_at(draw("Ak r", hands={"A": "kkk"}).game)
    with pytest.raises(IllegalAction, match="Not in your hand: temple"):
        why_not(WORDS, seat, Colour.RED)


def test_the_legend_names_every_piece_and_explains_every_sign_below_the_picture():
    """Descriptions are neither repeated nor cut."""
    page = legend_page(WORDS)
    assert page.picture.alt == (
        "The pieces and signs of the game with their names. The words are below."
    )
    assert page.picture.draw() != legend_page(WORDS, "high-contrast").picture.draw()
    assert "\n" not in page.text
    assert len(page.below) <= MOST_TEXT
    pieces = (BUILDING_NAMES, DYNASTY_NAMES, LEADER_NAMES, TILE_NAMES)
    signs = (
        "river; kingdom; new; arrow; removed; back in its owner's hand; treasure that was taken; "
        "only planned; attacker; defender; board + tiles added; stays; possible; to choose from; "
        "always taken"
    )
    for word in (*(name for names in pieces for name in names.values()), *signs.split("; ")):
        assert word in page.below, word


def pages(table, seat=None):
    """All pages, by way of the button under each."""
    found = [in_words_page(WORDS, table, seat)]
    while "Next page" in ids_of(found[-1]):
        found.append(in_words_page(WORDS, table, seat, len(found)))
    return found


def text_of(found):
    return "\n".join(page.text.partition("\n")[2] for page in found)


def renamed(table, name="A name "):
    """The table with the longest possible names."""
    long = (name * 30)[:31]
    players = [replace(each, name=f"{long}{each.seat}") for each in table.players]
    return replace(table, players=tuple(players))


def seats(every):
    """At a table with every option, one seat after the other."""
    for number, game in enumerate(moments(Deal(3, 4, "classic", OPTIONS), every, 160)):
        yield seat_at(game, number % 4)


def test_the_whole_game_is_described_however_long_it_is():
    """Four people with long names, and every option."""
    for seat in seats(every=40):
        named = replace(seat, table=renamed(seat.table))
        for own in (None, named):
            found = pages(named.table, own)
            assert all(len(page.text) <= MOST_TEXT for page in found)
            reader = Reader(text_of(found))
            if own is None:
                assert comparable(reader.public()) == comparable(named.table.view)
            else:
                assert comparable(reader.own(own.number)) == comparable(own.view)


def test_two_pages_if_need_be():
    """Late in a game with everything on the board, and names that need signs to be harmless."""
    late = seat_at(position(), 3)
    named = renamed(late.table, "_name_")
    found = pages(named, replace(late, table=named))
    assert len(found) == 2
    assert all(len(page.text) <= MOST_TEXT for page in found)
    assert [page.text.split("\n")[0][-12:] for page in found] == [" page 1 of 2", " page 2 of 2"]
    assert comparable(Reader(text_of(found)).own(3)) == comparable(late.view)


def test_spectators_see_no_hand():
    """R15.2."""
    seat = seat_at(draw("Ak r .", hands={"A": "krbg"}).game)
    own, public = text_of(pages(seat.table, seat)), text_of(pages(seat.table))
    assert own.startswith("Tiles: ")
    assert "Tiles: " not in public
    assert public in own
    first = in_words_page(WORDS, seat.table)
    assert in_words_page(WORDS, seat.table, page=7) == first, "what is not there is the last"


def test_every_desk_leads_to_the_words():
    """Behind *More*, and by a setting at once.

    A picture's description may be cut, and a conflict's card tells less than the board.
    """
    for seat in seats(every=30):
        desk = ids_of(desk_page(WORDS, seat))
        assert "More" in desk
        assert "In words" not in desk
        in_words = ids_of(more_page(WORDS, seat))["In words"]
        assert in_words == Address(seat.table.id).to(SeeInWords()).custom_id
        wants = replace(seat.player, habits=replace(seat.player.habits, in_words=True))
        players = tuple(wants if each == seat.player else each for each in seat.table.players)
        shown = ids_of(desk_page(WORDS, replace(seat, table=replace(seat.table, players=players))))
        assert {"In words", "More"} <= {*shown}


def test_whoever_looks_at_the_board_has_all_of_it_at_once():
    known = set()
    for seat in seats(every=20):
        named = renamed(seat.table)
        page = board_page(WORDS, named)
        assert len(page.text) <= MOST_TEXT
        assert len(page.picture.alt) <= MOST_ALT
        is_cut = "Board: " not in page.picture.alt
        if is_cut:
            assert comparable(Reader(page.text).public()) == comparable(named.view)
        assert ("In words" in ids_of(page)) == is_cut
        known.add(is_cut)
    assert True in known


# --- the pictures of a table: what each is drawn from, and what it says ---------------------------


def names(table):
    """The players' names in turn order."""
    return [table.player(number).name for number in range(len(table.players))]


async def test_a_desk_is_the_board_for_all_and_the_own_hand(services):
    table = await running(services)
    seat = await seat_of(services, table, BEN)
    picture = desk_picture(WORDS, seat, "desk")
    assert picture.name == "desk.png"
    drawn = picture.draw()
    assert drawn == desk_png(table.view, seat.view, names(table), table.events)
    # The hand first: what is too long is cut at its end.
    hand = describe_hand(WORDS, seat.view, beside_board=True)
    board = describe_board(WORDS, table.view, names(table))
    assert picture.alt == f"{hand} {board}"
    # what is given is marked instead of what happened of late
    events = [PointsScored(seat.number, Colour.RED, 2, ScoreCause.TILE, seat.view.leaders(0)[1])]
    marked = desk_png(table.view, seat.view, names(table), events)
    assert desk_picture(WORDS, seat, "desk", events).draw() == marked != drawn


async def test_the_board_for_everybody_has_marks_and_nobodys_hand(services):
    table = await running(services)
    placed = [TilePlaced(0, Colour.RED, Cell.parse("A1"))]
    public = board_picture(WORDS, table, "board", placed)
    assert "Tiles:" not in public.alt
    assert public.draw() == board_png(table.view, names(table), placed)


async def test_spaces_are_drawn_for_the_one_who_chooses(services):
    table = await running(services)
    seat = await seat_of(services, table, table.decider)
    colour = next(colour for colour in Colour if seat.view.own_hand[colour])
    legal = seat.view.legal_cells(colour)
    picture = spaces_picture(WORDS, seat, colour, legal)
    assert picture.draw() == spaces_png(table.view, legal)
    assert picture.alt.endswith(f"{legal[-1]}.")
    contrast = replace(seat.player, habits=Habits(theme="high-contrast"))
    players = tuple(contrast if each == seat.player else each for each in table.players)
    other = spaces_picture(WORDS, Seat(replace(table, players=players), seat.view), colour, legal)
    assert other.draw() == spaces_png(table.view, legal, theme=theme_for(table, contrast))


@pytest.mark.parametrize(
    ("drawing", "action"),
    [("Bk r .\n. r .\n. r .", "Ak@H3"), ("k Ak r . r Bk", "r@I2")],
    ids=["revolt", "war"],
)
async def test_the_attackers_card_shows_how_it_ended(store, clock, drawing, action):
    """Both numbers and what the winner scored, though the loser's leader is gone (R6.5, R7.6)."""
    scene = draw(drawing, hands={"A": "rrrkkk", "B": "gggggg"})
    services, table = await table_at(store, clock, scene.game)
    table = await act(services, table, *map(parse_action, (action, "+2", "+0")))
    events = table.last_decision.events
    (conflict,) = (event.conflict for event in events if isinstance(event, ConflictDecided))
    lost = sum(len(event.cells) for event in events if isinstance(event, TilesRemoved))
    seat = await seat_of(services, table, ANNA)
    assert conflict_picture(WORDS, seat, conflict, "card").draw() == conflict_png(
        table.view, names(table), conflict, events=table.turns[-1].events, scored=1 + lost
    )
