"""Everything has words, and all words can be translated."""

import ast
import re
from collections import Counter
from dataclasses import fields, replace
from html import unescape
from string import Formatter
from typing import get_args

import pytest
from seated import GAMES, WORDS, recorded, table_of
from tabletop import ANNA as PERSON
from tabletop import PLACE, running

from bot.content.message import MOST_ALT, MOST_TEXT, Content
from bot.content.pictures import labels
from bot.desk.desk_page import desk_page
from bot.domain.naming import PRESETS
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Everyone, Seat
from bot.features.board import board_page, log_page, more_page, score_page
from bot.features.games import Listing, games_page
from bot.features.help import help_page
from bot.features.hints import hint_page
from bot.features.lobby.lobby_post import lobby
from bot.features.lobby.set_up import people_page, set_up_page
from bot.features.planning import plan_page
from bot.features.rules import contents_page, rule_page
from bot.features.server.managing import managed_page, managed_seat_page
from bot.features.table.seating import confirm_resigning
from bot.features.table.table_page import table_page
from bot.i18n import Words, catalogue, options
from bot.i18n.events import sentence
from bot.local.game_form import GameForm
from bot.local.page import Chair, bar, start_page
from bot.parts.buttons import rows_of_help
from bot.parts.in_words import in_words_page
from bot.parts.refusal_texts import refusal_text
from bot.parts.turn.choosers import move_buttons
from bot.parts.turn.confirming import choose_swap, confirm_end, second_look
from bot.parts.turn.keypad import choose_space
from bot.parts.turn.prompts import prompt
from bot.teaching.lessons import LESSONS
from bot.teaching.rule_pages import SHELF
from engine import (
    COLOURS,
    LAYOUTS,
    OPTION_EXPLANATIONS,
    OPTION_NAMES,
    OPTIONS,
    ActionDecision,
    Benefit,
    BenefitKind,
    BestTurn,
    Catastrophe,
    Cell,
    Colour,
    Dynasty,
    Event,
    IllegalAction,
    Leader,
    LeaderAt,
    Lying,
    Reason,
    Step,
    TilesDrawn,
    TurnBegan,
    UnificationEnded,
    check_options,
    placing,
    read_game,
)
from tests.accessibility import faults_of
from tests.bot.i18n.kinds import ROOT, TRANSLATED, descriptions
from tests.bot.i18n.made_up import (
    DESCRIPTION,
    faults_of_all,
    too_long,
    untranslated,
    write_catalogue,
)

SILENT = {TilesDrawn, TurnBegan, UnificationEnded}

DETAILS = {
    "cell": Cell(4, 4),
    "leader": Leader(Dynasty.LION, Colour.BLACK),
    "colour": Colour.RED,
    "waiting": Dynasty.BULL,
    "decision": ActionDecision(0),
    "available": 2,
    "strength": 3,
    "allowed": (0, 2),
    "there": Lying.CATASTROPHE,
    "kingdoms": (
        LeaderAt(Leader(Dynasty.LION, Colour.BLACK), Cell(4, 3)),
        LeaderAt(Leader(Dynasty.BULL, Colour.RED), Cell(4, 5)),
    ),
}


def test_every_event_has_a_sentence_or_goes_without_saying(bracketed):
    names = ["1", "2", "3", "4"]
    seen = set()
    steps = (step for file in GAMES.iterdir() for step in read_game(file.read_text()))
    for event in (event for step in steps if isinstance(step, Step) for event in step.events):
        text = sentence(WORDS, event, names)
        assert (text is None) == (type(event) in SILENT)
        assert text is None or text.endswith((".", ":"))
        assert not untranslated(sentence(bracketed, event, names) or "")
        seen.add(type(event))
    assert seen == set(get_args(Event))


def gaps(template):
    return [name for _, name, _, _ in Formatter().parse(template) if name]


def against(reason):
    """The sentences for a reason, with gaps filled."""
    return IllegalAction(reason, **{name: DETAILS[name] for name in gaps(reason.template)})


def test_every_rule_is_put_into_words(bracketed):
    as_in_code = re.compile(r"[{}]|Colour\.|Dynasty\.|Leader\(|LeaderAt|Lying\.|Decision\(|\(Cell")
    for reason in Reason:
        text = refusal_text(WORDS, against(reason))
        assert text.endswith(f". ({reason.rule})")
        assert not as_in_code.search(text), text
        assert not untranslated(refusal_text(bracketed, against(reason)))


