"""What players can want prints and parses; what version 0.1.0 printed is still understood."""

from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.content.content import TextForm
from bot.dispatch.handlers import ANYWHERE, AT_TABLE, ON_REFUSAL, handles
from bot.domain import HintRule, PublicNumber, Rule, Topic
from bot.domain.pace import AtEnd
from bot.features import discover
from bot.features.board.intents import Part, PickWhyNot, SeeDesk, SeeInWords, WhyNot, Zoom
from bot.features.fair.intents import GiveWord, JoinWithWord
from bot.features.games.intents import SeeGames
from bot.features.hints.intents import ChooseHintRule, SeeBestTurn
from bot.features.learn.intents import BeginLesson, InLesson, SeeLessons
from bot.features.lobby.intents import (
    AskToJoin,
    ChooseLayout,
    ChooseOptions,
    ChoosePreset,
    ChooseSeats,
    ChooseWhoJoins,
    Invite,
    OpenGame,
    Rename,
    SeatComputer,
    TakeComputerOut,
    TakeOut,
)
from bot.features.owner.intents import SeeAnnouncement, SendAnnouncement, WriteAnnouncement
from bot.features.pace.intents import (
    ChoosePace,
    FindZone,
    SetAtEnd,
    SetDaysOff,
    SetOwnTimes,
    SetQuietFrom,
    SetQuietUntil,
    SetZone,
    TakeVacation,
)
from bot.features.planning.intents import InPlan, KeepNote, StepBack
from bot.features.preferences.intents import SetCalledIn, SetLanguage, SetMuted, SetOrder, SetSwitch
from bot.features.preferences.switches import EVERY_SWITCH
from bot.features.proposals.intents import (
    Answer,
    AskProposal,
    Propose,
    ProposeComputer,
    ProposeReplacing,
    SeeSeat,
    SeeTable,
    WithdrawProposal,
)
from bot.features.review.intents import InWhatIf, SeeCourse, SeeStep, WhatIf
from bot.features.rules.intents import PickRule, SeeRule, SeeRules
from bot.features.seats.intents import Accept, AskAlso, Decline, OfferSeatTo
from bot.features.server.intents import (
    AskPower,
    GivePlayerUp,
    ManageSeat,
    Power,
    ReplacePlayer,
    RulesPage,
    SeeCheck,
    SeeServer,
    SetRule,
    UsePower,
)
from bot.features.solo.intents import (
    ChooseComputers,
    ChooseSoloBoard,
    ChooseSoloPreset,
    PlaySolo,
    SeeSolo,
    Solo,
)
from bot.features.turn.intents import (
    Act,
    ActWithOwn,
    AskLine,
    AskSwap,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    DrawRest,
    Move,
    Pick,
    PlayLine,
    Tap,
    Undo,
)
from bot.intents import (
    Address,
    Intent,
    Placement,
    UserRequest,
    form,
    parse_custom_id,
    parse_intent,
    print_intent,
    register,
    to_any_game,
)
from bot.store import CalledIn
from engine import (
    CELLS,
    Catastrophe,
    Cell,
    Colour,
    Dynasty,
    Leader,
    Level,
    PlaceTile,
    StandingOrder,
    parse_action,
)

OLD = Path(__file__).parents[1] / "fixtures" / "custom_ids_0_1_0.txt"
SOME_ACTIONS = [
    parse_action(text)
    for text in ("r@E5", "Ak@F5", "Lg@-", "x@P11", "swap:krr", "end", "war:k", "+0", "+6")
] + [
    parse_action(text)
    for text in ("site:E5", "site:-", "build:kr@E5", "build:z@F6", "build:-", "cube:g")
]
PIECES = [
    *Colour,
    *(Leader(dynasty, colour) for dynasty in Dynasty for colour in Colour),
    Catastrophe(),
]
FOUR = Solo((Level.STRONG, Level.EASY, Level.MEDIUM), "first game", "advanced")
HANDS = [(1, 0, 0, 0), (0, 6, 0, 0), (1, 2, 2, 1)]


