"""Seats that are kept, offered and taken: messages and answers."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime

from bot.content.message import (
    Button,
    Content,
    File,
    Option,
    PublicContent,
    Select,
    Style,
    UserSelect,
)
from bot.content.names import blind_line, bold, game_name, mention, safe, user
from bot.domain.entries import Offered, Removed, Why
from bot.domain.player import InvitedUser, Player
from bot.domain.seat import Seat
from bot.domain.seating import giving_up, is_hushed, is_offered_blindly, may_come_back, offer_of
from bot.domain.table import Status, Table
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.times import date_and_time
from bot.intents import Address, proposals, seats, turn
from bot.parts.buttons import back, desk_button, games_button
from bot.parts.computers import level_explanation
from bot.parts.result import record_file
from bot.parts.seal_texts import fair_button, seal_lines
from bot.parts.status_line import offer_ends
from engine import LEVEL_NAMES, Level

# --- before the start ----------------------------------------------------------------------------


def invitation(words: Words, table: Table, asked: InvitedUser) -> PublicContent:
    """The invitation of a user by name, in the channel where the players gather.

    It does not ping in that user's quiet hours; nor does it show others, as silent, that it is so.
    """
    address, user_id = Address(table.id), asked.user_id
    opener = public("?") if table.opener is None else bold(table.opener.name)
    named = {"user": user(user_id), "game": game_name(table), "opener": opener}
    if table.after is None:
        text = words._("{user}, {opener} invites you to {game}.", **named)
    else:
        text = words._("{user}, {opener} invites you to play {game} again.", **named)
    kept = words._("I'm keeping you a seat.")
    if asked.until is not None:
        until = date_and_time(datetime.fromtimestamp(asked.until, UTC))
        kept = words._("I'm keeping you a seat until {moment}.", moment=until)
    text = join_texts(" ", (text, kept, *((_without_sight(words),) if asked.blind else ())))
    accept = Button(words._("Join"), address.to(seats.Accept(user_id)), Style.MAIN)
    decline = Button(words._("Decline"), address.to(seats.Decline(user_id)))
    ping = () if asked.hushed else (user_id,)
    return PublicContent(text, rows=((accept, decline),), ping=ping)


def _without_sight(words: Words) -> PublicText:
    return words._("You can't see the game's channel, but you can play here.")


# --- a seat that is free -------------------------------------------------------------------------


def free_seat(words: Words, table: Table, player: Player) -> PublicContent:
    """A seat that can be taken by everybody, or by the user to whom it is offered."""
    _ = words._
    assert player.seat is not None
    assert player.dynasty is not None
    named = {
        "player": bold(player.name),
        "dynasty": words.dynasty_with_sign(player.dynasty),
        "game": game_name(table),
    }
    given_up = giving_up(table, player)
    if given_up is not None and given_up.why is Why.TIME:
        text = _(
            "{player} ({dynasty}) ran out of time three times in a row in {game}. The seat is "
            "empty.",
            **named,
        )
    elif player.abandoned:
        text = _("{player}'s seat ({dynasty}) in {game} is empty.", **named)
    elif player.stands_in and player.offered_to is None:
        text = _("{player} ({dynasty}) plays in {game} until a player takes the seat.", **named)
    elif player.gone:
        text = _("{player} ({dynasty}) has left the server. The seat in {game} is empty.", **named)
    else:
        text = _offered(words, table, offer_of(table, player), named)
    take = _("Take it, and its hand and points are yours.")
    text = join_texts(" ", (text, take, offer_ends(words, table, player)))
    address = free_address(table, player)
    buttons = [Button(_("Take the seat"), address.to(seats.TakeSeat()), Style.MAIN)]
    if player.abandoned:
        buttons.append(_fill_button(words, table, player))
    if player.offered_to is None:
        return PublicContent(text, rows=(tuple(buttons),), silent=True)
    buttons.append(Button(_("No thanks"), address.to(seats.RefuseSeat())))
    for_you = _("{user}, this offer is for you.", user=user(player.offered_to))
    sight = (_without_sight(words),) if is_offered_blindly(table, player) else ()
    text = join_texts(" ", (for_you, text, *sight))
    ping = () if is_hushed(table, player) else (player.offered_to,)
    return PublicContent(text, rows=(tuple(buttons),), ping=ping)


def _offered(
    words: Words, table: Table, offer: Offered | None, named: Mapping[str, PublicText]
) -> PublicText:
    _ = words._
    match offer and offer.why:
        case Why.OWN:
            return _("{player} ({dynasty}) is offering a seat in {game}.", **named)
        case Why.AGREED:
            return _("The players agreed to offer {player}'s seat ({dynasty}) in {game}.", **named)
        case Why.ADMIN:
            return _(
                "{admin}, an admin, offers {player}'s seat ({dynasty}) in {game}.",
                admin=_admin(table, offer),
                **named,
            )
        case _unknown:
            return _("{player}'s seat ({dynasty}) in {game} is on offer.", **named)


def _admin(table: Table, offer: Offered | None) -> PublicText:
    """The name of the admin who offers a seat."""
    if offer is None:
        return bold("?")
    return bold(table.called(offer.user_id, offer.by))


def free_address(table: Table, player: Player) -> Address:
    """The address of buttons about a free seat."""
    assert player.free_since is not None
    return Address(table.id, player.seat, table.public_number(player.free_since))


def has_taken(words: Words, table: Table) -> Content:
    """Confirms that the user has taken a seat."""
    text = words._(
        "The seat in {game} is yours. I'll ping you on your turn.", game=game_name(table)
    )
    fair = () if table.seal is None else (fair_button(words, table),)
    row = (desk_button(words, table), *fair)
    return Content("\n".join((text, *seal_lines(words, table))), rows=(row,))


def has_refused(words: Words, table: Table) -> Content:
    """Confirms that an offered seat is declined."""
    return Content(words._("You've declined the seat in {game}.", game=game_name(table)))


# --- one's own seat ------------------------------------------------------------------------------


def seat_button(words: Words, seat: Seat) -> Button:
    """The button that offers the player's seat, or ends the offer."""
    address = Address(seat.table.id, seat.number)
    if seat.player.offered_seq is not None:
        return Button(words._("Keep my seat"), address.to(seats.KeepSeat()), emoji="🪑")
    return Button(words._("Offer my seat"), address.to(seats.AskOfferSeat()), emoji="🪑")


