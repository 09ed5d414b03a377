"""Refusals in words, with buttons to the rules."""

from dataclasses import replace
from datetime import datetime

from bot.content.message import Button, Content
from bot.content.names import harmless, safe, safe_names
from bot.content.pressing import with_further
from bot.content.shortening import shorten
from bot.domain.refusals import (
    ChannelMention,
    Fault,
    OptionName,
    PaceName,
    Refusal,
    Refused,
    RoleMention,
)
from bot.domain.table import Table
from bot.i18n import PublicText, Words
from bot.i18n.options import option_name
from bot.i18n.times import moment, pace_name
from bot.parts.buttons import rule_button
from bot.teaching.rule_pages import page_of_reason
from engine import Dynasty, IllegalAction, Leader, LeaderAt

_PAGES = {
    Refusal.NOTHING_TO_UNDO: "undo",
    Refusal.UNDO_NOT_YOURS: "undo",
    Refusal.UNDO_REVEALED: "undo",
    Refusal.NOT_OVER: "secrets",
    Refusal.NOT_REVIEWED_YET: "secrets",
}
"""Pages of the rules that explain refusals of this bot, which no rule of the game makes."""
_SHOWN = 60
"""Characters of a name that are shown back: names of games are no longer."""
_FAULT = 160
"""Characters of a fault, which may quote a record."""


def refusal_text(words: Words, refusal: IllegalAction | Refused, table: Table | None = None) -> str:
    """The reason of a refusal, with the names of players if the *table* is known."""
    return words.refusal(refusal, lambda value: detail_text(words, value, table))


def detail_text(words: Words, detail: object, table: Table | None = None) -> str:
    """A detail of a refusal in words, with the names of players if the *table* is known."""
    match detail:
        case Dynasty() if table is not None and table.view is not None:
            return safe_names(table)[table.view.seats.index(detail)]
        case Leader():
            return _leader(words, detail, table)
        case LeaderAt(leader, cell):
            return words.leader_at(_leader(words, leader, table), cell)
        case ChannelMention(number):
            return f"<#{number}>"
        case RoleMention(number):
            return f"<@&{number}>"
        case OptionName(option):
            return option_name(words, option)
        case PaceName(pace):
            return f"*{pace_name(words, pace)}*"
        case Fault(text):
            return harmless(shorten(text, _FAULT))
        case datetime():
            return moment(detail)
        case tuple():
            return words.listed([detail_text(words, each, table) for each in detail])
        case str() if not isinstance(detail, Dynasty):
            return f"**{safe(shorten(detail, _SHOWN))}**"
        case _:
            return words.name(detail)


def rule_buttons(words: Words, refusal: IllegalAction | Refused) -> tuple[Button, ...]:
    """The button to the rule about a refusal; empty if there is no page for it."""
    if isinstance(refusal, IllegalAction):
        return (rule_button(words, page_of_reason(refusal.reason), refusal.rule),)
    name = _PAGES.get(refusal.refusal)
    return () if name is None else (rule_button(words, name),)


def with_rule(words: Words, content: Content, refusal: IllegalAction | Refused) -> Content:
    """A message about a refusal, with the button to the rule behind its others."""
    return replace(content, rows=with_further(content.rows, *rule_buttons(words, refusal)))


def _leader(words: Words, leader: Leader, table: Table | None) -> PublicText:
    """A leader with its player, or with its dynasty if no one at the table plays it."""
    seats = () if table is None or table.view is None else table.view.seats
    if table is None or leader.dynasty not in seats:
        return words.leader(leader)
    return words.leader(leader, safe_names(table)[seats.index(leader.dynasty)])
