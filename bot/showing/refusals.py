"""Refusals in words, with the names of the table that they are about."""

from bot.showing.names import safe, safe_names
from bot.table import Refused, Table
from bot.words import Words
from engine import Dynasty, IllegalAction

_SHOWN = 60
"""Characters of a name that are shown back: names of games are no longer."""


def refusal_text(words: Words, refusal: IllegalAction | Refused, table: Table | None = None) -> str:
    """Why something was refused; who is waited for is named if the *table* is known."""

    def name(value: object) -> str:
        match value:
            case Dynasty() if table is not None and table.view is not None:
                return safe_names(table)[table.view.seats.index(value)]
            case str() if not isinstance(value, Dynasty):
                return f"**{safe(value if len(value) <= _SHOWN else value[:_SHOWN] + '…')}**"
            case _:
                return words.name(value)

    return words.refusal(refusal, name)
