"""Themes of pictures: a select of one, and a picture drawn in it."""

from bot.content.message import Option, Picture, Select
from bot.content.pictures import legend_picture
from bot.i18n import Words
from bot.intents import UserRequest
from render import THEMES


def theme_select(words: Words, request: UserRequest, chosen: str | None, *first: Option) -> Select:
    """A select of a theme, or of what comes *first*."""
    themes = (
        Option(words._(theme.name), word, chosen=word == chosen) for word, theme in THEMES.items()
    )
    return Select(words._("Pictures …"), request, (*first, *themes))


def theme_sample(words: Words, theme: str | None) -> Picture:
    """The legend, drawn in a theme."""
    return legend_picture(words, words._("The legend, drawn as chosen."), theme)
