"""Command names and descriptions in the languages that there are catalogues for."""

import discord
from discord import app_commands

from bot.i18n import Words


class CatalogueTranslator(app_commands.Translator):
    """Looks descriptions up in the catalogues; names stay as they are in every language."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """*string* in *locale*; None, so that Discord shows the English, without a translation."""
        described = {
            app_commands.TranslationContextLocation.command_description,
            app_commands.TranslationContextLocation.parameter_description,
            app_commands.TranslationContextLocation.choice_name,
        }
        if context.location not in described:
            return None
        translated = Words.of(locale.value)._(string.message)
        return None if translated == string.message else translated
