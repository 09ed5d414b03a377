"""The pages on which admins manage a game; they show only public information."""

from bot.content.message import (
    Button,
    Content,
    Option,
    PublicContent,
    Row,
    Select,
    Style,
    UserSelect,
)
from bot.content.names import blind_line, bold, game_name, user
from bot.content.pressing import back_to
from bot.domain.naming import plain
from bot.domain.public_numbers import PublicNumber
from bot.domain.refusals import Refusal, Refused
from bot.domain.seating import is_offered_blindly, is_unreached
from bot.domain.table import Status, Table
from bot.i18n import Words, join_texts
from bot.intents import Address, server
from bot.intents.board import Help
from bot.parts.status_line import offer_ends, status_line
from engine import N_

_QUESTIONS = {
    server.Power.END: N_("End {game} now, with the result as it stands? You can't undo this."),
    server.Power.STOP: N_("End {game} now, without a result? You can't undo this."),
    server.Power.REMOVE: N_(
        "Remove {game} and everything I store about it? Each player gets a message with your "
        "name and the record so far. You can't undo this."
    ),
}
_ANSWERS = {
    server.Power.END: N_("End with the result"),
    server.Power.STOP: N_("End without a result"),
    server.Power.REMOVE: N_("Remove the game"),
}


def managed_page(words: Words, table: Table) -> Content:
    """The status of a game, with buttons for an admin."""
    _ = words._
    players = words.listed([bold(player.name) for player in table.players])
    lines = [
        _standing(words, table),
        _("Players: {players}.", players=players) if players else _("There are no players."),
    ]
    if table.status in {Status.LOBBY, Status.RUNNING}:
        warning = _(
            "The game's log shows everyone what you do here, with your name. You see no one's hand."
        )
        lines += ["", warning]
    running = table.status is Status.RUNNING
    return Content("\n".join(lines), rows=_powers(words, table), tells_now=running)


def confirm_power(words: Words, table: Table, power: server.Power) -> Content:
    """The confirmation of a power. Raises Refused for one that needs none."""
    if power not in _QUESTIONS:
        raise Refused(Refusal.STALE)
    address = Address(table.id)
    confirm = Button(words._(_ANSWERS[power]), address.to(server.UsePower(power)), Style.DANGER)
    question = words._(_QUESTIONS[power], game=game_name(table))
    return Content(question, rows=((confirm, _back(words, table)),))


def managed_seat_page(words: Words, table: Table, seat: int) -> Content:
    """The page on which an admin manages a seat of a running game.

    Raises Refused if there is no such seat, or the game is not running.
    """
    _ = words._
    if table.status is not Status.RUNNING or seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
    player, address = table.player(seat), Address(table.id)
    lines = [_("Seat in {game}: {player}", game=game_name(table), player=bold(player.name))]
    if player.abandoned:
        lines.append(_("No one plays it. I only end its turns: I add nothing and build nothing."))
    if player.offered_to is not None:
        offered = _("The seat is offered to {user}.", user=user(player.offered_to))
        lines.append(join_texts(" ", (offered, offer_ends(words, table, player))))
        if is_offered_blindly(table, player):
            lines.append(blind_line(words, [player.offered_to]))
    elif player.offered_seq is not None:
        offered = _("The seat is offered to everyone.")
        lines.append(join_texts(" ", (offered, offer_ends(words, table, player))))
    elif is_unreached(table, player):
        lines.append(_("The seat is no longer on offer: I couldn't reach the player."))
    lines.append(_("Whoever takes the seat gets its hand and points. Until then nothing changes."))
    buttons = [_back(words, table)]
    if player.is_played_by_person:
        lines.append(
            _(
                "If you remove the player, I only end the seat's turns until another player takes "
                "it. I add nothing and build nothing."
            )
        )
        give_up = address.to(server.GivePlayerUp(seat))
        buttons.insert(0, Button(_("Remove the player"), give_up, Style.DANGER))
    chosen = () if player.offered_to is None else (player.offered_to,)
    offer = UserSelect(_("Offer the seat to …"), address.to(server.ReplacePlayer(seat)), 1, chosen)
    return Content("\n".join(lines), rows=(offer, tuple(buttons)))


def _powers(words: Words, table: Table) -> tuple[Row, ...]:
    address = Address(table.id)

    def ask(power: server.Power) -> Button:
        return Button(words._(_ANSWERS[power]), address.to(server.AskPower(power)), Style.DANGER)

    if table.status is not Status.RUNNING:
        return ((ask(server.Power.REMOVE),),)
    if table.paused:
        go_on = address.to(server.UsePower(server.Power.GO_ON))
        pause = Button(words._("Resume"), go_on, Style.MAIN, "▶️")
    else:
        label = words.pgettext("what an admin does", "Pause")
        pause = Button(label, address.to(server.UsePower(server.Power.PAUSE)), emoji="⏸️")
    seats = tuple(
        Option(plain(player.name), str(seat)) for seat, player in enumerate(table.players)
    )
    return (
        (pause, ask(server.Power.END), ask(server.Power.STOP), ask(server.Power.REMOVE)),
        Select(words._("Choose a seat …"), address.to(server.ManageSeat(0)), seats),
    )


def _standing(words: Words, table: Table) -> str:
    game = game_name(table)
    match table.status:
        case Status.CANCELLED:
            return words._("{game} was cancelled.", game=game)
        case Status.ABANDONED:
            return words._("{game} ended without a result.", game=game)
        case _ if table.paused:
            return words._("{game} is paused.", game=game)
        case _:
            return words.captioned(game, status_line(words, table))


def _back(words: Words, table: Table) -> Button:
    return back_to(words, Address(table.id).to(server.ManageGame()))


# --- a game whose channel is gone ----------------------------------------------------------------


def channel_gone(words: Words, table: Table) -> PublicContent:
    """Notifies a player, once, that the channel of a game is gone."""
    game = game_name(table)
    if table.status is Status.RUNNING:
        text = words._(
            "The channel of {game} is gone. The game continues here, in your direct messages. "
            "To show it to everyone again, type `/move` in another channel of its server.",
            game=game,
        )
    else:
        text = words._(
            "The channel of {game} is gone, so no one can join. To continue, type `/move` in "
            "another channel of its server.",
            game=game,
        )
    # The state by which no other button goes: by that the message is found again.
    button = Button(words._("Help"), Address(table.id, seen=PublicNumber(0)).to(Help()), emoji="❔")
    return PublicContent(text, rows=((button,),), silent=True)


def which_lost(words: Words, tables: list[Table]) -> Content:
    """Asks a user which of several games is meant."""
    listed = "\n".join(f"• {game_name(table)} – #{table.id}" for table in tables)
    question = words._("Which game do you want to show here? Type `/move` with its number:")
    return Content(f"{question}\n{listed}")
