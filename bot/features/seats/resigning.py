"""Giving a game up."""

from bot.content.content import Button, Content, Style
from bot.content.names import game_name, safe
from bot.domain import Seat, Table
from bot.features.seats.seating import seat_buttons
from bot.i18n import Words
from bot.intents import Address
from bot.intents.turn import Resign


def confirm_resigning(words: Words, seat: Seat) -> Content:
    """What resigning will do, before it counts."""
    _ = words._
    table = seat.table
    others = [each for each in table.players if not each.abandoned and each != seat.player]
    if not others:
        text: str = _(
            "Resign from {game}? No one else is playing, so it ends now. You can't undo this.",
            game=game_name(table),
        )
    elif not any(each.is_played_by_person for each in others):
        text = _(
            "Resign from {game}? Only computers are left, so it ends now and you come last. You "
            "can't undo this.",
            game=game_name(table),
        )
    elif len(others) > 1:
        text = _(
            "Resign from {game}? I end your turns and you come last. You can come back while "
            "your seat is empty.",
            game=game_name(table),
        )
    else:
        text = _(
            "Resign from {game}? It ends now and {player} wins. You can't undo this.",
            game=game_name(table),
            player=f"**{safe(others[0].name)}**",
        )
    address = Address(table.id, seat.number)
    resign = Button(_("Resign"), address.to(Resign()), Style.DANGER)
    return Content(text, rows=((resign, *seat_buttons(words, seat)),))


def resigned(words: Words, table: Table) -> Content:
    """Confirms that the player has resigned."""
    return Content(words._("You've resigned from {game}.", game=game_name(table)))
