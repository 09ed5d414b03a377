"""Messages of a game: turns, calls, notifications, and the last resort of any message."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Literal

from bot.content.message import Button, PublicContent
from bot.content.names import bold, game_name, jump_url, mention, plain_name, user
from bot.content.pictures import board_picture
from bot.content.pressing import BUTTONS_A_ROW, ROWS, in_rows
from bot.content.shortening import first_lines, shorten
from bot.domain.pace import UNHURRIED
from bot.domain.player import Player
from bot.domain.seat import Notification
from bot.domain.table import Table, Turn
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import moment, pace_line
from bot.intents import Address
from bot.intents.board import OpenDesk
from bot.parts.buttons import games_button, rows_for_all
from bot.parts.log_lines import turn_holder, turn_text
from bot.parts.status_line import is_reminded, status_line, time_line, urgency
from bot.store import NotificationTopic
from engine import N_, ActionDecision

_ROOM = 1500
"""Characters of the games in one message."""
_SHORT_NAME = 20
"""Characters of a game's name on a button."""


def current_turn(words: Words, table: Table, name: str) -> PublicContent:
    """Return the current turn. The first one mentions all players, which brings them."""
    turn = table.turns[-1]
    status = status_line(words, table)
    if table.computer_plays:  # its actions are shown at the end
        turn = replace(turn, entries=())
        status = words._("{player} is playing …", player=turn_holder(table, turn))
    content = _turn(words, table, turn, name)
    # A quote ends with its line, but not in every app. Quiet entries have none.
    gap: Literal["\n\n", "\n"] = "\n\n" if "\n" in content.text else "\n"
    text = join_texts(gap, (content.text, status))
    text = join_texts("\n", (text, time_line(words, table)))
    content = replace(content, text=text, rows=rows_for_all(words, table), silent=True)
    if turn.number > 1:
        return content
    return replace(
        content,
        text=join_texts("\n", (_seating(words, table, mention), text)),
        at_first=join_texts("\n", (_seating(words, table, _named), text)),
        brings=tuple(player.user_id for player in table.players if player.user_id is not None),
    )


def call_text(words: Words, table: Table, player: Player) -> PublicText:
    """Return the call to a player in the thread: the game, the decision, and its deadline."""
    _ = words._
    assert table.view is not None
    assert player.seat is not None
    named, game = mention(player), game_name(table)
    decision = words.decision(table.view.decision)
    acts, again = isinstance(table.view.decision, ActionDecision), is_reminded(table, player.seat)
    if acts and again:
        text = _("⏰ {player}, it's still your turn in {game}.", player=named, game=game)
    elif acts:
        text = _("{player}, it's your turn in {game}.", player=named, game=game)
    elif again:
        text = _(
            "⏰ {player}, {game} is still waiting for you. {decision}.",
            player=named,
            game=game,
            decision=decision,
        )
    else:
        text = _(
            "{player}, it's up to you in {game}. {decision}.",
            player=named,
            game=game,
            decision=decision,
        )
    return _with_deadline(words, table, text)


def _with_deadline(words: Words, table: Table, text: PublicText) -> PublicText:
    if table.waits and (up_at := table.time_up_at) is not None:
        ends = words._("⏳ Your time ends {moment}.", moment=moment(up_at))
        text = join_texts(" ", (text, ends))
    return text


def past_turn(words: Words, table: Table, turn: Turn, name: str) -> PublicContent:
    """Return a turn that is over."""
    return replace(_turn(words, table, turn, name), silent=True)


def _named(player: Player) -> PublicText:
    return bold(player.name)


def _seating(words: Words, table: Table, named: Callable[[Player], PublicText]) -> PublicText:
    """Return the order of players; a mention brings a player into the thread, if edited in."""
    players = [
        join_texts(" ", (words.dynasty_with_sign(player.dynasty), named(player)))
        for player in table.players
        if player.dynasty is not None
    ]
    lines = [words._("The game starts. Turn order: {players}.", players=words.listed(players))]
    if late := [user(each.user_id) for each in table.asked if each.late]:
        without = words.listed(late)
        lines.append(words._("No answer in two days, so without {players}.", players=without))
    if table.pace != UNHURRIED:
        lines.append(pace_line(words, table.pace))
    return join_texts("\n", lines)


