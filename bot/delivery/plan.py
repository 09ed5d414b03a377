"""The messages due for a game, compared with those that exist, or may exist."""

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from bot.delivery.posts import (
    FLEETING,
    LASTING,
    Destination,
    InChannel,
    Post,
    PostKind,
    PostsDue,
    ToHome,
    ToUser,
)
from bot.domain.player import Player
from bot.domain.seat import Everyone
from bot.domain.table import Table
from bot.store import PostRow
from bot.store.queries import outbox

DIRECT_CLOSED_FOR = (timedelta(hours=1), timedelta(hours=6), timedelta(hours=24))
"""Pauses before direct messages are tried again after one, two, or more refusals."""
EDITABLE_FOR = timedelta(minutes=45)
"""Discord limits edits of messages older than an hour separately."""


_UNSURE = {"", outbox.UNSURE}


@dataclass(slots=True)
class DeliveryPlan:
    """The messages due for a game, and the rows of those that exist or may exist."""

    table: Table
    wanted: Sequence[Post]
    rows: Sequence[PostRow]
    """Oldest first; of several with the same key the last one counts. Includes those of lost
    messages."""
    now: datetime
    newest: dict[str, PostRow] = field(init=False)
    """The row that counts for each key."""
    unnoted: list[Post] = field(default_factory=list, init=False)
    """The posts that need a row: those without one, or to be sent again."""
    unsent: list[PostRow] = field(default_factory=list, init=False)
    """The messages that are wanted, and not known to be there."""
    outdated: list[PostRow] = field(default_factory=list, init=False)
    """The messages that are no longer wanted."""
    to_blank: list[PostRow] = field(default_factory=list, init=False)
    """The messages about to change or to lose their buttons, whose rows do not say so yet.

    Otherwise a message that was changed without being noted would count as unchanged once the
    former content is due again."""

    def __post_init__(self) -> None:
        newest = self.newest = {row.key: row for row in self.rows if row.channel_id != outbox.LOST}
        wanted = set()
        for post in self.wanted:
            row = newest.get(post.key)
            if row is None:
                self.unnoted.append(post)
                continue
            wanted.add(row.id)
            if row.message_id is None:
                self.unsent.append(row)
            elif row.fingerprint != post.fingerprint and post.kind not in LASTING:
                self._blank(row)
                if post.kind is PostKind.TURN and self.now - row.at > EDITABLE_FOR:
                    self.unnoted.append(post)  # the old one is retired afterwards
        for row in self.rows:
            if row.id not in wanted:
                self.outdated.append(row)
                if row.pressable:
                    self._blank(row)

    def _blank(self, row: PostRow) -> None:
        if row.fingerprint not in _UNSURE:
            self.to_blank.append(row)

    def has_pinged(self, post: Post) -> bool:
        """True if a message was already sent for the same key or call, here or elsewhere.

        A call makes a sound again after its player could not be called for a while: time runs
        again.
        """
        if post.kind is PostKind.CALL and self.table.held:
            return False
        return any(row.message_id is not None and row.key in post.call_keys for row in self.rows)

    def without_home(self) -> "DeliveryPlan":
        """Return the plan without the posts that need a home."""
        wanted = [post for post in self.wanted if not isinstance(post.target, ToHome)]
        return replace(self, wanted=wanted)

    def to_adopt(self, program: str) -> list[PostRow]:
        """Return the unsent messages that *program* takes over from another one."""
        return [row for row in self.unsent if row.sender != program]


def plan_for(
    everyone: Everyone,
    rows: Sequence[PostRow],
    posts_due: PostsDue,
    now: datetime,
    places: Collection[int] = (),
) -> DeliveryPlan:
    """Plan the due messages beside existing *rows*; *places* are closed channels and threads."""
    table = everyone.table
    closed = frozenset(
        player.user_id
        for player in table.players
        if player.user_id is not None
        and player.direct_closed_at is not None
        and not _is_retried(player, now, called=player is table.decider)
    )
    fingerprints = {row.key: row.fingerprint for row in rows}
    wanted = [
        replace(post, fingerprint=fingerprints[post.key] or post.fingerprint) if post.held else post
        for post in posts_due(everyone, closed.union(places))
        if not post.held or post.key in fingerprints  # held ones stay as they are
    ]
    return DeliveryPlan(table, wanted, rows, now)


def _is_retried(player: Player, now: datetime, *, called: bool) -> bool:
    """Return True if closed direct messages are to be tried again, by a message that calls.

    Discord does not notify the bot when they are open again.
    """
    tried = min(max(player.direct_refusals, 1), len(DIRECT_CLOSED_FOR))
    closed_at = player.direct_closed_at
    return called and closed_at is not None and now >= closed_at + DIRECT_CLOSED_FOR[tried - 1]


def note(connection: Connection, plan: DeliveryPlan, sender: str | None) -> DeliveryPlan:
    """Note the messages that may be sent, edited or lose their buttons, before that is done.

    After an interruption the row then says that its message must be searched for, or edited again.
    *sender* is the program that may send it, None if unknown. Returns the plan with the rows as
    they are then: new ones come last.
    """
    noted = [row_of(plan.table, post, plan.now, sender) for post in plan.unnoted]
    unsure = {row.id for row in plan.to_blank}
    ids = outbox.note_posts(connection, plan.table.id, noted, [*unsure])
    rows = [replace(row, fingerprint="") if row.id in unsure else row for row in plan.rows]
    rows += [PostRow(id=ids[row["key"]], message_id=None, **row) for row in noted]
    return replace(plan, rows=rows)


def is_desk(row: PostRow) -> bool:
    """True for a player's desk: the only private message that presses change."""
    return row.fleeting and row.user_id is not None


def row_of(table: Table, post: Post, now: datetime, sender: str | None) -> dict[str, Any]:
    """Return the row of a post that the program *sender* may send."""
    place = where(table, post)
    return {
        "key": post.key,
        "fingerprint": post.fingerprint,
        "user_id": place.user_id if isinstance(place, ToUser) else None,
        "channel_id": place.channel_id if isinstance(place, InChannel) else None,
        "at": now,
        "sign": post.sign,
        "pressable": post.pressable,
        "fleeting": post.kind in FLEETING,
        "sender": sender,
        # A running number would reveal how many messages others got.
        "nonce": secrets.randbits(63),
    }


def where(table: Table, post: Post) -> Destination:
    """Return the place of a post; a post that needs a home needs it open."""
    if isinstance(post.target, ToUser):
        return post.target
    if isinstance(post.target, ToHome) and table.home is not None:
        return InChannel(table.home.channel_id)
    return InChannel(table.place.channel_id)
