"""The queue of a server, as everybody may see it: how many wait, and for what. Never who."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.domain.queue import Wish
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.options import PRESET_WORDS
from bot.i18n.times import PACE_WORDS

_SHOWN = 8
"""The most different wishes that are shown."""


def queue_lines(words: Words, wishes: Sequence[Wish]) -> list[PublicText]:
    """How many wait, and a line for each wish; empty if nobody waits."""
    if not wishes:
        return []
    lines = [
        words.ngettext(
            "**{count} player is waiting for a table**",
            "**{count} players are waiting for a table**",
            len(wishes),
        )
    ]
    counted = Counter(wish_text(words, each) for each in wishes).most_common()
    for text, count in counted[:_SHOWN]:
        lines.append(
            public("• {text}", text=text)
            if count == 1
            else public("• {count} × {text}", count=count, text=text)
        )
    if more := sum(count for _, count in counted[_SHOWN:]):
        lines.append(
            words.ngettext("… and {count} more player.", "… and {count} more players.", more)
        )
    return lines


def wish_text(words: Words, wish: Wish) -> PublicText:
    """What a user wants, as far as it is not left open."""
    _ = words._
    parts: list[PublicText] = []
    if wish.seats:
        numbers = [public("{count}", count=count) for count in sorted(wish.seats)]
        parts.append(_("{numbers} players", numbers=join_texts("/", numbers)))
    parts += (_any_of(words, PACE_WORDS, wish.paces), _any_of(words, PRESET_WORDS, wish.presets))
    if wish.rated is not None:
        parts.append(_("rated") if wish.rated else _("not rated"))
    return join_texts(" · ", parts) or _("any table")


def _any_of(words: Words, named: Mapping[str, str], chosen: frozenset[str]) -> PublicText:
    return join_texts("/", (words._(text) for name, text in named.items() if name in chosen))
