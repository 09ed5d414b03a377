"""How players decide at their desks: by suggested moves, by the keypad, and in a line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.stand_in.people import Person
from tests.stand_in.world import Json, components

if TYPE_CHECKING:
    from tests.stand_in.table import Decision

AT, ROW, MOVE = "at", "row", "move"
"""The wishes in custom_ids: the spaces for a piece, those of a column, and to put it there."""
_TAPS = 3


def buttons(message: Json, wanted: str) -> list[Json]:
    """The buttons on a message with that wish."""
    return [each for each in components(message) if request(each)[0] == wanted]


def request(component: Json) -> tuple[str, str]:
    """A component's wish, and what it is about: ``move`` and ``r@E5``."""
    text = component.get("custom_id", "").split(":", 4)
    what, _, about = text[4].partition(":") if len(text) == 5 else ("", "", "")
    return what, about


def passing(message: Json) -> Iterator[Json]:
    """The buttons that show something in place of the desk."""
    for wanted in (AT, "zoom", "catastrophe", "swap", "plan"):
        yield from buttons(message, wanted)


async def pressed_way(
    by: Decision, person: Person, desk: Json, dice: random.Random
) -> Decision | None:
    """A decision at a player's desk, in one of these ways; None if it is not open."""
    way = dice.choice((_suggested, _by_keypad, _in_a_line))
    return await way(by, person, desk, dice)


async def _suggested(
    by: Decision, person: Person, desk: Json, dice: random.Random
) -> Decision | None:
    del person
    moves = buttons(desk, MOVE)
    return _moved(by, desk, dice.choice(moves)) if moves else None


async def _by_keypad(
    by: Decision, person: Person, desk: Json, dice: random.Random
) -> Decision | None:
    """Look at the spaces for a piece, perhaps at those of a column, and choose one."""
    page, pieces = desk, buttons(desk, AT)
    if not pieces:
        return None
    tap = dice.choice(pieces)
    for _ in range(_TAPS):
        asked = await person.begin_use(page, tap)
        await person.heard(asked)
        if asked.answered is None or asked.message is None:
            return None
        page = asked.message
        moves, rows = buttons(page, MOVE), buttons(page, ROW)
        if moves and (not rows or dice.random() < 0.5):
            return _moved(by, page, dice.choice(moves))
        if not rows:
            return None
        tap = dice.choice(rows)
    return None


async def _in_a_line(
    by: Decision, person: Person, desk: Json, dice: random.Random
) -> Decision | None:
    """Type a move that the desk suggests."""
    moves = buttons(desk, MOVE)
    if not moves:
        return None
    del person
    _, action = request(dice.choice(moves))
    return replace(by, command="turn", options=(("line", action),), text=action)


def _moved(by: Decision, page: Json, button: Json) -> Decision:
    return replace(by, message=page, button=button["label"], text=request(button)[1])
