"""A line of text as pieces of one font and one direction, in visual order.

The order is that of Unicode's bidirectional algorithm, applied once to the whole line, since no
font has all characters of it. Each piece is then shaped by itself.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from bidi import algorithm as bidi  # type: ignore[import-untyped]
from bidi.mirror import MIRRORED  # type: ignore[import-untyped]

from render.drawing.faces import JAPANESE, SHAPING, SHIPPED, Run, faces, has, of_these_fonts

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Invisible characters that join or part their neighbours."""
_RIGHT_TO_LEFT = {"R", "AL", "AN"}
_DIRECTED = _RIGHT_TO_LEFT | {"L", "EN", "ES", "ET", "CS", "WS", "ON"}
_NEUTRAL = "!"
"""A character without a direction."""


_SIDES = "LR"
_SIDE_OF_TYPE = {"L": 0, "R": 1, "AL": 1, "EN": 1, "AN": 1}
"""The side of numbers and letters of each type, for neutral characters beside them."""


class _Cluster(NamedTuple):
    text: str
    face: Path
    level: int
    """Odd if it is read from right to left."""


def clusters(text: str) -> list[str]:
    """Return every character of *text* with the marks and joiners that follow it."""
    found: list[str] = []
    for character in text:
        if found and attached(character):
            found[-1] += character
        else:
            found.append(character)
    return found


def attached(character: str) -> bool:
    """True if a character belongs to the previous one."""
    return character in JOINERS or unicodedata.category(character)[0] == "M"


def shown_of(cluster: str) -> str:
    """Return the part of a cluster that some font can show; empty without its base character."""
    if _face_of_all(cluster):
        return cluster
    face = _face_of_all(cluster[0])
    if face is None:
        return ""
    return "".join(sign for sign in cluster if sign in JOINERS or has(face, sign))


@of_these_fonts(512)
def showable(text: str) -> bool:
    """True if the fonts have every character of *text*."""
    return all(shown_of(cluster) == cluster for cluster in clusters(text))


def _face_of_all(text: str) -> Path | None:
    """Return the first font that has every character of *text*."""
    signs = [character for character in text if character not in JOINERS]
    return next((face for face in faces() if all(has(face, sign) for sign in signs)), None)


@of_these_fonts(4096)
def plain(text: str) -> bool:
    """True if *text* is one piece in the shipped font, drawn character by character."""
    return text.isascii() or all(
        has(SHIPPED, character)
        and not attached(character)
        and unicodedata.bidirectional(character) not in _RIGHT_TO_LEFT
        for character in text
    )


@of_these_fonts(1024)
def runs_of(text: str) -> tuple[Run, ...]:
    """Return *text* as pieces, from left to right."""
    parts = clusters(text)
    signs = zip(parts, _faces_of(parts), _levels(parts), strict=True)
    pieces = [
        list(group)
        for _, group in groupby((_Cluster(*sign) for sign in signs), lambda one: (one[1], one[2]))
    ]
    return tuple(map(_run, _in_visual_order(pieces)))


def _faces_of(parts: Sequence[str]) -> Iterator[Path]:
    """Yield the font of each cluster: one font for adjacent letters if it has them all."""
    for lettered, group in groupby(parts, lambda part: unicodedata.category(part[0])[0] == "L"):
        together = list(group)
        common = _face_of_all("".join(together)) if lettered else None
        for part in together:
            yield common or _face_of_all(part) or _face_of_all(part[0]) or SHIPPED


def _levels(parts: Sequence[str]) -> list[int]:
    """Return the embedding level of each cluster."""
    text = "".join(
        part[0] if unicodedata.bidirectional(part[0]) in _DIRECTED else _NEUTRAL for part in parts
    )
    line = bidi.get_empty_storage()
    base = line["base_level"] = bidi.get_base_level(text)
    line["base_dir"] = _SIDES[base]
    bidi.get_embedding_levels(text, line)
    bidi.explicit_embed_and_overrides(line)
    bidi.resolve_weak_types(line)
    _resolve_brackets(line["chars"], base)
    bidi.resolve_neutral_types(line, debug=False)
    bidi.resolve_implicit_levels(line, debug=False)
    return [sign["level"] for sign in line["chars"]]


def _resolve_brackets(signs: list[dict[str, Any]], base: int) -> None:
    """Give both brackets of a pair one direction (UAX 9, N0), which the library lacks."""
    sides = [_SIDE_OF_TYPE.get(sign["type"]) for sign in signs]
    for opening, closing in sorted(_pairs([sign["ch"] for sign in signs])):
        inside = set(sides[opening:closing]) - {None}
        if not inside:
            continue
        before = next((side for side in reversed(sides[:opening]) if side is not None), base)
        side = base if base in inside else before
        for at in (opening, closing):
            sides[at] = side
            signs[at]["type"] = _SIDES[side]


def _pairs(signs: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the indices of matching brackets."""
    opened: list[int] = []
    for at, sign in enumerate(signs):
        if unicodedata.category(sign) == "Ps":
            opened.append(at)
        elif unicodedata.category(sign) == "Pe":
            matching = [each for each in opened if MIRRORED.get(signs[each]) == sign]
            if matching:
                yield matching[-1], at
                opened = [each for each in opened if each < matching[-1]]


def _in_visual_order(pieces: list[list[_Cluster]]) -> list[list[_Cluster]]:
    """Reverse sequences of each level and higher, from the highest level down (UAX 9, L2)."""
    for depth in range(max((piece[0].level for piece in pieces), default=0), 0, -1):
        turned: list[list[_Cluster]] = []
        deep: list[list[_Cluster]] = []
        for piece in pieces:
            if piece[0].level >= depth:
                deep.insert(0, piece)
            else:
                turned += [*deep, piece]
                deep = []
        pieces = turned + deep
    return pieces


def _run(piece: list[_Cluster]) -> Run:
    text = "".join(cluster.text for cluster in piece)
    leftward = bool(piece[0].level % 2)
    if SHAPING and not _is_plain(piece):
        return Run(text, piece[0].face, "rtl" if leftward else "ltr")
    text = text.translate(_NO_JOINERS)
    if leftward:  # marks before their letters, as fonts expect
        text = "".join(MIRRORED.get(sign, sign) for sign in reversed(text))
    return Run(text, piece[0].face)


def _is_plain(piece: list[_Cluster]) -> bool:
    """True for text drawn character by character, so that pictures are the same everywhere.

    Those are the shipped fonts' Latin, Greek, Cyrillic and Japanese letters without marks.
    """
    return piece[0].face in {SHIPPED, JAPANESE} and all(
        not each.level % 2 and len(each.text) == 1 for each in piece
    )


_NO_JOINERS = dict.fromkeys(map(ord, JOINERS))
