"""How a game stands, in a line."""

from bot.content.names import bold
from bot.domain import Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.decisions import decides
from bot.i18n.times import moment
from bot.parts.time_left import time_told
from engine import ActionDecision


def status_line(words: Words, table: Table) -> PublicText:
    """Whom the game waits for, and what for."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "Waiting for players: {count} empty seat",
            "Waiting for players: {count} empty seats",
            table.capacity - len(table.players),
        )
    if table.status is Status.ABANDONED:
        return _("Ended without a result")
    decider = table.decider
    if decider is None or table.view is None:
        return _("The game is over")
    if table.paused:
        return public("⏸️ {text}", text=_("Paused. Resume the game with `/table`"))
    player = bold(decider.name)
    if decider.abandoned:
        return _("{player} has left. The seat is empty", player=player)
    if decider.is_computer and not table.waits_for_computer:
        return _("Only computers are left. Take a seat to play on")
    if isinstance(table.view.decision, ActionDecision):
        if not table.view.actions_left:
            return _("{player} can end the turn", player=player)
        return words.ngettext(
            "{player} to play – {count} action left",
            "{player} to play – {count} actions left",
            table.view.actions_left,
            player=player,
        )
    return decides(words, table.view.decision, player)


def waiting_since(words: Words, table: Table) -> PublicText:
    """Since when the game waits for the decider, and how long it does; empty if for no one."""
    since = table.awaited_since
    if since is None or table.paused:
        return public("")
    asked = words._("(asked {moment})", moment=moment(since))
    return public(" {told}", told=join_texts(" · ", (asked, time_told(words, table))))


def plain_status(words: Words, table: Table) -> str:
    """The same where nothing is formatted."""
    return status_line(words, table).replace("**", "").replace("\\", "")