def seat_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The seat button; empty where nobody else could take the seat."""
    return () if seat.table.in_directs else (seat_button(words, seat),)


def offer_line(words: Words, seat: Seat) -> str:
    """The offer of the player's seat, and why others made it; empty without one."""
    _ = words._
    if seat.player.offered_seq is None or not seat.goes_on:
        return ""
    if seat.player.offered_to is not None:
        to = user(seat.player.offered_to)
        line = _("Your seat is offered to {user}. You play on until it's taken.", user=to)
    else:
        line = _("Your seat is on offer. You play on until it's taken.")
    line = join_texts(" ", (line, offer_ends(words, seat.table, seat.player)))
    if seat.player.offered_to is not None and is_offered_blindly(seat.table, seat.player):
        line = join_texts("\n", (line, blind_line(words, [seat.player.offered_to])))
    offer = offer_of(seat.table, seat.player)
    match offer and offer.why:
        case Why.TIME:
            why = _("You ran out of time three times in a row. Decide in time to keep your seat.")
        case Why.AGREED:
            why = _("The others agreed to this.")
        case Why.ADMIN:
            why = _("{admin}, an admin, decided this.", admin=_admin(seat.table, offer))
        case _wanted:
            return line
    return f"{line} {why}"


def left_line(words: Words, seat: Seat) -> str:
    """A line if nobody plays the user's seat, and whether it can be taken back; else empty."""
    table, player = seat.table, seat.player
    if table.status is not Status.RUNNING or not player.abandoned:
        return ""
    if not may_come_back(table, player):
        return words._("An admin removed you from your seat. Only another player can take it.")
    given_up = giving_up(table, player)
    if given_up is None:
        return words._("You've resigned. You can take your seat back while it's empty.")
    if given_up.why is Why.TIME:
        return words._(
            "You ran out of time three times in a row. You can take your seat back while it's "
            "empty."
        )
    return words._(
        "The others stopped waiting for you. You can take your seat back while it's empty."
    )


def take_back_buttons(words: Words, seat: Seat) -> tuple[Button, ...]:
    """The button that takes back the user's empty seat; empty if that is not permitted."""
    table, player = seat.table, seat.player
    if table.status is not Status.RUNNING or not may_come_back(table, player):
        return ()
    address = free_address(table, player)
    return (Button(words._("Take it back"), address.to(seats.TakeSeat()), emoji="🪑"),)


