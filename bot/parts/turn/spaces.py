"""The board from closer: forbidden spaces with reasons, and parts at twice the size."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.content.message import MOST_ALT, MOST_TEXT, Back, Button, Content, Row, Style
from bot.content.names import game_name, plain_names, safe
from bot.content.pictures import region_picture, spaces_picture
from bot.content.pressing import back_to, in_rows, own_address
from bot.content.shortening import first_lines
from bot.domain.seat import Seat
from bot.domain.table import Status, Table
from bot.i18n import Words
from bot.i18n.alt_text import by_column, describe_region
from bot.intents import Address, turn
from bot.intents.board import Part, WhyNot, Zoom
from bot.parts.buttons import back, legend_button, rule_button, zoom_button
from bot.parts.refusal_texts import detail_text
from bot.parts.turn.keypad import piece_name
from bot.teaching.rule_pages import page_of_reason
from engine import CELLS, N_, Cell, IllegalAction, Piece, Reason, cells_of
from render import Region, region_in_question

_KEYS = "QRSTUVWXYZ"
"""The letters of reasons, none of which is a column's."""
_TAKEN = (Reason.TILE_SPACE_TAKEN, Reason.CELL_OCCUPIED, Reason.SAME_SPACE)
"""Reasons that need no letter: one sees that something is there."""


