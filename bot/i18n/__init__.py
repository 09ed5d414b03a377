"""Every word that somebody reads on Discord, in few places (gettext; English is the source)."""

from bot.i18n.catalogue import Words

__all__ = ["Words"]
