"""Texts on Discord in every language (gettext; English is the source)."""

from bot.i18n.catalogue import Words

__all__ = ["Words"]
