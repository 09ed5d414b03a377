"""The template that translators start from holds every text of the code, and no other.

``python -m tests.bot.test_catalogue`` writes it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "bot" / "i18n" / "locales" / "two_rivers.pot"
KEYWORDS = {"_": 1, "N_": 1, "ngettext": 2, "pgettext": 2}
"""How many of the first arguments are texts, or a context and a text."""

Message = tuple[str | None, str | tuple[str, ...]]
"""A context, and a text or its forms."""


def texts() -> Iterator[Message]:
    """Every text in the code. pybabel finds those in f-strings only from Python 3.12 on."""
    for folder in ("engine", "render", "bot"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(ast.Name(name) | ast.Attribute(attr=name), arguments):
                        match [_text(each) for each in arguments[: KEYWORDS.get(name, 0)]]:
                            case [str(text)]:
                                yield None, text
                            case [str(context), str(text)] if name == "pgettext":
                                yield context, text
                            case [str(one), str(many)]:
                                yield None, (one, many)


def _text(node: ast.expr) -> str | None:
    match node:
        case ast.Constant(str(text)):
            return text
    return None


def test_the_template_is_up_to_date() -> None:
    with TEMPLATE.open(encoding="utf-8") as file:
        written = {(message.context, message.id) for message in read_po(file) if message.id}
    assert written == set(texts())


def main() -> None:
    """Write the template."""
    catalog = Catalog()
    for context, message in texts():
        catalog.add(message, context=context)
    with TEMPLATE.open("wb") as file:
        write_po(file, catalog, omit_header=True, no_location=True, sort_output=True)


if __name__ == "__main__":
    main()
