"""The pages of the rules: each is true, fits on a phone, and is where refusals lead."""

import re
from pathlib import Path

import pytest

from bot.content.message import CHOICES, MOST_ALT, MOST_LABEL, MOST_TEXT, Button, Select
from bot.features.help import help_page
from bot.features.rules import contents_page, rule_page
from bot.i18n import Words
from bot.i18n.events import sentences
from bot.teaching.rule_pages import (
    SHELF,
    contents,
    page,
    page_of_reason,
    page_of_rule,
    played,
    search,
)
from engine import OPTION_NAMES, Cell, Dynasty, Reason, parse_action, placing, rank
from render import Region, region_png

WORDS = Words()
ROOT = Path(__file__).parents[3]
PAGES = contents().pages
NAMES = [name for name in SHELF.names if name != "contents"]
LONGEST = 1500
"""Characters of a page: more is not read on a phone."""


def expected(name):
    return dict(SHELF.texts(name).get("expected", {}))


def names_at(game):
    return [WORDS.dynasty(dynasty).capitalize() for dynasty in game.seats]


# --- they are all there --------------------------------------------------------------------------


def test_there_are_pages_and_examples_enough():
    assert len(PAGES) >= 25
    assert len(set(PAGES)) == len(PAGES)
    assert len(NAMES) - len(PAGES) >= 20


def test_everything_on_the_shelf_is_a_page_or_belongs_to_one():
    examples = {name for each in PAGES for name in page(each).examples}
    assert {*PAGES, *examples} == set(NAMES)
    assert not examples & set(PAGES)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_true_and_fits(name):
    """The engine plays the moves of the page's text, with the same results."""
    whole = page(name)
    assert set(whole.related) <= set(PAGES) - {name}
    assert whole.example_of in {None, *PAGES}
    assert len(whole.title) <= (20 if whole.example_of is None else 34)  # of a move's button
    assert len(whole.text) <= LONGEST
    game, events = played(name)
    wanted = expected(name)
    assert sentences(WORDS, events, names_at(game)) == wanted.get("happens", [])
    if "placings" in wanted:
        scores = [score for score in game.view(None).scores if score is not None]
        assert wanted["placings"] == [
            " ".join((names_at(game)[each.seat], *map(str, each.ascending)))
            for each in rank(scores)
        ]
    shown = whole.shown
    assert 20 <= len(shown.alt) <= MOST_ALT
    if shown.kind == "region":
        region = Region.around(shown.around)
        for cell in re.findall(r"\b[A-P](?:1[01]|[1-9])\b", shown.alt):
            assert Cell.parse(cell) in region
    content = rule_page(WORDS, name)
    assert len(content.text) <= MOST_TEXT
    assert len(content.rows) <= 5
    buttons = [button for row in content.rows for button in row]
    assert all(isinstance(button, Button) for button in buttons)
    assert all(len(button.label) <= MOST_LABEL for button in buttons)
    assert all(button.request.fits for button in buttons)
    assert len({button.custom_id for button in buttons}) == len(buttons)


@pytest.mark.parametrize("name", [name for name in NAMES if "tried" in expected(name)])
def test_what_a_page_allows_and_forbids_the_engine_does_too(name):
    game, _ = played(name, page(name).shown.decisions)
    tried = expected(name)["tried"]
    assert isinstance(tried, dict)
    for decision, wanted in tried.items():
        dynasty, action = decision.split()
        view = game.view(game.seats.index(Dynasty(dynasty)))
        refusal = view.refusal(parse_action(action))
        assert (refusal.rule if refusal else "allowed") == wanted, decision


@pytest.mark.parametrize("name", [name for name in NAMES if page(name).shown.refused])
def test_lettered_spaces_are_forbidden_and_explained(name):
    shown = page(name)
    piece = shown.shown.piece
    assert piece is not None
    game, _ = played(name, shown.shown.decisions)
    view = game.view(game.active)
    for cell, letter in shown.shown.refused.items():
        assert view.refusal(placing(piece, cell)) is not None
        assert f"**{letter}**" in shown.text
        assert re.search(rf"\b{letter}\b on {cell}|\b{cell}\b.* an? {letter}\b", shown.shown.alt)


