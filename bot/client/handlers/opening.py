"""Opening a game in the channel where somebody wishes for one."""

from dataclasses import dataclass

import discord

from bot.client.base import Interaction
from bot.client.interactions.answers import Puzzled, Reply, person_of, words_for
from bot.client.interactions.delivery_notice import tell_of_trouble
from bot.client.interactions.interaction_context import server_of
from bot.client.permissions import missing, threads_permitted
from bot.content.content import Content
from bot.content.names import game_name
from bot.content.needs import FOR_THREADS, MENTION, listed
from bot.domain import PACES, Pace, Place, Refusal, Refused
from bot.features.lobby.set_up import set_up_page
from bot.i18n.options import PRESETS
from bot.services import Member, ServerRules

USUAL_PRESET = "rulebook"
"""How a game is played if nothing is chosen, and nothing else is usual in the server."""


@dataclass(frozen=True, slots=True)
class Opening:
    """The game that is wished for; *role* is told of it."""

    name: str
    seats: int = 4
    preset: str | None = None
    """None: what is usual in the server."""
    board: str | None = None
    """None: the board of the preset."""
    role: discord.Role | None = None
    pace: str | None = None
    """By its name; None: the default of the server."""


async def open_table(interaction: Interaction, reply: Reply, wished: Opening) -> None:
    """Open a game; it gathers its players in this channel.

    Raises Puzzled or Refused, with what is to be done, if it cannot be opened there, or so.
    """
    words = words_for(interaction)
    place = await check_shows(interaction)
    if wished.role is not None:
        _check_told(interaction, wished.role)
    rules = await interaction.client.services.servers.rules(interaction.guild_id)
    layout, options = _set_up(rules, wished)
    table = await interaction.client.services.opening.open(
        person_of(interaction),
        place,
        wished.name,
        board=layout,
        seats=wished.seats,
        options=options,
        language=str(interaction.guild_locale or interaction.locale),
        told_role_id=None if wished.role is None else wished.role.id,
        member=_member(interaction),
        within=_around(interaction.channel),
        pace=_pace(wished.pace),
    )
    reply.game, reply.counted = table.id, True
    text: str = words._("{game} is open: others can join it now.", game=game_name(table))
    is_thread = isinstance(interaction.channel, discord.Thread)
    if not is_thread and not threads_permitted(interaction.app_permissions):
        text += "\n" + words._(
            "It will be played right in this channel, as I am not permitted to open a "
            "thread here ({missing}).",
            missing=listed(words, FOR_THREADS),
        )
    await reply.show(set_up_page(words, table, rules).with_text_before(text))
    await tell_of_trouble(reply, interaction, table.id)


async def check_shows(interaction: Interaction) -> Place:
    """Answer where somebody acts.

    Raises Refused if those who manage the server want no games there, and Puzzled if none can be
    shown; whoever can mend that is told, too.
    """
    words = words_for(interaction)
    guild_id = server_of(interaction)
    if guild_id is None or interaction.channel_id is None:
        raise Puzzled(
            Content(
                words._(
                    "A game with others is opened in a channel of a server that I am in. Alone, "
                    "against computers, you can play anywhere: `/solo`."
                )
            )
        )
    rules = await interaction.client.services.servers.rules(guild_id)
    rules.check_place((interaction.channel_id, *_around(interaction.channel)))
    is_thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=is_thread)
    guild, overseers = interaction.guild, interaction.client.admin_notices
    if lacking:
        if guild is not None:
            await overseers.complain(guild, interaction.channel_id, ", ".join(lacking))
        raise Puzzled(
            Content(
                words._(
                    "I cannot show a game in this channel: I need the permission {missing}. "
                    "Somebody who manages the server can give it to me.",
                    missing=words.listed(lacking),
                )
            )
        )
    if guild is not None:
        await overseers.mended(guild, interaction.channel_id)
    return Place(guild_id, interaction.channel_id)


def first_game(rules: ServerRules, name: str) -> Opening:
    """A game for somebody who has just learnt it: as first games are played, if they may be."""
    _, options = PRESETS["first game"]
    return Opening(name, preset=None if set(options) & set(rules.forbidden) else "first game")


def _set_up(rules: ServerRules, wished: Opening) -> tuple[str, tuple[str, ...]]:
    """The board and the options of a game. Raises Refused for a preset that there is not."""
    preset = wished.preset or USUAL_PRESET
    if preset not in PRESETS:
        raise Refused(Refusal.UNKNOWN_OPTION, option=preset)
    layout, options = rules.opened_like(*PRESETS[preset], chosen=wished.preset is not None)
    return wished.board or layout, options


def _member(interaction: Interaction) -> Member:
    """Whoever opens a game, as the server knows them."""
    roles = interaction.user.roles if isinstance(interaction.user, discord.Member) else []
    return Member(frozenset(role.id for role in roles), interaction.permissions.manage_guild)


def _around(channel: object) -> tuple[int, ...]:
    """What a channel or thread is part of: a thread's channel, and the category."""
    if isinstance(channel, discord.Thread):
        return (channel.parent_id, *_around(channel.parent))
    category_id = getattr(channel, "category_id", None)
    return () if category_id is None else (category_id,)


def _pace(name: str | None) -> Pace | None:
    """The pace of that name; None if none is named. Raises Refused if there is none so called."""
    if name is None:
        return None
    if name not in PACES:
        raise Refused(Refusal.UNKNOWN_PACE, pace=name)
    return PACES[name]


def _check_told(interaction: Interaction, role: discord.Role) -> None:
    """Raise Refused unless whoever acts, and the bot, may mention a role there."""
    if role.is_default():
        raise Refused(Refusal.TELLS_EVERYBODY)
    if role.mentionable:
        return
    if not interaction.permissions.mention_everyone:
        raise Refused(Refusal.ROLE_NOT_YOURS, role=role.name)
    if not interaction.app_permissions.mention_everyone:
        raise Refused(Refusal.ROLE_NOT_MINE, role=role.name, missing=MENTION.title)
