"""How a round of delivery went: what failed, and whether whoever must decide was called."""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.delivery.posts import Post
from bot.domain import Table

Reach: TypeAlias = Callable[[int, bool], Awaitable[None]]
"""Is told of a game, by its number, whether whoever must decide there can be called."""
Lacks: TypeAlias = Callable[[int, str | None], Awaitable[None]]
"""Is told of a game, by its number, which permission is missing; None if none is any more."""


@dataclass(slots=True)
class Report:
    """How a round went."""

    failed: bool = False
    """Whether something that is due was not brought, and is to be tried again."""
    missing: str | None = None
    """A permission that the bot lacks."""
    left: bool = False
    """Whether nothing was tried, as the bot is not in the game's server any more."""
    uncalled: bool | None = None
    """Whether somebody must decide and was not called; None if nobody got so far as to know."""
    removed: bool = False
    """Whether nothing of the game is left, here or there."""
    complete: bool = False
    """Whether everything was tried: else nobody knows what else is missing."""
    _calls: frozenset[str] = frozenset()

    def begin(self, table: Table, wanted: Sequence[Post], there: Collection[str]) -> None:
        """Begin a round with the posts that are *wanted*; those of the keys *there* are there.

        A call that is there may be edited in vain: its player has been called all the same.
        """
        self.failed, self.missing, self.left, self.complete = False, None, False, False
        calls = [post.key for post in wanted if post.calls]
        self._calls = frozenset(calls) - frozenset(there)
        nowhere = (table.channel_gone or table.in_directs) and not calls
        self.uncalled = table.waits_for_user and (nowhere or bool(self._calls))

    def begin_elsewhere(self, table: Table) -> None:
        """Begin, and end, a round in which nothing is tried: the bot has left the server."""
        self.failed, self.missing, self.left = False, None, True
        self.uncalled = table.waits_for_user

    def brought(self, post: Post) -> None:
        """A post is there."""
        if post.key in self._calls:
            self._calls -= {post.key}
            self.uncalled = bool(self._calls)
