"""Simpler versions of a message whose content Discord refuses."""

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.content.message import Button, Content, Row, Select

_LINK = re.compile(r"\[([^\]\n]*)\]\([^)\n]*\)|\w+://\S+")
_FORMATTING = re.compile(r"(?<!\\)[*_~`|]|^(?:>|#+|-#) ?", re.MULTILINE)
"""Formatting that is not escaped, as it is in names."""


def simpler_versions(content: Content) -> Iterator[Content]:
    """Yield the message without picture and files; in plain text; only that something is due."""
    if content.picture is not None or content.files:
        content = replace(content, picture=None, files=())
        if content.without_picture:
            content = content.with_text_before(content.without_picture)
        yield content
    plain = replace(
        content,
        text=_plain("\n".join(filter(None, (content.text, content.below)))),
        below="",
        at_first="",
        rows=tuple(_rows(content.rows)),
    )
    if plain != content:
        yield plain
    if content.least is not None:
        yield replace(content.least(), ping=content.ping, silent=content.silent)


def _plain(text: str) -> str:
    """Return a text without formatting and links, but with mentions and times."""
    return _FORMATTING.sub("", _LINK.sub(lambda found: found[1] or "", text))


def _rows(rows: tuple[Row, ...]) -> Iterator[Row]:
    """Yield the buttons and selects without emojis, and without links."""
    for row in rows:
        if isinstance(row, Select):
            options = (replace(option, emoji=None) for option in row.options)
            yield replace(row, options=tuple(options))
        elif not isinstance(row, tuple):
            yield row
        elif kept := [each for each in row if isinstance(each, Button)]:
            yield tuple(replace(each, emoji=None) for each in kept)
