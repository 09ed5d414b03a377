"""What the client shows without knowing any feature: it is given how each is made."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from bot.content.content import Content
from bot.delivery import PostsDue
from bot.dispatch.context import LocationContext, TableContext
from bot.domain import Refused, Seat, Table, Visit
from bot.i18n import Words
from engine import IllegalAction

WhyNot: TypeAlias = IllegalAction | Refused


class WithWayHome(Protocol):
    """Adds a button to a game's desk to an answer that has none, if there is a game."""

    def __call__(self, words: Words, page: Content, home: int | None, *, in_place: bool) -> Content:
        """The answer with that button; *in_place* of the page on which something was pressed."""


@dataclass(frozen=True, slots=True)
class Pages:
    """Functions of features."""

    find_visit: Callable[[LocationContext], Awaitable[Visit]]
    """Finds the game that is meant. Raises Refused, and AnswerInstead if that is not clear."""
    refusal: Callable[[Words, WhyNot], Content]
    """Tells why something is refused, away from any game."""
    refusal_at_table: Callable[[TableContext, WhyNot], Awaitable[Content]]
    """The same at a table, with what can be done instead."""
    home_of: Callable[[Iterable[str]], int | None]
    """Finds the game whose desk a message shows or leads to, by its components' ``custom_id``."""
    with_way_home: WithWayHome
    way_to_directs: Callable[[Words, Content, Table, bool], Content]
    """Adds the way to direct messages, where a game is played; they may be closed."""
    desk: Callable[[Words, Seat], Content]
    desk_shown: Callable[[Seat], str]
    """The fingerprint of a desk."""
    closed_desk: Callable[[Words, Table], Content]
    """What takes the place of a desk whose player does not hold the seat any more."""
    posts_due: Callable[[Callable[[int], Awaitable[str]]], PostsDue]
    """Makes the posts of a table, given what reads the record of a game."""
    greeting: Callable[[Words], Content]
    """What is said first in a server."""
    news: Callable[[Words], Content]
    """What is new in this version, for admins of a server."""
    complaint: Callable[[Words, int, str, str, str], Content]
    """Tells managers what is missing in a channel: its number, what, the bot's role, a link."""
    former_player: Callable[[str], str]
    """What a user is called who is forgotten, in a language."""
