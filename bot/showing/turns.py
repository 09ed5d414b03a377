"""A turn's message, for everybody: the public story of a game."""

from dataclasses import replace

from bot.showing.buttons import rows_for_all
from bot.showing.content import Content
from bot.showing.names import game_name, safe, safe_names
from bot.showing.pictures import board_picture
from bot.showing.status import status_line
from bot.showing.story import last_lines, story
from bot.table import Player, Table, Turn
from bot.words import Words

_LOG_ROOM = 1500


def mention(player: Player) -> str:
    """A player, as Discord shows a user; by name if there is none."""
    return f"**{safe(player.name)}**" if player.user_id is None else f"<@{player.user_id}>"


def current_turn(words: Words, table: Table, name: str, *, calls: bool) -> Content:
    """The turn that is being played; if it *calls*, its player is notified when it is sent."""
    turn = table.turns[-1]
    player = table.player(turn.seat)
    content = _turn(words, table, turn, name, mention(player))
    paragraphs = [content.text, status_line(words, table)]
    if turn.number == 1:
        paragraphs.insert(0, _seating(words, table))
    return replace(
        content,
        text="\n".join(paragraphs),
        rows=rows_for_all(words, table),
        ping=(player.user_id,) if calls and player.user_id is not None else (),
    )


def past_turn(words: Words, table: Table, turn: Turn, name: str) -> Content:
    """A turn that is over."""
    return _turn(words, table, turn, name, safe_names(table)[turn.seat])


def _seating(words: Words, table: Table) -> str:
    """Who plays: named so that everybody finds the game, and called by nobody."""
    players = [
        f"{words.dynasty_with_sign(player.dynasty)} {mention(player)}"
        for player in table.players
        if player.dynasty is not None
    ]
    return words._("The game starts. In turn order: {players}.", players=words.listed(players))


def _turn(words: Words, table: Table, turn: Turn, name: str, player: str) -> Content:
    dynasty = table.player(turn.seat).dynasty
    assert dynasty is not None
    heading = words._(
        "{game} · turn {number}: {dynasty} {player}",
        game=game_name(table),
        number=turn.number,
        dynasty=words.dynasty_with_sign(dynasty),
        player=player,
    )
    told = [f"> {line}" for line in story(words, table, turn.entries)]
    events = table.events if turn is table.turns[-1] else turn.events
    picture = board_picture(words, table, name, events, view=turn.view)
    return Content("\n".join(filter(None, (heading, last_lines(told, _LOG_ROOM)))), picture)
