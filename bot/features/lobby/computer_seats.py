"""Computers at a table: which sit down before the start, or take a seat that nobody plays."""

from bot.content.content import Button, Content, Option, Row, Select, Style
from bot.content.names import bold, game_name
from bot.domain import PublicNumber, Table, plain
from bot.i18n import Words
from bot.intents import Address
from bot.intents.lobby import SeatComputer
from bot.intents.seats import Start
from bot.parts.computers import level_explanation
from engine import LEVEL_NAMES, Level


def computer_rows(words: Words, table: Table, *, turning: bool) -> tuple[Row, ...]:
    """To put computers on seats and to take them out; nothing if neither is possible.

    *turning*: on the page about who plays, which is shown again.
    """
    _ = words._
    options: list[Option] = []
    if len(table.players) + len(table.open_invitations) < table.capacity:
        options += (
            Option(
                _("Add a computer: {level}", level=words._(LEVEL_NAMES[level])),
                level.value,
                level_explanation(words, level),
                "🤖",
            )
            for level in Level
        )
    options += (
        Option(_("Remove {player}", player=plain(player.name)), str(player.joined_seq))
        for player in table.players
        if player.is_computer
    )
    if not options:
        return ()
    # A select that looks as before would keep on a phone what was chosen from it, which then
    # could not be chosen once more.
    address = Address(table.id, seen=PublicNumber(len(table.players)))
    request = address.to(SeatComputer(Level.STRONG, turning))
    return (Select(_("Computers …"), request, tuple(options)),)


def computers_changed(words: Words, before: Table, after: Table) -> Content:
    """To the opener who has put a computer on a seat, or taken one out: and the way to start."""
    _ = words._
    added = [each for each in after.players if each not in before.players and each.is_computer]
    game = game_name(after)
    text: str
    if added:
        text = _("{player} has joined {game}.", player=bold(added[-1].name), game=game)
    else:
        removed = [
            each for each in before.players if each not in after.players and each.is_computer
        ]
        text = _("{player} is out of {game}.", player=bold(removed[-1].name), game=game)
    if len(after.players) < 2:
        return Content(text)
    start = Button(_("Start"), Address(after.id).to(Start()), Style.MAIN)
    return Content(text, rows=((start,),))
