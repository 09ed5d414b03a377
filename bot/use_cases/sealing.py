"""The fair bag: tables are sealed when they are opened, and opened when they end (docs/fair.md)."""

import random
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.changes import Change, Changes, use_case
from bot.domain.checks import check_takes_words, in_status, player_at
from bot.domain.entries import WordGiven
from bot.domain.naming import checked_word
from bot.domain.player import Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.store import Damaged, SealCounts, SealRow, Store
from bot.store.queries import seals
from engine import SECRET_SIZE, Draw, Dynasty, draw_start, full_bag, hash_of, seal_of


@dataclass(frozen=True, slots=True)
class FairBag:
    """The public data of a table's seal."""

    table: Table
    secret: str | None
    """128 hexadecimal digits; None until opened."""
    counts: SealCounts
    """Numbers of tables of the same server by the state of their seals."""


@dataclass(frozen=True, slots=True)
class Sealing:
    """Seals, and players' words for the bag."""

    _store: Store
    _changes: Changes
    _rng: random.Random
    _seals: bool
    """True if new tables are sealed."""

    def seal(self, connection: Connection, table_id: int, guild_id: int | None) -> SealRow | None:
        """Seal a new table. Returns its seal; None if sealing is off."""
        if not self._seals:
            return None
        secret = self._rng.randbytes(SECRET_SIZE)
        digest = seal_of(secret)
        seals.insert_seal(connection, table_id, guild_id, digest, secret.hex())
        return SealRow(digest, message_gone=False, opened=False)

    def draw(self, connection: Connection, change: Change) -> Draw:
        """Draw the start of a game from the table's secret and the players' words.

        Without a seal it is random. Raises Refused if the secret is damaged.
        """
        table, words = change.table, change.now.words
        if table.seal is None:
            return self._drawn_by_chance(len(words), table.board)
        try:
            secret = bytes.fromhex(seals.read_secret(connection, table.id, opened=False) or "")
            return draw_start(secret, table.id, words, table.board)
        except (Damaged, ValueError):
            raise Refused(Refusal.UNREADABLE, game=table.name) from None

    def _drawn_by_chance(self, players: int, board: str) -> Draw:
        order, tiles = list(range(players)), list(full_bag(board))
        self._rng.shuffle(order)
        dynasties = self._rng.sample(list(Dynasty), players)
        self._rng.shuffle(tiles)
        return Draw(tuple(order), tuple(dynasties), "".join(tiles))

    @use_case
    def give_word(self, change: Change, person: Person, word: str) -> Change:
        """Give or replace a player's word in a lobby. Only its hash is stored."""
        word = checked_word(word)
        table = in_status(change.table, Status.LOBBY)
        player_at(table, person.user_id)
        check_takes_words(table)
        return change.then(WordGiven(hash_of(word), user_id=person.user_id))

    async def read(self, table: Table) -> FairBag:
        """Read the public data of a table's seal."""

        def read(connection: Connection) -> FairBag:
            secret = seals.read_secret(connection, table.id, opened=True)
            return FairBag(table, secret, seals.count_in(connection, table.place.guild_id))

        return await self._store.look(read)

    async def note_message_gone(self, table_id: int) -> None:
        """Store that the message with the seal is gone."""
        await self._store.write(seals.change_seal, table_id, message_gone=True)
