"""The choice of a space by taps on columns and rows that have a legal one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.content.message import Button, Content, Row
from bot.content.pictures import spaces_picture
from bot.content.pressing import in_rows, own_address
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE
from bot.intents.board import WhyNot, Zoom
from bot.intents.turn import Act, ChooseRow, ChooseSpace, Move
from bot.parts.buttons import back, legend_button, zoom_button
from bot.parts.turn.previews import Effect, effect_of
from engine import Catastrophe, Cell, Colour, Leader, Piece, WithdrawLeader, placing

_Columns: TypeAlias = Mapping[str, Sequence[Cell]]
"""The legal spaces by the letters of their columns, each from top to bottom."""


def choose_space(words: Words, seat: Seat, piece: Piece, column: str | None = None) -> Content:
    """The columns to which *piece* may go, or the spaces of one *column*.

    A column with one legal space has that space on its button, and with a single column there are
    its spaces at once. The picture marks what is still possible.
    """
    keypad = _Keypad(words, seat, piece)
    columns = _columns(seat.view.legal_cells(piece))
    cells = columns.get(column or next(iter(columns), ""))
    if cells is None:
        return keypad.nothing()
    if len(columns) == 1:
        return keypad.spaces(cells, *keypad.withdrawal())
    if column is None:
        return keypad.columns(columns)
    other = Button(words._("Other column"), own_address(seat).to(ChooseSpace(piece)))
    return keypad.spaces(cells, other)


def piece_name(words: Words, piece: Piece) -> str:
    """A piece of the player's, behind a colon or before one: ``🟥 temple``."""
    match piece:
        case Catastrophe():
            name = words._("catastrophe")
            return f"{CATASTROPHE} {name}"
        case Colour():
            return words.tile_with_square(piece)
        case Leader():
            return words.role_with_sign(piece)


def _columns(cells: Sequence[Cell]) -> _Columns:
    columns: dict[str, list[Cell]] = {}
    for cell in sorted(cells, key=lambda cell: (cell.col, cell.row)):
        columns.setdefault(_column(cell), []).append(cell)
    return columns


def _column(cell: Cell) -> str:
    return str(cell)[0]


@dataclass(frozen=True, slots=True)
class _Keypad:
    """The pages on which the space for a piece is chosen."""

    words: Words
    seat: Seat
    piece: Piece

    def columns(self, columns: _Columns) -> Content:
        """The choice of a column, with a button to withdraw a leader."""
        address = own_address(self.seat)
        alone = self._effects([cells[0] for cells in columns.values() if len(cells) == 1])
        buttons = tuple(
            self._space(cells[0], alone[cells[0]])
            if len(cells) == 1
            else Button(column, address.to(ChooseRow(self.piece, column)))
            for column, cells in columns.items()
        )
        name = piece_name(self.words, self.piece)
        question = self.words._("Choose a column: {piece}", piece=name)
        cells = tuple(cell for each in columns.values() for cell in each)
        return self._face(question, cells, alone, buttons, *self.withdrawal())

    def spaces(self, cells: Sequence[Cell], *further: Button) -> Content:
        """The choice of a space of one column."""
        question = self.words._("Choose a space: {piece}", piece=piece_name(self.words, self.piece))
        effects = self._effects(cells)
        buttons = tuple(self._space(cell, effect) for cell, effect in effects.items())
        return self._face(question, cells, effects, buttons, *further)

    def nothing(self) -> Content:
        """The page if there is no space at all."""
        name = piece_name(self.words, self.piece)
        text = self.words._("There's no space for this: {piece}", piece=name)
        return Content(text, rows=self._rows((), *self.withdrawal(), self._why_not()))

    def withdrawal(self) -> tuple[Button, ...]:
        """The button that withdraws a leader; empty if it is not on the board (R4.5)."""
        if not isinstance(self.piece, Leader):
            return ()
        withdraw = WithdrawLeader(self.piece)
        if self.seat.view.refusal(withdraw) is not None:
            return ()
        request = own_address(self.seat).to(Act(withdraw))
        return (Button(self.words.pgettext("leader", "Withdraw"), request, emoji="📤"),)

    def _why_not(self) -> Button:
        """To the spaces where the piece may not go."""
        address = own_address(self.seat)
        return Button(self.words._("Why not?"), address.to(WhyNot(self.piece)), emoji="🚫")

    def _effects(self, cells: Sequence[Cell]) -> dict[Cell, Effect]:
        return {cell: effect_of(self.words, self.seat, self.piece, cell) for cell in cells}

    def _space(self, cell: Cell, effect: Effect) -> Button:
        """A space, with what counts there: ``⚔️ E5``, ``🟥 E5 +1``; ``🦁 E5 +1`` for the lion."""
        label = f"{cell} +{effect.points}" if effect.points else str(cell)
        move = own_address(self.seat).to(Move(placing(self.piece, cell)))
        return Button(label, move, emoji=effect.sign)

    def _warnings(self, effects: Mapping[Cell, Effect]) -> list[str]:
        cells: dict[str, list[Cell]] = {}
        for cell, effect in effects.items():
            if effect.warns and effect.text is not None:
                cells.setdefault(effect.text, []).append(cell)
        return [
            self.words._("{cells}: {effect}", cells=self.words.listed(there), effect=text)
            for text, there in cells.items()
        ]

    def _face(
        self,
        question: str,
        cells: Sequence[Cell],
        effects: Mapping[Cell, Effect],
        buttons: tuple[Button, ...],
        *further: Button,
    ) -> Content:
        lines = [question]
        if isinstance(self.piece, Leader):
            standing = self.seat.view.board.cell_of(self.piece)
            if standing is not None:
                lines.append(self.words._("Now on {cell}.", cell=standing))
        lines += self._warnings(effects)
        picture = spaces_picture(self.words, self.seat, self.piece, cells)
        zoom = zoom_button(self.words, own_address(self.seat), Zoom(piece=self.piece))
        looking = (self._why_not(), zoom, legend_button(self.words, self.seat.table.id))
        return Content("\n".join(lines), picture, rows=self._rows(buttons, *further, *looking))

    def _rows(self, buttons: tuple[Button, ...], *further: Button) -> tuple[Row, ...]:
        """The spaces, and at most five other buttons in a row of their own below."""
        return in_rows(buttons, (*further, back(self.words, self.seat.table)))
