"""Each language is complete, and says what the English texts say.

A translator's comment in a catalogue says what is so on purpose: ``# As in English.`` above a text
that is left as it is, ``# Without: leader, tile.`` above one that needs these terms no more.
"""

import re
import tomllib
from collections import defaultdict
from functools import cache
from string import Formatter
from typing import NamedTuple
from unicodedata import category, east_asian_width

import pytest
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po

from bot.content.message import MOST_LABEL
from tests.bot.i18n.kinds import Kind, kind_of
from tests.bot.test_catalogue import CATALOGUES, SAID_IN_RULES, texts

ON_PURPOSE = "As in English."
WITHOUT = "Without: "
FILES = {file.parent.parent.name: file for file in CATALOGUES}
languages = pytest.mark.parametrize("language", FILES)


class Pair(NamedTuple):
    """A text with its translation, form by form, and what its translator noted."""

    source: str
    translated: str
    kind: Kind | None
    notes: tuple[str, ...]
    searched: bool
    """True if it only helps to find a page: it is never shown."""


@cache
def catalogue(language):
    with FILES[language].open("rb") as opened:
        return read_po(opened, language)


@cache
def known():
    """The texts of the code, by context and first form."""
    return {(text.context, text.forms[0]): text for text in texts()}


@cache
def kinds():
    """The kind of each text for which lengths are tightest."""
    found = defaultdict(list)
    for text in texts():
        if kind := kind_of(text.file, text.forms[0]):
            found[text.context, text.forms[0]].append(kind)
    return {key: min(some, key=lambda kind: kind.most or 1000) for key, some in found.items()}


@cache
def pairs(language):
    """All texts of a language beside the English ones."""
    return tuple(_pairs(language))


def _pairs(language):
    for message in catalogue(language):
        if not message.id:
            continue
        sources = (message.id,) if isinstance(message.id, str) else message.id
        forms = (message.string,) if isinstance(message.string, str) else message.string
        key = message.context, sources[0]
        if key not in known():
            continue
        searched = f"{SAID_IN_RULES['keywords']}." in known()[key].comments
        for number, form in enumerate(forms):
            source = sources[min(number, len(sources) - 1)]
            yield Pair(source, form, kinds().get(key), (*message.user_comments,), searched)


def gaps(text):
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def filled(text):
    """A text with two characters in each gap."""
    return re.sub(r"{\w+}", "00", text)


def width(text):
    """The width of a text, in Latin letters: those of East Asia are twice as wide."""
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


@languages
class TestALanguage:
    def test_every_text_is_translated(self, language):
        translated = catalogue(language)
        for context, first in known():
            message = translated.get(first, context)
            assert message is not None, first
            assert message.string, first
            assert all(message.string), first
            assert not message.fuzzy, first

    def test_no_text_is_left_over(self, language):
        for message in catalogue(language):
            first = message.id if isinstance(message.id, str) else message.id[0]
            assert not first or (message.context, first) in known(), first

    def test_a_number_has_the_forms_of_the_language(self, language):
        number, rule = get_plural(language)
        assert (catalogue(language).num_plurals, catalogue(language).plural_expr) == (number, rule)
        for message in catalogue(language):
            if not isinstance(message.id, str):
                assert len(message.string) == number, message.id

    def test_a_translation_has_the_gaps_of_its_text(self, language):
        """The form for one may do without its number."""
        for pair in pairs(language):
            here, there = gaps(pair.translated), gaps(pair.source)
            assert here == there or {*here, "count"} == {*there, "count"}, pair

    def test_signs_and_marks_stay(self, language):
        """Markdown, emoji, lines, commands, spaces, numbers of rules."""
        for pair in pairs(language):
            here, there = (
                sorted(sign for sign in text if category(sign) == "So") + MARKUP.findall(text)
                for text in (pair.translated, pair.source)
            )
            assert here == there, pair
            assert {*NAMED.findall(pair.translated)} == {*NAMED.findall(pair.source)}, pair

    def test_a_button_is_cited_by_its_label(self, language):
        """In italics."""
        called = defaultdict(set)
        for pair in pairs(language):
            called[pair.source].add(pair.translated.rstrip(".…"))
        for pair in pairs(language):
            for cited in re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", pair.source):
                labels = called.get(cited, set())
                assert not labels or any(label in pair.translated for label in labels), pair

    def test_no_translation_is_too_long_for_its_kind(self, language):
        """Nor is it a surprise on a phone: a translation has its kind's room and two fifths."""
        for pair in pairs(language):
            if pair.kind is not None and pair.kind.most:
                most = max(pair.kind.most_translated, len(filled(pair.source)))
                assert width(filled(pair.translated)) <= most, pair
                assert pair.kind is not Kind.BUTTON or len(pair.translated) <= MOST_LABEL, pair

    def test_what_is_left_in_english_is_so_on_purpose(self, language):
        for pair in pairs(language):
            if re.search("[a-z]{3}", own(pair.source)) and ON_PURPOSE not in pair.notes:
                assert pair.translated != pair.source

    def test_a_term_has_one_word(self, language):
        """That of the glossary, which also names words to avoid."""
        said = [(pair, own(pair.source), own(pair.translated)) for pair in shown(language)]
        for name, term in glossary(language).items():
            english = re.compile(rf"\b({'|'.join(term['english'])})\b".casefold())
            words = re.compile("|".join(term["words"]).casefold())
            # where words have no spaces between them, a word may begin anywhere
            begins = r"\b" if " " in said[0][2] else ""
            avoided = re.compile(rf"{begins}({'|'.join(term.get('avoid', NOTHING))})".casefold())
            for pair, source, translated in said:
                assert not avoided.search(translated), (name, pair)
                if english.search(source):
                    assert words.search(translated) or name in without(pair), (name, pair)


MARKUP = re.compile(r"\*\*|\|\||~~|\n")
NAMED = re.compile(r"`[^`{]+`|https?://\S+|\b[A-P]\d{1,2}\b|\bR\d+(?:\.\d+)*\b", re.ASCII)
NOTHING = ("(?!)",)
NOT_SAID = re.compile(r"{\w+}|`[^`]*`|/\w+|https?://\S+")


def shown(language):
    """The texts that anybody sees."""
    return [pair for pair in pairs(language) if not pair.searched]


def own(text):
    """The words of a text itself, without what fills its gaps, and commands."""
    return NOT_SAID.sub(" ", text).casefold()


def glossary(language):
    """The terms of a language: the English words, and the word or words for them."""
    return tomllib.loads((FILES[language].parents[1] / "glossary.toml").read_text("utf-8"))


def without(pair):
    """The terms that a translation needs not, as its translator says."""
    noted = (note.removeprefix(WITHOUT).rstrip(".") for note in pair.notes if WITHOUT in note)
    return {term for note in noted for term in note.split(", ")}
