"""The message in which players gather, and what it answers to those who come and go."""

from bot.intents import Address, Join, Leave, Start
from bot.showing.buttons import help_button, set_up_button
from bot.showing.content import Button, Content, Row, Style
from bot.showing.names import game_name, safe
from bot.table import HomeKind, Status, Table
from bot.words import Words
from bot.words.options import board_name, explained


def lobby(words: Words, table: Table) -> Content:
    """The message in which players gather, and that later leads to the game."""
    _ = words._
    lines = [
        _(
            "{game} – Tigris & Euphrates, {board} board",
            game=game_name(table),
            board=board_name(words, table.board),
        ),
        _(
            "Players: {players} ({count} of {capacity})",
            players=words.listed([f"**{safe(player.name)}**" for player in table.players])
            or _("none"),
            count=len(table.players),
            capacity=table.capacity,
        ),
    ]
    lines += (f"- {line}" for line in explained(words, table.options))
    rows: tuple[Row, ...] = ()
    if table.status is Status.LOBBY:
        address = Address(table.id)
        rows = (
            (
                Button(_("Join"), address.to(Join()), Style.MAIN),
                Button(_("Leave"), address.to(Leave())),
                Button(_("Start"), address.to(Start())),
                set_up_button(words, table),
                help_button(words, table),
            ),
        )
        opener = f"**{safe(table.opener.name)}**" if table.opener else "?"
        lines.append(
            _("It starts when all seats are taken, or when {opener} starts it.", opener=opener)
        )
    elif table.status is Status.CANCELLED:
        lines.append(_("Cancelled: everybody has left."))
    elif table.home is not None and table.home.kind is HomeKind.CHANNEL:
        lines.append(
            _(
                "It is played right here: I am not permitted to open threads in this channel "
                "(Create Public Threads, Send Messages in Threads)."
            )
        )
    elif table.home is not None and table.home.channel_id != table.place.channel_id:
        lines.append(_("It is played in {thread}.", thread=f"<#{table.home.channel_id}>"))
    return Content("\n".join(lines), rows=rows)


def joined(words: Words, table: Table) -> Content:
    """To somebody who has sat down."""
    _ = words._
    text = _(
        "You sit at {game}: {count} of {capacity} seats are taken.",
        game=game_name(table),
        count=len(table.players),
        capacity=table.capacity,
    )
    if table.status is Status.RUNNING:
        text += " " + _("It starts now: your hand comes as a direct message.")
    return Content(text)


def left(words: Words, table: Table) -> Content:
    """To somebody who has got up."""
    text = words._("You have left {game}.", game=game_name(table))
    if table.status is Status.CANCELLED:
        text += " " + words._("Nobody is left: it is cancelled.")
    return Content(text)


def started(words: Words, table: Table) -> Content:
    """To the opener who has started a game."""
    return Content(
        words._(
            "{game} starts: your hand comes as a direct message.",
            game=game_name(table),
        )
    )
