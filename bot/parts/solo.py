"""A game alone that has begun."""

from bot.content.message import Content, Desk
from bot.content.names import game_name
from bot.domain.seat import Visit
from bot.domain.table import Table
from bot.i18n import Words
from bot.parts.buttons import directs_link, try_directs_button


def solo_begun(words: Words, table: Table, *, here: bool) -> Content:
    """Confirms the start of a game alone: its desk is *here*, or behind a link."""
    if here:
        return Content(words._("{game} has begun. Your desk is below.", game=game_name(table)))
    text = words._("{game} has begun. Your desk is in your direct messages.", game=game_name(table))
    return Content(text, rows=((directs_link(words, table),),))


def desk_if_closed(words: Words, visit: Visit) -> Desk | None:
    """The desk, for a user who begins to play alone with direct messages closed; else None."""
    if visit.seat is None or visit.seat.player.direct_closed_at is None:
        return None
    said = words._(
        "I can't message you, so play here. Only you see this, and `/hand` brings it back."
    )
    return Desk(visit.seat, said, (try_directs_button(words, visit.table),))
