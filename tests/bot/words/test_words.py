"""Everything has words, and all words can be translated."""

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from string import Formatter
from typing import get_args

import discord
import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from tabletop import ANNA as PERSON
from tabletop import PLACE, act_at_random, running, whole

from bot.intents import SeeDesk
from bot.showing.board import board_page
from bot.showing.buttons import rows_of_help
from bot.showing.confirming import confirm_end, second_look
from bot.showing.content import Content, Link, Option, Select, UserSelect, content_of
from bot.showing.desk import desk_page
from bot.showing.due import Due
from bot.showing.games import Listing, games_page, which_game
from bot.showing.help import help_page
from bot.showing.in_words import in_words_page
from bot.showing.keypad import choose_space
from bot.showing.lobby import joined, left, lobby, started
from bot.showing.moves import move_buttons
from bot.showing.pictures import labels
from bot.showing.preferences import draws_by_choice, draws_from_bag
from bot.showing.prompts import prompt
from bot.showing.refusals import refusal_text
from bot.showing.resigning import confirm_resigning, resigned
from bot.showing.scores import score_page
from bot.showing.set_up import people_page, set_up_page
from bot.showing.story import log_page
from bot.showing.swapping import choose_swap
from bot.table import Everyone, Refusal, Refused, Seat, Status, Tables
from bot.teaching.pages import contents, page
from bot.words import Words, catalogue, options
from bot.words.events import sentence
from engine import (
    COLOURS,
    LAYOUTS,
    OPTION_NAMES,
    OPTIONS,
    ActionDecision,
    Catastrophe,
    Cell,
    Colour,
    Decision,
    Dynasty,
    Event,
    Game,
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
    counts_of,
    placing,
    read_game,
)

SILENT = {TilesDrawn, TurnBegan, UnificationEnded}
GAMES = Path(__file__).parents[2] / "journeys" / "games"

DETAILS: dict[str, object] = {
    "cell": Cell(4, 4),
    "leader": Leader(Dynasty.LION, Colour.BLACK),
    "colour": Colour.RED,
    "waiting": Dynasty.BULL,
    "decision": ActionDecision(0),
    "available": 2,
    "strength": 3,
    "allowed": "0, 2",
    "there": Lying.TEMPLE,
    "beside": (Cell(3, 4), Cell(5, 4)),
    "kingdoms": (
        LeaderAt(Leader(Dynasty.LION, Colour.BLACK), Cell(4, 3)),
        LeaderAt(Leader(Dynasty.BULL, Colour.RED), Cell(4, 5)),
    ),
}


def recorded(name: str) -> list[Game | Step]:
    """A recorded game: its start and all steps."""
    return list(read_game((GAMES / name).read_text()))


def events() -> Iterator[Event]:
    for record in sorted(GAMES.iterdir()):
        for step in recorded(record.name):
            if isinstance(step, Step):
                yield from step.events


def test_every_event_has_a_sentence_or_goes_without_saying() -> None:
    names = ["Anna", "Ben", "Cora", "Dan"]
    seen: set[type] = set()
    for event in events():
        told = sentence(Words(), event, names)
        assert (told is None) == (type(event) in SILENT)
        assert told is None or told.endswith((".", ":"))
        seen.add(type(event))
    assert seen == set(get_args(Event))


@pytest.mark.parametrize("reason", Reason)
def test_every_rule_is_put_into_words(reason: Reason) -> None:
    places = [name for _, name, _, _ in Formatter().parse(reason.template) if name]
    refusal = IllegalAction(reason, **{name: DETAILS[name] for name in places})
    text = refusal_text(Words(), refusal)
    assert text.endswith(f". ({reason.rule})")
    assert not re.search(r"[{}]|Colour|Dynasty|Leader|Lying|Decision|\(Cell", text)


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_is_put_into_words(refusal: Refusal) -> None:
    places = [name for _, name, _, _ in Formatter().parse(refusal.value) if name]
    refused = Refused(refusal, **dict.fromkeys(places, "*wild*"))
    text = refusal_text(Words(), refused)
    assert text.endswith(".")
    assert text.count("**\\*wild\\***") == len(places)


