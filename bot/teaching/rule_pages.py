"""The pages of the rules: the list, the page that explains a rule, and search.

A page is an item on the shelf ``rules``; so is an example, which belongs to a page and answers a
question that people ask. The order of the pages stands in ``contents.toml``.

The texts are English; who shows them looks each paragraph up in a catalogue.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from bot.domain.naming import unaccented
from bot.teaching.teaching_files import TeachingFiles
from engine import Cell, Event, Game, Piece, Reason, Step, parse_piece

SHELF = TeachingFiles("rules")
_CONTENTS = "contents"

_PAGE_OF_REASON = {Reason.NO_SUCH_WAR: "war-order"}
"""Refusals that another page explains better than the page of their rule's number."""


@dataclass(frozen=True, slots=True)
class PageBoard:
    """The part of a position that the picture of a page shows."""

    kind: str
    """``region``, ``board``, ``desk``, ``hand``, ``card`` or ``chart``."""
    alt: str
    around: tuple[Cell, ...]
    """The spaces that the region holds."""
    piece: Piece | None
    """The piece to be placed: its legal spaces are marked,"""
    refused: Mapping[Cell, str]
    """and some where it may not, with a letter each."""
    decisions: int | None
    """The number of decisions of the file that are played first; None for all."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the rules, or an example."""

    name: str
    title: str
    """The title; of an example, the question."""
    text: str
    rules: tuple[str, ...]
    """The numbers of the rules that are explained here,"""
    also: tuple[str, ...]
    """and of those that have their own page elsewhere."""
    shown: PageBoard
    related: tuple[str, ...]
    """Pages on what is near it, by their names."""
    examples: tuple[str, ...]
    keywords: str
    """Words to find it by that are in neither its title nor its text."""
    example_of: str | None
    """The page to which an example belongs."""

    @property
    def numbers(self) -> tuple[str, ...]:
        """Every rule that is explained here, in order."""
        return tuple(sorted({*self.rules, *self.also}, key=_in_order))


@dataclass(frozen=True, slots=True)
class Chapter:
    """Pages that belong together, by their names."""

    title: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The table of contents."""

    text: str
    chapters: tuple[Chapter, ...]

    @property
    def pages(self) -> tuple[str, ...]:
        """All pages, in their order."""
        return tuple(name for chapter in self.chapters for name in chapter.pages)


@cache
def contents() -> Contents:
    """The table of contents."""
    texts = SHELF.texts(_CONTENTS)
    chapters = (Chapter(each["title"], tuple(each["pages"])) for each in texts["chapters"])
    return Contents(texts["text"].strip(), tuple(chapters))


def page(name: str) -> Page:
    """A page or an example.

    Raises KeyError if there is none of that name.
    """
    if name == _CONTENTS:
        raise KeyError(name)
    texts = SHELF.texts(name)
    return Page(
        name,
        texts["title"],
        texts["text"].strip(),
        tuple(texts.get("rules", ())),
        tuple(texts.get("also", ())),
        _shown(texts["picture"]),
        tuple(texts.get("related", ())),
        _examples().get(name, ()),
        texts.get("keywords", ""),
        texts.get("example_of"),
    )


def _shown(picture: Mapping[str, Any]) -> PageBoard:
    return PageBoard(
        picture.get("kind", "region"),
        picture["alt"].strip(),
        tuple(map(Cell.parse, picture.get("around", ()))),
        parse_piece(picture["piece"]) if "piece" in picture else None,
        {Cell.parse(cell): letter for cell, letter in picture.get("refused", {}).items()},
        picture.get("decisions"),
    )


@cache
def _examples() -> Mapping[str, tuple[str, ...]]:
    """The names of the examples of each page."""
    found: dict[str, tuple[str, ...]] = {}
    for name in SHELF.names:
        if of := SHELF.texts(name).get("example_of"):
            found[of] = (*found.get(of, ()), name)
    return found


def played(name: str, decisions: int | None = None) -> tuple[Game, tuple[Event, ...]]:
    """The position of an item after that number of its decisions, and the events on the way."""
    start, *steps = SHELF.played(name)
    assert isinstance(start, Game)
    taken = [step for step in steps if isinstance(step, Step)][:decisions]
    game = taken[-1].game if taken else start
    return game, tuple(event for step in taken for event in step.events)


# --- which page ---------------------------------------------------------------------------------


def page_of_reason(reason: Reason) -> str:
    """The name of the page that explains a reason of the engine's."""
    return _PAGE_OF_REASON.get(reason) or page_of_rule(reason.rule)


def page_of_rule(number: str) -> str:
    """The name of the page that explains a rule, such as ``R5.1``.

    It is the page of the rule itself, else of what it belongs to: R12.1.6 is found under R12.1.
    Raises KeyError if there is none.
    """
    pages = _pages_by_rule()
    wanted = number
    while wanted not in pages:
        wanted, dot, _ = wanted.rpartition(".")
        if not dot:
            raise KeyError(number)
    return pages[wanted]


@cache
def _pages_by_rule() -> Mapping[str, str]:
    return {
        number: name for name in contents().pages for number in SHELF.texts(name).get("rules", ())
    }


def _in_order(number: str) -> tuple[int, ...]:
    return tuple(map(int, number.removeprefix("R").split(".")))


# --- searching ----------------------------------------------------------------------------------


class _Entry(NamedTuple):
    """A page as it is searched: what can be compared with what was typed."""

    page: Page
    name: str
    title: str
    everything: str


def search(typed: str, translate: Callable[[str], str]) -> list[Page]:
    """The pages and examples that fit what a user typed, the best first; all for an empty text.

    *translate* puts the texts of a page, which are searched, into the user's language. Case,
    accents and signs do not matter. A rule is found by its number, with or without the R.
    """
    plain = _plain(typed)
    ranks = ((_rank(entry, plain), entry.page) for entry in _index(translate))
    fitting = [(rank, page) for rank, page in ranks if rank is not None]
    return [page for _, page in sorted(fitting, key=lambda each: each[0])]


@cache
def _index(translate: Callable[[str], str]) -> tuple[_Entry, ...]:
    """All pages in order, then all examples."""
    pages = contents().pages
    examples = (example for name in pages for example in _examples().get(name, ()))
    return tuple(
        _Entry(
            each,
            _plain(each.name),
            _plain(translate(each.title)),
            _plain(" ".join(map(translate, (each.title, each.keywords, each.text)))),
        )
        for each in map(page, (*pages, *examples))
    )


def _plain(text: str) -> str:
    """Lower case letters and digits, without accents; all else between them is one space."""
    return " ".join(re.findall(r"[\w.]+", unaccented(text))).strip(". ")


def _rank(entry: _Entry, typed: str) -> int | None:
    """How well an entry fits what was *typed*: 0 for the best; None if it does not fit."""
    match = _NUMBER.fullmatch(typed)
    number = f"R{match[1]}" if match else ""
    fits = (
        typed == entry.name,
        number in entry.page.rules,
        bool(number) and any(f"{own}.".startswith(f"{number}.") for own in entry.page.numbers),
        entry.title.startswith(typed),
        f" {typed}" in entry.title,
        typed in entry.title,
        all(word in entry.everything for word in typed.split()),
    )
    return fits.index(True) if True in fits else None


_NUMBER = re.compile(r"r? ?(\d+(?:\.\d+)*)")
