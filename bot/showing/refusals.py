"""Refusals in words, with the names of the table that they are about, and the way to the rule."""

from dataclasses import replace

from bot.showing.content import Button, Content
from bot.showing.names import safe, safe_names
from bot.showing.pressing import with_further
from bot.showing.rules import rule_button
from bot.table import Refusal, Refused, Table
from bot.teaching.pages import page_of_refusal
from bot.words import Words
from engine import Dynasty, IllegalAction

_PAGES = {
    Refusal.NOTHING_TO_UNDO: "undo",
    Refusal.UNDO_NOT_YOURS: "undo",
    Refusal.UNDO_REVEALED: "undo",
    Refusal.NOT_OVER: "secrets",
}
"""The pages of the rules that explain what no rule of the game forbids, but this bot."""
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


def rule_buttons(words: Words, refusal: IllegalAction | Refused | None) -> tuple[Button, ...]:
    """The button that opens the page on what is refused; none if there is no such page."""
    match refusal:
        case IllegalAction():
            return (rule_button(words, page_of_refusal(refusal), refusal.rule),)
        case Refused() if (name := _PAGES.get(refusal.refusal)) is not None:
            return (rule_button(words, name),)
        case _:
            return ()


def with_rule(words: Words, content: Content, refusal: IllegalAction | Refused | None) -> Content:
    """A message that tells of a refusal, with that button behind its others."""
    return replace(content, rows=with_further(content.rows, *rule_buttons(words, refusal)))
