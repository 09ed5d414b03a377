"""The languages to choose from, each under the name that it has in itself."""

from babel import Locale

from bot.content.content import CHOICES
from bot.i18n import Words
from bot.i18n.catalogue import SOURCE


def languages() -> tuple[str, ...]:
    """All of them, as Discord writes them: ``pt-BR``."""
    return tuple(sorted({each.replace("_", "-") for each in (SOURCE, *Words.languages())}))


def can_be_chosen() -> bool:
    """Whether there is more than one."""
    return len(languages()) > 1


def own_name(language: str) -> str:
    """What a language is called in itself."""
    return Locale.parse(language.replace("-", "_")).get_display_name() or language


def own_names(chosen: str | None) -> dict[str, str]:
    """The names of those that fit into a select, below one more option.

    If there are too many for that, the last ones are left out, but not the one that is *chosen*.
    """
    fitting = sorted(languages(), key=lambda each: each != chosen)[: CHOICES - 1]
    return {each: own_name(each) for each in sorted(fitting)}
