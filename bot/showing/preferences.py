"""What a player sets, for all games or for one: where to be called, and what goes by itself."""

from bot.intents import (
    AS_USUAL,
    NO_GAME,
    Address,
    SeeSettings,
    SetCalledIn,
    SetContrast,
    SetEndsTurn,
    SetMuted,
    SetOrder,
)
from bot.showing.content import Button, Content, Option, Row, Select, Style
from bot.showing.names import game_name
from bot.showing.pressing import chosen_by
from bot.table import CalledIn, Habits, Orders, Seat
from bot.words import Words
from engine import N_, StandingOrder

_PLACES = {
    CalledIn.DIRECT: N_("By direct message: the desk comes there"),
    CalledIn.THREAD: N_("By a mention in the game's thread, and no direct messages"),
}
_ORDERS = {
    StandingOrder.ASK: N_("Ask me"),
    StandingOrder.NOTHING: N_("Add nothing"),
    StandingOrder.LEAST: N_("Win at the least cost if I can, else add nothing"),
    StandingOrder.ALL: N_("Add all I have"),
}


def preferences_page(
    words: Words, habits: Habits, standing: Orders, seat: Seat | None = None
) -> Content:
    """What somebody has set: for the game of *seat*, or for all games."""
    _ = words._
    player = None if seat is None else seat.player
    address = Address(NO_GAME) if seat is None else Address(seat.table.id)
    places: tuple[Option, ...] = tuple(
        Option(_(text), place, chosen=place == _place(seat, habits))
        for place, text in _PLACES.items()
    )
    orders: tuple[Option, ...] = tuple(
        Option(_(text), order, chosen=order == (standing.usual if seat is None else standing.here))
        for order, text in _ORDERS.items()
    )
    if player is not None:
        usual = _("As in all my games: {usual}", usual=_(_PLACES[habits.called_in]))
        places = (Option(usual, AS_USUAL, chosen=player.calls_in is None), *places)
        usual = _("As in all my games: {usual}", usual=_(_ORDERS[standing.usual]))
        orders = (Option(usual, AS_USUAL, chosen=standing.here is None), *orders)
    rows: tuple[Row, ...] = (
        Select(_("How I am called …"), chosen_by(address, SetCalledIn(None)), places),
        Select(_("In conflicts on others' turns …"), chosen_by(address, SetOrder(None)), orders),
    )
    if player is None:
        rows = (*rows, _switches(words, habits, address))
        heading = _("**What I do for you in all your games**")
    else:
        heading = _("**What I do for you in {game}**", game=game_name(seat.table) if seat else "")
        everywhere = Button(_("For all my games"), Address(NO_GAME).to(SeeSettings()))
        rows = (*rows, (_mute(words, muted=player.muted, address=address), everywhere))
    explained = _(
        "What you set for conflicts holds whenever somebody else's turn asks you, from the next "
        "question on. Nobody is told of it. *At the least cost* is for whoever decides last; if "
        "you commit first, you are asked all the same."
    )
    return Content(f"{heading}\n{explained}", rows=rows)


def _place(seat: Seat | None, habits: Habits) -> str | None:
    return habits.called_in if seat is None else seat.player.calls_in


def _mute(words: Words, *, muted: bool, address: Address) -> Button:
    label = words._("Make a sound again") if muted else words._("Mute this game")
    return Button(label, address.to(SetMuted(not muted)), emoji="🔔" if muted else "🔕")


def _switches(words: Words, habits: Habits, address: Address) -> Row:
    _ = words._
    ends, contrast = habits.ends_turn, habits.high_contrast
    return (
        Button(
            _("My turn ends by itself: on") if ends else _("My turn ends by itself: off"),
            address.to(SetEndsTurn(not ends)),
            Style.MAIN if ends else Style.PLAIN,
        ),
        Button(
            _("High contrast: on") if contrast else _("High contrast: off"),
            address.to(SetContrast(not contrast)),
            Style.MAIN if contrast else Style.PLAIN,
        ),
    )


def draws_from_bag(words: Words) -> str:
    """To somebody who will not be asked any more where to draw from."""
    return words._(
        "From now on you draw from the bag in this game without being asked. A button under your "
        "`/hand` changes that."
    )


def draws_by_choice(words: Words) -> str:
    """To somebody who wants to be asked again where to draw from."""
    return words._("From now on you are asked where to draw from.")
