"""A made-up language: each text is in brackets, and a third longer than in English.

What stands outside was never looked up; a bracket that is missing was cut off.
"""

import re
from functools import cache

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po

from bot.content.message import MOST_LABEL, MOST_TEXT, ChannelSelect, RoleSelect, Select, UserSelect
from tests.bot.test_catalogue import TEMPLATE

OPTION, PLACEHOLDER, DESCRIPTION = 100, 150, 100
"""Discord's limits for an option's label, what it shows before, and what a command is for."""


def write_catalogue(folder, locale):
    """Write the language's catalogue, as if it were that *locale*'s."""
    with TEMPLATE.open(encoding="utf-8") as file:
        template = read_po(file)
    translated = Catalog(locale=locale)
    for message in template:
        if isinstance(message.id, tuple):
            one, many = message.id
            translated.add(message.id, (_made_up(one), _made_up(many)))
        elif message.id:
            translated.add(message.id, _made_up(message.id), context=message.context)
    there = folder / locale / "LC_MESSAGES"
    there.mkdir(parents=True)
    with (there / "two_rivers.po").open("wb") as file:
        write_po(file, translated)


def _made_up(text):
    read = re.sub(r"{\w+}", "", text)
    return f"⟦{text}{'ẽ' * (len(read) // 3)}⟧"


NEUTRAL = re.compile(
    r"<?https://\S+|<[@#]&?\d+>|</?\w+:\d+>|<t:\d+:\w>|\b[A-P]\d+\b|\b[A-P]\b"
    r"|\b(?:und|oder|and|or)\b|\bR\d+(?:\.\d+)*\b|`[^`]*`"
)


@cache
def untranslated(text):
    """The letters that were never looked up: outside all brackets, and no name of a space."""
    while text != (shorter := re.sub(r"⟦[^⟦⟧]*⟧", "", text)):
        text = shorter
    return _letters(text)


def _letters(text):
    return "".join(re.findall(r"[^\W\d_]+", NEUTRAL.sub("", text)))


def cut(text):
    """True if a text is cut."""
    return text.count("⟦") != text.count("⟧")


def texts(content):
    """Everything that can be read on a message."""
    yield content.text
    yield content.below
    if content.picture is not None:
        yield content.picture.alt
    for row in content.rows:
        if isinstance(row, Select):
            yield row.placeholder
            yield from (text for option in row.options for text in _texts_of(option))
        elif isinstance(row, UserSelect | ChannelSelect | RoleSelect):
            yield row.placeholder
        else:
            yield from (button.label for button in row)


def _texts_of(option):
    yield option.label
    yield option.description or ""


def too_long(content):
    """Texts that are longer than Discord accepts, except alt texts, which may be cut."""
    limits = [(content.text, MOST_TEXT)]
    for row in content.rows:
        if isinstance(row, Select):
            limits.append((row.placeholder, PLACEHOLDER))
            limits += [(text, OPTION) for each in row.options for text in _texts_of(each)]
        elif isinstance(row, UserSelect | ChannelSelect | RoleSelect):
            limits.append((row.placeholder, PLACEHOLDER))
        else:
            limits += [(button.label, MOST_LABEL) for button in row]
    return [text for text, most in limits if len(text) > most or cut(text)]


def faults(content):
    """The texts on a message that are not looked up as a whole, or are too long."""
    found = {text for text in texts(content) if untranslated(text)}
    return found | set(too_long(content))


def faults_of_all(contents):
    """The faults on any of these messages."""
    return {fault for content in contents for fault in faults(content)}
