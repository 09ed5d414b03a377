"""The first page of a turn: everything that can be begun, one press each."""

from collections.abc import Sequence

from bot.content.content import Button, Row, Style
from bot.content.pressing import BUTTONS_A_ROW, in_rows, own_address
from bot.domain import Seat, Table
from bot.features.turn.intents import (
    Act,
    AskEnd,
    ChooseCatastropheSpace,
    ChooseSpace,
    ChooseSwap,
    Undo,
)
from bot.features.turn.moves import move_buttons
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from bot.intents import Address
from engine import COLOURS, Catastrophe, Colour, EndTurn


def first_page(
    words: Words, seat: Seat, first: Sequence[Button] = (), *, moves: bool = True
) -> tuple[Row, ...]:
    """What a seat that is to play can press, at most four rows.

    The buttons that come *first*, and the *moves* that are suggested, if wanted; a button for each
    colour in hand, with how many there are, and for each leader, with where it stands; and the
    rest. Without actions left only the end.
    """
    undo = undo_buttons_of(words, seat)
    if not seat.view.actions_left:
        return in_rows((_end(words, seat), *undo))
    return in_rows(
        (*first, *(move_buttons(words, seat) if moves else ()))[:BUTTONS_A_ROW],
        _tiles(words, seat),
        _leaders(words, seat),
        (*_catastrophe(words, seat), *_swap(words, seat), _end(words, seat), *undo),
    )


def undo_buttons(words: Words, table: Table) -> tuple[Button, ...]:
    """To take the last decision back; none if nobody may."""
    if table.undoer is None:
        return ()
    return (undo_button(words, Address(table.id, table.undoer.seat, table.shown_version)),)


def undo_button(words: Words, address: Address) -> Button:
    """To take the last decision back; a player who may not is told so."""
    return Button(words._("Undo"), address.to(Undo()), emoji="↩️")


def undo_buttons_of(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button to take one's last decision back, if that can be."""
    return undo_buttons(words, seat.table) if seat.table.undoer == seat.player else ()


def tile_label(words: Words, colour: Colour, count: int) -> str:
    """How a button names so many tiles of a colour: ``Temple × 2``."""
    name = words.tile(colour)
    return f"{name[:1].upper()}{name[1:]} × {count}"


def _tiles(words: Words, seat: Seat) -> tuple[Button, ...]:
    address = own_address(seat)
    return tuple(
        Button(
            tile_label(words, colour, count),
            address.to(ChooseSpace(colour)),
            emoji=SQUARES[colour],
        )
        for colour, count in zip(COLOURS, seat.view.own_hand, strict=True)
        if seat.view.piece_refusal(colour) is None
    )


def _leaders(words: Words, seat: Seat) -> tuple[Button, ...]:
    address, board = own_address(seat), seat.view.board
    return tuple(
        Button(
            " ".join(map(str, filter(None, (words.role(leader.colour), board.cell_of(leader))))),
            address.to(ChooseSpace(leader)),
            emoji=leader_sign(leader),
        )
        for leader in seat.view.leaders(seat.number)
        if seat.view.piece_refusal(leader) is None
    )


def _catastrophe(words: Words, seat: Seat) -> tuple[Button, ...]:
    if seat.view.piece_refusal(Catastrophe()) is not None:
        return ()
    address = own_address(seat)
    label, intent = words._("Catastrophe"), ChooseCatastropheSpace()
    return (Button(label, address.to(intent), emoji=CATASTROPHE),)


def _swap(words: Words, seat: Seat) -> tuple[Button, ...]:
    if not seat.view.legal_swaps():
        return ()
    return (Button(words._("Swap"), own_address(seat).to(ChooseSwap()), emoji="🔄"),)


def _end(words: Words, seat: Seat) -> Button:
    """To the end of the turn: at once if no action is given up by it."""
    address, label = own_address(seat), words._("End turn")
    if seat.view.actions_left:
        return Button(label, address.to(AskEnd()), emoji="⏭️")
    return Button(label, address.to(Act(EndTurn())), Style.MAIN, "⏭️")
