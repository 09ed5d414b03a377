"""Somebody's games: to go to one, or to say which one is meant."""

from collections.abc import Sequence

from bot.intents import Intent, to_any_game
from bot.showing.content import CHOICES, MOST_TEXT, Content, Option, Row, Select
from bot.showing.names import game_name, jump_url
from bot.showing.status import plain_status, status_line
from bot.showing.story import first_lines
from bot.table import Table, plain
from bot.words import Words


def games_page(words: Words, tables: Sequence[Table], user_id: int) -> Content:
    """Somebody's games, those first that wait for an answer."""
    _ = words._
    if not tables:
        return Content(_("You play in no game. Open one with `/open` in a server's channel."))
    mine = [table for table in tables if _waits_for(table, user_id)]
    others = [table for table in tables if not _waits_for(table, user_id)]
    lines = []
    for table in (*mine, *others):
        link = jump_url(table.place.guild_id, table.shown_at)
        mark = _("👉 your turn:") if table in mine else "•"
        lines.append(f"{mark} {game_name(table)} – {status_line(words, table)} – <{link}>")
    return Content(first_lines(lines, MOST_TEXT))


def _waits_for(table: Table, user_id: int) -> bool:
    decider = table.decider
    return decider is not None and decider.user_id == user_id


def which_game(words: Words, tables: Sequence[Table], intent: Intent) -> Content:
    """Ask which of several games an *intent* is about."""
    options = tuple(
        Option(plain(table.name), str(table.id), plain_status(words, table))
        for table in tables[:CHOICES]
    )
    select = Select(words._("Which game?"), to_any_game(intent), options)
    rows: tuple[Row, ...] = (select,)
    return Content(words._("You play in several games. Which one do you mean?"), rows=rows)
