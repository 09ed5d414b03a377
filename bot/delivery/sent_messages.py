"""What a round of delivery has done to the messages of a game, until that is stored."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import datetime

from sqlalchemy import Connection

from bot.delivery.posts import CourierError, Post, SentMessage, ToUser
from bot.delivery.presses import Presses
from bot.store import PostRow
from bot.store.queries import outbox


@dataclass(slots=True)
class SentMessages:
    """New values of the rows of messages. They are stored together, at the end of a round."""

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

    def __bool__(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.changed or self.forgotten)

    def note(self, row: PostRow, sent: SentMessage, fingerprint: str, post: Post) -> None:
        """Note that a message is there, and what it shows."""
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
        before = {**self.changed}
        if is_desk(row):
            self.changed[row.id] = before.get(row.id, {}) | {"fingerprint": outbox.UNSURE}
        try:
            yield
        except CourierError as error:
            if not error.unsure:
                self.changed.clear()
                self.changed.update(before)
            raise

    def message_ids(self) -> set[object]:
        """The numbers of the messages that were sent or edited."""
        return {each.get("message_id") for each in self.changed.values()}

    def store(self, connection: Connection, program: str) -> bool:
        """Store everything.

        Returns whether messages are to be taken back: those that *program* sent to a player while
        all data of that player was deleted.
        """
        taken_back = []
        for row_id, changes in self.changed.items():
            edited = self.edited.get(row_id)
            if row_id not in self.private:
                outbox.change_post(connection, row_id, edited, **changes)
            elif not outbox.change_post(connection, row_id, edited, **changes):
                taken_back.append(self._anonymous(row_id) | {"sender": program})
        if self.forgotten:
            outbox.delete_posts(connection, self.forgotten)
        outbox.note_posts(connection, self.table_id, taken_back)
        return bool(taken_back)

    def clear(self) -> None:
        """Forget what was stored."""
        self.changed.clear()
        self.edited.clear()
        self.private.clear()
        self.forgotten.clear()

    def _anonymous(self, post_id: int) -> dict[str, object]:
        """The row of a message, without its player."""
        row = asdict(self.private[post_id]) | self.changed[post_id]
        kept = {name: row[name] for name in ("channel_id", "message_id", "pressable", "fleeting")}
        key = outbox.forgotten_key(self.table_id, post_id)
        noted = {"key": key, "fingerprint": "", "user_id": None, "sign": "", "nonce": None}
        return noted | kept | {"at": self.clock()}


def is_desk(row: PostRow) -> bool:
    """Whether it is a player's desk: the one private message, which presses change."""
    return row.fleeting and row.user_id is not None
