"""``python -m bot languages``."""

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.i18n.catalogue import DOMAIN, LOCALES, own_name
from bot.ops.output import Say

_SHOWN = 60
"""The number of characters by which a text is shown."""


def languages(say: Say) -> int:
    """Say of each language how much is translated, and what lacks.

    Returns the exit status: 1 if anything lacks.
    """
    template = _read(f"{DOMAIN}.pot")
    lacking = False
    for source in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        locale = source.parent.parent.name
        lines = [*_lacking(template, _read(source.relative_to(LOCALES).as_posix(), locale))]
        texts = len(template)
        share = 100 * (texts - len(lines)) // texts
        say(f"{own_name(locale)} ({locale}): {share}% of {texts} texts")
        for line in lines:
            say(f"  {line}")
        lacking |= bool(lines)
    return int(lacking)


def _read(file: str, locale: str | None = None) -> Catalog:
    with (LOCALES / file).open("rb") as opened:
        return read_po(opened, locale)


def _lacking(template: Catalog, catalogue: Catalog) -> list[str]:
    """A line for each text of the template without a translation that holds."""
    lines = []
    for message in template:
        if not message.id:
            continue
        translated = catalogue.get(message.id, message.context)
        if translated is None or not translated.string or not all(translated.string):
            lines.append(f"missing: {_named(message)}")
        elif translated.fuzzy:
            lines.append(f"fuzzy: {_named(message)}")
    return lines


def _named(message: Message) -> str:
    """A text as it is found in the code."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    first = text.partition("\n")[0]
    shown = first if len(first) <= _SHOWN else f"{first[:_SHOWN]}…"
    return f"{message.locations[0][0]}: {shown}"
