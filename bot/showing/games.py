"""Somebody's games: to go to one, or to say which one is meant."""

from collections.abc import Sequence

from bot.intents import Intent, to_any_game
from bot.showing.content import CHOICES, MOST_TEXT, Content, Option, Row, Select
from bot.showing.names import game_name, jump_url
from bot.showing.status import plain_status, status_line
from bot.showing.story import first_lines
from bot.table import Table, Unreadable, plain
from bot.words import Words


def games_page(words: Words, games: Sequence[Table | Unreadable], user_id: int) -> Content:
    """Somebody's games, those first that wait for an answer."""
    _ = words._
    if not games:
        return Content(_("You play in no game. Open one with `/open` in a server's channel."))
    lines = []
    for game in sorted(games, key=lambda game: not _waits_for(game, user_id)):
        link = jump_url(game.place.guild_id, game.shown_at)
        mark = _("👉 your turn:") if _waits_for(game, user_id) else "•"
        lines.append(f"{mark} {game_name(game)} – {_state(words, game)} – <{link}>")
    return Content(first_lines(lines, MOST_TEXT))


def _waits_for(game: Table | Unreadable, user_id: int) -> bool:
    decider = game.decider if isinstance(game, Table) else None
    return decider is not None and decider.user_id == user_id


def _state(words: Words, game: Table | Unreadable) -> str:
    if isinstance(game, Table):
        return status_line(words, game)
    return words._("⚠️ damaged: it is kept, and my host can mend it")


def which_game(words: Words, tables: Sequence[Table], intent: Intent) -> Content:
    """Ask which of several games an *intent* is about."""
    options = tuple(
        Option(plain(table.name), str(table.id), plain_status(words, table))
        for table in tables[:CHOICES]
    )
    select = Select(words._("Which game?"), to_any_game(intent), options)
    rows: tuple[Row, ...] = (select,)
    return Content(words._("You play in several games. Which one do you mean?"), rows=rows)
