"""What a player sets, for all games or for one: where to be called, and what goes by itself."""

from collections.abc import Sequence

from bot.content.content import CHOICES, Button, Content, Option, Row, Select, Style
from bot.content.names import game_name
from bot.content.pressing import chosen_by, in_rows
from bot.domain import Orders, Seat, Table, plain
from bot.features.pace.hours_page import hours_button
from bot.features.preferences.intents import (
    SeeSettings,
    SetCalledIn,
    SetMuted,
    SetOrder,
    SetSwitch,
)
from bot.features.preferences.switches import EVERY_SWITCH, Switch
from bot.i18n import Words
from bot.intents import AS_USUAL, NO_GAME, Address, to_any_game
from bot.store import CalledIn, Habits
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


def usual_preferences_page(
    words: Words, habits: Habits, standing: Orders, here: Sequence[Table] = ()
) -> Content:
    """What a user has set for all games; with the way to each of the games that are *here*."""
    _ = words._
    address = Address(NO_GAME)
    lines = [
        _("What I do for you in all your games:"),
        _called(words, _(_PLACES[habits.calls_in])),
        _ordered(words, _(_ORDERS[standing.usual])),
        *(_(each.told[not getattr(habits, each.habit)], **each.places) for each in EVERY_SWITCH),
        "",
        _explained(words),
    ]
    rows: tuple[Row, ...] = (
        Select(
            _("How I am called …"),
            chosen_by(address, SetCalledIn(None)),
            _options(words, _PLACES, habits.calls_in),
        ),
        Select(
            _("In conflicts on others' turns …"),
            chosen_by(address, SetOrder(None)),
            _options(words, _ORDERS, standing.usual),
        ),
        *in_rows((*(_switch(words, each, habits) for each in EVERY_SWITCH), hours_button(words))),
    )
    return Content("\n".join(lines), rows=(*rows, *_to_games(words, here)))


def preferences_page(words: Words, habits: Habits, standing: Orders, seat: Seat) -> Content:
    """What the player of a seat has set for that game, where that may differ from all others."""
    _ = words._
    player, address = seat.player, Address(seat.table.id)
    place, order = _(_PLACES[player.called_in]), _(_ORDERS[standing.effective])
    usual = _("(as in all your games)")
    lines = [
        _("What I do for you in {game}:", game=game_name(seat.table)),
        _called(words, place if player.calls_in else f"{place} {usual}"),
    ]
    alone = seat.table.in_directs
    if player.called_in is CalledIn.DIRECT and player.direct_closed_at is not None and not alone:
        lines.append(_("Your direct messages are closed to me, so I call you in the thread."))
    lines += [
        _("**Sound:** none, this game is muted.")
        if player.muted
        else _("**Sound:** once for each decision, and at the end."),
        _ordered(words, f"{order} {usual}" if standing.here is None else order),
        "",
        _explained(words),
    ]
    as_usual = _("As in all my games: {usual}", usual=_(_PLACES[habits.calls_in]))
    places = Option(as_usual, AS_USUAL, chosen=player.calls_in is None)
    as_usual = _("As in all my games: {usual}", usual=_(_ORDERS[standing.usual]))
    orders = Option(as_usual, AS_USUAL, chosen=standing.here is None)
    everywhere = Button(_("For all my games"), Address(NO_GAME).to(SeeSettings()))
    calls = Select(
        _("How I am called …"),
        chosen_by(address, SetCalledIn(None)),
        (places, *_options(words, _PLACES, player.calls_in)),
    )
    rows: tuple[Row, ...] = (
        *(() if alone else (calls,)),  # there is no thread
        Select(
            _("In conflicts on others' turns …"),
            chosen_by(address, SetOrder(None)),
            (orders, *_options(words, _ORDERS, standing.here)),
        ),
        (_mute(words, muted=player.muted, address=address), everywhere),
    )
    return Content("\n".join(lines), rows=rows)


def _called(words: Words, how: str) -> str:
    return words._("**Calls:** {how}.", how=how)


def _ordered(words: Words, order: str) -> str:
    return words._("**Conflicts on others' turns:** {order}.", order=order)


def _explained(words: Words) -> str:
    return words._(
        "What you set for conflicts holds whenever somebody else's turn asks you, from the next "
        "question on. Nobody is told of it. *At the least cost* is for whoever decides last; if "
        "you commit first, you are asked all the same, unless everybody can see that you can add "
        "nothing."
    )


def _options(
    words: Words, texts: dict[CalledIn, str] | dict[StandingOrder, str], chosen: str | None
) -> tuple[Option, ...]:
    return tuple(
        Option(words._(text), value, chosen=value == chosen) for value, text in texts.items()
    )


def _mute(words: Words, *, muted: bool, address: Address) -> Button:
    label = words._("Make a sound again") if muted else words._("Mute this game")
    return Button(label, address.to(SetMuted(not muted)), emoji="🔔" if muted else "🔕")


def _switch(words: Words, switch: Switch, habits: Habits) -> Button:
    on = getattr(habits, switch.habit)
    return Button(
        words._(switch.button[not on]),
        Address(NO_GAME).to(SetSwitch(switch.habit, not on)),
        Style.MAIN if on else Style.PLAIN,
    )


def _to_games(words: Words, tables: Sequence[Table]) -> tuple[Row, ...]:
    """To what is set for one game alone."""
    if not tables:
        return ()
    if len(tables) == 1:
        label = words._("Only for {game}", game=plain(tables[0].name))
        return ((Button(label, Address(tables[0].id).to(SeeSettings())),),)
    games = tuple(
        Option(plain(table.name), str(table.id), f"#{table.id}") for table in tables[:CHOICES]
    )
    return (Select(words._("Only for one game …"), to_any_game(SeeSettings()), games),)


def draws_from_bag(words: Words) -> str:
    """Confirms that the player always draws from the bag."""
    return words._(
        "From now on you draw from the bag in this game without being asked. A button under your "
        "`/hand` changes that."
    )


def draws_by_choice(words: Words) -> str:
    """Confirms that the player is asked again where to draw from."""
    return words._("From now on you are asked where to draw from.")