def test_a_picture_shows_the_letters():
    name = next(name for name in NAMES if page(name).shown.refused)
    shown = page(name).shown
    game, _ = played(name, shown.decisions)
    view, region = game.view(game.active), Region.around(shown.around)
    legal = view.legal_cells(shown.piece)
    without = region_png(game.view(None), region, legal=legal, piece=shown.piece)
    assert rule_page(WORDS, name).picture.draw() != without


# --- they can be shown ---------------------------------------------------------------------------


KINDS = {page(name).shown.kind: name for name in NAMES}
"""A page for each kind of picture."""


@pytest.mark.parametrize("name", sorted(KINDS.values()))
def test_a_page_has_a_picture(name):
    picture = rule_page(WORDS, name).picture
    drawn = picture.draw()
    assert drawn.startswith(b"\x89PNG")
    assert len(drawn) < 100_000
    assert picture.draw() is drawn


def test_the_contents_list_every_page_once():
    rows = contents_page(WORDS).rows
    assert len(rows) <= 5
    assert all(isinstance(row, Select) and len(row.options) <= CHOICES for row in rows)
    assert [option.value for row in rows for option in row.options] == list(PAGES)


def test_a_page_that_there_is_not_leads_to_the_contents():
    for name in ("contents", "gone", "../lessons/leaders"):
        content = rule_page(WORDS, name)
        assert content.text.startswith("That page is gone. Choose another.")
        assert content.rows == contents_page(WORDS).rows


def test_the_help_is_short_and_fits_with_every_option():
    assert len(help_page(WORDS).text) <= 900
    assert len(help_page(WORDS, (), tuple(OPTION_NAMES)).text) <= MOST_TEXT


# --- they are found ------------------------------------------------------------------------------


def test_every_reason_leads_to_a_page_on_its_rule():
    for reason in Reason:
        numbers = page(page_of_reason(reason)).numbers
        assert any(f"{each}.".startswith(f"{reason.rule}.") for each in numbers), reason


def test_every_rule_that_is_cited_anywhere_leads_to_a_page():
    cited = {
        number
        for folder in ("engine", "render", "bot")
        for file in (ROOT / folder).rglob("*.py")
        for number in re.findall(r"\bR\d+(?:\.\d+)*\b", file.read_text("utf-8"))
    }
    assert len(cited) > 60
    for number in cited:
        assert page_of_rule(number) in PAGES


def test_a_rule_has_one_page_of_its_own():
    numbers = [number for name in PAGES for number in page(name).rules]
    assert len(set(numbers)) == len(numbers)
    assert page_of_rule("R12.1.7") == page_of_rule("R12.1") == "buildings"
    with pytest.raises(KeyError):
        page_of_rule("R16.1")


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("R6.3", "additions"),
        ("r 8.8", "monument-scoring"),
        ("R12", "options"),
        ("internal-ties", "internal-ties"),
        ("wHo tákes", "treasure-who"),
        ("war between k", "external-conflict"),
        ("same leader attack", "internal-ties-2"),
        ("traders demand", "advanced-board"),
        ("territory", "kingdoms"),
        ("war", "external-conflict"),
    ],
)
def test_a_page_is_found_by_what_is_typed(typed, first):
    assert search(typed, str)[0].name == first


@pytest.mark.parametrize(
    ("language", "typed", "first"),
    [
        ("fr", "tresors", "treasures"),
        ("pl", "swiatynia", "internal-conflict"),
        ("ja", "財宝", "treasures"),
        ("de", "König", "leaders"),
    ],
)
def test_a_page_is_found_in_another_language_without_its_accents(language, typed, first):
    assert first in [each.name for each in search(typed, Words.of(language).paragraphs)]


def test_nothing_typed_finds_all_and_nonsense_nothing():
    assert [each.name for each in search("", str)][: len(PAGES)] == list(PAGES)
    assert [each.name for each in search(" ?! ", str)][: len(PAGES)] == list(PAGES)
    assert not search("xyzzy", str)
    assert not search("R99", str)
