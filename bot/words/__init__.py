"""Every word that somebody reads on Discord, in few places (gettext; English is the source)."""

from bot.words.catalogue import Words

__all__ = ["Words"]
