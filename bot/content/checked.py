"""What was found in a server where the bot is: what it may do, and what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.content.needs import IN_CHANNEL, IN_THREAD, NEEDS, OF_THREAD, Need


@dataclass(frozen=True, slots=True)
class CheckedPlace:
    """A channel or thread, and what is as it should be there."""

    channel_id: int
    thread: bool
    has: frozenset[str]
    """The permissions that the bot has there, as discord.py calls them."""
    shown_in: int = 0
    """The channel whose settings count: its own, or that of which it is a thread."""
    typed_by_all: bool = True
    """Whether everybody may type commands there."""
    slowmode: int = 0
    """The seconds that people have to wait there; 0 if they need not."""
    locked: bool = False
    """Whether it is a locked thread."""
    visible: bool = True
    """Whether the asking user may see it."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """What is needed there."""
        return OF_THREAD if self.thread else NEEDS

    @property
    def vital(self) -> tuple[Need, ...]:
        """What no game can be shown there without."""
        return IN_THREAD if self.thread else IN_CHANNEL

    def lacks(self, needs: Sequence[Need]) -> tuple[Need, ...]:
        """Those of them that the bot has not got there."""
        return tuple(need for need in needs if need.permission not in self.has)

    @property
    def at_fault(self) -> bool:
        """Whether games that are shown there suffer."""
        return bool(self.lacks(self.vital) or self.slowmode or self.locked)


@dataclass(frozen=True, slots=True)
class CheckedServer:
    """A server: the place that was asked about, and the others where games are shown."""

    here: CheckedPlace
    elsewhere: tuple[CheckedPlace, ...]
    in_server: frozenset[str]
    """The permissions that the bot has in the whole server, unless a channel's settings differ."""
    role: str
    """The name of the bot's own role, or else of the bot."""
    link: str
    """The address at which the bot is added anew with what it needs."""
    channels_gone: int = 0
    """How many games have lost their channel."""
