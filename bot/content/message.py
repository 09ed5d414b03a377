"""A message as a value: text, picture, files, buttons and selects.

What a press leads to is a request (:mod:`bot.intents`): Discord carries it as a ``custom_id``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar, NewType, Self, TypeAlias

from bot.domain.seat import Seat
from bot.i18n import PublicText, public
from bot.intents import UserRequest, print_intent


class Style(Enum):
    """The look of a button, which means one thing everywhere (docs/voice.md)."""

    PLAIN = "plain"
    """Grey: anything else."""
    MAIN = "main"
    """Blue: what the page suggests to press next. At most one on a page."""
    CHOSEN = "chosen"
    """Green: what holds or is shown now, among others that can be chosen."""
    DANGER = "danger"
    """Red: what cannot be undone."""


class _Component:
    """Makes a request when it is used; *request* from :meth:`bot.intents.Address.to`."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]
    request: UserRequest

    @property
    def custom_id(self) -> str:
        """Its id on Discord."""
        return self.request.custom_id

    def __repr__(self) -> str:
        """Fingerprints of posts contain it: it is the same in all versions."""
        values = (
            f"custom_id={self.request.custom_id!r}"
            if name == "request"
            else f"{name}={getattr(self, name)!r}"
            for name in self.__match_args__
        )
        return f"{type(self).__qualname__}({', '.join(values)})"


@dataclass(frozen=True, slots=True, repr=False)
class Button(_Component):
    """A button."""

    label: str
    request: UserRequest
    style: Style = Style.PLAIN
    emoji: str | None = None

    @property
    def custom_id(self) -> str:
        """Its id on Discord. Raises ValueError if only a select can make its request."""
        if print_intent(self.request.intent).values:
            raise ValueError(f"{self.request.intent} needs a select")
        return self.request.custom_id


class Back(Button):
    """A button to the previous page."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a select."""

    label: str
    value: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False
    """True if it is chosen at first."""


MOST_LABEL = 80
"""Characters on a button."""

MOST_TEXT = 2000
"""Characters in a message."""

MOST_BELOW = 4096
"""Characters below a picture."""

MOST_ALT = 1024
"""Characters of a picture's description; what is longer is cut."""

CHOICES = 25
"""The most options that Discord takes in a select, and the most suggestions."""


@dataclass(frozen=True, slots=True, repr=False)
class Select(_Component):
    """A select; the chosen values follow the intent."""

    placeholder: str
    request: UserRequest
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    """Minimum and maximum number of choices."""


@dataclass(frozen=True, slots=True, repr=False)
class DiscordSelect(_Component):
    """A select that Discord fills, none to *most* of it; their numbers follow the intent."""

    placeholder: str
    request: UserRequest
    most: int
    chosen: tuple[int, ...] = ()
    """The numbers that are chosen at first."""


class UserSelect(DiscordSelect):
    """A select of users."""

    __slots__ = ()


class ChannelSelect(DiscordSelect):
    """A select of a server's channels, and categories of them."""

    __slots__ = ()


class RoleSelect(DiscordSelect):
    """A select of a server's roles."""

    __slots__ = ()


Row = tuple[Button | Link, ...] | Select | UserSelect | ChannelSelect | RoleSelect


@dataclass(frozen=True, slots=True)
class TextField:
    """A further line of text that a window asks for."""

    label: str
    most: int
    """The most characters."""
    optional: bool = False
    """True if it may stay empty."""
    hint: str = ""
    """An example, shown where nothing is written yet."""


@dataclass(frozen=True, slots=True)
class TextForm(_Component):
    """A window that asks for a line of text; the text follows the intent as its value.

    With *further* lines, at most four, their texts follow in their order. A file that is uploaded
    comes with the request.
    """

    title: str
    request: UserRequest
    label: str
    most: int
    """The most characters."""
    written: str = field(default="", repr=False)
    """The text at first."""
    optional: bool = False
    """True if it may stay empty."""
    hint: str = ""
    """An example, shown where nothing is written yet."""
    further: tuple[TextField, ...] = ()
    has_lines: bool = False
    """True if the text may have several lines."""
    file_label: str = ""
    """The label of a file to upload, which may be left out; empty if none is asked for."""


