"""The messages that should be visible on Discord, and the port that sends them.

A post is one message, identified by its *key*; its *fingerprint* changes with its content.
Delivery compares the posts that are due with those already sent. A courier sends the rest.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Protocol, Self, TypeAlias

from bot.content.message import Content, PublicContent
from bot.counting import MessageFailure
from bot.domain.seat import Everyone, Notification
from bot.domain.table import Home, Table

NONCE_HOLDS = timedelta(minutes=2)
"""Time for which Discord recognises a nonce: "a few minutes", it says."""

CLOCK_SKEW = timedelta(minutes=2)
"""Greatest expected difference between our clock and Discord's."""


@dataclass(frozen=True, slots=True)
class ToHome:
    """The game's home: its thread, opened when the first such post is due."""


@dataclass(frozen=True, slots=True)
class ToChannel:
    """The channel in which the game was opened."""


@dataclass(frozen=True, slots=True)
class ToUser:
    """A user's direct messages."""

    user_id: int


Target: TypeAlias = ToHome | ToChannel | ToUser


@dataclass(frozen=True, slots=True)
class InChannel:
    """A channel or thread: the actual place of a post to the home or the channel."""

    channel_id: int


Destination: TypeAlias = InChannel | ToUser


class PostKind(Enum):
    """The handling of a message after it has been sent."""

    RECORD = auto()
    """It is edited while it is due. Then it stays, without its buttons."""
    TURN = auto()
    """A record that is sent again instead of edited if it is over 45 minutes old."""
    DOOR = auto()
    """A record that starts the game's thread."""
    NOTICE = auto()
    """It is deleted when it is no longer due, and sent again if it can no longer be edited."""
    CALL = auto()
    """A notice that calls the player who must decide, or is the desk for that decision."""
    NOTIFICATION = auto()
    """It notifies a user of an event, and is not tracked after it has been sent."""
    ANNOUNCEMENT = auto()
    """It keeps its buttons, as notifications do: they stay valid."""
    SEAL = auto()
    """It is never edited or sent again: a new fingerprint checks that it still exists. If not, that
    is noted."""
    PASSING_SEAL = auto()
    """A seal that is deleted when it is no longer due."""


FLEETING = {PostKind.NOTICE, PostKind.CALL, PostKind.PASSING_SEAL}
"""Kinds that are deleted when they are no longer due."""
LASTING = {PostKind.SEAL, PostKind.PASSING_SEAL}
"""Kinds that are never edited."""
_KEEPS_BUTTONS = {PostKind.NOTIFICATION, PostKind.ANNOUNCEMENT, *LASTING}


@dataclass(frozen=True, slots=True)
class Post(ABC):
    """A message that should be there: a public one, or a desk."""

    key: str
    """Unique among the posts of all games, the same as long as it is the same message;
    100 characters at most. A key that is due again after it was not is sent again."""
    target: Target
    fingerprint: str
    """Changes whenever the content does; 100 characters at most."""
    kind: PostKind = PostKind.RECORD
    sign: str = ""
    """The name of a file on the message, the ``custom_id`` of a component, or the beginning of its
    text: identifies the message if it is unknown whether it was sent. 100 characters at most."""
    held: bool = False
    """True if it is neither sent nor edited for now."""
    names_home: str = ""
    """The name of the game's thread from this message on."""
    same_call: str = ""
    """The key of the message that calls the same player for the same decision elsewhere."""
    notification: Notification | None = field(default=None, repr=False, compare=False)
    """What it notifies of, if it is of that kind."""

    @property
    def call_keys(self) -> frozenset[str]:
        """The keys of the messages of one call; only the first one sent makes a sound."""
        return frozenset(filter(None, (self.key, self.same_call)))

    @property
    @abstractmethod
    def pressable(self) -> bool:
        """True if it has buttons that are removed when it is no longer due."""

    @property
    @abstractmethod
    def in_two_steps(self) -> bool:
        """True if it says less at first, and is edited at once: mentions in an edit are silent."""

    @abstractmethod
    def made(self) -> Content:
        """Return its content."""

    @abstractmethod
    def hushed(self) -> Self:
        """Return the same post without a sound."""


@dataclass(frozen=True, slots=True)
class PublicPost(Post):
    """A message that may go anywhere."""

    content: PublicContent = field(repr=False, compare=False, kw_only=True)

    @property
    def pressable(self) -> bool:
        """True if it has buttons that are removed when it is no longer due."""
        return bool(self.content.rows) and self.kind not in _KEEPS_BUTTONS

    @property
    def in_two_steps(self) -> bool:
        """True if it says less at first, and is edited at once."""
        return bool(self.content.at_first)

    def made(self) -> PublicContent:
        """Return its content."""
        return self.content

    def hushed(self) -> Self:
        """Return the same post without a sound."""
        return replace(self, content=self.content.hushed())


@dataclass(frozen=True, slots=True)
class _MadeWhenSent(Post):
    """A post whose fingerprint does not depend on its content."""

    make: Callable[[], Content] = field(repr=False, compare=False, kw_only=True)
    """Makes its content when needed."""
    in_two_steps = False

    def made(self) -> Content:
        """Return its content."""
        return self.make()

    def hushed(self) -> Self:
        """Return the same post without a sound."""
        make = self.make
        return replace(self, make=lambda: make().hushed())