def _turn(words: Words, table: Table, turn: Turn, name: str) -> PublicContent:
    events = table.events if turn is table.turns[-1] else turn.events
    picture = board_picture(words, table, name, events, view=turn.view)
    return PublicContent(turn_text(words, table, turn), picture)


# --- to one user ---------------------------------------------------------------------------------

_LINES = {
    NotificationTopic.PROPOSAL: N_("{game}: a proposal waits for your answer."),
    NotificationTopic.LOSING: N_("{game}: you're about to lose your seat. Move to keep it."),
    NotificationTopic.OFFER: N_("{game}: you're offered a seat."),
    NotificationTopic.INVITATION: N_("{game}: you're invited to play."),
    NotificationTopic.CLOSING: N_("{game}: this lobby closes soon unless it starts."),
    NotificationTopic.TAKEN: N_(
        "{game}: another player has taken your seat. You're out of this game."
    ),
    NotificationTopic.SEATED: N_("{game}: you have a table, and the game has started."),
    NotificationTopic.OFFER_ENDED: N_("{game}: no one took the seat you offered in time."),
}


def notification_message(
    words: Words, table: Table, notification: Notification
) -> PublicContent | None:
    """Return a line for each call, and each topic and game; None if all calls are answered.

    A call has a button to the desk, other topics a link. Outside direct messages it begins with a
    mention. It is silent if it is only about offers that have ended. *table* is the game that
    carries the message.
    """
    user_id = notification.user_id
    calls = sorted(notification.waiting.values(), key=urgency)
    names = _told_apart(calls)
    lines = [
        _call_line(words, each, name, user_id) for each, name in zip(calls, names, strict=True)
    ]
    for row in {(row.about, row.game_id): row for row in notification.rows}.values():
        if row.about is NotificationTopic.CALLED:
            continue
        text = words._(_LINES[row.about], game=bold(row.name))
        if (channel_id := row.home_id or row.channel_id) is not None:
            text = join_texts(" ", (text, jump_url(row.guild_id, channel_id)))
        lines.append(text)
    if not lines:
        return None
    silent = not calls and all(
        row.about in {NotificationTopic.CALLED, NotificationTopic.OFFER_ENDED}
        for row in notification.rows
    )
    ping = () if silent else (user_id,)
    mentions = [] if notification.directly else [user(user_id)]
    text = first_lines([*mentions, *lines], _ROOM)
    to_games = games_button(words, table)
    desks = (
        Button(name, Address(each.id).to(OpenDesk()))
        for each, name in zip(calls, names, strict=True)
    )
    return PublicContent(
        text,
        rows=in_rows((*islice(desks, ROWS * BUTTONS_A_ROW - 1), to_games)),
        ping=ping,
        silent=silent,
        least=lambda: least(words, table, ping, to_games),
    )


def _told_apart(tables: Sequence[Table]) -> list[PublicText]:
    """Return short names of games; those of the same name have their numbers, too."""
    names = [plain_name(shorten(each.name, _SHORT_NAME)) for each in tables]
    shorter = [plain_name(shorten(each.name, _SHORT_NAME - 8)) for each in tables]
    return [
        public("{name} · {number}", name=short, number=each.id) if names.count(name) > 1 else name
        for each, name, short in zip(tables, names, shorter, strict=True)
    ]


def _call_line(words: Words, table: Table, name: PublicText, user_id: int) -> PublicText:
    """Return what a game waits for, and the deadline; reminders have a sign."""
    player = table.player_of(user_id)
    assert table.view is not None
    assert player is not None
    assert player.seat is not None
    decision, game = table.view.decision, bold(name)
    if isinstance(decision, ActionDecision):
        text = words._("{game}: your turn.", game=game)
    else:
        text = words._("{game}: {decision}.", game=game, decision=words.decision(decision))
    if is_reminded(table, player.seat):
        text = public("⏰ {text}", text=text)
    return _with_deadline(words, table, text)


def least(words: Words, table: Table, ping: Sequence[int], button: Button) -> PublicContent:
    """Return a message that mentions the users in *ping*, with nothing written by users."""
    text = words._(
        "Something is waiting for you in game #{number}. Discord refused my message about it.",
        number=table.id,
    )
    mentions = map(user, ping)
    return PublicContent(join_texts(" ", (*mentions, text)), rows=((button,),), ping=tuple(ping))
