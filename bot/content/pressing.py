"""Buttons in rows, and the addresses of their requests."""

from math import ceil

from bot.content.message import Back, Button, Link, Row
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.intents import NO_GAME, Address, UserRequest

BUTTONS_A_ROW = 5
ROWS = 5
"""The most on Discord."""
ANYWHERE = Address(NO_GAME)
"""The address of a button that is about no game."""


def own_address(seat: Seat) -> Address:
    """The address of a decision of *seat*, which is valid only in the state that is shown."""
    return Address(seat.table.id, seat.number, seat.table.shown_version)


def back_to(words: Words, request: UserRequest) -> Back:
    """A *Back* button for that request."""
    return Back(words._("Back"), request, emoji="⬅️")


def in_rows(*groups: tuple[Button, ...]) -> tuple[Row, ...]:
    """Buttons in rows of at most five, without a single button left in the last row of a group.

    Each group has its own rows: as few as it needs, of about the same length.
    """
    rows = []
    for group in groups:
        left = group
        for rows_left in range(ceil(len(left) / BUTTONS_A_ROW), 0, -1):
            length = ceil(len(left) / rows_left)
            rows.append(left[:length])
            left = left[length:]
    return tuple(rows)


def room(rows: tuple[Row, ...]) -> int:
    """The number of further buttons for which there is room."""
    taken = sum(len(row) if isinstance(row, tuple) else BUTTONS_A_ROW for row in rows)
    return ROWS * BUTTONS_A_ROW - taken


def with_group(rows: tuple[Row, ...], group: tuple[Button, ...]) -> tuple[Row, ...]:
    """Rows with buttons that stay beside each other: in a new row, or else in one that has room.

    If there is none, the rows are as they were.
    """
    if not group:
        return rows
    if len(rows) < ROWS:
        return (*rows, group)
    for at in reversed(range(len(rows))):
        row = rows[at]
        if isinstance(row, tuple) and len(row) + len(group) <= BUTTONS_A_ROW:
            return (*rows[:at], (*row, *group), *rows[at + 1 :])
    return rows


def with_further(rows: tuple[Row, ...], *further: Button | Link) -> tuple[Row, ...]:
    """Rows with further buttons behind the last one, and in new rows where that is full.

    Once there are as many rows as Discord takes, they go into the last one that has room. Raises
    ValueError if none has.
    """
    packed: list[Row] = list(rows)
    for button in further:
        for at in reversed(range(len(packed))):
            row = packed[at]
            if isinstance(row, tuple) and len(row) < BUTTONS_A_ROW:
                packed[at] = (*row, button)
                break
            if len(packed) < ROWS:
                packed.append((button,))
                break
        else:
            if packed:
                raise ValueError("there is no room for another button")
            packed.append((button,))
    return tuple(packed)
