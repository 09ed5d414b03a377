"""Shortens texts to Discord's limits: between words, and never inside a mention or a link."""

import re
import unicodedata
from collections.abc import Sequence
from typing import overload

from bot.i18n import PublicText

ELLIPSIS = "…"
_BETWEEN = " \t\n,·–"
"""Removed from the end of a text that is cut."""
_JOINED = "\N{ZERO WIDTH JOINER}"
_ESCAPED = re.compile(r"\\.", re.DOTALL)
_OPENED = re.compile(
    r"""
      \\$                             # a sign without what it is before
    | <(?:[@#:/]|\w+:)[^<>\n]*$       # a mention, a command, a time, an emoji, an address
    | \[[^\]\n]*$ | \]$ | \]\([^)\n]*$  # a link with a text
    | https?:\S*$
    """,
    re.VERBOSE,
)
_PAIRS = ("```", "`", "**", "__", "~~", "||", "*")
_ISOLATES = ("\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}")


def shorten(text: str, most: int) -> str:
    """*text* in at most *most* characters, with an ellipsis where it was cut.

    It is cut after a word, and never inside a mention, an emoji, a link or formatted text. A single
    long word is cut between two of its letters.
    """
    if len(text) <= most:
        return text
    places = range(most - 1, 0, -1)
    for may_cut in (_is_word_end, _is_character_end):
        for at in places:
            if may_cut(text, at) and not _is_open(text[:at]):
                return text[:at].rstrip(_BETWEEN) + ELLIPSIS
    return text[: most - 1] + ELLIPSIS


def _is_word_end(text: str, at: int) -> bool:
    """True if a word ends there. Full-width characters, such as Chinese ones, count as words."""
    before, after = text[at - 1], text[at]
    if after.isspace():
        return not before.isspace()
    wide = any(unicodedata.east_asian_width(sign) in "WF" for sign in (before, after))
    return wide and not before.isspace() and _is_character_end(text, at)


def _is_character_end(text: str, at: int) -> bool:
    """True if two visible characters meet there, rather than parts of one."""
    before, after = text[at - 1], text[at]
    if _JOINED in (before, after) or unicodedata.category(after) in {"Mn", "Me", "Mc", "Cf", "Sk"}:
        return False
    flags = len(text[:at]) - len(text[:at].rstrip(_FLAG_LETTERS))
    return not (after in _FLAG_LETTERS and flags % 2)


_FLAG_LETTERS = "".join(map(chr, range(0x1F1E6, 0x1F200)))
"""Two of them make a flag."""


def _is_open(text: str) -> bool:
    """True if *text* opens something, such as a link, that it does not close."""
    text = _ESCAPED.sub("", text)
    if _OPENED.search(text):
        return True
    opening, closing = _ISOLATES
    if text.count(opening) != text.count(closing):
        return True
    for mark in _PAIRS:
        if text.count(mark) % 2:
            return True
        text = text.replace(mark, "")
    return False


@overload
def first_lines(lines: Sequence[PublicText], most: int) -> PublicText: ...


@overload
def first_lines(lines: Sequence[str], most: int) -> str: ...


def first_lines(lines: Sequence[str], most: int) -> str:
    """The first of *lines*, as many as have room in *most* characters."""
    kept: list[str] = []
    room = most
    for line in lines:
        room -= len(line) + 1
        if room < 2:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(kept)


@overload
def last_lines(lines: Sequence[PublicText], most: int) -> PublicText: ...


@overload
def last_lines(lines: Sequence[str], most: int) -> str: ...


def last_lines(lines: Sequence[str], most: int) -> str:
    """The last of *lines*, as many as have room in *most* characters."""
    return "\n".join(reversed(first_lines(lines[::-1], most).split("\n")))