@dataclass(frozen=True, slots=True)
class Forbidden:
    """The spaces that are forbidden for the same reason, with the letter that marks them.

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
    """The spaces where *seat* may not put *piece* now, from its view.

    Raises IllegalAction if it may put it nowhere, whatever the space.
    """
    by_reason: dict[Reason, dict[Cell, IllegalAction]] = {}
    for cell, refusal in seat.view.refusals(piece).items():
        by_reason.setdefault(refusal.reason, {})[cell] = refusal
    lines = [reason for reason in Reason if reason.of_spaces and reason in by_reason]
    taken = [reason for reason in _TAKEN if reason in by_reason]
    lettered = zip(_KEYS, lines, strict=False)
    return tuple(
        Forbidden(letter, reason, by_reason[reason])
        for letter, reason in (*lettered, *(("", reason) for reason in taken[:1]))
    )


def letters_of(groups: Sequence[Forbidden]) -> dict[Cell, str]:
    """The letters of the forbidden spaces that have one."""
    return {cell: group.letter for group in groups if group.letter for cell in group.refusals}


def why_not(words: Words, seat: Seat, piece: Piece) -> Content:
    """The spaces where *piece* may not go, with the reasons, and the way back to its keypad.

    Raises IllegalAction if it may go nowhere, whatever the space.
    """
    groups = forbidden(seat, piece)
    legal = seat.view.legal_cells(piece)
    alt = in_spaces(words, groups, legal)
    picture = spaces_picture(words, seat, piece, legal, refused=letters_of(groups), alt=alt)
    heading = words._("Why not there: {piece}", piece=piece_name(words, piece))
    lines = [heading, explained(words, seat, groups)]
    if len(alt) > MOST_ALT:  # in full for those who cannot see the picture
        lines.append(alt)
    address = own_address(seat)
    zoom = zoom_button(words, address, Zoom(piece=piece, refused=True))
    keypad = back_to(words, address.to(turn.ChooseSpace(piece)))
    ways = (zoom, legend_button(words, seat.table.id), keypad)
    return Content("\n".join(lines), picture, rows=in_rows(_rules(words, groups), ways))


def _rules(words: Words, groups: Sequence[Forbidden]) -> tuple[Button, ...]:
    """Buttons to the rules in question: each page once, with its first rule that is cited."""
    pages: dict[str, str] = {}
    for group in groups:
        pages.setdefault(page_of_reason(group.reason), group.reason.rule)
    return tuple(rule_button(words, page, rule) for page, rule in pages.items())


def explained(words: Words, seat: Seat, groups: Sequence[Forbidden]) -> str:
    """The meanings of letters, with their rules and the kingdoms in the way."""
    lines: list[str] = []
    for group in groups:
        if not group.letter:
            taken = words._("No letter – the space is taken ({rule})", rule=group.reason.rule)
            lines.append(taken)
            continue
        lines.append(
            words.ngettext(
                "**{letter}** – {reason} ({rule}): {count} space",
                "**{letter}** – {reason} ({rule}): {count} spaces",
                len(group.refusals),
                letter=group.letter,
                reason=words._(group.reason.of_spaces),
                rule=group.reason.rule,
            )
        )
        lines += _kingdoms(words, seat, group)
    return first_lines(lines, MOST_TEXT // 2)


def _kingdoms(words: Words, seat: Seat, group: Forbidden) -> Iterator[str]:
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
    lines: list[str] = [
        words._("Possible spaces: {cells}.", cells=by_column(legal))
        if legal
        else words._("It can't go anywhere.")
    ]
    lines += (
        words._(
            "{letter}, {reason}: {cells}.",
            letter=group.letter,
            reason=words._(group.reason.of_spaces),
            cells=by_column(group.refusals),
        )
        for group in sorted(groups, key=lambda group: len(group.refusals))
        if group.letter
    )
    return " ".join(lines)


# --- a part of the board -------------------------------------------------------------------------

_QUARTERS: Mapping[Part, Region] = dict(
    zip(
        (Part.TOP_LEFT, Part.TOP_RIGHT, Part.BOTTOM_LEFT, Part.BOTTOM_RIGHT),
        Region.quarters(),
        strict=True,
    )
)
_NAMES: Mapping[Part, tuple[str, str]] = {
    Part.IN_QUESTION: (N_("In focus"), "🎯"),
    Part.TOP_LEFT: (N_("Top left"), "↖️"),
    Part.TOP_RIGHT: (N_("Top right"), "↗️"),
    Part.BOTTOM_LEFT: (N_("Bottom left"), "↙️"),
    Part.BOTTOM_RIGHT: (N_("Bottom right"), "↘️"),
}


_WIDEST = 12
"""Columns of a region that is still worth a look at twice the size, on a phone."""


def zoom_page(words: Words, table: Table, part: Part, seat: Seat | None = None) -> Content:
    """A part of the board as it is now, with what the last turn has changed, for anybody.

    It is in the contrast of the *seat* that looks, and has the way back for it. Raises LookupError
    for a game that has not started.
    """
    view = table.view
    if view is None:
        raise LookupError(f"game {table.id} has not started")
    board = view.board
    lying = cells_of(board.connecting | board.catastrophes)
    seen = _Seen.of(part, region_in_question(view, table.events), lying)
    alt = describe_region(words, view, plain_names(table), seen.cells)
    viewer = None if seat is None else seat.player
    picture = region_picture(table, seen.region, alt, viewer)
    address = Address(table.id)
    whole = Back(words._("Whole board"), address.to(Zoom(Part.WHOLE)), emoji="🗺️")
    ways: list[Button] = [whole, legend_button(words, table.id)]
    if seat is not None and table.status is Status.RUNNING:
        ways.append(back(words, table))
    lines: list[str] = [words.captioned(game_name(table), seen.title(words))]
    if len(alt) > MOST_ALT:  # in full for those who cannot see the picture
        lines.append(safe(alt))
    rows = (*seen.buttons(words, address, Zoom()), tuple(ways))
    running = table.status is Status.RUNNING
    return Content("\n".join(lines), picture, rows=rows, tells_now=running)


def zoom_on_spaces(words: Words, seat: Seat, zoom: Zoom) -> Content:
    """A part of the board with the spaces marked where a piece may go, as on its keypad.

    If that is wished, those too where it may not, by their letters. Raises IllegalAction if it may
    go nowhere, whatever the space; TypeError if no piece is said.
    """
    table, address, piece = seat.table, own_address(seat), zoom.piece
    if piece is None:
        raise TypeError("zoom_page shows the board without a piece")
    legal = seat.view.legal_cells(piece)
    seen = _Seen.of(zoom.part, region_in_question(seat.view, (), legal), legal)
    there = tuple(cell for cell in legal if cell in seen.region)
    groups = forbidden(seat, piece) if zoom.refused else ()
    shown = tuple(within for group in groups if (within := group.within(seen.cells)).refusals)
    alt = f"{in_spaces(words, shown, there)} " + describe_region(
        words, seat.view.public(), plain_names(table), seen.cells
    )
    picture = region_picture(
        table, seen.region, alt, seat.player, piece=piece, legal=there, refused=letters_of(shown)
    )
    lines = [words._("{piece}: {part}", piece=piece_name(words, piece), part=seen.title(words))]
    if zoom.refused:
        lines.append(explained(words, seat, shown))
    whole = address.to(WhyNot(piece) if zoom.refused else turn.ChooseSpace(piece))
    ways = (legend_button(words, table.id), back_to(words, whole))
    return Content("\n".join(lines), picture, rows=(*seen.buttons(words, address, zoom), ways))


@dataclass(frozen=True, slots=True)
class _Seen:
    """The part of a board that is shown."""

    part: Part
    region: Region
    asked: Region
    """The part in question."""

    @classmethod
    def of(cls, part: Part, asked: Region, cells: Iterable[Cell]) -> _Seen:
        """Return a *part*; in place of a region that is too wide, the quarter with most *cells*."""
        if part in _QUARTERS:
            return cls(part, _QUARTERS[part], asked)
        if len(asked.columns) <= _WIDEST:
            return cls(Part.IN_QUESTION, asked, asked)
        there = tuple(cells)
        best = max(_QUARTERS, key=lambda each: sum(cell in _QUARTERS[each] for cell in there))
        return cls(best, _QUARTERS[best], asked)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The spaces that are seen."""
        return tuple(cell for cell in CELLS if cell in self.region)

    def title(self, words: Words) -> str:
        """The name of the part: ``Top left, A1–I7``."""
        name, _sign = _NAMES[self.part]
        return words._("{part}, {region}", part=words._(name), region=self.region)

    def buttons(self, words: Words, address: Address, zoom: Zoom) -> tuple[Row, ...]:
        """Buttons to the parts of the board, including the one shown; *zoom* says what is marked.

        What is in question has none if that is too wide.
        """
        return in_rows(
            tuple(
                Button(
                    words._(name),
                    address.to(replace(zoom, part=part)),
                    Style.CHOSEN if part is self.part else Style.PLAIN,
                    sign,
                )
                for part, (name, sign) in _NAMES.items()
                if part in _QUARTERS or len(self.asked.columns) <= _WIDEST
            )
        )
