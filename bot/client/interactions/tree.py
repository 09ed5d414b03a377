"""The command tree: contexts of commands, and answers to those that cannot be called."""

import logging
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import Any, TypeVar, cast

import discord
from discord import AppCommandOptionType, AppCommandType, InteractionType, app_commands

from bot.client.base import Interaction, RiversClient
from bot.client.connection.trouble import TROUBLE
from bot.client.interactions.answers import answering
from bot.content.message import Content
from bot.dispatch.context import AnswerInstead
from bot.i18n import Words
from bot.i18n.catalogue import SOURCE

log = logging.getLogger(__name__)

_CommandT = TypeVar(
    "_CommandT",
    bound=Callable[..., Any] | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
)

SERVERS = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
"""Contexts of commands about a server."""
BY_SERVERS = app_commands.AppInstallationType(guild=True, user=False)
"""Installation for these: the server must have added the bot, to be shown anything."""


_NAMES = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_VALUES: Mapping[AppCommandOptionType, type] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
}
"""Types of options; all other kinds are numbers of entries in ``resolved``."""
_CHOSEN: Mapping[AppCommandType, str] = {
    AppCommandType.user: "users",
    AppCommandType.message: "messages",
}
"""What is chosen by a context menu, in ``resolved``."""


class CommandTree(app_commands.CommandTree[RiversClient]):
    """The commands of a client, in servers, in direct messages, and where users install it.

    By default a command can be used wherever a game can be played.
    """

    def __init__(self, client: RiversClient) -> None:
        super().__init__(client)
        self.let_users_install(allowed=False)

    def let_users_install(self, *, allowed: bool) -> None:
        """Allow users to add the bot to their own account, or not, from the next sync on.

        Then they have its commands in servers that the bot is not in as well, in their direct
        messages with others, and in those of groups. Discord refuses such commands of an
        application that does not allow it.
        """
        self.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=allowed
        )
        self.allowed_installs = app_commands.AppInstallationType(guild=True, user=allowed)

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Return True if the command is one of this version; otherwise answer it."""
        if _is_known(interaction):
            return True
        await _of_another_version(interaction)
        return False

    async def on_error(
        self,
        interaction: Interaction,
        error: app_commands.AppCommandError,
        /,
    ) -> None:
        """Answer an error from before the call of a command."""
        if isinstance(error, app_commands.TransformerError):
            await _of_another_version(interaction)
            return
        async with answering(interaction):
            raise error


def _is_known(interaction: Interaction) -> bool:
    """Return True if there is such a command, with such options.

    discord.py ignores unknown options, and takes any text for a number.
    """
    command = interaction.command
    data = cast("dict[str, Any]", interaction.data)
    if isinstance(command, app_commands.ContextMenu):
        chosen = data.get("resolved", {}).get(_CHOSEN[command.type], {})
        is_command = interaction.type is InteractionType.application_command
        return is_command and data.get("target_id") in chosen
    if not isinstance(command, app_commands.Command):
        return False
    parameters = {each.display_name: each for each in command.parameters}
    filled = {option["name"]: option for option in _options(data)}
    if not filled.keys() <= parameters.keys():
        return False
    if not all(_is_of_kind(parameters[name], option) for name, option in filled.items()):
        return False
    if interaction.type is InteractionType.autocomplete:
        focused = [parameters[name] for name, option in filled.items() if option.get("focused")]
        return len(focused) == 1 and focused[0].autocomplete
    described = {number for kind in data.get("resolved", {}).values() for number in kind}
    return all(
        _fits(each, filled[name]["value"], described) if name in filled else not each.required
        for name, each in parameters.items()
    )


def _options(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the options that were filled in, below the names of subcommands."""
    options: list[dict[str, Any]] = data.get("options", [])
    while options and options[0]["type"] in _NAMES:
        options = options[0].get("options", [])
    return options


def _is_of_kind(parameter: app_commands.Parameter, option: Mapping[str, Any]) -> bool:
    """Return True if the kind of an option is that of its parameter."""
    kind = _VALUES.get(parameter.type, str)
    return option["type"] == parameter.type.value and isinstance(option["value"], kind)


def _fits(parameter: app_commands.Parameter, value: Any, described: Collection[str]) -> bool:  # noqa: ANN401
    """Return True if a value is within range; the number of a user or a place must be *described*.

    An unknown choice is refused where it is looked up.
    """
    if parameter.type not in _VALUES:
        return value in described
    size = len(value) if isinstance(value, str) else value
    least, most = parameter.min_value, parameter.max_value
    return (least is None or size >= least) and (most is None or size <= most)


async def _of_another_version(interaction: Interaction) -> None:
    """Answer that Discord shows commands of another version, and update them."""
    if interaction.type is InteractionType.autocomplete:
        with suppress(*TROUBLE):
            await interaction.response.autocomplete([])
        return
    async with answering(interaction) as reply:
        reply.check_rate_limit()
        log.info("%s: a command of another version", reply)
        text = reply.words._(
            "Nothing was done. Discord is updating my commands. Try again in a minute."
        )
        raise AnswerInstead(Content(text))
    await interaction.client.register_commands_again()


def in_servers(command: _CommandT) -> _CommandT:
    """Let a command be used only in servers to which the bot was added."""
    there = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    by_servers = app_commands.allowed_installs(guilds=True, users=False)
    return there(by_servers(app_commands.guild_only(command)))


_Where = app_commands.TranslationContextLocation
_TRANSLATED = frozenset(
    {
        _Where.command_description,
        _Where.group_description,
        _Where.parameter_description,
        _Where.choice_name,
    }
)


class CatalogueTranslator(app_commands.Translator):
    """Looks up descriptions, and the names of context menus, which nobody types.

    The names of commands and options stay as they are in every language.
    """

    def __init__(self) -> None:
        # found once: it is asked 15,000 times when a program tells Discord its commands
        spoken = {locale: Words.of(locale.value) for locale in discord.Locale}
        self._words = {each: words for each, words in spoken.items() if words.locale != SOURCE}

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Translate *string*; None without a translation: then Discord shows the English one."""
        words = self._words.get(locale)
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        if words is None or not (context.location in _TRANSLATED or is_menu):
            return None
        translated = words._(string.message)
        return None if translated == string.message else translated
