"""How people decide at their desks: by moves that are suggested, by the keypad, and in a line."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tests.wire.people import Person
from tests.wire.world import Json, components

if TYPE_CHECKING:
    from tests.wire.table import Decision

AT, ROW, MOVE = "at", "row", "move"
"""What buttons want, as their custom_ids have it: the spaces for a piece, those of a column, and to
put it there."""
_TAPS = 3


def buttons(message: Json, wanted: str) -> list[Json]:
    """The buttons on a message that want that."""
    return [each for each in components(message) if wish(each)[0] == wanted]


def wish(component: Json) -> tuple[str, str]:
    """What a component wants, and of what: ``move`` and ``r@E5``."""
    text = component.get("custom_id", "").split(":", 4)
    what, _, about = text[4].partition(":") if len(text) == 5 else ("", "", "")
    return what, about


def passing(message: Json) -> Iterator[Json]:
    """The buttons with which a player looks at something in place of the desk."""
    for wanted in (AT, "zoom", "catastrophe", "swap", "plan"):
        yield from buttons(message, wanted)


async def pressed_way(
    by: Decision, person: Person, desk: Json, dice: random.Random
) -> Decision | None:
    """What somebody decides at the own desk, on one of these ways; None if none is open."""
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
    """Look at the spaces for a piece, then perhaps at those of a column, and choose one."""
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
    _, action = wish(dice.choice(moves))
    return replace(by, command="turn", options=(("line", action),), text=action)


def _moved(by: Decision, page: Json, button: Json) -> Decision:
    return replace(by, message=page, button=button["label"], text=wish(button)[1])