def every_kind():
    """Every class of intents, in one order.

    Of each dataclass with slots there is a first try without them.
    """
    discover()
    found = set()
    bases = [Intent]
    while bases:
        kinds = bases.pop().__subclasses__()
        bases += kinds
        found.update(kinds)
    made = [each for each in found if {"__dataclass_fields__", "__slots__"} <= vars(each).keys()]
    return sorted(made, key=str)


def intents():
    """Some of every kind."""
    for kind in every_kind():
        if not kind.__dataclass_fields__:
            yield kind()
    yield SeeCheck()
    yield from (ChoosePreset("first game"), ChooseLayout("advanced"))
    yield from (ChooseOptions(()), ChooseOptions(("display", "open")))
    yield from (DrawRest(always=True), DrawRest(always=False))
    for action in SOME_ACTIONS:
        yield from (Act(action), Tap(action), Pick(25, action), Move(action))
    for colour in Colour:
        yield from (ActWithOwn(colour, None), ActWithOwn(colour, Cell.parse("P11")))
    for piece in PIECES:
        yield from (ChooseSpace(piece), ChooseSpace(piece, "E"), ChooseRow(piece, "P"))
    yield ChooseSwap()
    for hand in HANDS:
        yield from (AskSwap(hand), ChooseSwap(hand))
    own = (ActWithOwn(Colour.BLACK, Cell.parse("F5")), ActWithOwn(Colour.RED, None))
    yield from (AskLine((SOME_ACTIONS[0], *own)), AskLine(own, Dynasty.LION))
    yield from (PlayLine(tuple(SOME_ACTIONS[:6]), typed=typed) for typed in (True, False))
    yield from map(SetCalledIn, (*CalledIn, None))
    yield from map(SetOrder, (*StandingOrder, None))
    yield from map(SetLanguage, ("en", "pt-BR", None))
    for wanted in (True, False):
        yield from (SetMuted(wanted), *(SetSwitch(each.habit, wanted) for each in EVERY_SWITCH))
    yield from (ChooseSeats(2), ChooseSeats(4), Rename("Ur: the 2nd, @ home"), TakeOut(10**18))
    yield from (GiveWord("river: the 2nd"), JoinWithWord("Ur @ night"))
    for level in Level:
        yield from (
            SeatComputer(level),
            SeatComputer(level, turning=True),
            ProposeComputer(3, level),
        )
    yield from (TakeComputerOut(17), TakeComputerOut(17, turning=True))
    yield from (ChooseWhoJoins(only_invited=True), ChooseWhoJoins(only_invited=False))
    yield from (Invite(()), Invite((10**18, 7)), Invite((7,), bots=True), Invite((), bots=True))
    yield from (AskToJoin(()), AskToJoin((10**18, 7)), AskToJoin((7,), bots=True))
    yield from (AskAlso(10**18), AskAlso(None), Accept(10**18), Decline(10**18))
    yield from (OfferSeatTo(10**18), OfferSeatTo(None))
    yield from map(SeeGames, (0, 1, 999))
    yield from (SeeRule("leaders"), SeeRule("internal-ties-2", turning=True))
    yield from (SeeRules(turning=True), PickRule(4, "leaders"))
    yield from (SeeLessons(), SeeLessons(turning=True))
    yield from (BeginLesson("03-leaders"), BeginLesson("03-leaders", chosen=True))
    yield from (InLesson("03-leaders", 2, "do:build:kr@E5"), InLesson("03-leaders", 0, "row:x:P"))
    yield InLesson("08-treasures", 1, "do", ("take:B2,F3",))
    yield from (WriteAnnouncement("Back: at 9, @ all"), SendAnnouncement(7), SeeAnnouncement(7))
    yield OpenGame("Ur: the 2nd, @ home")
    yield from map(SeeServer, RulesPage)
    for rule in Rule:
        yield from (SetRule(rule), SetRule(rule, ("first game",)), SetRule(rule, ("7", "8")))
    for power in Power:
        yield from (AskPower(power), UsePower(power))
    yield from (ManageSeat(3), ReplacePlayer(0, 10**18), ReplacePlayer(3), GivePlayerUp(2))
    yield from (InPlan(0, "do:build:kr@E5"), InPlan(3, "line:swap:krr;end"), StepBack(2))
    yield from (InPlan(1, "do", ("site:E5",)), KeepNote("Ur: my Trader, @ P11"), KeepNote(""))
    yield from (SeeCourse(), SeeCourse(turning=True), SeeStep(0), SeeStep(312, "back"))
    line = tuple(map(parse_action, ("r@E5", "+2", "build:kr@E5")))
    yield from (WhatIf(57), WhatIf(0, line), InWhatIf(57, (), "do:end"))
    yield from (InWhatIf(7, line, "line:swap:krr;end"), InWhatIf(7, line, "pick:0", ("build:-",)))
    yield from map(SeeInWords, (0, 1, 999))
    yield from map(Zoom, Part)
    for piece in PIECES:
        yield from (WhyNot(piece), PickWhyNot(piece), Zoom(Part.TOP_LEFT, piece))
        yield Zoom(Part.IN_QUESTION, piece, refused=True)
    for topic in Topic:
        yield from (AskProposal(topic), Propose(topic), Propose(topic, 3))
    yield from (SeeTable(), SeeTable(turning=True), SeeSeat(0), SeeSeat(3))
    yield from (ProposeReplacing(2, 10**18), ProposeReplacing(2, None))
    for number in (17, PublicNumber(17)):  # the log's own is on older buttons
        yield from (Answer(number, yes=True), Answer(number, yes=False), WithdrawProposal(number))
    yield from (SeeDesk(), SeeDesk(2))
    yield from (*map(SeeBestTurn, range(3)), *map(ChooseHintRule, HintRule))
    yield from (ChoosePace("bank"), *map(SetAtEnd, AtEnd))
    yield from (SetOwnTimes("24", "", "1:30", "3 days"), SetOwnTimes("", "", "", ""))
    yield from (FindZone("São Paulo: UTC-3"), SetZone("America/Argentina/Buenos_Aires"))
    yield from (SetQuietFrom(None), SetQuietFrom(0), SetQuietFrom(23), SetQuietUntil(7))
    yield from (SeeSolo(), SeeSolo(FOUR), ChooseComputers(Solo(), FOUR.levels), PlaySolo(FOUR))
    yield from (ChooseSoloPreset(FOUR, "first game"), ChooseSoloBoard(Solo(), "advanced"))
    yield from (SetDaysOff(frozenset()), SetDaysOff(frozenset({0, 5, 6})), TakeVacation(14))


