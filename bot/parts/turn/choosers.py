"""The first page of a turn: everything that can be begun, one press each."""

from collections.abc import Sequence
from dataclasses import replace

from bot.content.content import Button, Row, Style
from bot.content.pressing import in_rows, own_address
from bot.domain import Seat, Table
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from bot.intents import Address
from bot.intents.turn import (
    Act,
    AskEnd,
    ChooseCatastropheSpace,
    ChooseSpace,
    ChooseSwap,
)
from bot.parts.buttons import undo_button
from bot.parts.turn.moves import move_buttons
from engine import COLOURS, MOST_MOVES, Catastrophe, EndTurn


def first_page(
    words: Words,
    seat: Seat,
    first: Sequence[Button] = (),
    last: Sequence[Button] = (),
    *,
    moves: bool = True,
) -> tuple[Row, ...]:
    """The buttons of the player on turn, in at most four rows, which are eight lines on a phone.

    Three suggestions: what comes *first*, then *moves*, if wanted; the tiles in hand, with how
    many there are; the leaders; and how the turn ends, with what comes *last*. Without actions
    left only that.
    """
    ending = (*_end(words, seat), *undo_buttons_of(words, seat), *last)
    if not seat.view.actions_left:
        return in_rows(ending)
    suggested = (*first, *(move_buttons(words, seat) if moves else ()))[:MOST_MOVES]
    tiles, leaders = _tiles(words, seat), _leaders(words, seat)
    return in_rows(_best_first(suggested), tiles, leaders, ending)


def _best_first(suggested: tuple[Button, ...]) -> tuple[Button, ...]:
    """The first alone stands out."""
    return tuple(
        replace(each, style=Style.PLAIN if at else Style.MAIN) for at, each in enumerate(suggested)
    )


def undo_buttons(words: Words, table: Table) -> tuple[Button, ...]:
    """To take the last decision back; none if nobody may."""
    if table.undoer is None:
        return ()
    return (undo_button(words, Address(table.id, table.undoer.seat, table.shown_version)),)


def undo_buttons_of(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button to take one's last decision back, if that can be."""
    return undo_buttons(words, seat.table) if seat.table.undoer == seat.player else ()


def _tiles(words: Words, seat: Seat) -> tuple[Button, ...]:
    """A button for each colour in hand, with the number of tiles."""
    address = own_address(seat)
    return tuple(
        Button(
            words.some_tiles(count, colour),
            address.to(ChooseSpace(colour)),
            emoji=SQUARES[colour],
        )
        for colour, count in zip(COLOURS, seat.view.own_hand, strict=True)
        if seat.view.piece_refusal(colour) is None
    )


def _leaders(words: Words, seat: Seat) -> tuple[Button, ...]:
    """A button for each leader, with its space if it is on the board."""
    address, board = own_address(seat), seat.view.board
    return tuple(
        Button(
            f"{words.role(leader.colour)} {board.cell_of(leader) or ''}".strip(),
            address.to(ChooseSpace(leader)),
            emoji=leader_sign(leader),
        )
        for leader in seat.view.leaders(seat.number)
        if seat.view.piece_refusal(leader) is None
    )


def catastrophe_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """To the spaces for a catastrophe, if the seat can place one."""
    if seat.view.piece_refusal(Catastrophe()) is not None:
        return ()
    address = own_address(seat)
    label, intent = words._("Catastrophe"), ChooseCatastropheSpace()
    return (Button(label, address.to(intent), emoji=CATASTROPHE),)


def _end(words: Words, seat: Seat) -> tuple[Button, ...]:
    """To the end of the turn, at once if no action is given up by it; and to a swap."""
    address, label = own_address(seat), words._("End turn")
    if not seat.view.actions_left:
        return (Button(label, address.to(Act(EndTurn())), Style.MAIN),)
    end = Button(label, address.to(AskEnd()))
    if not seat.view.legal_swaps():
        return (end,)
    return (end, Button(words._("Swap"), address.to(ChooseSwap())))
