"""Every intent prints and parses; custom_ids of version 0.1.0 are still understood."""

import json
from pathlib import Path
from typing import get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.content.message import Button, TextForm
from bot.dispatch.handlers import ANYWHERE, AT_TABLE, ON_REFUSAL, handles
from bot.domain.public_numbers import PublicNumber
from bot.features import discover
from bot.intents import (
    Address,
    Intent,
    Placement,
    Turning,
    UserRequest,
    parse_custom_id,
    parse_intent,
    print_intent,
    to_any_game,
)
from bot.intents.board import SeeDesk
from bot.intents.intent import register
from bot.intents.preferences import SetTheme
from bot.intents.spelling import spelling_of
from bot.intents.turn import Act, AskSwap, Tap, Undo
from engine import CELLS, Colour, PlaceTile, parse_action

FIXTURES = Path(__file__).parents[1] / "fixtures"
OLD = FIXTURES / "custom_ids_0_1_0.txt"
PRINTED = [
    (text, tuple(values))
    for text, *values in map(json.loads, (FIXTURES / "intents.jsonl").read_text().splitlines())
]
"""Some of every kind, as they are printed: the text, and each value that is chosen in a select."""

discover()


def every_kind():
    """Every class of intents."""
    return [each for base in (Intent, Turning) for each in base.__subclasses__() if each != Turning]


def intents():
    """Some of every kind."""
    return [parse_intent(*printed) for printed in PRINTED]


# --- handlers ------------------------------------------------------------------------------------


def test_an_intent_has_a_handler_that_answers_as_it_declares():
    for kind in every_kind():
        handlers = [table[kind] for table in (AT_TABLE, ANYWHERE) if kind in table]
        assert handlers, kind
        for handler in handlers:
            answered = get_type_hints(handler)["return"]
            assert (answered is TextForm) is (kind.placement is Placement.WINDOW), kind
        if kind.manager_only or kind.owner_only:
            assert kind not in AT_TABLE
    assert {*AT_TABLE, *ANYWHERE} == {*every_kind()}, "only intents have any"
    assert ON_REFUSAL.keys() <= AT_TABLE.keys()


def test_a_word_belongs_to_one_feature_and_an_intent_has_one_handler():
    with pytest.raises(ValueError, match="Undo has a handler already"):
        handles(AT_TABLE[Undo])
    with pytest.raises(ValueError, match="another module has a word of SeeDesk"):
        register(SeeDesk, "undo", ":")


def test_a_field_needs_a_type_with_a_spelling():
    for kind in (list[int], "int", dict):
        with pytest.raises(TypeError, match="has no spelling"):
            spelling_of(kind)


# --- printing ------------------------------------------------------------------------------------


def test_an_intent_is_printed_as_ever_and_no_two_look_the_same():
    """Buttons on old messages keep their meaning."""
    every = intents()
    assert [print_intent(intent) for intent in every] == PRINTED
    assert len({*every}) == len({*PRINTED}) == len(PRINTED)
    kinds = {kind for kind in every_kind() if kind.forms}
    assert {*map(type, every)} == kinds, "some of every kind are tried"


def test_a_switch_of_older_versions_chooses_a_theme():
    assert parse_intent("contrast") == SetTheme("high-contrast")
    assert parse_intent("contrast-not") == SetTheme(None)


NUMBERS = st.integers(min_value=0, max_value=10**18 - 1)


@settings(max_examples=40)
@given(
    NUMBERS,
    st.none() | st.integers(min_value=0, max_value=3),
    st.none() | NUMBERS.map(PublicNumber),
    st.sampled_from([parse_intent(text) for text, values in PRINTED if not values]),
)
def test_a_button_is_read_back(game, seat, seen, intent):
    request = Address(game, seat, seen).to(intent)
    assert request.fits
    assert parse_custom_id(request.custom_id) == request


def test_what_only_a_select_can_mean_is_no_button():
    with pytest.raises(ValueError, match="needs a select"):
        assert Button("", Address(1).to(Tap(PlaceTile(Colour.RED, CELLS[0])))).custom_id


def test_a_button_looks_as_ever_to_fingerprints():
    """They would be new for every post, which is edited then."""
    shown = "custom_id='te:7:-:-:hand', style=<Style.PLAIN: 'plain'>, emoji=None"
    assert repr(Button("Desk", Address(7).to(SeeDesk()))) == f"Button(label='Desk', {shown})"


def test_a_game_may_be_chosen_for_an_intent():
    for intent in (SeeDesk(), Undo(), Act(parse_action("r@E5")), AskSwap((1, 2, 0, 0))):
        request = parse_custom_id(to_any_game(intent).custom_id, ["7"])
        assert request == UserRequest(intent, named="7")


ABOUT_A_SEAT = """
    at:q do line:end;swap: line:r@E5;nonsense move:z@Z9 pick:x plan:0:nonsense row:r row:z:E
    swap+: swap+:kkkkkkk turn: turn:Q;end unplan:x why:z zoom:tl:Ak:because zoom:tl:z
"""
ABOUT_A_GAME = f"""
    accept:-1 answer:17:perhaps at-end:never computer!:x decline:{2**63} games:x hand: if:1|r@E5;
    if:1|r@E5| if:x| join+:0 mute:x nonsense preset propose:end:3:x seats:x step:1: step:x times
    zoom:middle best:-1 best:3
"""
ABOUT_NONE = """
    in:nonsense lesson:03-leaders:0 lesson:03-leaders:0:nonsense play-solo:m.rulebook.classic.more
    play-solo:mmmm.rulebook. solo:x.rulebook.
"""
NO_IDS = [
    *("", "te:1:4:5:hand", "te:x:-:-:hand", "te:1:-:-:", f"te:{10**18}:-:-:hand"),
    "te:1:-:-:preset:first game",
    "te:1:0:3:row:r:Q",
    *(f"te:1:0:3:{text}" for text in ABOUT_A_SEAT.split()),
    *(f"te:1:-:-:{text}" for text in ABOUT_A_GAME.split()),
    *(f"te:0:-:-:{text}" for text in ABOUT_NONE.split()),
]


@pytest.mark.parametrize("custom_id", NO_IDS)
def test_other_ids_mean_nothing(custom_id):
    with pytest.raises(ValueError, match=r"is no (address|intent)"):
        parse_custom_id(custom_id)


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["computer", "computers", "computer!:1"], ["", "x", "Strong", "1.5", "easy "]),
        (
            ["out", "invite", "join?", "offer-to", "replace:1", "give-to:1"],
            ["0", "-1", str(2**63), "everyone"],
        ),
    ],
    ids=["computer", "user"],
)
def test_an_unknown_choice_is_refused(texts, values):
    for text in texts:
        for value in values:
            with pytest.raises(ValueError, match="is no intent"):
                parse_custom_id(f"te:1:-:-:{text}", [value])


# --- old messages --------------------------------------------------------------------------------


def test_buttons_of_0_1_0_are_understood():
    """Every form of custom_id, each with the values chosen."""
    lines = (line for line in OLD.read_text().splitlines() if line and not line.startswith("#"))
    for line in lines:
        custom_id, *values = line.split("  ")
        request = parse_custom_id(custom_id, values)
        printed = print_intent(request.intent)
        if request.named is not None:
            assert to_any_game(request.intent).custom_id == custom_id
        elif isinstance(request.intent, AskSwap) and values:  # its tiles have numbers
            assert sorted(value[0] for value in values) == sorted(printed.text[5:])
        else:
            assert request.custom_id == custom_id
            assert list(printed.values) == values