def test_every_refusal_is_put_into_words(bracketed):
    for refusal in Refusal:
        places = gaps(refusal.value)
        text = refusal_text(WORDS, Refused(refusal, **dict.fromkeys(places, "*wild*")))
        assert text.endswith(".")
        assert text.count("**\\*wild\\***") == len(places)
        refused = Refused(refusal, **dict.fromkeys(places, "1"))
        assert not untranslated(refusal_text(bracketed, refused))


def test_the_help_fits_into_a_message_and_explains_what_is_used():
    for chosen in [(), *((option,) for option in OPTIONS), OPTIONS]:
        text = help_page(WORDS, options=chosen).text
        assert len(text) <= 2000
        assert tuple(option for option in OPTIONS if OPTION_EXPLANATIONS[option] in text) == chosen
        assert tuple(option for option in OPTIONS if f"{OPTION_NAMES[option]}:" in text) == chosen


def test_everything_that_can_be_chosen_has_words():
    assert set(OPTION_NAMES) == set(OPTION_EXPLANATIONS) == set(OPTIONS)
    assert set(options.BOARDS) == set(LAYOUTS)
    assert set(options.PRESET_NAMES) == set(PRESETS)
    for explanation in (*OPTION_EXPLANATIONS.values(), *options.PRESET_NAMES.values()):
        assert len(explanation) <= 100  # as much as a select shows
    for board, chosen in PRESETS.values():
        assert check_options(chosen) == chosen
        assert board in LAYOUTS
    assert PRESETS["everything"] == ("advanced", OPTIONS)


# --- a language of its own -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def bracketed(tmp_path_factory):
    """The language that is made up."""
    folder = tmp_path_factory.mktemp("locales")
    write_catalogue(folder, "de")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(catalogue, "LOCALES", folder)
        yield Words("de")


def everything_about(words, everyone):
    """All texts about a table in its current state, for everybody and for each seat."""
    table = everyone.table
    yield lobby(words, table)
    yield set_up_page(words, table)
    yield people_page(words, table)
    yield managed_page(words, table)
    for page in (0, 1):
        yield games_page(words, Listing([table], [table], [table] * 30), 1, page)
    yield help_page(words, rows_of_help(words, table, everyone.seats[0]), table.options)
    yield board_page(words, table)
    yield in_words_page(words, table)
    yield log_page(words, table, [entry for turn in table.turns for entry in turn.entries])
    for seat in everyone.seats:
        yield desk_page(words, seat)
        yield more_page(words, seat)
        legal = seat.view.legal_actions() if seat.decides else []
        benefits = tuple(Benefit(kind, seat.number, 1, 2) for kind in BenefitKind)
        for turns in filter(None, (legal[:3], legal[-2:])):  # as if they were the best
            best = [BestTurn(0.43, (action,), benefits) for action in turns]
            yield hint_page(words, seat, best, 1)
        yield board_page(words, table, seat)
        yield in_words_page(words, table, seat)
        yield score_page(words, seat)
        yield confirm_resigning(words, seat)
        yield managed_seat_page(words, table, seat.number)
        yield table_page(words, seat)
        if not seat.decides:
            yield plan_page(words, seat)
        elif not isinstance(seat.view.decision, ActionDecision):
            yield prompt(words, seat)
        else:
            yield confirm_end(words, seat)
            yield from choices(words, seat)


def choices(words, seat):
    """All steps on the way to an action, where one is left."""
    view = seat.view
    if not view.actions_left:
        return
    for piece in (*COLOURS, *view.leaders(view.seat), Catastrophe()):
        cells = view.legal_cells(piece)
        yield choose_space(words, seat, piece)
        for column in {str(cell)[0] for cell in cells[::5]}:
            yield choose_space(words, seat, piece, column)
        for cell in cells[::5]:
            if (shown_first := second_look(words, seat, placing(piece, cell))) is not None:
                yield shown_first
    if row := move_buttons(words, seat):
        yield Content("", rows=(row,))
    yield choose_swap(words, seat)


def moments(name):
    """The table of a recorded game at its questions, and in its first turn, as all see it."""
    looked_at = Counter()
    for game in recorded(name):
        kind = type(game.decision)
        looked_at[kind] += 1
        if looked_at[kind] > (1 if kind is ActionDecision else 2) or game.over:
            continue
        table = table_of(game, name="№ 1")
        names = tuple(replace(player, name=f"{player.seat}") for player in table.players)
        table = replace(table, players=names)
        seats = tuple(Seat(table, game.view(number)) for number in range(len(names)))
        yield Everyone(table, seats)


