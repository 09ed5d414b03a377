"""What admins have done to a game, in sentences for everybody."""

from collections.abc import Callable, Sequence

from bot.content.names import bold
from bot.domain import Entry, Kind
from bot.i18n import PublicText, Words, public


def by_admin(
    words: Words,
    entry: Entry,
    names: Sequence[PublicText],
    named: Callable[[str], PublicText] = bold,
) -> PublicText:
    """An entry of the log that an admin has made; *names* are the players', by seat.

    *named* shows the names of others. Raises ValueError for one that no admin makes.
    """
    _ = words._
    admin = named(str(entry.details["by"]))
    player = public("") if entry.seat is None else names[entry.seat]
    match entry.kind:
        case Kind.ENDED if entry.details["result"]:
            return _("An admin, {admin}, ended the game with the result as it stands.", admin=admin)
        case Kind.ENDED:
            return _("An admin, {admin}, ended the game without a result.", admin=admin)
        case Kind.REMOVED:
            return _("An admin, {admin}, removed the game.", admin=admin)
        case Kind.CANCELLED:
            return _("An admin, {admin}, removed the table.", admin=admin)
        case Kind.PAUSED:
            return _("An admin, {admin}, paused the game.", admin=admin)
        case Kind.WENT_ON:
            return _("An admin, {admin}, let the game go on.", admin=admin)
        case Kind.PACED:
            return _("An admin, {admin}, switched the reminders off.", admin=admin)
        case Kind.OFFERED:
            return _(
                "An admin, {admin}, offered the seat of {player} to {other}.",
                admin=admin,
                player=player,
                other=named(str(entry.details["name"])),
            )
        case Kind.GIVEN_UP:
            return _("An admin, {admin}, gave the seat of {player} up.", admin=admin, player=player)
        case _:
            raise ValueError(entry.kind)