PublicPng = NewType("PublicPng", bytes)
"""A picture that shows only what everyone may know."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is drawn when it is needed, outside the event loop."""

    name: str
    """The file's name; it tells the post that it belongs to."""
    alt: str
    draw: Callable[..., bytes] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class PublicPicture(Picture):
    """A picture of nothing but what everybody may know."""

    alt: PublicText
    draw: Callable[..., PublicPng] = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class File:
    """A file to download; *read* returns its content when it is needed."""

    name: str
    read: Callable[[], Awaitable[bytes]] = field(repr=False, compare=False)
    alt: str | None = None
    """A picture in words."""
    spare: bool = False
    """True if the message is sent without it if it cannot be made."""


@dataclass(frozen=True, slots=True)
class Content:
    """A whole message, for one user: it may show what that user alone may know.

    *ping* names the users it may notify when it is first sent, *ping_role* a role. A *silent* one
    makes no sound: it only replaces what was there. *brings* names the users whom an edit brings
    into the thread, quietly: then the message says *at_first* until that edit. What is *below*
    is under the picture; it must not hold what everyone needs, because users can hide it. *shows*
    is the fingerprint of the desk, if it shows one, *as_of* the version of the game it shows. A
    message sent without its picture begins with *without_picture*. If Discord refuses even that,
    *least* makes what is sent, which contains nothing that users have written. *tells_now*: it
    shows the state of a game, and so says as of when, unless it is kept up to date. *later* makes
    the content that replaces an answer, None for nothing, unless something is pressed on it first.
    *from_record* makes its text and picture from the record of its game, when it is sent.
    """

    text: str
    picture: Picture | None = None
    files: tuple[File, ...] = ()
    rows: tuple[Row, ...] = ()
    ping: tuple[int, ...] = ()
    ping_role: int | None = None
    silent: bool = False
    brings: tuple[int, ...] = ()
    at_first: str = ""
    below: str = ""
    without_picture: str = ""
    least: Callable[[], PublicContent] | None = field(default=None, repr=False, compare=False)
    shows: str = ""
    as_of: int = 0
    tells_now: bool = False
    later: Callable[[], Awaitable[Answer | None]] | None = field(
        default=None, repr=False, compare=False
    )

    from_record: Callable[[], Awaitable[tuple[PublicText, PublicPicture]]] | None = field(
        default=None, repr=False, compare=False
    )

    async def with_record(self) -> Self:
        """This message with the text and picture that are made from the record of its game."""
        if self.from_record is None:
            return self
        text, picture = await self.from_record()
        return replace(self, text=text, picture=picture, from_record=None)

    def hushed(self) -> Self:
        """This message without a sound: it shows its mentions, but pings no one."""
        return replace(self, ping=(), ping_role=None, silent=True)

    @property
    def buttons(self) -> list[Button]:
        """Its buttons, without links."""
        rows = (row for row in self.rows if isinstance(row, tuple))
        return [each for row in rows for each in row if isinstance(each, Button)]

    def with_text_before(self, text: str) -> Content:
        """This message with a paragraph in front; it is not made from a record then."""
        text = f"{text}\n\n{self.text}" if self.text else text
        return replace(self, text=text, from_record=None)


@dataclass(frozen=True, slots=True)
class PublicContent(Content):
    """A whole message that may go anywhere: nothing but what everybody may know gets into it."""

    text: PublicText
    picture: PublicPicture | None = None
    at_first: PublicText = field(default=public(""))
    below: PublicText = field(default=public(""))


@dataclass(frozen=True, slots=True)
class Desk:
    """The answer is the player's current desk, which *bot.desk* draws.

    It begins with the *heading*. The *further* buttons come after its own, if there is room.
    """

    seat: Seat
    heading: str = ""
    further: tuple[Button | Link, ...] = ()


Answer: TypeAlias = Content | Desk
"""The result of a handler, unless it opens a window."""
