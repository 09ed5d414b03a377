"""Opening a game in the channel where somebody wishes for one."""

from dataclasses import dataclass

import discord

from bot.client.answers import Puzzled, Reply, person_of, words_for
from bot.client.base import Interaction
from bot.client.permissions import MENTION_ALL, TITLES, missing, threads_permitted
from bot.client.unshown import tell_of_trouble
from bot.showing.content import Content
from bot.showing.names import game_name
from bot.showing.set_up import set_up_page
from bot.table import Place, Refusal, Refused
from bot.words.options import PRESETS


@dataclass(frozen=True, slots=True)
class Opening:
    """The game that is wished for; *role* is told of it."""

    name: str
    seats: int = 4
    preset: str = "rulebook"
    board: str | None = None
    """None: the board of the preset."""
    role: discord.Role | None = None


async def open_table(interaction: Interaction, reply: Reply, wished: Opening) -> None:
    """Open a game; it gathers its players in this channel.

    Raises Puzzled or Refused, with what is to be done, if it cannot be opened there, or so.
    """
    words = words_for(interaction)
    if interaction.channel_id is None:
        raise Puzzled(Content(words._("A game is opened in a channel of a server.")))
    is_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=is_thread)
    if lacking:
        raise Puzzled(
            Content(
                words._(
                    "I cannot show a game in this channel: I need the permission {missing}. "
                    "Somebody who manages the server can give it to me.",
                    missing=words.listed(lacking),
                )
            )
        )
    if wished.role is not None:
        _check_told(interaction, wished.role)
    place = Place(interaction.guild_id, interaction.channel_id)
    if wished.preset not in PRESETS:
        raise Refused(Refusal.UNKNOWN_OPTION, option=wished.preset)
    layout, options = PRESETS[wished.preset]
    table = await interaction.client.tables.open(
        person_of(interaction),
        place,
        wished.name,
        board=wished.board or layout,
        seats=wished.seats,
        options=options,
        language=str(interaction.guild_locale or interaction.locale),
        told_role_id=None if wished.role is None else wished.role.id,
    )
    reply.game, reply.counted = table.id, True
    text = words._("{game} is open: others can join it now.", game=game_name(table))
    if not is_thread and not threads_permitted(interaction.app_permissions):
        text += "\n" + words._(
            "It will be played right in this channel, as I am not permitted to open a "
            "thread here ({missing}).",
            missing=words.listed(
                [TITLES["create_public_threads"], TITLES["send_messages_in_threads"]]
            ),
        )
    await reply.show(set_up_page(words, table).with_text_before(text))
    await tell_of_trouble(reply, interaction, table.id)


def _check_told(interaction: Interaction, role: discord.Role) -> None:
    """Raise Refused unless whoever acts, and the bot, may mention a role there."""
    if role.is_default():
        raise Refused(Refusal.TELLS_EVERYBODY)
    if role.mentionable:
        return
    if not interaction.permissions.mention_everyone:
        raise Refused(Refusal.ROLE_NOT_YOURS, role=role.name)
    if not interaction.app_permissions.mention_everyone:
        raise Refused(Refusal.ROLE_NOT_MINE, role=role.name, missing=MENTION_ALL)
