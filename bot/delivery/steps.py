"""The results of a round of delivery: failed steps, and changed messages."""

import logging
import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from bot.cluster import NotOurs
from bot.delivery.plan import is_desk
from bot.delivery.posts import (
    CourierError,
    Gone,
    InTrouble,
    MissingPermission,
    NotTaken,
    PlaceClosed,
    Post,
    SentMessage,
    TooEarly,
    ToUser,
    TryLater,
)
from bot.delivery.presses import Presses
from bot.store import PostRow, StoreError
from bot.store.queries import outbox

log = logging.getLogger(__name__)

FEW = 5
"""After this many attempts the host is notified of a fault, and a call goes to the next place."""
_MOST = 12
"""After this many, over some days, a message is tried only if it changes, or after a start."""
_FACTOR = 4.0
_LONGEST = 24 * 3600.0


@dataclass(slots=True)
class Attempts:
    """Failed attempts at showing a game."""

    closed: set[int] = field(default_factory=set)
    """Channels and threads in which Discord accepts nothing."""
    waiting: dict[int, datetime] = field(default_factory=dict)
    """Until when to send nothing to channels, threads and users, by their numbers."""
    reported: set[str] = field(default_factory=set)
    """Refusals that are in the log already."""
    failed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Failed messages, by key: their fingerprint, and the number of attempts."""

    def fail(self, key: str, fingerprint: str = "") -> int:
        """Count a failed attempt at a message, and return the number of attempts so far."""
        tries = self.tried(key, fingerprint) + 1
        self.failed[key] = fingerprint, tries
        return tries

    def tried(self, key: str, fingerprint: str = "") -> int:
        """Return the number of failed attempts at a message with this fingerprint."""
        shown, tries = self.failed.get(key, ("", 0))
        return tries if shown == fingerprint else 0

    def succeed(self, key: str) -> None:
        """Note that a message was delivered."""
        if self.failed:
            self.failed.pop(key, None)
            self.failed.pop(_early(key), None)

    def pause(self, keys: Collection[str]) -> float | None:
        """Return the seconds until one of these messages is tried again; None if none will be."""
        tries = [self.failed[key][1] for key in keys if key in self.failed]
        tried = [each for each in tries if each < _MOST]
        return min(_LONGEST, _FACTOR ** (min(tried) - 1)) if tried else None


class PlanOutdated(Exception):
    """The due messages have changed during the round: start it again."""


@dataclass(slots=True)
class Steps:
    """The results of a round's steps: what failed, and whether the deciding player was called."""

    table_id: int
    attempts: Attempts
    failed: bool = False
    """True if something due was not brought, and is to be tried again."""
    missing: str | None = None
    """A permission that the bot lacks."""
    closed: bool = False
    """True if Discord accepts nothing in a place where something is due."""
    early: bool = False
    """True if it was too early for something."""
    faults: set[str] = field(default_factory=set)
    """The keys of what failed for an unknown reason."""
    left: bool = False
    """True if nothing was tried because the bot has left the game's server."""
    damaged: bool = False
    """True if nothing was tried because the game cannot be read."""
    uncalled: bool | None = None
    """True if a player must decide and was not called; None if the round did not get that far."""
    removed: bool = False
    """True if nothing of the game is left, in the database or on Discord."""
    over: bool = False
    """True if the game has ended."""
    complete: bool = False
    """True if everything was tried; otherwise more may be missing."""

    @contextmanager
    def attempt(self, key: str, fingerprint: str = "") -> Iterator[None]:
        """Take a step in this context; if it fails, the next ones are taken nevertheless.

        Not if Discord asks to wait or is in trouble: later messages must not get there before
        this one.
        """
        try:
            yield
        except (PlanOutdated, InTrouble, NotOurs, StoreError):
            raise
        except (TryLater, TooEarly) as early:
            if isinstance(early, TryLater) and early.everywhere:
                raise
            log.warning("%s for %s of game %d", early, _without_users(key), self.table_id)
            self.attempts.fail(_early(key), fingerprint)
            self.failed = self.early = True
        except PlaceClosed as closed:
            log.warning("%s for %s of game %d", closed, _without_users(key), self.table_id)
            if isinstance(closed, MissingPermission):
                self.missing = self.missing or closed.permission
            else:
                self.closed = True
            self.failed = True
        except Gone:
            log.warning(
                "there is no channel left for %s of game %d", _without_users(key), self.table_id
            )
        except Exception as error:  # noqa: BLE001  # logged
            self.fail(key, error, fingerprint)
        else:
            self.attempts.succeed(key)

    def leaves_alone(self, post: Post) -> bool:
        """Return True if an unchanged message has failed too often to be tried again."""
        given_up = self.attempts.tried(post.key, post.fingerprint) >= _MOST
        if given_up:
            self.failed = True
            self.faults.add(post.key)
        return given_up

    def has_failed(self, post: Post) -> bool:
        """Return True if an unchanged message has failed often enough to go on without it."""
        keys = post.key, _early(post.key)
        return max(self.attempts.tried(key, post.fingerprint) for key in keys) >= FEW

    def goes_on(self, key: str, error: Exception, fingerprint: str = "") -> bool:
        """Return True if a step has failed often enough to go on without it. Counts the failure."""
        if isinstance(error, PlanOutdated | InTrouble | NotOurs | StoreError):
            return False
        if isinstance(error, TryLater) and error.everywhere:
            return False
        is_early = isinstance(error, TryLater | TooEarly)
        if self.attempts.tried(_early(key) if is_early else key, fingerprint) + 1 < FEW:
            return False
        if not is_early:
            self.fail(key, error, fingerprint)
        return True

    def fail(self, key: str, error: Exception, fingerprint: str = "") -> None:
        """Count a failure for an unknown reason; the first one is logged as an error."""
        self.failed = True
        self.faults.add(key)
        tries, what = self.attempts.fail(key, fingerprint), _without_users(key)
        if not isinstance(error, NotTaken):
            level, traceback = (logging.ERROR, error) if tries == 1 else (logging.WARNING, None)
            message = "could not deliver %s of game %d, attempt %d"
            log.log(level, message, what, self.table_id, tries, exc_info=traceback)
        elif tries < FEW or str(error) in self.attempts.reported:
            log.warning("Discord refuses %s of game %d: %s", what, self.table_id, error)
        else:
            self.attempts.reported.add(str(error))
            log.error(
                "Discord refuses %s of game %d, attempt %d: %s; it waits for a change, or a start",
                what,
                self.table_id,
                tries,
                error,
            )


