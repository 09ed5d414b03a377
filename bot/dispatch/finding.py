"""Finds the game that a request is about, and whether one can be shown there."""

from collections.abc import Sequence

from bot.content.message import CHOICES, Button, Content, Option, Select, Style
from bot.content.names import user
from bot.content.needs import listed
from bot.content.pressing import ANYWHERE
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.domain.game_lookup import Purpose
from bot.domain.naming import plain
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Visit
from bot.domain.table import Place, Table
from bot.i18n import Words
from bot.intents import Intent, to_any_game
from bot.intents.lobby import AskToOpen
from bot.intents.seats import AskAlso
from bot.parts.buttons import queue_button, solo_button
from bot.parts.status_line import plain_status


async def find_visit(context: LocationContext) -> Visit:
    """The game that a request is about, with the user's seat.

    Raises Refused if there is no such game or it is not open to the user, and AnswerInstead with a
    question if several may be meant.
    """
    services, request = context.services, context.request
    origin, purpose = context.location.origin, request.intent.purpose
    if request.named is not None:
        return await services.visits.named(origin, request.named)
    if request.game is not None:
        return await services.visits.of_button(origin, request.game)
    visits = await services.visits.meant(origin, purpose)
    if len(visits) == 1:
        return visits[0]
    await context.use_chosen_language()
    words = context.words
    if visits:
        raise AnswerInstead(which_game(words, [visit.table for visit in visits], request.intent))
    if purpose is Purpose.HERE:
        raise Refused(Refusal.OF_NO_GAME)
    if isinstance(request.intent, AskAlso):
        raise AnswerInstead(_no_lobby(words, request.intent, context.person.user_id))
    if purpose is Purpose.START:
        raise AnswerInstead(Content(words._("No game here is waiting to start.")))
    text = words._(
        "You're in no game here. `/play` finds you a table, `/open` opens one. Or play alone."
    )
    raise AnswerInstead(Content(text, rows=((queue_button(words), solo_button(words)),)))


def _no_lobby(words: Words, intent: AskAlso, user_id: int) -> Content:
    """Offers to open a game and invite the user."""
    invited = intent.user_id
    text = words._("No game here is waiting to start.")
    if invited in {None, user_id}:
        return Content(text)
    offer = words._("Open one, and I'll invite {user}.", user=user(invited))
    button = Button(words._("Open a game"), ANYWHERE.to(AskToOpen(invited)), Style.MAIN, "🏛️")
    return Content(f"{text} {offer}", rows=((button,),))


def which_game(words: Words, tables: Sequence[Table], intent: Intent) -> Content:
    """Ask which of several games an *intent* is about."""
    options = tuple(
        Option(plain(table.name), str(table.id), plain_status(words, table))
        for table in tables[:CHOICES]
    )
    select = Select(words._("Which game?"), to_any_game(intent), options)
    asked = words._("You play in several games. Which one?")
    return Content(asked, rows=(select,), tells_now=True)


async def check_shows(context: LocationContext) -> Place:
    """The place where the user acts.

    Raises Refused if the server's rules permit no games there, and AnswerInstead if none can be
    shown; then the server's managers are notified, too.
    """
    words, location = context.words, context.location
    guild_id, channel_id = location.origin.guild_id, location.origin.channel_id
    if guild_id is None or channel_id is None:
        elsewhere = words._(
            "Open games with others in a server channel I'm in. To play alone, use `/solo` "
            "anywhere."
        )
        raise AnswerInstead(Content(elsewhere))
    rules = await context.services.servers.rules(guild_id)
    rules.check_place((channel_id, *location.around))
    lacking = location.lacking
    await location.tell_managers(lacking)
    if lacking:
        text = words._(
            "I can't show a game here. An admin needs to give me: {missing}.",
            missing=listed(words, lacking),
        )
        raise AnswerInstead(Content(text))
    return Place(guild_id, channel_id)