@pytest.mark.parametrize("chosen", [(), *((option,) for option in OPTIONS), OPTIONS])
def test_the_help_fits_into_a_message_and_explains_what_is_used(chosen: tuple[str, ...]) -> None:
    text = help_page(Words(), options=chosen).text
    assert len(text) <= 2000
    assert tuple(option for option in OPTIONS if options.EXPLANATIONS[option] in text) == chosen
    assert tuple(option for option in OPTIONS if f"{OPTION_NAMES[option]}:" in text) == chosen


def test_everything_that_can_be_chosen_has_words() -> None:
    assert set(OPTION_NAMES) == set(options.EXPLANATIONS) == set(OPTIONS)
    assert set(options.BOARDS) == set(LAYOUTS)
    assert set(options.PRESET_NAMES) == set(options.PRESETS)
    for explanation in (*options.EXPLANATIONS.values(), *options.PRESET_NAMES.values()):
        assert len(explanation) <= 100  # as much as a select shows
    for board, chosen in options.PRESETS.values():
        assert check_options(chosen) == chosen
        assert board in LAYOUTS
    assert options.PRESETS["everything"] == ("advanced", OPTIONS)


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_every_language_of_discord_has_words(locale: str) -> None:
    words = Words.of(locale)
    assert words.tile(Colour.RED)
    assert "A" in words.listed(["A", "B", "C"])
    assert "A" in words.one_of(["A", "B"])


# --- a language of its own -----------------------------------------------------------------------


@pytest.fixture
def bracketed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Words:
    """A language in which every text stands in brackets: what does not was never looked up."""
    with (catalogue.LOCALES / "two_rivers.pot").open(encoding="utf-8") as file:
        template = read_po(file)
    translated = Catalog(locale="de")
    for message in template:
        if isinstance(message.id, tuple):
            one, many = message.id
            translated.add(message.id, (f"⟦{one}⟧", f"⟦{many}⟧"))
        elif message.id:
            translated.add(message.id, f"⟦{message.id}⟧")
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "two_rivers.mo").open("wb") as file:
        write_mo(file, translated)
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    return Words("de")


def texts(content: Content) -> Iterator[str]:
    """Everything that can be read on a message."""
    yield content.text
    if content.picture is not None:
        yield content.picture.alt
    for row in content.rows:
        if isinstance(row, Select):
            yield row.placeholder
            yield from (text for option in row.options for text in texts_of(option))
        elif isinstance(row, UserSelect):
            yield row.placeholder
        else:
            yield from (button.label for button in row if not isinstance(button, Link))
            yield from (button.label for button in row if isinstance(button, Link))


def texts_of(option: Option) -> Iterator[str]:
    yield option.label
    yield option.description or ""


NEUTRAL = re.compile(
    r"<?https://\S+|<[@#]\d+>|\b[A-P]\d+\b|\b[A-P]\b|\b(?:und|oder)\b|\(R\d+(?:\.\d+)*\)"
)


# Pages of the rules are in files, one for each language (bot/teaching): they name themselves.
PAGES = {page(name, "en").title for name in contents("en").pages}


