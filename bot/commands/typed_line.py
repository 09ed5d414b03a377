"""A whole turn in one line, as a player types it: ``r@E5 Ak@F5 end``.

It is the notation of records, read generously: case and blanks do not matter, and pieces may be
called by their names. One letter is always a tile; a leader has two, or is called by its role.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeAlias

from bot.commands.typed import as_named, names_of_leader, names_of_tile, quoted
from bot.content.message import Content
from bot.content.names import safe
from bot.dispatch.context import AnswerInstead
from bot.i18n import Words
from bot.intents.turn import ActWithOwn, AskLine
from engine import (
    COLOURS,
    HAND_SIZE,
    LEADERS,
    Action,
    Catastrophe,
    Cell,
    Colour,
    Dynasty,
    Leader,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    WithdrawLeader,
    counts_of,
    letters,
    parse_action,
)

Part: TypeAlias = Action | ActWithOwn
"""A decision; the player's leaders may be called by their roles alone."""

_PARTS = "`r@E5`, `Ak@F5`, `Ak@-`, `x@E5`, `swap:krr`, `end`"
_ANSWERS = "`+2`, `war:k`, `build:kr@E5`, `build:-`, `site:E5`, `take:B2,F10`, `cube:g`, `draw:?`"
_BETWEEN = r"[\s;,]"
"""Separators of a line's parts."""
_ENDS = rf"(?={_BETWEEN}|$)"
_OF = r"(?:\s*:\s*|\s+)"
"""Between a word such as ``swap`` and what belongs to it."""
_CELL = "[A-P](?:1[01]|[1-9])"
_NONE = "[-–—]"
_SKIPPED = re.compile(f"{_BETWEEN}*")
_OWNER = re.compile(r"([ABLP])(?=[\s;,:])[\s;,:]*", re.IGNORECASE)
_AT = re.compile(r"([^\s;,@]*)\s*@\s*([^\s;,@]*)")
_WORD = re.compile(rf"(?:(?!{_BETWEEN}).)+")


class _OwnLeader(NamedTuple):
    """The player's leader of a colour."""

    colour: Colour


_Named: TypeAlias = Colour | Leader | _OwnLeader | Catastrophe


class Read(NamedTuple):
    """A part of a line, and where it stands in what was typed."""

    part: Part
    start: int
    end: int


