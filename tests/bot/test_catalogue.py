"""The template that translators start from holds every text of the code, and no other.

``python -m tests.bot.test_catalogue`` writes it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest
from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from tests.bot.i18n.gaps import ELSEWHERE, GAPS, explained
from tests.bot.i18n.kinds import kind_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("engine", "render", "bot")
TEMPLATE = ROOT / "bot" / "i18n" / "locales" / "two_rivers.pot"
KEYWORDS = {
    "_": None,
    "N_": None,
    "NC_": ((1, "c"), 2),
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
"""What a text is an argument of, as Babel writes it."""


NO_NOUNS = {"added", "against", "and", "can", "in", "is", "of", "on", "or", "to", "with"}
"""What may follow a number, whatever the number is."""
TAG = "Translators:"
"""What a comment above a text begins with if it is for translators."""


class Text(NamedTuple):
    """A text, or its forms, where it stands in the code."""

    file: str
    context: str | None
    forms: tuple[str, ...]
    comments: tuple[str, ...] = ()

    @property
    def gaps(self) -> list[str]:
        """The names of its gaps, in their order."""
        parsed = (part for form in self.forms for part in Formatter().parse(form))
        return list(dict.fromkeys(name for _, name, _, _ in parsed if name))


def files() -> Iterator[tuple[str, Path]]:
    """The code, each file with its path from here."""
    for folder in FOLDERS:
        for file in sorted((ROOT / folder).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), file


@cache
def texts() -> tuple[Text, ...]:
    """Every text that Babel finds in the code."""
    return tuple(_texts())


def _texts() -> Iterator[Text]:
    for name, file in files():
        for _, found, comments, context in extract_from_file(
            "python",
            file,
            keywords=KEYWORDS,
            comment_tags=("Translators:",),
            strip_comment_tags=True,
        ):
            forms = (found,) if isinstance(found, str) else found
            yield Text(name, context, forms, tuple(comments))


def seen() -> Iterator[tuple[Text, bool]]:
    """Every text that the code looks up, and whether it does so inside an f-string."""
    for name, file in files():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        strings = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        inside = {id(node) for string in strings for node in ast.walk(string)}
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Name(called) | ast.Attribute(attr=called), arguments):
                    context, forms = _forms(called, arguments)
                    if forms:
                        yield Text(name, context, forms), id(node) in inside


def _forms(called: str, arguments: list[ast.expr]) -> tuple[str | None, tuple[str, ...]]:
    """The context and the texts among the arguments of a call."""
    match called, arguments:
        case "_" | "N_" | "gettext", [ast.Constant(str(text)), *_]:
            return None, (text,)
        case "pgettext" | "NC_", [ast.Constant(str(context)), ast.Constant(str(text)), *_]:
            return context, (text,)
        case "ngettext", [ast.Constant(str(one)), ast.Constant(str(many)), *_]:
            return None, (one, many)
    return None, ()


def comments(text: Text) -> Iterator[str]:
    """What a translator should know: where the text stands, of what kind it is, what gaps hold."""
    yield from text.comments
    yield f"Of: {_about(text.file)}"
    if (kind := kind_of(text.file, text.forms[0])) is not None:
        yield kind.comment
    for gap in text.gaps:
        yield f"{{{gap}}}: {explained(text.file, gap)}."


@cache
def _about(file: str) -> str:
    """A file's subject, in a line."""
    said = ast.get_docstring(ast.parse((ROOT / file).read_text("utf-8")))
    assert said is not None
    return said.partition("\n")[0]


def template() -> bytes:
    """The template, as it is written."""
    catalog = Catalog()
    for text in texts():
        message = text.forms[0] if len(text.forms) == 1 else text.forms
        catalog.add(
            message,
            locations=[(text.file, 0)],
            auto_comments=list(comments(text)),
            context=text.context,
        )
    written = BytesIO()
    write_po(written, catalog, omit_header=True, sort_output=True, include_lineno=False)
    return written.getvalue()


def test_the_template_is_up_to_date() -> None:
    assert TEMPLATE.read_bytes() == template()


def test_no_text_is_hidden_from_extraction() -> None:
    """Babel finds texts in f-strings only from Python 3.12 on, and not those of ``gettext``."""
    looked_up = list(seen())
    assert not [text for text, in_f_string in looked_up if in_f_string]
    found = {(text.file, text.context, text.forms) for text in texts()}
    assert found == {(text.file, text.context, text.forms) for text, _ in looked_up}


def test_every_gap_is_explained_to_translators() -> None:
    told = {(text.file, gap) for text in texts() for gap in text.gaps}
    assert {gap for _, gap in told} == set(GAPS)
    assert set(ELSEWHERE) <= told


def test_a_counted_thing_has_both_forms() -> None:
    """No number stands before a noun in a text that has one form only."""
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


@pytest.mark.parametrize("other", OTHER_WORDS)
def test_one_word_stands_for_one_thing(other: str) -> None:
    said = {form for text in texts() for form in text.forms}
    for file in (ROOT / "bot/teaching").glob("*/*.en.toml"):
        lines = file.read_text("utf-8").splitlines()
        said.update(line for line in lines if not line.startswith("keywords"))
    assert not [text for text in said if re.search(rf"(?i)\b({other})(?!\w)", text)], OTHER_WORDS[
        other
    ]


def main() -> None:
    """Write the template."""
    TEMPLATE.write_bytes(template())


if __name__ == "__main__":
    main()