@dataclass(frozen=True, slots=True)
class DeskPost(_MadeWhenSent):
    """A player's desk, with the hand, which goes to that player alone."""

    target: ToUser
    pressable = True


@dataclass(frozen=True, slots=True)
class SealPost(_MadeWhenSent):
    """A public message that is never edited."""

    make: Callable[[], PublicContent] = field(repr=False, compare=False, kw_only=True)
    pressable = False


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message on Discord."""

    channel_id: int
    message_id: int
    emojis: frozenset[int] | None = field(default=None, compare=False)
    """The bot's own emojis that it may show, if it was sent or edited just now."""


@dataclass(frozen=True, slots=True)
class MessageSearch:
    """Data for finding a message that may have been sent."""

    sign: str
    """A file or component that it has, or how its text begins. The answer to a press on a desk
    replaces it."""
    since: datetime
    """The earliest time of sending."""
    about: int | None = None
    """The game of a desk, which all its buttons name; None for a message that keeps its sign."""
    others: frozenset[object] = frozenset()
    """The numbers of other messages."""


PostsDue: TypeAlias = Callable[[Everyone, frozenset[int]], Sequence[Post]]
"""Makes the posts of a table, in the order of sending, given the numbers of closed channels and
threads, and of users whose direct messages are closed."""


class Courier(Protocol):
    """Sends posts to Discord. Every async method may raise a :class:`CourierError`."""

    def is_in(self, guild_id: int | None) -> bool:
        """Return True if the bot is known to be in that server; None is outside of all servers."""

    async def open_home(self, table: Table, message: SentMessage) -> Home:
        """Open a thread for the game from that message, or return the channel that is its home.

        Called again, it returns the same: a message has one thread.
        """

    async def check_is_there(self, sent: SentMessage) -> None:
        """Look for a message. Raises Gone if it was deleted."""

    async def send(self, post: Post, where: Destination, nonce: int) -> SentMessage:
        """Send a message.

        Called again with the same *nonce* within :data:`NONCE_HOLDS`, it returns the message that
        it sent before, which shows the post as it was then.
        """

    async def edit(self, post: Post, sent: SentMessage) -> SentMessage:
        """Make a message show the current post, and return the message."""

    async def retire(self, sent: SentMessage) -> None:
        """Remove the buttons of a message; the rest stays."""

    async def remove(self, sent: SentMessage) -> None:
        """Delete a message."""

    async def rename_home(self, home: Home, name: str) -> None:
        """Rename the game's thread if it has another name and that is permitted."""

    async def find(self, sought: MessageSearch, where: Destination) -> SentMessage | None:
        """Find the message that an interrupted :meth:`send` may have sent.

        It may show an outdated post.
        """


class CourierError(Exception):
    """Something was not sent to Discord, for a known reason."""

    unsure = False
    """True if it may have been sent all the same."""
    counted_as = MessageFailure.FAULT


class Gone(CourierError):
    """The message was deleted, or, with *channel*, the whole channel or thread."""

    counted_as = MessageFailure.GONE

    def __init__(self, *, channel: bool = False) -> None:
        super().__init__("the channel is gone" if channel else "the message is gone")
        self.channel = channel


class TooOld(CourierError):
    """The message exists, but is too old to be edited for now."""

    counted_as = MessageFailure.TOO_OLD

    def __init__(self) -> None:
        super().__init__("the message is too old to be edited")


class DirectMessagesClosed(CourierError):
    """The user accepts no direct messages, or, with *left*, shares no server with the bot."""

    counted_as = MessageFailure.CLOSED

    def __init__(self, user_id: int, *, left: bool = False) -> None:
        super().__init__("a user's direct messages are closed")
        self.user_id = user_id
        self.left = left


class PlaceClosed(CourierError):
    """Discord accepts nothing from the bot in that channel or thread. ``str`` says why."""

    counted_as = MessageFailure.PLACE


class NoThread(PlaceClosed):
    """The server has as many open threads as Discord allows."""


class MissingPermission(PlaceClosed):
    """The bot lacks a permission."""

    counted_as = MessageFailure.MISSING

    def __init__(self, permission: str) -> None:
        super().__init__(f"the permission {permission} is missing")
        self.permission = permission


class TryLater(CourierError):
    """Discord asks the bot to wait for *seconds*, *everywhere* or there. Nothing was done."""

    counted_as = MessageFailure.LATER

    def __init__(self, seconds: float, *, everywhere: bool = True) -> None:
        super().__init__(f"to be tried again in {seconds:.1f} seconds")
        self.seconds = seconds
        self.everywhere = everywhere


class TooEarly(CourierError):
    """Discord accepts nothing there for now, without saying for how long. ``str`` says why."""

    counted_as = MessageFailure.LATER

    def __init__(self, why: str, *, unsure: bool = False) -> None:
        super().__init__(why)
        self.unsure = unsure


class NotTaken(CourierError):
    """Discord refuses a call for an unknown reason. ``str`` is Discord's answer."""


class InTrouble(CourierError):
    """Discord, or the way there, is in trouble. ``str`` gives details."""

    unsure = True
    counted_as = MessageFailure.TROUBLE
