"""Replaces the signs of pieces by emojis: in lines, on buttons and in selects.

Messages are made with signs (:mod:`bot.i18n.signs`), which are replaced at the very end: so the
fingerprint of a message does not depend on emojis. Without emojis yet, or if Discord refuses them,
the signs are shown.
"""

import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import TypeVar

import discord

from bot.client.connection.error_codes import ABOUT_EMOJIS, Meaning, meaning_of
from bot.client.connection.trouble import describe
from bot.client.messages.simpler import simpler_versions
from bot.content.message import MOST_TEXT, Button, Content, Row, Select
from bot.i18n.signs import NO_SIGN

log = logging.getLogger(__name__)

_T = TypeVar("_T")
_NUMBER = re.compile(r"<:\w+:(\d+)>")


class Emojis:
    """The uploaded emojis, and where they replace signs."""

    def __init__(self, refused: Callable[[], None]) -> None:
        """*refused* is called when Discord has refused a message with them."""
        self._refused = refused
        self._by_sign: Mapping[str, str] = {}
        self._signs = re.compile("(?!)")
        self.numbers: frozenset[int] = frozenset()
        """The numbers of all emojis in use."""

    def use(self, by_sign: Mapping[str, str]) -> None:
        """Replace signs by these emojis from now on: ``<:name:number>``."""
        self._by_sign, self.numbers = by_sign, _numbers(by_sign.values())
        # The longer first: a leader's sign holds that of a tile. Code is shown as it is written.
        longest_first = sorted(by_sign, key=len, reverse=True)
        signs = "|".join(map(re.escape, longest_first)) or "(?!)"
        self._signs = re.compile(f"`[^`\n]*`|(?:{signs})(?!{NO_SIGN})")

    async def shown(
        self, content: Content, attempt: Callable[[Content], Awaitable[_T]]
    ) -> tuple[_T, frozenset[int]]:
        """Send a message with emojis through *attempt*; a simpler one if its content is refused.

        The first retry is without emojis, if they may be the cause: Discord sometimes refuses one
        for no reason, and always one that was deleted. Returns the result of the attempt, and the
        numbers of the emojis on the message. Raises the last refusal.
        """
        content = await content.with_record()
        with_emojis = self.add_to(content)
        numbers = numbers_in(with_emojis) if self.numbers else frozenset()
        try:
            return await attempt(with_emojis), numbers
        except discord.HTTPException as error:
            if meaning_of(error) is not Meaning.CONTENT:
                raise
            refused = error
        attempts = simpler_versions(content)
        if with_emojis != content and refused.code in ABOUT_EMOJIS:
            self._refused()
            log.info("sending a message again without emojis: %s", describe(refused))
            attempts = chain([content], attempts)
        for less in attempts:
            if less is not content:
                log.info("sending a simpler message: %s", describe(refused))
            try:
                return await attempt(less), frozenset()
            except discord.HTTPException as error:
                if meaning_of(error) is not Meaning.CONTENT:
                    raise
                refused = error
        raise refused

    # --- where they are put ----------------------------------------------------------------------

    def add_to(self, content: Content) -> Content:
        """Return the message with emojis, but none in a first line: a locked phone shows that."""
        if not self._by_sign:
            return content
        return replace(
            content,
            text=self._in_text(content.text),
            at_first=self._in_text(content.at_first),
            below=self._in_text(content.below),
            rows=tuple(map(self._in_row, content.rows)),
        )

    def _in_text(self, text: str) -> str:
        """Return a text with emojis in as many lines as there is room for, from the last one up.

        An emoji takes some forty characters. The question is at the bottom.
        """
        lines = text.split("\n")
        room = MOST_TEXT - len(text)
        for number in range(len(lines) - 1, 0, -1):
            with_emojis = self._signs.sub(self._emoji, lines[number])
            room -= len(with_emojis) - len(lines[number])
            if room < 0:
                break
            lines[number] = with_emojis
        return "\n".join(lines)

    def _emoji(self, found: re.Match[str]) -> str:
        return self._by_sign.get(found[0], found[0])

    def _in_row(self, row: Row) -> Row:
        if isinstance(row, Select):
            options = (
                replace(option, emoji=self._on_component(option.emoji)) for option in row.options
            )
            return replace(row, options=tuple(options))
        if not isinstance(row, tuple):
            return row
        return tuple(
            replace(button, emoji=self._on_component(button.emoji))
            if isinstance(button, Button) and button.emoji
            else button
            for button in row
        )

    def _on_component(self, sign: str | None) -> str | None:
        return self._by_sign.get(sign, sign) if sign else sign


def numbers_in(content: Content) -> frozenset[int]:
    """Return the numbers of the emojis in a message."""
    shown = [content.text, content.at_first, content.below]
    for row in content.rows:
        if isinstance(row, Select):
            shown += (option.emoji or "" for option in row.options)
        elif isinstance(row, tuple):
            shown += (button.emoji or "" for button in row if isinstance(button, Button))
    return _numbers(shown)


def _numbers(texts: Iterable[str]) -> frozenset[int]:
    return frozenset(int(number) for text in texts for number in _NUMBER.findall(text))
