"""How a game stands, in a line."""

from bot.content.names import bold
from bot.domain import Status, Table
from bot.features.board.time_left import time_told
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.decisions import decides
from bot.i18n.times import moment
from engine import ActionDecision


def status_line(words: Words, table: Table) -> PublicText:
    """Whose decision it is, and which."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "waiting for players: {count} seat is free",
            "waiting for players: {count} seats are free",
            table.capacity - len(table.players),
        )
    if table.status is Status.ABANDONED:
        return _("The game ended without a result.")
    decider = table.decider
    if decider is None or table.view is None:
        return _("The game is over.")
    if table.paused:
        return _("⏸️ paused; propose to go on with `/table`")
    player = bold(decider.name)
    if decider.abandoned:
        return _("nobody plays the seat of {player}: it waits to be taken", player=player)
    if decider.is_computer and not table.waits_for_computer:
        return _("no person plays: it waits for somebody to take a seat")
    if isinstance(table.view.decision, ActionDecision):
        return words.ngettext(
            "{player} is to play: {count} action left",
            "{player} is to play: {count} actions left",
            table.view.actions_left,
            player=player,
        )
    return decides(words, table.view.decision, player)


def waiting_since(words: Words, table: Table) -> PublicText:
    """Since when the game waits for the decider, and how long it does; empty if for nobody."""
    since = table.awaited_since
    if since is None or table.paused:
        return public("")
    asked = words._("(asked {moment})", moment=moment(since))
    return public(" {told}", told=join_texts(" · ", (asked, time_told(words, table))))


def plain_status(words: Words, table: Table) -> str:
    """The same where nothing is formatted."""
    return status_line(words, table).replace("**", "").replace("\\", "")