class LineReader:
    """Reads lines in one language; what things are called in English is understood as well."""

    def __init__(self, words: Words) -> None:
        self._words = words
        leaders = {name: each for each in COLOURS for name in names_of_leader(words, each)}
        tiles = {
            name: each for each in COLOURS for name in (*names_of_tile(words, each), each.letter)
        }
        self._colours = leaders | tiles
        catastrophes = map(as_named, ("x", "catastrophe", words._("Catastrophe")))
        self.pieces: dict[str, _Named] = {
            **dict.fromkeys(catastrophes, Catastrophe()),
            **{as_named(str(leader)): leader for leader in LEADERS},
            **{name: _OwnLeader(colour) for name, colour in leaders.items()},
            **tiles,
        }
        """Pieces by their names, in lower case."""
        self._names = _names_by_piece(self.pieces)
        self._forms = tuple(
            (re.compile(pattern + _ENDS, re.IGNORECASE), make) for pattern, make in self._patterns()
        )

    @classmethod
    @cache
    def of(cls, words: Words) -> LineReader:
        """The reader of a language."""
        return cls(words)

    def read(self, text: str) -> AskLine:
        """A whole line. Raises AnswerInstead, naming the first part that cannot be read."""
        parts, owners, rest = self.read_from(text)
        if rest or not parts:
            raise AnswerInstead(Content(self._fault(rest)))
        if len(owners) > 1:
            named = self._words.listed(sorted(owners))
            message = self._words._(
                "A line is for one player's turn. Yours names several: {dynasties}.",
                dynasties=named,
            )
            raise AnswerInstead(Content(message))
        return AskLine(tuple(read.part for read in parts), dynasty=next(iter(owners), None))

    def read_from(self, text: str) -> tuple[list[Read], set[Dynasty], str]:
        """The parts with which a text begins, whose they are said to be, and the unread rest."""
        parts: list[Read] = []
        owners: set[Dynasty] = set()
        at = _end(_SKIPPED, text, 0)
        while at < len(text):
            if read := self._part(text, at):
                parts.append(read)
                at = _end(_SKIPPED, text, read.end)
            elif owner := _OWNER.match(text, at):
                owners.add(Dynasty(owner[1].upper()))
                at = owner.end()
            else:
                break
        return parts, owners, text[at:]

    def spelling(self, action: Action, begun: str) -> str | None:
        """Return a spelling of a decision that begins as typed; None if there is none."""
        typed = as_named(begun)
        if isinstance(action, SwapTiles) and typed.startswith("swap:"):
            wanted = counts_of(typed.removeprefix("swap:"))
            fits = all(some <= all_ for some, all_ in zip(wanted, action.counts, strict=True))
            return str(action) if fits else None
        return next((text for text in self._spellings(action) if text.startswith(typed)), None)

    def _spellings(self, action: Action) -> Iterator[str]:
        text = str(action)
        yield as_named(text)
        piece, at, space = text.partition("@")
        if at and piece.casefold() in self.pieces:
            named = self.pieces[piece.casefold()]
            for name in self._names.get(named, ()):
                yield f"{name}@{space.casefold()}"

    def _part(self, text: str, at: int) -> Read | None:
        for pattern, make in self._forms:
            if match := pattern.match(text, at):
                return Read(make(match), *match.span())
        if word := _WORD.match(text, at):
            with suppress(ValueError):  # any other decision, in notation
                return Read(parse_action(word[0]), *word.span())
        return None

    # --- the forms of a part -----------------------------------------------------------------

    def _patterns(self) -> Iterator[tuple[str, Callable[[re.Match[str]], Part]]]:
        colour = f"({_alternatives(self._colours)})"

        def of_colour(word: str) -> Callable[[re.Match[str]], Part]:
            return lambda match: parse_action(f"{word}:{self._colours[as_named(match[1])]}")

        yield f"({_alternatives(self.pieces)})" + rf"\s*@\s*({_CELL}|{_NONE})", self._placing
        # a B by itself is whose decision comes next
        yield rf"swap{_OF}([krbg]+(?:[\s,]+(?!(?-i:B)\s)[krbg]+)*)(?!\s*@)", self._swap
        yield "end", lambda _: parse_action("end")
        yield r"\+\s*([0-6])", lambda match: parse_action(f"+{match[1]}")
        yield f"war{_OF}{colour}", of_colour("war")
        yield f"cube{_OF}{colour}", of_colour("cube")
        yield f"draw{_OF}{colour}", of_colour("draw")
        yield rf"draw{_OF}(?:\?|bag)", lambda _: parse_action("draw:?")
        yield f"build{_OF}{_NONE}", lambda _: parse_action("build:-")
        yield f"site{_OF}{_NONE}", lambda _: parse_action("site:-")
        yield f"site{_OF}({_CELL})", lambda match: parse_action(f"site:{match[1].upper()}")
        yield (
            rf"build{_OF}z\s*@\s*({_CELL})",
            lambda match: parse_action(f"build:z@{match[1].upper()}"),
        )
        yield (
            rf"build{_OF}([krbg])(?!\1)([krbg])\s*@\s*({_CELL})",
            lambda match: parse_action(f"build:{_monument(match)}@{match[3].upper()}"),
        )
        yield f"take{_OF}({_CELL}(?:{_BETWEEN}+{_CELL})*)", _treasures_taken

    def _placing(self, match: re.Match[str]) -> Part:
        piece = self.pieces[as_named(match[1])]
        if re.fullmatch(_NONE, match[2]):
            match piece:
                case _OwnLeader(colour):
                    return ActWithOwn(colour, None)
                case Leader():
                    return WithdrawLeader(piece)
                case _:
                    message = self._words._(
                        "I can't read {typed}. Only leaders are withdrawn, such as `Ak@-`.",
                        typed=quoted(match[0]),
                    )
                    raise AnswerInstead(Content(message))
        cell = Cell.parse(match[2].upper())
        match piece:
            case _OwnLeader(colour):
                return ActWithOwn(colour, cell)
            case Leader():
                return PlaceLeader(piece, cell)
            case Colour():
                return PlaceTile(piece, cell)
            case Catastrophe():
                return PlaceCatastrophe(cell)

    def _swap(self, match: re.Match[str]) -> Part:
        tiles = counts_of(match[1].lower())
        if sum(tiles) > HAND_SIZE:
            message = self._words._(
                "I can't read {typed}. A swap takes one to six tiles, such as `swap:krr`.",
                typed=quoted(match[0]),
            )
            raise AnswerInstead(Content(message))
        return parse_action(f"swap:{letters(tiles)}")

    # --- what cannot be read -------------------------------------------------------------------

    def _fault(self, rest: str) -> str:
        """A message about the part that cannot be read, with what it could be."""
        _ = self._words._
        placing = _AT.match(rest)
        if placing and ":" in placing[1]:  # of a monument, perhaps: it is no piece
            placing = None
        if placing and as_named(placing[1]) not in self.pieces:
            return _(
                "I can't read {typed}. Before @, write a tile (`r`, `red`), a leader (`Ak`, "
                "`King`) or a catastrophe (`x`).",
                typed=quoted(placing[0]),
            )
        if placing:
            return _(
                "I can't read {typed}. After @, write a space from A1 to P11, or - to withdraw "
                "a leader.",
                typed=quoted(placing[0]),
            )
        word = _WORD.match(rest)
        typed = word[0] if word else ""
        if as_named(typed) in self.pieces:
            return _(
                "I can't read {typed}. Say where it goes, such as `{typed_at}`.",
                typed=quoted(typed),
                typed_at=f"{safe(typed)}@E5",
            )
        if re.fullmatch(_CELL, typed, re.IGNORECASE):
            return _(
                "I can't read {typed}. Say what goes there, such as `r@{cell}`.",
                typed=quoted(typed),
                cell=typed.upper(),
            )
        examples = {"parts": _PARTS, "answers": _ANSWERS}
        if not typed:
            return _(
                "That line is empty. It takes parts ({parts}) and answers ({answers}).",
                **examples,
            )
        return _(
            "I can't read {typed}. A line takes parts ({parts}) and answers ({answers}).",
            typed=quoted(typed),
            **examples,
        )


def _names_by_piece(pieces: Mapping[str, _Named]) -> Mapping[_Named, Sequence[str]]:
    """The names of each thing; those of the player's leader belong to all leaders of its colour."""
    return {
        named: tuple(
            name
            for name, other in pieces.items()
            if other == named or (isinstance(named, Leader) and other == _OwnLeader(named.colour))
        )
        for named in pieces.values()
    }


def _treasures_taken(match: re.Match[str]) -> Part:
    cells = sorted(Cell.parse(cell) for cell in re.findall(_CELL, match[1].upper()))
    return parse_action(f"take:{','.join(map(str, dict.fromkeys(cells)))}")


def _monument(match: re.Match[str]) -> str:
    return "".join(sorted(match[1].lower() + match[2].lower(), key="krbg".index))


def _alternatives(names: Iterable[str]) -> str:
    """A pattern for any of these names; a blank in one is any number of blanks."""
    longest_first = sorted(names, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()
