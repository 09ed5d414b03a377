"""How a game stands, in a line."""

from bot.showing.names import safe
from bot.table import Status, Table
from bot.words import Words
from engine import ActionDecision


def status_line(words: Words, table: Table) -> str:
    """Whose decision it is, and which."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "waiting for players: {count} seat is free",
            "waiting for players: {count} seats are free",
            table.capacity - len(table.players),
        )
    decider = table.decider
    if decider is None or table.view is None:
        return _("The game is over.")
    player = f"**{safe(decider.name)}**"
    if isinstance(table.view.decision, ActionDecision):
        return words.ngettext(
            "{player} is to play: {count} action left",
            "{player} is to play: {count} actions left",
            table.view.actions_left,
            player=player,
        )
    return _(
        "{player} decides: {decision}", player=player, decision=words.name(table.view.decision)
    )


def waiting_since(words: Words, table: Table) -> str:
    """Since when the game waits for whoever decides, as Discord counts it; empty if for nobody."""
    since = table.awaited_since
    if since is None:
        return ""
    return " " + words._("(asked {moment})", moment=f"<t:{since.timestamp():.0f}:R>")


def plain_status(words: Words, table: Table) -> str:
    """The same where nothing is formatted."""
    return status_line(words, table).replace("**", "").replace("\\", "")
