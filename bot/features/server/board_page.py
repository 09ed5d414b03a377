"""The board of a server: its games in one message, without anything hidden."""

from collections.abc import Iterator, Sequence

from bot.content.message import MOST_TEXT, Button, Content, PublicContent
from bot.content.names import bold, game_name, jump_url, linked
from bot.content.needs import translated
from bot.content.pressing import ANYWHERE
from bot.domain.table import Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import moment
from bot.intents.games import SeeGames
from bot.intents.server import TakeBoardDown
from bot.store import ServerPostRow
from bot.store.queries.server_posts import CLOSED
from bot.use_cases import BoardGames

_ROOM = MOST_TEXT - 100
"""Characters for games; the rest is for the number of those that have no room."""


def board_page(
    words: Words, games: BoardGames, further: Sequence[PublicText] = ()
) -> PublicContent:
    """The board: what can be joined first, then whose turn it is in each game, since when.

    Times are Discord's own, so nothing is edited as time passes. The *further* lines come first.
    """
    _ = words._
    title = _("**Games in this server**")
    button = Button(_("Your games"), ANYWHERE.to(SeeGames()), emoji="🗂️")
    lines = [title, *further]
    more, heading = games.more, public("")
    listed = [*_lines(words, games)]
    if not listed and not more:
        lines.append(_("No games right now. Open one with `/open`."))
    for number, (under, line) in enumerate(listed):
        new = [line] if under == heading else [under, line]
        if len(join_texts("\n", (*lines, *new))) > _ROOM:
            more += len(listed) - number
            break
        lines += new
        heading = under
    if more:
        lines.append(words.ngettext("… and {count} more game.", "… and {count} more games.", more))
    shortest = PublicContent(
        join_texts("\n", (title, _("`/games` lists yours."))), rows=((button,),)
    )
    return PublicContent(
        join_texts("\n", lines), rows=((button,),), silent=True, least=lambda: shortest
    )


def _lines(words: Words, games: BoardGames) -> Iterator[tuple[PublicText, PublicText]]:
    """A heading and a line for each game to list."""
    for table in games.tables:
        empty = [player for player in table.players if player.offered and player.seat is not None]
        seats = [each for each in empty if each.abandoned or each.offered_to is None]
        if table.status is not Status.LOBBY:
            if seats:
                yield words._("**Seats on offer**"), _offered(words, table, len(seats))
            else:
                yield words._("**Under way**"), public("• {line}", line=_turn(words, table))
        elif room := table.capacity - len(table.players) - len(table.open_invitations):
            yield words._("**Open to join**"), _lobby(words, table, room, games.doors.get(table.id))


def _lobby(words: Words, table: Table, room: int, message_id: int | None) -> PublicText:
    text = words.ngettext(
        "{game}: {count} empty seat", "{game}: {count} empty seats", room, game=game_name(table)
    )
    there = jump_url(table.place.guild_id, table.place.channel_id)
    if message_id is not None:
        there = public("{there}/{message}", there=there, message=message_id)
    return public("• {text} – {link}", text=text, link=linked(words._("Join"), there))


def _offered(words: Words, table: Table, seats: int) -> PublicText:
    game = linked(table.name, jump_url(table.place.guild_id, table.shown_at))
    return public(
        "• {text}",
        text=words.ngettext("{game}: {count} seat", "{game}: {count} seats", seats, game=game),
    )


def _turn(words: Words, table: Table) -> PublicText:
    """Whose turn it is, since when."""
    game = linked(table.name, jump_url(table.place.guild_id, table.shown_at))
    decider, since = table.decider, table.awaited_since
    if table.paused or decider is None or since is None:
        return words._("{game}: paused", game=game)
    return words._(
        "{game}: {player} (asked {moment})",
        game=game,
        player=bold(decider.name),
        moment=moment(since),
    )


# --- for admins ----------------------------------------------------------------------------------


def board_answer(words: Words) -> Content:
    """The answer to an admin who has put the board up."""
    text = words._(
        "The board goes up in this channel. I keep it up to date and ping no one. It lists games "
        "whose channels everyone here can see."
    )
    down = Button(words._("Take the board down"), ANYWHERE.to(TakeBoardDown()))
    return Content(text, rows=((down,),))


def board_trouble(words: Words, board: ServerPostRow) -> str:
    """What keeps the board from being shown, and what to do."""
    if not board.trouble:
        return words._("⚠️ The board's channel is gone. Put it up elsewhere with `/server board`.")
    if board.trouble == CLOSED:
        return words._(
            "⚠️ I can't update the board in {channel}: Discord takes no messages from me there.",
            channel=f"<#{board.channel_id}>",
        )
    return words._(
        "⚠️ I can't update the board in {channel}. I lack: {missing}.",
        channel=f"<#{board.channel_id}>",
        missing=translated(words, board.trouble),
    )