# --- who answers them ----------------------------------------------------------------------------


def test_an_intent_has_a_handler_that_answers_as_it_declares():
    for kind in every_kind():
        handlers = [table[kind] for table in (AT_TABLE, ANYWHERE) if kind in table]
        assert handlers, kind
        for handler in handlers:
            annotations = get_type_hints(handler)
            _, taken, answered = annotations.values()
            assert taken is Intent or kind in (get_args(taken) or (taken,)), kind
            assert (answered is TextForm) is (kind.placement is Placement.WINDOW), kind
        if kind.manager_only or kind.owner_only:
            assert kind not in AT_TABLE
    assert {*AT_TABLE, *ANYWHERE} == {*every_kind()}, "only intents have any"
    assert ON_REFUSAL.keys() <= AT_TABLE.keys()


def test_a_word_belongs_to_one_feature_and_an_intent_has_one_handler():
    with pytest.raises(ValueError, match="Undo has a handler already"):
        handles(Undo)(AT_TABLE[Undo])
    with pytest.raises(ValueError, match="another feature has"):
        register(form("undo", Undo))


# --- how they are printed ------------------------------------------------------------------------


def test_an_intent_is_read_back_and_no_two_look_the_same():
    to_print = {kind for kind in every_kind() if not kind.command_only}
    assert {type(intent) for intent in intents()} == to_print, "some of every kind are tried"
    printed = {}
    for intent in intents():
        text = print_intent(intent)
        assert parse_intent(*text) == intent
        assert text not in printed, (intent, printed[text])
        printed[text] = intent


NUMBERS = st.integers(min_value=0, max_value=10**18 - 1)