@dataclass(slots=True)
class SentMessages:
    """New values of the rows of messages, stored together at the end of a round."""

    table_id: int
    clock: Callable[[], datetime]
    presses: Presses
    changed: dict[int, dict[str, object]] = field(default_factory=dict)
    """New values of rows, by their ids."""
    edited: dict[int, int] = field(default_factory=dict)
    """The desks that were edited, by row, with the version of the game they show."""
    private: dict[int, PostRow] = field(default_factory=dict)
    """The messages sent to players, by row."""
    forgotten: set[int] = field(default_factory=set)
    """Rows of messages that are gone, or not wanted any more."""

    def note(self, row: PostRow, sent: SentMessage, fingerprint: str, post: Post) -> None:
        """Note that a message exists, and its content."""
        self.changed[row.id] = {
            "channel_id": sent.channel_id,
            "message_id": sent.message_id,
            "fingerprint": fingerprint,
            "pressable": post.pressable,
        }
        if row.message_id is None and isinstance(post.target, ToUser):
            self.private[row.id] = row
        self.presses.know(sent.message_id)
        if sent.emojis is not None:
            self.changed[row.id]["emojis"] = sent.emojis

    def lose(self, row: PostRow) -> None:
        """Note that a message is gone; if it had been sent, its replacement is silent."""
        if row.message_id is None:  # a repeated send may also find a deleted message
            self.forgotten.add(row.id)
        else:
            self.changed[row.id] = {"channel_id": outbox.LOST}

    @contextmanager
    def editing(self, row: PostRow) -> Iterator[None]:
        """Note a desk as unsure while it is edited: a press may change it at the same time.

        It stays so unless the edit certainly did, or did not, happen.
        """
        before = self.changed.copy()
        if is_desk(row):
            self.changed[row.id] = before.get(row.id, {}) | {"fingerprint": outbox.UNSURE}
        try:
            yield
        except CourierError as error:
            if not error.unsure:
                self.changed = before
            raise

    def store(self, connection: Connection, program: str) -> bool:
        """Store everything.

        Returns True if messages must be retracted: those that *program* sent to a player while
        all data of that player was deleted.
        """
        retracted = []
        for row_id, changes in self.changed.items():
            known = outbox.change_post(connection, row_id, self.edited.get(row_id), **changes)
            if not known and row_id in self.private:
                retracted.append(self._anonymous(row_id) | {"sender": program})
        if self.forgotten:
            outbox.delete_posts(connection, self.forgotten)
        outbox.note_posts(connection, self.table_id, retracted)
        return bool(retracted)

    def _anonymous(self, post_id: int) -> dict[str, object]:
        """Return the row of a message without its player."""
        row = asdict(self.private[post_id]) | self.changed[post_id]
        kept = {name: row[name] for name in ("channel_id", "message_id", "pressable", "fleeting")}
        key = outbox.forgotten_key(self.table_id, post_id)
        noted = {"key": key, "fingerprint": "", "user_id": None, "sign": "", "nonce": None}
        return noted | kept | {"at": self.clock()}


def _early(key: str) -> str:
    """Return the key that counts how often it was too early for a message."""
    return f"early {key}"


def _without_users(key: str) -> str:
    """Return a key without user IDs, for the log."""
    return re.sub(r"\d{15,}", "…", key)
