"""Players' names as pictures show them."""

import unicodedata
from collections.abc import Sequence
from itertools import groupby

from engine import View
from render.drawing.faces import of_these_fonts
from render.drawing.runs import JOINERS, attached, clusters, shown_of
from render.panels.labels import Labels

_MOST_MARKS = 6
"""The maximum number of marks on a letter in any language."""
_SKIN_TONES = {chr(code) for code in range(0x1F3FB, 0x1F400)}


def presented(view: View, names: Sequence[str], labels: Labels) -> list[str]:
    """Return *names* as far as the fonts can show them, with the dynasty's name otherwise.

    Raises ValueError unless there is one name for each seat.
    """
    if len(names) != len(view.seats):
        raise ValueError(f"{len(view.seats)} seats need as many names, not {len(names)}")
    return [
        presentable(name, labels.of_dynasty(dynasty))
        for name, dynasty in zip(names, view.seats, strict=True)
    ]


def presentable(name: str, dynasty: str) -> str:
    """Return *name* as far as the fonts can show it, *dynasty* if nothing is left.

    If a character that no font has was removed, *dynasty* follows the rest in parentheses.
    """
    words, lacking = visible_part(name)
    return f"{words} ({dynasty})" if words and lacking else words or dynasty


@of_these_fonts(512)
def visible_part(name: str) -> tuple[str, bool]:
    """Return the part of *name* that the fonts can show, and whether they lack a character of it.

    Fancy letters become plain ones. Invisible characters, such as control characters and skin
    tones, are removed, and so are excess marks; blanks are single. Of Chinese characters that stand
    together all are shown, or none: a part would be another name.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.split()), False
    visible, lacking = "", False
    parts = clusters("".join(filter(_is_visible, _simplified(name))))
    for chinese, group in groupby(map(_without_excess_marks, parts), _is_chinese):
        signs = list(group)
        shown = list(map(shown_of, signs))
        lacks = shown != signs
        visible += "" if chinese and lacks else "".join(shown)
        lacking |= lacks
    return " ".join(visible.split()), lacking


def _simplified(name: str) -> str:
    """Return *name* in plain letters and blanks, unless a character would become several."""
    plain = "".join(map(_plain, unicodedata.normalize("NFC", name)))
    return unicodedata.normalize("NFC", plain)


def _plain(character: str) -> str:
    if character.isspace():
        return " "
    plain = unicodedata.normalize("NFKC", character)
    return character if any(map(attached, plain)) else plain


def _is_chinese(cluster: str) -> bool:
    """True for a Chinese character, as it is used in Japanese too."""
    return unicodedata.name(cluster[:1] or " ", "").startswith("CJK ")


def _is_visible(character: str) -> bool:
    """True if a character is visible, or joins others that are."""
    return character in JOINERS or not (
        unicodedata.category(character) in {"Cc", "Cf", "Cs"}
        or _is_variation_selector(character)
        or character in _SKIN_TONES
    )


def _without_excess_marks(cluster: str) -> str:
    """Return a cluster without excess marks; empty if its marks have no letter."""
    if attached(cluster[0]):
        return ""
    return " " if cluster[0] == " " else cluster[: 1 + _MOST_MARKS]


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
