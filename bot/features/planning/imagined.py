"""A turn that is nowhere stored, on the game's own pages: one of a lesson, or of a plan."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import UnionType

from bot.content.content import Button, Row
from bot.features.board.intents import SeeDesk, WhyNot, Zoom
from bot.features.rules.intents import SeeLegend, SeeRule
from bot.features.turn.intents import (
    Act,
    AskEnd,
    AskSwap,
    ChooseCatastropheSpace,
    ChooseRow,
    ChooseSpace,
    ChooseSwap,
    Move,
)
from bot.intents import Intent, parse_wish

OF_A_TURN = (
    Act
    | Move
    | ChooseSpace
    | ChooseRow
    | ChooseCatastropheSpace
    | ChooseSwap
    | AskSwap
    | AskEnd
    | SeeDesk
    | WhyNot
    | Zoom
)
"""What the buttons of every such turn can mean: of the rest of a game there is nothing."""
_BESIDE = SeeLegend | SeeRule
"""What is about no game, and so is the same there."""
ONCE = datetime(2000, 1, 1, tzinfo=UTC)
"""When everything there happens."""


def buttons_of(
    row: Row, wanted: UnionType, to: Callable[[Intent], str]
) -> Iterator[tuple[Button, Intent]]:
    """The buttons of a row that there are in it, with what they mean: one of what is *wanted*.

    Each has the ``custom_id`` that *to* gives its intent, unless that is about no game.
    """
    for button in row if isinstance(row, tuple) else ():
        if isinstance(button, Button):
            intent = parse_wish(button.custom_id).intent
            if isinstance(intent, _BESIDE):
                yield button, intent
            elif isinstance(intent, wanted):
                yield replace(button, custom_id=to(intent)), intent
