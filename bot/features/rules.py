"""The rules: the table of contents, and a page of them with its picture."""

from functools import lru_cache, partial

from bot.content.message import Button, Content, Option, Picture, Row, Select
from bot.content.pictures import labels
from bot.content.pressing import ANYWHERE, BUTTONS_A_ROW, in_rows
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.i18n import Words
from bot.intents.rules import PickRule, SeeRule, SeeRules
from bot.teaching.rule_pages import Page, PageBoard, contents, page, played
from engine import AddDecision, Event, Game, rank
from render import (
    Region,
    Theme,
    board_png,
    chart_png,
    conflict_png,
    desk_png,
    hand_png,
    region_png,
    theme_of,
)


@handles
async def list_pages(context: LocationContext, _: SeeRules) -> Content:
    """All pages of the rules."""
    return contents_page(context.words)


@handles
async def show_page(context: LocationContext, intent: SeeRule | PickRule) -> Content:
    """A page of the rules."""
    habits = await context.services.preferences.habits(context.person.user_id)
    return rule_page(context.words, intent.name, habits.theme)


_KEPT = 64
"""Maximum of cached pictures, some 30 kB each."""


def contents_page(words: Words, said: str = "") -> Content:
    """All pages to choose from; *said* comes before."""
    table = contents()
    selects = tuple(
        Select(
            words._(chapter.title),
            ANYWHERE.to(PickRule(number, chapter.pages[0])),
            tuple(_option(words, page(name)) for name in chapter.pages),
        )
        for number, chapter in enumerate(table.chapters)
    )
    shown = Content(words.paragraphs(table.text), rows=selects)
    return shown.with_text_before(said) if said else shown


def rule_page(words: Words, name: str, theme: str | None = None) -> Content:
    """A page of the rules, or an example, with its picture.

    One that there is not, as a button of another version may want, leads to the contents.
    """
    try:
        shown = page(name)
    except KeyError:
        return contents_page(words, words._("That page is gone. Choose another."))
    numbers = f"-# {' · '.join(shown.numbers)}" if shown.numbers else ""
    return Content(
        "\n".join(
            filter(None, (f"**{words._(shown.title)}**", words.paragraphs(shown.text), numbers))
        ),
        Picture(
            f"rule-{name}.png",
            words._(shown.shown.alt),
            partial(_drawn, words, name, theme_of(theme)),
        ),
        rows=_rows(words, shown),
    )


# --- what can be pressed ------------------------------------------------------------------------


def _option(words: Words, listed: Page) -> Option:
    return Option(words._(listed.title), listed.name, " · ".join(listed.rules) or None)


def _rows(words: Words, shown: Page) -> tuple[Row, ...]:
    """The questions that belong to a page; the pages before and after it; those near it."""
    to_contents = Button(words._("Contents"), ANYWHERE.to(SeeRules(turning=True)), emoji="📑")
    if shown.example_of is not None:
        whole = page(shown.example_of)
        others = tuple(name for name in whole.examples if name != shown.name)
        back = _turn(words, whole.name, "⬅️")
        return in_rows((back, *(_turn(words, name, "❓") for name in others)), (to_contents,))
    pages = contents().pages
    place = pages.index(shown.name)
    before, after = pages[place - 1], pages[(place + 1) % len(pages)]
    near = tuple(name for name in shown.related if name not in {before, after})
    return in_rows(
        tuple(_turn(words, name, "❓") for name in shown.examples),
        (_turn(words, before, "⬅️"), to_contents, _turn(words, after, "➡️")),
        tuple(_turn(words, name, "📖") for name in near[:BUTTONS_A_ROW]),
    )


def _turn(words: Words, name: str, emoji: str) -> Button:
    """The button to another page, which replaces this one."""
    title = words._(page(name).title)
    return Button(title, ANYWHERE.to(SeeRule(name, turning=True)), emoji=emoji)


# --- drawn once ---------------------------------------------------------------------------------


@lru_cache(maxsize=_KEPT)
def _drawn(words: Words, name: str, theme: Theme) -> bytes:
    """The picture of a page: its position, as the kind of picture shows it."""
    shown = page(name).shown
    game, events = played(name, shown.decisions)
    view, own = game.view(None), game.view(0)
    names = tuple(words.dynasty_as_player(dynasty) for dynasty in game.seats)
    match shown.kind:
        case "region":
            return _region(shown, game, events, theme)
        case "board":
            return board_png(view, names, events, labels(words), theme=theme)
        case "desk":
            return desk_png(view, own, names, events, labels(words), theme=theme)
        case "hand":
            return hand_png(own, names, labels(words), theme=theme)
        case "card":
            assert isinstance(view.decision, AddDecision)
            return conflict_png(view, names, view.decision.conflict, labels(words), theme=theme)
        case "chart":
            scores = [score for score in view.scores if score is not None]
            return chart_png(view, names, rank(scores), labels(words))
        case _:
            raise ValueError(f"{shown.kind!r} is no kind of picture")


def _region(shown: PageBoard, game: Game, events: tuple[Event, ...], theme: Theme) -> bytes:
    """A part of the board with the spaces for a piece, or with the last events."""
    region = Region.around(shown.around)
    if shown.piece is None:
        return region_png(game.view(None), region, events, theme=theme)
    legal = game.view(game.active).legal_cells(shown.piece)
    return region_png(
        game.view(None), region, legal=legal, refused=shown.refused, piece=shown.piece, theme=theme
    )