def confirm_offering(words: Words, seat: Seat) -> Content:
    """The confirmation of offering the player's seat."""
    _ = words._
    address = Address(seat.table.id, seat.number)
    text = _(
        "Offer your seat in {game}? You play on until another player takes it, with your hand "
        "and points.",
        game=game_name(seat.table),
    )
    to_one = UserSelect(_("Offer the seat to a player …"), address.to(seats.OfferSeatTo(0)), 1)
    to_all = Button(_("Offer to anyone"), address.to(seats.OfferSeat()), Style.MAIN)
    return Content(text, rows=(to_one, (to_all, back(words, seat.table))))


def has_offered(words: Words, seat: Seat) -> Content:
    """Confirms that the seat is offered."""
    row = (seat_button(words, seat), back(words, seat.table))
    return Content(offer_line(words, seat), rows=(row,))


def not_offered(words: Words, seat: Seat, user_id: int | None) -> Content:
    """Replaces the confirmation if the offer has not reached the user."""
    text = words._(
        "{user} can't see the game's channel, and I can't message them. Your seat isn't on offer.",
        user=user(user_id),
    )
    return Content(text, rows=((back(words, seat.table),),))


def has_kept(words: Words, seat: Seat) -> Content:
    """Confirms that the seat is offered no more."""
    text = words._("You've kept your seat in {game}.", game=game_name(seat.table))
    return Content(text, rows=((back(words, seat.table),),))


# --- other seats ---------------------------------------------------------------------------------


def empty_line(words: Words, table: Table) -> str:
    """A line about the seats that nobody plays; empty without one."""
    empty = [bold(each.name) for each in table.players if each.abandoned]
    if not empty or table.status is not Status.RUNNING:
        return ""
    text = words.ngettext(
        "{players}'s seat is empty. I end its turns until someone takes it.",
        "The seats of {players} are empty. I end their turns until someone takes them.",
        len(empty),
        players=words.listed(empty),
    )
    return f"🪑 {text}"


def fill_button(words: Words, table: Table) -> tuple[Button, ...]:
    """The button to the page on which the first empty seat can be filled; empty without one."""
    empty = next((each for each in table.players if each.abandoned), None)
    return () if empty is None else (_fill_button(words, table, empty),)


def _fill_button(words: Words, table: Table, player: Player) -> Button:
    fill = Address(table.id, player.seat).to(proposals.AskSeat())
    return Button(words._("Fill the seat"), fill, emoji="🪑")


def computer_select(words: Words, table: Table, seat: int) -> Select:
    """A select of the level of a computer that is proposed for an empty seat."""
    options = tuple(
        Option(words._(LEVEL_NAMES[level]), level.value, level_explanation(words, level), "🤖")
        for level in Level
    )
    request = Address(table.id).to(proposals.ProposeComputer(seat, Level.STRONG))
    return Select(words._("A computer for this seat …"), request, options)


# --- resigning -----------------------------------------------------------------------------------


def confirm_resigning(words: Words, seat: Seat) -> Content:
    """The confirmation of resigning."""
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
    resign = Button(_("Resign"), Address(table.id, seat.number).to(turn.Resign()), Style.DANGER)
    return Content(text, rows=((resign, *seat_buttons(words, seat)),))


# --- a game that an admin removes ----------------------------------------------------------------


def removed_for(
    words: Words,
    table: Table,
    removal: Removed,
    read_record: Callable[[], Awaitable[str]],
    players: Sequence[Player],
    *,
    here: bool,
) -> PublicContent:
    """Notifies players of a removed game, with its record if it had started.

    *here*: it mentions them where the game is shown, and does not repeat the name of the game,
    which may be why it was removed. It is silent in quiet hours, and if the game had ended.
    """
    _ = words._
    admin = bold(table.called(removal.user_id, removal.by))
    if here:
        mentions = words.listed([mention(player) for player in players])
        text = _("{players}: {admin}, an admin, removed this game.", players=mentions, admin=admin)
    else:
        text = _("{admin}, an admin, removed {game}.", admin=admin, game=game_name(table))
    files: tuple[File, ...] = ()
    if table.view is not None:
        text = join_texts(" ", (text, _("The record is attached. I keep no copy.")))
        files = (record_file(table, read_record),)  # players are notified even if it cannot be read
    over = removal.was in {Status.OVER, Status.ABANDONED}
    awake = [each for each in players if table.hours_of(each).include(removal.at)]
    pinged = [] if over else [player for player in awake if not player.muted]
    return PublicContent(
        text,
        files=files,
        rows=((games_button(words, table),),),
        ping=tuple(each.user_id for each in pinged if here and each.user_id is not None),
        silent=not pinged,
    )
