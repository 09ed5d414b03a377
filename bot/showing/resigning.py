"""Giving a game up."""

from bot.intents import Address, Resign
from bot.showing.content import Button, Content, Style
from bot.showing.names import game_name, safe
from bot.table import Seat, Table
from bot.words import Words


def confirm_resigning(words: Words, seat: Seat) -> Content:
    """What resigning will do, before it counts."""
    _ = words._
    table = seat.table
    staying = [player for player in table.players if not player.resigned]
    if len(staying) > 2:
        text = _(
            "Resign from {game}? Your leaders stay, your turns are passed, and you come last. "
            "This cannot be undone.",
            game=game_name(table),
        )
    else:
        (winner,) = (player for player in staying if player != seat.player)
        text = _(
            "Resign from {game}? It ends at once, and {player} wins. This cannot be undone.",
            game=game_name(table),
            player=f"**{safe(winner.name)}**",
        )
    address = Address(table.id, seat.number)
    return Content(text, rows=((Button(_("Resign"), address.to(Resign()), Style.DANGER),),))


def resigned(words: Words, table: Table) -> Content:
    """To somebody who has resigned."""
    return Content(words._("You have resigned from {game}.", game=game_name(table)))
