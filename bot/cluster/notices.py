"""What programs tell each other about games."""

import re
from dataclasses import dataclass
from typing import NamedTuple

_COMPUTER = "computer"
_TOLD = re.compile(rf"([0-9]+) ([0-9]+)( {_COMPUTER})?(?: ([0-9]+) (.+))?", re.ASCII)
"""A game's number, its server's, whether a computer is asked, what a message shows."""


class ShownMessage(NamedTuple):
    """What a message shows by the answer to a press on it: a fingerprint."""

    message_id: int
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ChangeNotice:
    """Something of a game was stored by another program."""

    table_id: int
    guild_id: int
    """0 outside of all servers."""
    computer: bool = False
    """Whether a computer is to answer it."""
    shown: ShownMessage | None = None
    """The message by which whoever pressed was shown it, and need not be once more."""

    def __str__(self) -> str:
        """As :meth:`parse` reads it."""
        text = f"{self.table_id} {self.guild_id}"
        if self.computer:
            text += f" {_COMPUTER}"
        return text if self.shown is None else f"{text} {self.shown[0]} {self.shown[1]}"

    @classmethod
    def parse(cls, text: str) -> "ChangeNotice | None":
        """Read it; None if it is not that."""
        if (found := _TOLD.fullmatch(text)) is None:
            return None
        table_id, guild_id, computer, message_id, fingerprint = found.groups()
        shown = None if message_id is None else ShownMessage(int(message_id), fingerprint)
        return cls(int(table_id), int(guild_id), computer is not None, shown)
