"""Hints in words: who may ask for them, and what is expected of a turn."""

from bot.domain import HintRule
from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText

_GAMES = 100


def hint_rule_told(words: Words, rule: HintRule) -> PublicText:
    """Who may ask for hints by that rule, as a part of a sentence."""
    return words._(rule.told)


def hint_rule_line(words: Words, rule: HintRule) -> PublicText:
    """The same as a line about a table."""
    return words._("**Hints:** {rule}", rule=hint_rule_told(words, rule))


def share_told(words: Words, share: float) -> PublicText:
    """A share of the win, 0 to 1, in plain words; nothing is promised."""
    count = round(share * _GAMES)
    if count <= 0:
        return words._("hardly ever wins")
    if count >= _GAMES:
        return words._("nearly always wins")
    return words._("wins about {count} in {games}", count=count, games=_GAMES)
