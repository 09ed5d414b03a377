"""How a round of delivery went: what failed, and whether the player who must decide was called."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from bot.delivery.posts import Post
from bot.domain import Table


@dataclass(slots=True)
class Report:
    """How a round went."""

    failed: bool = False
    """Whether something due was not brought, and is to be tried again."""
    missing: str | None = None
    """A permission that the bot lacks."""
    closed: bool = False
    """Whether Discord accepts nothing in a place where something is due."""
    early: bool = False
    """Whether it was too early for something."""
    faults: set[str] = field(default_factory=set)
    """The keys of what failed for an unknown reason."""
    left: bool = False
    """Whether nothing was tried because the bot has left the game's server."""
    uncalled: bool | None = None
    """Whether a player must decide and was not called; None if the round did not get that far."""
    removed: bool = False
    """Whether nothing of the game is left, here or there."""
    complete: bool = False
    """Whether everything was tried; otherwise more may be missing."""
    _calls: frozenset[str] = frozenset()

    def begin(self, table: Table, wanted: Sequence[Post], there: Collection[str]) -> None:
        """Begin a round with the posts that are *wanted*; messages with the keys *there* exist.

        If the edit of a call that exists fails, its player has been called nevertheless.
        """
        self.failed, self.missing, self.left, self.complete = False, None, False, False
        self.closed, self.early, self.faults = False, False, set()
        calls = [post.key for post in wanted if post.calls]
        self._calls = frozenset(calls) - frozenset(there)
        nowhere = (table.channel_gone or table.in_directs) and not calls
        self.uncalled = table.waits_for_user and (nowhere or bool(self._calls))

    def begin_elsewhere(self, table: Table) -> None:
        """Begin and end a round in which nothing is tried because the bot has left the server."""
        self.failed, self.missing, self.left = False, None, True
        self.uncalled = table.waits_for_user

    def brought(self, post: Post) -> None:
        """Note that a post is there."""
        if post.key in self._calls:
            self._calls -= {post.key}
            self.uncalled = bool(self._calls)
