"""Texts on Discord in every language (gettext; English is the source)."""

from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText, join_texts, public
