"""What admins have done to a game, in sentences for everybody."""

from bot.content.names import Names
from bot.domain import Entry, Kind
from bot.i18n import PublicText, Words, public


def by_admin(words: Words, entry: Entry, names: Names) -> PublicText:
    """The sentence for a log entry made by an admin. Raises ValueError for any other kind."""
    _ = words._
    admin = names.of(entry.user_id, str(entry.details["by"]))
    player = public("") if entry.seat is None else names.at(entry.seq)[entry.seat]
    match entry.kind:
        case Kind.ENDED if entry.details["result"]:
            return _("{admin} (admin) ended the game. The result counts.", admin=admin)
        case Kind.ENDED:
            return _("{admin} (admin) ended the game without a result.", admin=admin)
        case Kind.REMOVED:
            return _("{admin} (admin) removed the game.", admin=admin)
        case Kind.CANCELLED:
            return _("{admin} (admin) closed the lobby.", admin=admin)
        case Kind.PAUSED:
            return _("{admin} (admin) paused the game.", admin=admin)
        case Kind.WENT_ON:
            return _("{admin} (admin) resumed the game.", admin=admin)
        case Kind.PACED:
            return _("{admin} (admin) switched the reminders off.", admin=admin)
        case Kind.OFFERED:
            return _(
                "{admin} (admin) offered {player}'s seat to {other}.",
                admin=admin,
                player=player,
                other=names.of(entry.details["to"], str(entry.details["name"])),
            )
        case Kind.GIVEN_UP:
            return _(
                "{admin} (admin) removed {player} from their seat.", admin=admin, player=player
            )
        case _:
            raise ValueError(entry.kind)
