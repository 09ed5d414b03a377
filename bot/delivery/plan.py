"""What is due of a table, compared with the messages that are there, or may be."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import Connection

from bot.delivery.posts import Destination, InChannel, Post, PostsDue, ToHome, ToUser
from bot.domain import Everyone, Player, Table
from bot.store import PostRow
from bot.store.queries import outbox

DIRECT_CLOSED_FOR = (timedelta(hours=1), timedelta(hours=6), timedelta(hours=24))
"""How long somebody is not tried again who refused a direct message once, twice, more often."""
EDITABLE_FOR = timedelta(minutes=45)
"""Discord limits edits of messages older than an hour separately."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is due of a table, and the rows of the messages that are there, or may be."""

    table: Table
    wanted: Sequence[Post]
    rows: Sequence[PostRow]
    """Oldest first; of several with one key the last one counts."""

    @property
    def newest(self) -> dict[str, PostRow]:
        """The row that counts for each key."""
        return {row.key: row for row in self.rows}

    def without_home(self) -> "Plan":
        """Less what is to be shown where the game has no place yet."""
        wanted = [post for post in self.wanted if not goes_home(post)]
        return replace(self, wanted=wanted)

    def there(self) -> set[str]:
        """The keys of the messages that are there."""
        return {row.key for row in self.newest.values() if row.message_id is not None}

    def unnoted(self, now: datetime) -> list[Post]:
        """The posts that need a row: those that have none, or are to be sent afresh."""
        newest = self.newest
        return [
            post
            for post in self.wanted
            if (row := newest.get(post.key)) is None or _to_be_sent_afresh(post, row, now)
        ]

    def outdated(self) -> list[PostRow]:
        """The messages that are not wanted any more."""
        keys = {post.key for post in self.wanted}
        newest = self.newest
        return [row for row in self.rows if row.key not in keys or row is not newest[row.key]]

    def edited(self) -> list[PostRow]:
        """The messages that are there and do not show what they should."""
        newest = self.newest
        return [
            row
            for post in self.wanted
            if (row := newest.get(post.key)) is not None
            and row.message_id is not None
            and row.fingerprint != post.fingerprint
        ]

    def to_adopt(self, program: str) -> list[PostRow]:
        """The messages to be sent that *program* was not going to send so far."""
        newest = self.newest
        return [
            row
            for post in self.wanted
            if (row := newest.get(post.key)) is not None
            and row.message_id is None
            and row.sender != program
        ]

    def to_blank(self) -> list[PostRow]:
        """The messages that are about to change or to lose their buttons, and do not say so yet.

        Otherwise one that was changed, but not noted, would pass for what it showed before, once
        that is due again.
        """
        unpressable = [row for row in self.outdated() if row.pressable]
        unsure = {"", outbox.UNSURE}
        return [row for row in (*self.edited(), *unpressable) if row.fingerprint not in unsure]


def plan_for(
    everyone: Everyone, rows: Sequence[PostRow], posts_due: PostsDue, now: datetime
) -> Plan:
    """Compare what is due now with what is there."""
    table = everyone.table
    closed = frozenset(
        player.user_id
        for player in table.players
        if player.user_id is not None and _closed(player, now, called=player is table.decider)
    )
    return Plan(table, [*_unheld(posts_due(everyone, closed), rows)], rows)


def _unheld(posts: Sequence[Post], rows: Sequence[PostRow]) -> Iterator[Post]:
    """The posts as they are due now: of those that are held, what is there, as it is."""
    newest = {row.key: row for row in rows}
    for post in posts:
        if not post.held:
            yield post
        elif (row := newest.get(post.key)) is not None:
            yield replace(post, fingerprint=row.fingerprint or post.fingerprint)


def _closed(player: Player, now: datetime, *, called: bool) -> bool:
    """Whether direct messages to a player are taken to be closed.

    Nothing ever tells that they are open again. So after a while the next message that calls the
    player finds out.
    """
    if player.direct_closed_at is None:
        return False
    tried = min(max(player.direct_refusals, 1), len(DIRECT_CLOSED_FOR))
    return not called or now < player.direct_closed_at + DIRECT_CLOSED_FOR[tried - 1]


def note(connection: Connection, plan: Plan, now: datetime, sender: str | None) -> frozenset[str]:
    """Note what may be sent, edited or lose its buttons from now on, before any of it is done.

    A row cut short then says that its message is to be looked for, or to be edited anew. *sender*
    is the program that may send it, None if that is not known. Answers the keys of the new rows.
    """
    if unsure := plan.to_blank():
        outbox.blank_posts(connection, [row.id for row in unsure])
    unnoted = plan.unnoted(now)
    noted = [row_of(plan.table, post, now, sender) for post in unnoted]
    outbox.insert_posts(connection, plan.table.id, noted)
    return frozenset(post.key for post in unnoted)


def goes_home(post: Post) -> bool:
    """Whether a post is for where the game is shown."""
    return isinstance(post.target, ToHome)


def _to_be_sent_afresh(post: Post, row: PostRow, now: datetime) -> bool:
    """Whether a message is too old to be edited; the old one is retired afterwards."""
    return (
        post.afresh
        and row.message_id is not None
        and row.fingerprint != post.fingerprint
        and now - row.at > EDITABLE_FOR
    )


def row_of(table: Table, post: Post, now: datetime, sender: str | None) -> Mapping[str, object]:
    """The row of a post that may be sent from now on, by that program."""
    place = where(table, post)
    return {
        "key": post.key,
        "fingerprint": post.fingerprint,
        "user_id": place.user_id if isinstance(place, ToUser) else None,
        "channel_id": place.channel_id if isinstance(place, InChannel) else None,
        "at": now,
        "sign": post.sign,
        "pressable": post.pressable,
        "fleeting": post.fleeting,
        "sender": sender,
        # The next number of a row would tell how many messages others got.
        "nonce": secrets.randbits(63),
    }


def where(table: Table, post: Post) -> Destination:
    """Where a post goes, once the table has a home if it needs one."""
    if isinstance(post.target, ToUser):
        return post.target
    if isinstance(post.target, ToHome) and table.home is not None:
        return InChannel(table.home.channel_id)
    return InChannel(table.place.channel_id)