@pytest.mark.parametrize("name", ["everything.te", "display.te"])
def test_every_question_can_be_translated(bracketed, name):
    for everyone in moments(name):
        assert not faults_of_all(everything_about(bracketed, everyone))


@pytest.mark.parametrize("language", sorted(Words.languages()))
def test_every_page_is_short_enough_in_each_language_and_has_no_buttons_alike(language):
    words = Words.of(language.replace("_", "-"))
    for everyone in moments("everything.te"):
        for page in everything_about(words, everyone):
            assert not too_long(page)
            assert not [fault for fault in faults_of(page) if "alike" in fault]


@pytest.mark.parametrize("language", sorted(Words.languages()))
def test_every_lesson_and_page_of_the_rules_is_short_enough_in_each_language(language):
    words = Words.of(language.replace("_", "-"))
    assert not too_long(contents_page(words))
    pages = [rule_page(words, name) for name in SHELF.names if name != "contents"]
    assert not [fault for page in pages for fault in too_long(page)]
    assert all(len(page.picture.alt) <= MOST_ALT for page in pages)
    spoken = [text for lesson in LESSONS.every() for text in (lesson.intro, *said_in(lesson))]
    assert max(len(words.paragraphs(text)) for text in spoken) <= MOST_TEXT // 2


def said_in(lesson):
    """What may be said in a lesson at once."""
    for task in lesson.tasks:
        yield from (task.ask, task.done, task.hint, task.instead)
        yield from (other.says for other in task.others)


def test_the_words_in_pictures_can_be_translated(bracketed):
    shown = labels(bracketed)
    for field in fields(shown):
        value = getattr(shown, field.name)
        for text in [value] if isinstance(value, str) else value.values():
            assert not untranslated(text)


def test_what_commands_do_can_be_translated(bracketed):
    """The bot's translator looks each up; Discord takes no longer ones."""
    texts = [bracketed._(described) for _, described in descriptions()]
    assert not [text for text in texts if untranslated(text)]
    for words in (bracketed, *map(Words.of, Words.languages())):
        assert all(len(words._(described)) <= DESCRIPTION for _, described in descriptions())


async def test_the_local_start_page_can_be_translated(services, bracketed):
    table = await services.opening.open(PERSON, PLACE, "№ 1")
    tables = (table, replace(await running(services, 2), name="№ 2"))
    chairs = [Chair(f"{player.user_id}", player.user_id) for player in table.players]
    shown = start_page(bracketed, chairs, tables, GameForm(), fault="1", solo_fault="1")
    shown += bar(bracketed, chairs, chairs[0], "channel", tables)
    read = re.sub(r"(?s)<head>.*?</head>|<[^>]*>", "\n", shown)
    assert {line for line in unescape(read).splitlines() if untranslated(line)} <= {"Two Rivers"}


# --- texts that are not looked up ----------------------------------------------------------------


PAGES = ("desk", "posts", "features", "dispatch", "parts", "content", "commands")
"""The folders of all that people read, but for the local table."""
NOT_SHOWN = {*TRANSLATED, "public", "NewType", "TypeVar", "compile", "info", "warning", "exception"}
NO_TEXTS = {"first game", "in words", "offer ended ", "Berlin", "`python -m engine verify game-"}
"""Names of settings and buttons, the zone of an example, and what is typed into a terminal."""


def test_no_words_of_a_page_stand_outside_a_text_that_is_looked_up():
    """Words have a space between them, or one begins with a capital."""
    words = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}|\b[A-Z][a-z]{2,}")
    found = set()
    for file in (file for folder in PAGES for file in (ROOT / "bot" / folder).rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text("utf-8"))))
        hidden = {part for node in nodes if not_shown(node) for part in ast.walk(node)}
        constants = {node for node in nodes if isinstance(node, ast.Constant)} - hidden
        texts = {node.value for node in constants if isinstance(node.value, str)}
        found |= {text for text in texts if words.search(text)}
    assert found == NO_TEXTS


def not_shown(node):
    """True if a literal is looked up, or not for people: a docstring, an error."""
    match node:
        case ast.Call(func=ast.Name(name) | ast.Attribute(attr=name)):
            return name in NOT_SHOWN
        case _:
            return isinstance(node, ast.Raise) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            )
