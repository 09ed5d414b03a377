"""Whether a game can be shown where a user acts."""

from bot.content.content import Content
from bot.content.needs import listed
from bot.dispatch.context import AnswerInstead, LocationContext
from bot.domain import Place


async def check_shows(context: LocationContext) -> Place:
    """The place where the user acts.

    Raises Refused if those who manage the server want no games there, and AnswerInstead if none can
    be shown; those who can change that are told, too.
    """
    words, location = context.words, context.location
    guild_id, channel_id = location.origin.guild_id, location.origin.channel_id
    if guild_id is None or channel_id is None:
        raise AnswerInstead(
            Content(
                words._(
                    "Open games with others in a server channel I'm in. To play alone, use "
                    "`/solo` anywhere."
                )
            )
        )
    rules = await context.services.servers.rules(guild_id)
    rules.check_place((channel_id, *location.around))
    lacking = location.lacking
    await location.tell_managers(lacking)
    if lacking:
        raise AnswerInstead(
            Content(
                words._(
                    "I can't show a game here. An admin needs to give me: {missing}.",
                    missing=listed(words, lacking),
                )
            )
        )
    return Place(guild_id, channel_id)
