"""Faults of a page's buttons and options, for listeners and for viewers."""

import re

from bot.content.message import Button, Link, Select, Style

_WORD = re.compile(r"[^\W\d_]{2,}|[぀-鿿]")
"""Two letters, or one of Japanese, which may be a word."""
_SPACE = re.compile(r"[A-P](\d{1,2})?( \+\d+)?")
"""A column or a space, with its points: enough where the page asks for one."""
_ASKS_WHERE = re.compile(r"column|space|building|Spalte|Feld")


def faults_in(text, labels, options, blue):
    """The faults; *labels* are the buttons' without signs, *blue* is the number of blue ones."""
    bare = [label for label in (*labels, *options) if not _WORD.search(label)]
    if _ASKS_WHERE.search(text):
        bare = [label for label in bare if not _SPACE.fullmatch(label)]
    faults = [f"no word says what it is: {label!r}" for label in bare]
    twice = sorted({label for label in labels if labels.count(label) > 1})
    faults += [f"two buttons read alike: {label!r}" for label in twice]
    if blue > 1:
        faults.append(f"{blue} buttons are blue: one is what is suggested")
    return faults


def faults_of(page):
    """The same of a page."""
    buttons = [each for row in page.rows if isinstance(row, tuple) for each in row]
    return faults_in(
        page.text,
        [each.label for each in buttons if isinstance(each, Button | Link)],
        [option.label for row in page.rows if isinstance(row, Select) for option in row.options],
        sum(isinstance(each, Button) and each.style is Style.MAIN for each in buttons),
    )
