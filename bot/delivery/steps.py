"""The steps of a round of delivery: what fails does not keep the rest from being brought."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bot.cluster import NotOurs
from bot.delivery.attempts import FEW, Attempts
from bot.delivery.posts import (
    Gone,
    InTrouble,
    MissingPermission,
    NotTaken,
    PlaceClosed,
    Post,
    TooEarly,
    TryLater,
)
from bot.delivery.report import Report
from bot.store import StoreError

log = logging.getLogger(__name__)


class DueAnew(Exception):
    """What is due has changed during the round: start it again."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Notes how each step of a round goes: in its report, and in the attempts of its game."""

    table_id: int
    attempts: Attempts
    report: Report

    @contextmanager
    def attempt(self, key: str, fingerprint: str = "") -> Iterator[None]:
        """Take a step in here; if it fails, the next ones are taken nevertheless.

        Not if Discord asks for patience or is in trouble: later messages must not get there before
        this one.
        """
        try:
            yield
        except (DueAnew, InTrouble, NotOurs, StoreError):
            raise
        except (TryLater, TooEarly) as early:
            if isinstance(early, TryLater) and early.everywhere:
                raise
            log.warning("%s for %s of game %d", early, _told(key), self.table_id)
            self.attempts.fail(_early(key), fingerprint)
            self.report.failed = self.report.early = True
        except PlaceClosed as closed:
            log.warning("%s for %s of game %d", closed, _told(key), self.table_id)
            if isinstance(closed, MissingPermission):
                self.report.missing = self.report.missing or closed.permission
            else:
                self.report.closed = True
            self.report.failed = True
        except Gone:
            log.warning("there is no channel left for %s of game %d", _told(key), self.table_id)
        except Exception as error:  # noqa: BLE001  # logged
            self.fail(key, error, fingerprint)
        else:
            self.attempts.succeed(key)
            self.attempts.succeed(_early(key))

    def leaves_alone(self, post: Post) -> bool:
        """Whether an unchanged message has failed too often to be tried again."""
        given_up = self.attempts.gives_up(post.key, post.fingerprint)
        if given_up:
            self.report.failed = True
            self.report.faults.add(post.key)
        return given_up

    def has_failed(self, post: Post) -> bool:
        """Whether an unchanged message has failed often enough to go on without it."""
        keys = post.key, _early(post.key)
        return max(self.attempts.tried(key, post.fingerprint) for key in keys) >= FEW

    def goes_on(self, key: str, error: Exception, fingerprint: str = "") -> bool:
        """Whether a step has failed often enough to go on without it; notes that failure."""
        if isinstance(error, DueAnew | InTrouble | NotOurs | StoreError):
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
        """Note that a step has failed for an unknown reason, and tell the host once."""
        self.report.failed = True
        self.report.faults.add(key)
        tries, what = self.attempts.fail(key, fingerprint), _told(key)
        if not isinstance(error, NotTaken):
            level, traceback = (logging.ERROR, error) if tries == 1 else (logging.WARNING, None)
            told = "could not deliver %s of game %d, attempt %d"
            log.log(level, told, what, self.table_id, tries, exc_info=traceback)
        elif tries < FEW or str(error) in self.attempts.told:
            log.warning("Discord refuses %s of game %d: %s", what, self.table_id, error)
        else:
            self.attempts.told.add(str(error))
            log.error(
                "Discord refuses %s of game %d, attempt %d: %s; it waits for a change, or a start",
                what,
                self.table_id,
                tries,
                error,
            )


def _early(key: str) -> str:
    """The key that counts how often it was too early for a message."""
    return f"early {key}"


def _told(key: str) -> str:
    """A key without user IDs, for the log."""
    return re.sub(r"\d{15,}", "…", key)
