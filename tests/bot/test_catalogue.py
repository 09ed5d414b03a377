"""Every text of the code is in the template that translators start from, and is short.

``python -m tests.bot.test_catalogue`` writes it, and brings each language into line: texts that are
new are empty there, changed ones are fuzzy, others are removed.
"""

import ast
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from bot.domain.hint_rule import HintRule
from bot.domain.proposals import Topic
from bot.domain.refusals import Refusal
from bot.i18n.events import _BY_COLOUR
from bot.i18n.zones import COMMON
from bot.teaching.advice import KINDS
from bot.teaching.things import EXPLAINED
from engine import Reason
from render import THEMES
from tests.bot.i18n.gaps import ELSEWHERE, GAPS, explained
from tests.bot.i18n.kinds import ARGUMENTS, ROOT, Kind, calls, descriptions, kind_of, labels, titles

LOCALES = ROOT / "bot" / "i18n" / "locales"
TEMPLATE = LOCALES / "two_rivers.pot"
CATALOGUES = sorted(LOCALES.glob("*/LC_MESSAGES/two_rivers.po"))
NO_NOUNS = {"added", "against", "and", "can", "in", "is", "of", "on", "or", "to", "with"}
"""Words that may follow a number, whatever it is."""
TAG = "# Translators:"
"""The beginning of a comment for translators."""


class Text(NamedTuple):
    """A text, or its forms, and its place in the code."""

    file: str
    context: str | None
    forms: tuple[str, ...]
    comments: tuple[str, ...] = ()

    @property
    def gaps(self):
        """The names of its gaps, in their order."""
        parsed = (part for form in self.forms for part in Formatter().parse(form))
        return list(dict.fromkeys(name for _, name, _, _ in parsed if name))


@cache
def texts():
    """Every text that the code looks up, or notes to be looked up."""
    found = []
    for name, call in calls():
        match call:
            case ast.Call(ast.Name(called) | ast.Attribute(attr=called), arguments):
                context, forms = _forms(called, arguments)
                if forms:
                    found.append(Text(name, context, forms, _comment(name, call.lineno)))
    for file in sorted(ROOT.glob("bot/local/templates/*.html")):
        name = file.relative_to(ROOT).as_posix()
        with file.open("rb") as opened:
            for _, _, parts, _ in babel_extract(opened, LOOK_UP, (), {"encoding": "utf-8"}):
                forms = tuple(filter(None, parts if isinstance(parts, tuple) else (parts,)))
                if forms:
                    found.append(Text(name, None, forms))
    in_files = {
        "bot/i18n/zones.toml": COMMON.values(),
        "bot/teaching/advice.toml": (kind.text for kind in KINDS.values()),
        "bot/teaching/things.toml": (each.text for each in EXPLAINED.values()),
        **{f"render/themes/{word}.toml": (theme.name,) for word, theme in THEMES.items()},
    }
    found += (Text(file, None, (text,)) for file, some in in_files.items() for text in some)
    found += taught()
    for texts in _BY_COLOUR.values():
        forms = (each if isinstance(each, list) else [each] for each in texts)
        found += (Text("bot/i18n/events.toml", None, tuple(each)) for each in forms)
    return tuple(found)


SAID_IN_LESSONS = {
    "title": "The beginning of a lesson",
    "intro": "Said as a lesson begins",
    "ask": "A task: what the learner is asked to do",
    "done": "Said when a task is done: what happened, and why",
    "hint": "A hint for a task",
    "instead": "The answer to anything else than what the task asks for",
    "says": "The answer to a move that does not do the task",
}
SAID_IN_RULES = {
    "title": "The beginning of a page, or of a chapter of the contents",
    "text": "A paragraph of a page of the rules",
    "keywords": "Other words that people may type to find this page: not shown, any number",
    "alt": "What the picture of the page shows, for those who cannot see it",
}


def taught():
    """The texts of the lessons and of the pages of the rules, by paragraphs."""
    for folder, kinds in (("lessons", SAID_IN_LESSONS), ("rules", SAID_IN_RULES)):
        for file in sorted((ROOT / "bot" / "teaching" / folder).glob("*.toml")):
            name = file.relative_to(ROOT).as_posix()
            read = tomllib.loads(file.read_text("utf-8"))
            for key, text in _said(read):
                for part in text.strip().split("\n\n"):
                    yield Text(name, None, (part,), (f"{kinds[key]}.",))


def _said(table):
    """Each text in a table of a file, with its key."""
    for key, value in table.items():
        match value:
            case str() if key in {*SAID_IN_LESSONS, *SAID_IN_RULES}:
                yield key, value
            case Mapping() if key != "expected":
                yield from _said(value)
            case [Mapping(), *_]:
                for each in value:
                    yield from _said(each)


@cache
def _lines(file):
    return (ROOT / file).read_text("utf-8").splitlines()


def _comment(file, number):
    """The comment above that line, if it is for translators."""
    above = _lines(file)[number - 2].strip()
    return (above.removeprefix(TAG).strip(),) if above.startswith(TAG) else ()


def _forms(called, arguments):
    """The context and the texts among the arguments of a call."""
    match called, arguments:
        case "_" | "N_" | "gettext", [ast.Constant(str(text)), *_]:
            return None, (text,)
        case "pgettext" | "NC_", [ast.Constant(str(context)), ast.Constant(str(text)), *_]:
            return context, (text,)
        case "ngettext" | "NN_", [ast.Constant(str(one)), ast.Constant(str(many)), *_]:
            return None, (one, many)
    return None, ()


