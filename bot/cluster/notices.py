"""Notices about games that programs send each other."""

import re
from dataclasses import dataclass
from typing import NamedTuple

_COMPUTER = "computer"
_TOLD = re.compile(rf"([0-9]+) ([0-9]+)( {_COMPUTER})?(?: ([0-9]+) (.+))?", re.ASCII)
"""A game's number, its server's, whether a computer is asked, what a message shows."""


class ShownMessage(NamedTuple):
    """The fingerprint of a message after a press on it was answered."""

    message_id: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """Another program has stored a change of a game."""

    table_id: int
    guild_id: int
    """0 outside of all servers."""
    computer: bool = False
    """True if a computer must answer it."""
    shown: ShownMessage | None = None
    """The message in which the player saw the change: it need not be edited for it again."""

    def __str__(self) -> str:
        """The text that :meth:`parse` reads."""
        text = f"{self.table_id} {self.guild_id}"
        if self.computer:
            text += f" {_COMPUTER}"
        return text if self.shown is None else f"{text} {self.shown[0]} {self.shown[1]}"

    @classmethod
    def parse(cls, text: str) -> "ChangeNotice | None":
        """Read a notice; None if the text is none."""
        if (found := _TOLD.fullmatch(text)) is None:
            return None
        table_id, guild_id, computer, message_id, fingerprint = found.groups()
        shown = None if message_id is None else ShownMessage(int(message_id), fingerprint)
        return cls(int(table_id), int(guild_id), computer is not None, shown)
