"""How a game stands, in a line: for everybody, and at the top of a player's desk."""

from typing import assert_never

from bot.content.names import bold, game_name
from bot.domain import Seat, Status, Table, plain
from bot.features.board.time_left import is_reminded, time_told
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import moment
from engine import (
    ActionDecision,
    AddDecision,
    BuildDecision,
    CubeDecision,
    Decision,
    DrawDecision,
    Over,
    SiteDecision,
    TakeDecision,
    WarDecision,
)

_SHORT_NAME = 24
"""The most characters of a game's name on a desk, whose first line has sixty."""


def status_line(words: Words, table: Table) -> PublicText:
    """Whom the game waits for, and what for."""
    _ = words._
    if table.status is Status.LOBBY:
        return words.ngettext(
            "Waiting for players: {count} seat free",
            "Waiting for players: {count} seats free",
            table.capacity - len(table.players),
        )
    if table.status is Status.ABANDONED:
        return _("Ended without a result")
    decider = table.decider
    if decider is None or table.view is None:
        return _("The game is over")
    if table.paused:
        return public("⏸️ {text}", text=_("Paused. `/table` can resume it"))
    player = bold(decider.name)
    if decider.abandoned:
        return _("{player} has left. The seat is free", player=player)
    if decider.is_computer and not table.waits_for_computer:
        return _("Only computers are left. A seat can be taken")
    return _waiting(words, table.view.decision, player, table.view.actions_left)


def _waiting(words: Words, decision: Decision, player: PublicText, actions: int) -> PublicText:
    _ = words._
    match decision:
        case ActionDecision():
            return words.ngettext(
                "{player} to play – {count} action left",
                "{player} to play – {count} actions left",
                actions,
                player=player,
            )
        case AddDecision():
            return _("{player} may add tiles", player=player)
        case WarDecision():
            return _("{player} chooses the next war", player=player)
        case SiteDecision():
            return _("{player} may place a building", player=player)
        case BuildDecision():
            return _("{player} may build", player=player)
        case TakeDecision():
            return _("{player} chooses which treasure stays", player=player)
        case CubeDecision():
            return _("{player} chooses the ziggurat's colour", player=player)
        case DrawDecision():
            return _("{player} draws tiles", player=player)
        case Over():
            return _("The game is over")
        case _:
            assert_never(decision)


def first_line(words: Words, seat: Seat) -> str:
    """The first line of a desk, all that a locked phone shows: which game, and what is asked.

    Of a game that has ended it is for others to say.
    """
    table = seat.table
    game = _short_name(table)
    if not seat.decides:
        return f"{game}: {status_line(words, table)}."
    line = _asked(words, seat.view.decision, game, seat.view.actions_left)
    return f"⏰ {line}" if is_reminded(table, seat.number) else line


def _asked(words: Words, decision: Decision, game: str, actions: int) -> str:
    _ = words._
    match decision:
        case ActionDecision() if not actions:
            return _("{game}: both actions used. End your turn?", game=game)
        case ActionDecision():
            return words.ngettext(
                "{game}: your turn – {count} action left.",
                "{game}: your turn – {count} actions left.",
                actions,
                game=game,
            )
        case AddDecision(conflict=conflict) if conflict.internal:
            return _("{game}: add temples to the revolt?", game=game)
        case AddDecision():
            return _("{game}: add tiles to the war?", game=game)
        case WarDecision():
            return _("{game}: which war comes next?", game=game)
        case SiteDecision():
            return _("{game}: place the building?", game=game)
        case BuildDecision(choices=()):
            return _("{game}: build the ziggurat?", game=game)
        case BuildDecision(centres=()):
            return _("{game}: build a monument?", game=game)
        case BuildDecision():
            return _("{game}: build a monument or the ziggurat?", game=game)
        case TakeDecision():
            return _("{game}: which treasure stays?", game=game)
        case CubeDecision():
            return _("{game}: which colour from the ziggurat?", game=game)
        case DrawDecision():
            return _("{game}: which tile do you draw?", game=game)
        case Over():
            return _("{game} is over.", game=game)
        case _:
            assert_never(decision)


def _short_name(table: Table) -> PublicText:
    """The game's name, of which a long one is cut: the picture's file and `/games` have it all."""
    name = plain(table.name)
    return game_name(table) if len(name) <= _SHORT_NAME else bold(f"{name[: _SHORT_NAME - 1]}…")


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