def comments(text):
    """Notes for translators: the text's place and kind, and the contents of its gaps."""
    yield from text.comments
    yield f"Of: {_about(text.file)}"
    if (kind := kind_of(text.file, text.forms[0])) is not None:
        yield kind.comment
    for gap in text.gaps:
        yield f"{{{gap}}}: {explained(text.file, gap)}."


@cache
def _about(file):
    """A file's subject: the first line of its docstring."""
    if file.startswith(("bot/teaching/lessons/", "bot/teaching/rules/")):
        title = tomllib.loads((ROOT / file).read_text("utf-8")).get("title", "contents")
        return f"{'A lesson' if '/lessons/' in file else 'The rules'}, “{title}”."
    first = _lines(file)[0]
    assert first.startswith(('"""', "{# ", "# "))
    return first.strip('"{# }')


@cache
def template():
    """The texts for translators."""
    catalog = Catalog()
    for text in texts():
        message = text.forms[0] if len(text.forms) == 1 else text.forms
        catalog.add(
            message,
            locations=[(text.file, 0)],
            auto_comments=list(comments(text)),
            context=text.context,
        )
    return catalog


HEADER = """\
msgid ""
msgstr ""
"Language: {locale}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {catalog.plural_forms}\\n"

"""
"""What a language's file begins with: no dates and no people, which its history knows."""


def written(catalog):
    """A catalogue as it stands in its file."""
    file = BytesIO()
    how = {"omit_header": True, "sort_output": True, "include_lineno": False}
    write_po(file, catalog, **how, ignore_obsolete=True)
    locale = catalog.locale_identifier
    header = HEADER.format(locale=locale, catalog=catalog) if locale else ""
    return header.encode() + file.getvalue()


def updated(file):
    """The catalogue of a language, in line with the template."""
    with file.open("rb") as opened:
        catalog = read_po(opened, file.parent.parent.name)
    catalog.update(template(), update_creation_date=False)
    return written(catalog)


def test_the_template_is_up_to_date():
    assert TEMPLATE.read_bytes() == written(template())


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parent.parent.name)
def test_each_language_is_in_line_with_it(file):
    assert file.read_bytes() == updated(file)


LOOK_UP = {"_", "N_", "gettext", "pgettext", "NC_", "ngettext", "NN_"}


def test_no_text_is_hidden_from_extraction():
    """A text is looked up as a literal, not one put together with values."""
    for file, call in calls():
        if isinstance(call.func, ast.Name) and call.func.id in LOOK_UP:
            assert not [
                each for each in call.args if isinstance(each, ast.JoinedStr | ast.BinOp)
            ], (file, call.lineno)


def test_every_gap_is_explained_to_translators():
    used = {(text.file, gap) for text in texts() for gap in text.gaps}
    assert {gap for _, gap in used} == set(GAPS)
    assert set(ELSEWHERE) <= used


def test_a_counted_thing_has_both_forms():
    """A text with one form has no number before a noun."""
    for text in texts():
        if len(text.forms) == 1:
            for gap, word in re.findall(r"\{(\w+)\}[)*]* ([a-z]+)", text.forms[0]):
                number = explained(text.file, gap).startswith(("a number", "your s"))
                assert not number or word in NO_NOUNS, text


OTHER_WORDS = {
    r"minimum play": "end the turn, adding and building nothing",
    r"gave up|seat (was|is) given up|give up the seat": "lose a seat, remove from a seat",
    r"free seat|seats? (is |are )?free|isn't free": "empty",
    r"going on\b|go(es)? on\b(?! (an?|the|rivers|empty|{)|$)": "continue",
    r"taken back": "undone",
    r"earn": "score",
    r"next to": "beside",
    r"limit of open|open (question|invitation)|(question|answer) is (still )?open": "",
    r"merchant": "Trader",
    r"DMs?": "direct messages",
}
"""Words to avoid, and the word to use instead (docs/voice.md)."""


def test_one_word_stands_for_one_thing():
    searched = f"{SAID_IN_RULES['keywords']}."
    read = (form for text in texts() if searched not in text.comments for form in text.forms)
    parts = {line for form in read for line in form.splitlines()}
    for other, better in OTHER_WORDS.items():
        avoided = re.compile(rf"(?i)\b({other})(?!\w)")
        assert not [text for text in parts if avoided.search(text)], better


# --- lengths of texts (docs/voice.md): most are read on a phone ----------------------------------


def too_long(found, most):
    """Each text that is longer than *most* characters, its gaps counted as two characters each."""
    read = [(where, re.sub(r"{\w+}", "00", text)) for where, text in found]
    assert read
    return [f"{where}: {len(text)}: {text}" for where, text in read if len(text) > most]


def test_a_label_is_short():
    for kind in ARGUMENTS:
        found = ((f"{file}:{line}", text) for file, line, text in labels(kind))
        assert not too_long(found, kind.most)


def test_refusals_proposals_and_descriptions_of_commands_are_short():
    """The number of a rule that forbids it comes behind."""
    for refusal in (*Reason, *Refusal):
        assert len(refusal.value) <= Kind.REFUSAL.most
        assert refusal.value.endswith(".")
    proposed = [topic.label for topic in Topic] + [rule.button for rule in HintRule]
    assert not [text for text in proposed if len(text) > Kind.BUTTON.most]
    assert not too_long(descriptions(), Kind.DESCRIPTION.most)  # of commands and their options
    assert not too_long(((title, title) for title in titles()), Kind.TITLE.most)


def main():
    """Write the template, and each language."""
    TEMPLATE.write_bytes(written(template()))
    for file in CATALOGUES:
        file.write_bytes(updated(file))


if __name__ == "__main__":
    main()
