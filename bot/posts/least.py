"""The last resort if Discord refuses a message: a line that something is due, and a button."""

from collections.abc import Sequence

from bot.content.content import Button, PublicContent
from bot.content.names import user
from bot.domain import Table
from bot.i18n import Words, join_texts


def least(words: Words, table: Table, ping: Sequence[int], button: Button) -> PublicContent:
    """A message that mentions the users in *ping* and contains nothing written by users."""
    text = words._(
        "Something is waiting for you in game #{number}. Discord refused my message about it.",
        number=table.id,
    )
    mentions = map(user, ping)
    return PublicContent(join_texts(" ", (*mentions, text)), rows=((button,),), ping=tuple(ping))
