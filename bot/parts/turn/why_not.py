"""Why not there: the spaces where a piece may not go, lettered by reason, each with its rule."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.content.content import MOST_ALT, MOST_TEXT, Button, Content
from bot.content.pictures import spaces_picture
from bot.content.pressing import back_to, in_rows, own_address
from bot.content.shortening import first_lines
from bot.domain import Seat
from bot.i18n import Words
from bot.i18n.alt_text import by_column
from bot.intents.board import Zoom
from bot.intents.turn import ChooseSpace
from bot.parts.buttons import legend_button, rule_button, zoom_button
from bot.parts.refusal_texts import detail_text
from bot.parts.turn.keypad import piece_name
from bot.teaching.rule_pages import page_of_reason
from engine import Cell, IllegalAction, Piece, Reason

_KEYS = "QRSTUVWXYZ"
"""The letters of reasons, none of which is a column's."""
_TAKEN = (Reason.TILE_SPACE_TAKEN, Reason.CELL_OCCUPIED, Reason.SAME_SPACE)
"""What one sees without a letter: something is there."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The spaces that are forbidden for the same reason, with the letter that they bear.

    Those where one sees it bear none.
    """

    letter: str
    reason: Reason
    refusals: Mapping[Cell, IllegalAction]

    def within(self, cells: Container[Cell]) -> Forbidden:
        """Those of them that are among *cells*."""
        there = {cell: refusal for cell, refusal in self.refusals.items() if cell in cells}
        return replace(self, refusals=there)


def forbidden(seat: Seat, piece: Piece) -> tuple[Forbidden, ...]:
    """The spaces where *seat* may not put *piece* now, from what the seat may know.

    Raises IllegalAction if it may put it nowhere, whatever the space.
    """
    by_reason: dict[Reason, dict[Cell, IllegalAction]] = {}
    for cell, refusal in seat.view.refusals(piece).items():
        by_reason.setdefault(refusal.reason, {})[cell] = refusal
    told = [reason for reason in Reason if reason.of_spaces and reason in by_reason]
    taken = [reason for reason in _TAKEN if reason in by_reason]
    lettered = zip(_KEYS, told, strict=False)
    return tuple(
        Forbidden(letter, reason, by_reason[reason])
        for letter, reason in (*lettered, *(("", reason) for reason in taken[:1]))
    )


def letters_of(groups: Sequence[Forbidden]) -> dict[Cell, str]:
    """The letter that each forbidden space bears, if it does."""
    return {cell: group.letter for group in groups if group.letter for cell in group.refusals}


def why_not(words: Words, seat: Seat, piece: Piece) -> Content:
    """Where *piece* may not go, and why, in a picture and in words; and back to its keypad.

    Raises IllegalAction if it may go nowhere, whatever the space.
    """
    groups = forbidden(seat, piece)
    legal = seat.view.legal_cells(piece)
    alt = in_spaces(words, groups, legal)
    picture = spaces_picture(words, seat, piece, legal, refused=letters_of(groups), alt=alt)
    heading = words._("Why not there: {piece}", piece=piece_name(words, piece))
    lines = [heading, explained(words, seat, groups)]
    if len(alt) > MOST_ALT:  # told in full for those who cannot see the picture
        lines.append(alt)
    address = own_address(seat)
    zoom = zoom_button(words, address, Zoom(piece=piece, refused=True))
    keypad = back_to(words, address.to(ChooseSpace(piece)))
    ways = (zoom, legend_button(words, seat.table.id), keypad)
    return Content("\n".join(lines), picture, rows=in_rows(_rules(words, groups), ways))


def _rules(words: Words, groups: Sequence[Forbidden]) -> tuple[Button, ...]:
    """To the pages of the rules that forbid it, each once: with the first number that is cited."""
    pages: dict[str, str] = {}
    for group in groups:
        pages.setdefault(page_of_reason(group.reason), group.reason.rule)
    return tuple(rule_button(words, page, rule) for page, rule in pages.items())


def explained(words: Words, seat: Seat, groups: Sequence[Forbidden]) -> str:
    """What each letter means, with its rule, and which kingdoms are in the way."""
    _ = words._
    lines: list[str] = []
    for group in groups:
        if not group.letter:
            taken = _("No letter – the space is taken ({rule})", rule=group.reason.rule)
            lines.append(taken)
            continue
        lines.append(
            words.ngettext(
                "**{letter}** – {reason} ({rule}): {count} space",
                "**{letter}** – {reason} ({rule}): {count} spaces",
                len(group.refusals),
                letter=group.letter,
                reason=_(group.reason.of_spaces),
                rule=group.reason.rule,
            )
        )
        lines += _kingdoms(words, seat, group)
    return first_lines(lines, MOST_TEXT // 2)


def _kingdoms(words: Words, seat: Seat, group: Forbidden) -> Iterator[str]:
    """Which kingdoms would be connected, and on which spaces."""
    between: dict[object, list[Cell]] = {}
    for cell, refusal in group.refusals.items():
        if kingdoms := refusal.details.get("kingdoms"):
            between.setdefault(kingdoms, []).append(cell)
    for kingdoms, cells in between.items():
        yield "> " + words._(
            "{cells}: the kingdoms of {leaders}",
            cells=by_column(cells),
            leaders=detail_text(words, kingdoms, seat.table),
        )


def in_spaces(words: Words, groups: Sequence[Forbidden], legal: Sequence[Cell]) -> str:
    """The letters with their spaces, for those who cannot see the picture; fewest spaces first."""
    _ = words._
    told: list[str] = [
        _("Possible spaces: {cells}.", cells=by_column(legal))
        if legal
        else _("It can't go anywhere.")
    ]
    told += (
        _(
            "{letter}, {reason}: {cells}.",
            letter=group.letter,
            reason=_(group.reason.of_spaces),
            cells=by_column(group.refusals),
        )
        for group in sorted(groups, key=lambda group: len(group.refusals))
        if group.letter
    )
    return " ".join(told)