def untranslated(text: str) -> str:
    """The letters that were never looked up: outside all brackets, and no name of a space."""
    if text in PAGES:
        return ""
    while text != (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
        text = shorter
    return "".join(re.findall(r"[A-Za-z]+", NEUTRAL.sub("", text)))


def everything_about(words: Words, tables: Tables, everyone: Everyone) -> Iterator[Content]:
    """All messages that a table can lead to just now."""
    table = everyone.table
    due = Due(tables.record, lambda _: words)
    yield lobby(words, table)
    yield set_up_page(words, table)
    for closed in (frozenset[int](), frozenset(player.user_id for player in table.players)):
        for post in due(everyone, closed):
            yield content_of(post.content)
    yield people_page(words, table)
    for player in table.players:
        yield games_page(words, Listing([table], [table], [table] * 30), player.user_id)
        yield games_page(words, Listing([table], [table], [table] * 30), player.user_id, 1)
    yield games_page(words, Listing([]), 0)
    yield which_game(words, [table], SeeDesk())
    yield joined(words, table)
    yield left(words, table)
    yield started(words, table)
    yield resigned(words, table)
    if not everyone.seats:
        return
    yield help_page(words, rows_of_help(words, table), table.options)
    yield Content(draws_from_bag(words))
    yield Content(draws_by_choice(words))
    yield board_page(words, table)
    yield in_words_page(words, table)
    entries = [entry for turn in table.turns for entry in turn.entries]
    yield log_page(words, table, entries)
    yield log_page(words, table, [])
    for seat in everyone.seats:
        yield desk_page(words, seat)
        yield board_page(words, table, seat)
        yield in_words_page(words, table, seat)
        yield score_page(words, seat)
        if table.status is Status.RUNNING:
            yield confirm_resigning(words, seat)
        if seat.decides and not isinstance(seat.view.decision, ActionDecision):
            yield prompt(words, seat)
        elif seat.decides:
            yield confirm_end(words, seat)
            if seat.view.actions_left:
                yield from choices(words, seat)


def choices(words: Words, seat: Seat) -> Iterator[Content]:
    """All steps on the way to an action."""
    view = seat.view
    for piece in (*COLOURS, *view.leaders(view.seat), Catastrophe()):
        cells = view.legal_cells(piece)
        yield choose_space(words, seat, piece)
        for column in {str(cell)[0] for cell in cells}:
            yield choose_space(words, seat, piece, column)
        for cell in cells[::5]:
            if (shown_first := second_look(words, seat, placing(piece, cell))) is not None:
                yield shown_first
    if row := move_buttons(words, seat):
        yield Content("", rows=(row,))
    yield choose_swap(words, seat)
    held = next((colour for colour in COLOURS if view.own_hand[colour]), None)
    if held is not None:
        yield choose_swap(words, seat, counts_of(held.letter))


@pytest.mark.parametrize("chosen", [(), OPTIONS])
async def test_every_text_can_be_translated(
    tables: Tables, bracketed: Words, chosen: tuple[str, ...]
) -> None:
    rng = Random(5)
    table = await running(tables, 3, "№ 1", options=chosen)
    for number, player in enumerate(table.players):
        visit = await tables.visit(table.id, player.user_id)
        await tables.notice(visit, type(PERSON)(player.user_id, f"{number}"), PLACE.guild_id)
    found: set[str] = set()
    for number in range(150):
        table = (await act_at_random(tables, table, rng)).table
        if number % 12 and isinstance(whole(table).decision, ActionDecision):
            continue
        for content in everything_about(bracketed, tables, await tables.everyone(table.id)):
            found |= {text for text in texts(content) if untranslated(text)}
    for player in table.players[:2]:
        if table.status is Status.RUNNING:
            table = (await tables.resign(table.id, player.user_id)).table
    assert table.status is Status.OVER
    for content in everything_about(bracketed, tables, await tables.everyone(table.id)):
        found |= {text for text in texts(content) if untranslated(text)}
    assert not found


@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir()))
async def test_every_question_can_be_translated(
    tables: Tables, bracketed: Words, name: str
) -> None:
    """The questions of a recorded game, each asked at a table that stands there."""
    start, *steps = recorded(name)
    assert isinstance(start, Game)
    board = start.board.layout.name
    table = await running(tables, len(start.seats), "№ 1", board=board, options=start.options)
    names = [replace(player, name=f"{number}") for number, player in enumerate(table.players)]
    table = replace(table, players=tuple(names))
    last: Decision | None = None
    for step in steps:
        assert isinstance(step, Step)
        decision = step.game.decision
        if not isinstance(decision, ActionDecision | type(last)) and not step.game.over:
            there = replace(table, view=step.game.view(None))
            seats = tuple(Seat(there, step.game.view(at)) for at in range(len(start.seats)))
            for content in everything_about(bracketed, tables, Everyone(there, seats)):
                assert not [text for text in texts(content) if untranslated(text)]
        last = decision


def test_refusals_can_be_translated(bracketed: Words) -> None:
    for reason in Reason:
        places = [name for _, name, _, _ in Formatter().parse(reason.template) if name]
        refusal = IllegalAction(reason, **{name: DETAILS[name] for name in places})
        assert not untranslated(refusal_text(bracketed, refusal))
    for refusal in Refusal:
        places = [name for _, name, _, _ in Formatter().parse(refusal.value) if name]
        refused = Refused(refusal, **dict.fromkeys(places, "1"))
        assert not untranslated(refusal_text(bracketed, refused))


def test_the_words_in_pictures_can_be_translated(bracketed: Words) -> None:
    shown = labels(bracketed)
    for field in fields(shown):
        value = getattr(shown, field.name)
        for text in [value] if isinstance(value, str) else value.values():
            assert not untranslated(text)