@settings(max_examples=40)
@given(
    NUMBERS,
    st.none() | st.integers(min_value=0, max_value=3),
    st.none() | NUMBERS.map(PublicNumber),
    st.sampled_from([intent for intent in intents() if not print_intent(intent).values]),
)
def test_a_button_is_read_back(game, seat, seen, intent):
    custom_id = Address(game, seat, seen).to(intent)
    assert len(custom_id) <= 100
    assert parse_custom_id(custom_id) == UserRequest(intent, game, seat, seen)


def test_what_only_a_select_can_mean_is_no_button():
    with pytest.raises(ValueError, match="needs a select"):
        Address(1).to(Tap(PlaceTile(Colour.RED, CELLS[0])))


def test_a_game_may_be_chosen_for_an_intent():
    for intent in (SeeDesk(), Undo(), Act(parse_action("r@E5")), AskSwap((1, 2, 0, 0))):
        assert parse_custom_id(to_any_game(intent), ["7"]) == UserRequest(intent, named="7")


@pytest.mark.parametrize(
    "custom_id",
    [
        "",
        "te:1:4:5:hand",
        "te:x:-:-:hand",
        "te:1:-:-:",
        f"te:{10**18}:-:-:hand",
        "te:1:-:-:nonsense",
        "te:1:0:3:do",
        "te:1:0:3:at:q",
        "te:1:0:3:pick:x",
        "te:1:0:3:swap+:kkkkkkk",
        "te:1:0:3:swap+:",
        "te:1:0:3:row:r",
        "te:1:0:3:row:z:E",
        "te:1:0:3:move:z@Z9",
        "te:1:0:3:line:end;swap:",
        "te:1:0:3:line:r@E5;nonsense",
        "te:1:0:3:turn:",
        "te:1:0:3:turn:Q;end",
        "te:1:-:-:step:x",
        "te:1:-:-:step:1:",
        "te:1:-:-:if:x|",
        "te:1:-:-:if:1|r@E5;",
        "te:1:-:-:if:1|r@E5|",
        "te:1:-:-:preset",
        "te:1:-:-:seats:x",
        "te:1:-:-:games:x",
        "te:1:-:-:zoom:middle",
        "te:1:0:3:zoom:tl:z",
        "te:1:0:3:zoom:tl:Ak:because",
        "te:1:0:3:why:z",
        "te:0:-:-:in:nonsense",
        "te:0:-:-:lesson:03-leaders:0",
        "te:0:-:-:lesson:03-leaders:0:nonsense",
        "te:1:-:-:at-end:never",
        "te:1:-:-:times",
        "te:1:0:3:plan:0:nonsense",
        "te:1:0:3:unplan:x",
        "te:1:-:-:hand:",
        "te:1:-:-:mute:x",
        "te:1:-:-:answer:17:perhaps",
        "te:1:-:-:propose:end:3:x",
        "te:1:-:-:preset:first game",
        "te:1:-:-:computer!:x",
        "te:1:-:-:join+:0",
        "te:1:-:-:accept:-1",
        f"te:1:-:-:decline:{2**63}",
        "te:0:-:-:solo:x.rulebook.",
        "te:0:-:-:play-solo:mmmm.rulebook.",
        "te:0:-:-:play-solo:m.rulebook.classic.more",
    ],
)
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
def test_there_is_no_such_one_to_choose(texts, values):
    for text in texts:
        for value in values:
            with pytest.raises(ValueError, match="is no intent"):
                parse_custom_id(f"te:1:-:-:{text}", [value])


# --- what is out there ---------------------------------------------------------------------------


def test_buttons_of_0_1_0_are_understood():
    """Every form of custom_id, each with the values chosen."""
    lines = (line for line in OLD.read_text().splitlines() if line and not line.startswith("#"))
    for line in lines:
        custom_id, *values = line.split("  ")
        request = parse_custom_id(custom_id, values)
        printed = print_intent(request.intent)
        if request.named is not None:
            assert to_any_game(request.intent) == custom_id
        elif isinstance(request.intent, AskSwap) and values:  # its tiles are told apart by numbers
            assert sorted(value[0] for value in values) == sorted(printed.text[5:])
        else:
            address = Address(request.game, request.seat, request.seen)
            assert address.to_text(printed.text) == custom_id
            assert list(printed.values) == values
