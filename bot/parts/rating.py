"""Ratings in words: whether a game is rated."""

from bot.domain.table import Table
from bot.i18n import PublicText, Words
from bot.i18n.hint_texts import hint_rule_line

RATED_SIGN = "🏅"


def hints_or_rated_line(words: Words, table: Table) -> PublicText:
    """A line that says that a game is rated, or else its rule for hints."""
    if table.rated:
        return words._("**Rated:** the result changes the players' ratings. No hints.")
    return hint_rule_line(words, table.hints)
