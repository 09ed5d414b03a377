"""The list of games."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from bot.content.ending import standings_line
from bot.content.message import MOST_TEXT, Button, Content, Option, Row, Select
from bot.content.names import game_name, jump_url
from bot.content.pressing import ANYWHERE, in_rows
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.naming import plain
from bot.domain.table import Status, Table, Unreadable
from bot.i18n import Words
from bot.i18n.times import moment
from bot.intents import board, games, to_any_game
from bot.parts.buttons import queue_button, solo_button
from bot.parts.status_line import status_line, urgency, waiting_since


@handles
async def list_games(context: LocationContext, intent: games.SeeGames) -> Content:
    """List the user's games, and those of this server that the user can see and join."""
    services, user_id, location = context.services, context.person.user_id, context.location
    joinable = await services.games.joinable(user_id, location.origin.guild_id)
    listing = Listing(
        await services.games.of_user(user_id),
        [table for table in joinable if location.sees(table.place.channel_id)],
        await services.games.finished_of(user_id, (intent.page + 1) * MOST_ON_PAGE + 1),
        await services.forgetting.forgotten_at(),
        services.forgetting.finished_days,
    )
    return games_page(context.words, listing, user_id, intent.page)


MOST_ON_PAGE = 12
"""The most games on a page of the list; fewer if they have no room in a message."""
_ROOM_ON_PAGE = MOST_TEXT - 50
"""Characters for games on a page, less a line for the number of the page."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The games to be listed for a user."""

    own: Sequence[Table | Unreadable]
    """Those that are not over."""
    joinable: Sequence[Table] = ()
    """Those of this server that could be joined."""
    finished: Sequence[Table | Unreadable] = ()
    """The newest of those that are over, enough for one more page than is shown."""
    forgotten_at: Mapping[int, datetime] = field(default_factory=dict)
    """Times at which servers that have removed the bot are forgotten, by their numbers."""
    finished_days: int = 0
    """Days for which a game that is over is kept; 0: for ever."""


class _Line(NamedTuple):
    heading: str
    text: str
    game: Table | Unreadable
    over: bool = False


def games_page(words: Words, listing: Listing, user_id: int, page: int = 0) -> Content:
    """A user's games, first those that wait for the user.

    Of these the first one is that whose time ends first; without a limit, the longest waiting.
    """
    lines = list(_lines(words, listing, user_id))
    if not lines:
        text: str = words._(
            "No games yet. In a server `/play` finds you a table, `/open` opens one. Or play alone."
        )
        return Content(text, rows=((queue_button(words), solo_button(words)),))
    pages = list(_pages(lines))
    page = min(page, len(pages) - 1)
    shown = pages[page]
    text = _text(shown)
    if len(pages) > 1:
        text += "\n" + words._("Page {page}", page=page + 1)
    turning = []
    if page:
        turning.append(Button(words._("Newer"), ANYWHERE.to(games.SeeGames(page - 1)), emoji="⬅️"))
    if page + 1 < len(pages):
        turning.append(Button(words._("Older"), ANYWHERE.to(games.SeeGames(page + 1)), emoji="➡️"))
    rows = (*_records(words, shown), *in_rows(tuple(turning)))
    return Content(text, rows=rows, tells_now=not all(line.over for line in shown))


def _lines(words: Words, listing: Listing, user_id: int) -> Iterator[_Line]:
    waiting = [
        table
        for table in listing.own
        if isinstance(table, Table)
        and table.decider is not None
        and table.decider.user_id == user_id
        and not table.paused
    ]
    waiting.sort(key=urgency)
    forgotten_at = listing.forgotten_at
    for table in waiting:
        yield _line(words, words._("**Waiting for you**"), table, forgotten_at, "👉 ")
    for game in listing.own:
        if game not in waiting:
            yield _line(words, words._("**Under way**"), game, forgotten_at)
    for table in listing.joinable:
        yield _line(words, words._("**Open to join**"), table, forgotten_at)
    finished: str = words._("**Finished**")
    if days := listing.finished_days:
        finished = words.ngettext(
            "**Finished** (kept for {count} day)", "**Finished** (kept for {count} days)", days
        )
    for game in listing.finished:
        yield _line(words, finished, game, forgotten_at)


def _line(
    words: Words,
    heading: str,
    game: Table | Unreadable,
    forgotten_at: Mapping[int, datetime],
    mark: str = "• ",
) -> _Line:
    text = f"{mark}{game_name(game)} – {_state(words, game)}"
    if not (isinstance(game, Table) and game.channel_gone):
        there = words._("To the game")
        text += f" – [{there}](<{jump_url(game.place.guild_id, game.shown_at)}>)"
    if (at := forgotten_at.get(game.place.guild_id or 0)) is not None:
        gone = words._(
            "I'm no longer in the game's server. I'll delete the game {moment}, unless an "
            "admin adds me again.",
            moment=moment(at),
        )
        text += f" – ⚠️ {gone}"
    over = isinstance(game, Table) and game.has_ended
    return _Line(heading, text, game, over)


def _state(words: Words, game: Table | Unreadable) -> str:
    if not isinstance(game, Table):
        return "⚠️ " + words._("Damaged, but kept. My host can repair it.")
    if game.status is Status.OVER:
        return standings_line(words, game)
    return status_line(words, game) + waiting_since(words, game)


def _pages(lines: Sequence[_Line]) -> Iterator[list[_Line]]:
    """Lines by page, as many as fit."""
    shown: list[_Line] = []
    for line in lines:
        more = [*shown, line]
        if shown and (len(more) > MOST_ON_PAGE or len(_text(more)) > _ROOM_ON_PAGE):
            yield shown
            more = [line]
        shown = more
    yield shown


def _text(lines: Sequence[_Line]) -> str:
    """Lines below the headings of their kinds."""
    return "\n".join(
        "\n".join((heading, *(line.text for line in of_kind)))
        for heading, of_kind in groupby(lines, key=lambda line: line.heading)
    )


def _records(words: Words, lines: Sequence[_Line]) -> tuple[Row, ...]:
    """A select of the games that are over, for their records."""
    over = tuple(
        Option(plain(line.game.name), str(line.game.id), f"#{line.game.id}")
        for line in lines
        if line.over
    )
    if not over:
        return ()
    return (Select(words._("Record and replay …"), to_any_game(board.SeeResult()), over),)
