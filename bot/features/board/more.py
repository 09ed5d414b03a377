"""What has no button on a desk, as it is not needed in each turn."""

from collections.abc import Iterator

from bot.content.content import Button, Content, Link, Option, Row, Select
from bot.content.names import game_name, jump_url
from bot.content.pressing import in_rows, own_address
from bot.domain import Seat, Status
from bot.i18n import Words
from bot.i18n.signs import CATASTROPHE, SQUARES, leader_sign
from bot.intents import Address
from bot.intents.board import PickWhyNot
from bot.intents.hints import AskHint
from bot.intents.turn import DrawByChoice
from bot.parts.advising import advice_buttons
from bot.parts.buttons import (
    HINT_SIGN,
    back,
    closer,
    help_button,
    log_button,
    note_button,
    settings_button,
    table_button,
)
from bot.parts.in_words import words_button
from bot.parts.turn.choosers import catastrophe_buttons
from engine import COLOURS, ActionDecision, Catastrophe, Colour, Leader, Piece


def more_page(words: Words, seat: Seat) -> Content:
    """Everything else that a player can do or look at now, with the way back to the desk."""
    table = seat.table
    own: tuple[Button, ...] = ()
    if seat.goes_on:
        asks = (ask_button(words, seat),) if seat.player.draws_from_bag else ()
        own = (*_catastrophe(words, seat), *hint_button(words, seat), *asks)
    looking = (*closer(words, table), log_button(words, table), words_button(words, table))
    lasting: tuple[Button, ...] = ()
    if seat.goes_on:
        lasting += (note_button(words, seat), table_button(words, table))
    if table.status is Status.RUNNING:
        lasting += (settings_button(words, Address(table.id)), help_button(words, table))
    ways: tuple[Button | Link, ...] = (
        *advice_buttons(words, seat),
        *_to_the_game(words, seat),
        back(words, table),
    )
    rows = (*in_rows(own, looking, lasting), *_why_not(words, seat), ways)
    return Content(words._("{game}: what else you can do", game=game_name(table)), rows=rows)


def _acts(seat: Seat) -> bool:
    view = seat.view
    return seat.decides and isinstance(view.decision, ActionDecision) and bool(view.actions_left)


def _catastrophe(words: Words, seat: Seat) -> tuple[Button, ...]:
    return catastrophe_buttons(words, seat) if _acts(seat) else ()


def _why_not(words: Words, seat: Seat) -> Iterator[Row]:
    """A select of the pieces that can go anywhere, to see why one cannot go elsewhere."""
    if not _acts(seat):
        return
    pieces: tuple[Piece, ...] = (*COLOURS, *seat.view.leaders(seat.number), Catastrophe())
    options = tuple(
        _option(words, piece) for piece in pieces if seat.view.piece_refusal(piece) is None
    )
    if options:
        request = own_address(seat).to(PickWhyNot(Catastrophe()))
        yield Select(words._("Why not there? Choose a piece"), request, options)


def _option(words: Words, piece: Piece) -> Option:
    match piece:
        case Colour():
            return Option(words.tile(piece), str(piece), emoji=SQUARES[piece])
        case Leader():
            return Option(words.role(piece.colour), str(piece), emoji=leader_sign(piece))
        case Catastrophe():
            return Option(words._("catastrophe"), str(piece), emoji=CATASTROPHE)


def _to_the_game(words: Words, seat: Seat) -> tuple[Link, ...]:
    """To where the game is shown to all, unless that is right here."""
    table = seat.table
    if table.home is None or table.in_directs:
        return ()
    url = jump_url(table.place.guild_id, table.home.channel_id)
    return (Link(words._("To the game"), url),)


def ask_button(words: Words, seat: Seat) -> Button:
    """To be asked again where to draw from."""
    address = Address(seat.table.id, seat.number)
    return Button(words._("Choose my draws"), address.to(DrawByChoice()))


def hint_button(words: Words, seat: Seat) -> tuple[Button, ...]:
    """To a hint, for a player who has something to decide and may ask for one."""
    if not seat.may_ask_hints_now:
        return ()
    return (Button(words._("Hint"), own_address(seat).to(AskHint()), emoji=HINT_SIGN),)
