"""Requests: an intent with the game, the seat and the state it is about, and its ``custom_id``.

What version 0.1.0 printed is read, too: its buttons are still on Discord.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.domain.public_numbers import PublicNumber, parse_number
from bot.intents.intent import NO_GAME, Intent, parse_intent, print_intent

_ADDRESS = re.compile(
    r"te:(?P<game>[0-9]{1,18}):(?P<seat>[0-3]|-):(?P<seen>\+?[0-9]{1,18}|-):(?P<intent>.+)"
)
CUSTOM_ID = 100
"""The most characters of a ``custom_id``."""
_IN_GAME = "in:"
"""Before an intent: the game is the value that was chosen."""


@dataclass(frozen=True, slots=True)
class Address:
    """The game that a press is about, the *seat* that may press, and the state that was *seen*.

    *seat* is None if anybody may press, *seen* if the state does not matter.
    """

    game: int
    seat: int | None = None
    seen: PublicNumber | None = None

    def to(self, intent: Intent) -> "UserRequest":
        """The request of a component that means *intent*."""
        return UserRequest(intent, self.game, self.seat, self.seen)


def to_any_game(intent: Intent) -> "UserRequest":
    """The request of a select from which a game is chosen that *intent* is about."""
    return UserRequest(intent, named="")


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """A file that a user has uploaded in a window; *read* gets it from Discord."""

    name: str
    size: int
    """Its size in bytes, as Discord says."""
    read: Callable[[], Awaitable[bytes]] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class UserRequest:
    """An intent, and what it is about: a game by its number, or as the user named it.

    With neither, the game is found out. *seat* and *seen* are those of the button that was
    pressed, None from a command. On older buttons *seen* is the log's own number.
    """

    intent: Intent
    game: int | None = None
    seat: int | None = None
    seen: PublicNumber | int | None = None
    named: str | None = None
    names: Mapping[int, str] = field(default_factory=dict, hash=False)
    """The names of the chosen users, by their numbers."""
    file: UploadedFile | None = None

    @property
    def custom_id(self) -> str:
        """The text that Discord carries; the values chosen from a select are not in it."""
        text = print_intent(self.intent).text
        if self.named is not None:
            return f"te:{NO_GAME}:-:-:{_IN_GAME}{text}"
        seat = "-" if self.seat is None else self.seat
        seen = "-" if self.seen is None else self.seen
        return f"te:{self.game}:{seat}:{seen}:{text}"

    @property
    def fits(self) -> bool:
        """True if the ``custom_id`` is not too long for Discord."""
        return len(self.custom_id) <= CUSTOM_ID


def game_of(custom_id: str) -> int | None:
    """The game that a component is about; None if there is none."""
    match = _ADDRESS.fullmatch(custom_id)
    return int(match["game"]) or None if match else None


def parse_custom_id(custom_id: str, values: Sequence[str] = ()) -> UserRequest:
    """Read what a press means. Raises ValueError if the component is of another version."""
    match = _ADDRESS.fullmatch(custom_id)
    if match is None:
        raise ValueError(f"{custom_id!r} is no address")
    text = match["intent"]
    if text.startswith(_IN_GAME):
        return UserRequest(parse_intent(text.removeprefix(_IN_GAME)), named="".join(values[:1]))
    return UserRequest(
        parse_intent(text, values),
        int(match["game"]),
        None if match["seat"] == "-" else int(match["seat"]),
        None if match["seen"] == "-" else parse_number(match["seen"]),
    )
