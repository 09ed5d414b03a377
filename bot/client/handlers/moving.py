"""Showing a game elsewhere, whose channel is gone, or whose server the bot has left."""

from bot.client.base import Interaction
from bot.client.handlers.opening import check_shows
from bot.client.interactions.answers import Puzzled, Reply, person_of, words_for
from bot.client.interactions.delivery_notice import tell_of_trouble
from bot.domain import Place, Refusal, Refused, Table
from bot.features.server.moving import moved, which_lost


async def move_table(interaction: Interaction, reply: Reply, typed: str | None) -> None:
    """Show a game where somebody is: the one that is named, or the only one that is lost.

    Raises Puzzled or Refused, with what is to be done, if it cannot be shown there.
    """
    words = words_for(interaction)
    place = await check_shows(interaction)
    table = await _meant(interaction, typed)
    reply.game = table.id
    table = await interaction.client.services.opening.move(
        table.id,
        person_of(interaction),
        place,
        manages=_manages(interaction, table),
        left=_left(interaction, table),
    )
    reply.counted = True
    await reply.show(moved(words, table))
    await tell_of_trouble(reply, interaction, table.id)


async def _meant(interaction: Interaction, typed: str | None) -> Table:
    """The game that is meant: one's own, or for whoever manages the server one of its games."""
    services = interaction.client.services
    known = {
        table.id: table
        for table in await services.games.of_user(interaction.user.id)
        if isinstance(table, Table)
    }
    if interaction.permissions.manage_guild and interaction.guild_id is not None:
        known |= {table.id: table for table in await services.games.in_server(interaction.guild_id)}
    if typed is not None:
        number = typed.strip().lstrip("#")
        named = [
            table for table in known.values() if typed == table.name or number == str(table.id)
        ]
        if not named:
            raise Refused(Refusal.UNKNOWN_GAME)
        return named[0]
    lost = [table for table in known.values() if table.channel_gone or _left(interaction, table)]
    if not lost:
        raise Refused(Refusal.NOTHING_LOST)
    if len(lost) > 1:
        raise Puzzled(which_lost(words_for(interaction), lost))
    return lost[0]


def _left(interaction: Interaction, table: Table) -> bool:
    """Whether the bot is not in the server of a game any more."""
    guild_id = table.place.guild_id
    return guild_id is not None and not interaction.client.servers.is_in(guild_id)


def _manages(interaction: Interaction, table: Table) -> bool:
    """Whether whoever acts manages the server of a game."""
    here: Place = table.place
    return here.guild_id == interaction.guild_id and interaction.permissions.manage_guild
