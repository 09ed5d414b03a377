"""Messages to one user alone: Discord lets them be changed for a quarter of an hour.

A new answer replaces the earlier ones in a channel. An open desk is edited when it changes; later,
or after a restart, the next press answers with the current desk.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import discord
from cachetools import FIFOCache
from sqlalchemy import Connection

from bot.client.connection.trouble import TROUBLE, describe
from bot.client.messages.conversion import dated, edit_arguments
from bot.cluster import ChangeNotice
from bot.content.message import Content
from bot.desk.desk_page import closed_desk, desk_page, desk_shown
from bot.domain.refusals import Refused
from bot.domain.seat import Everyone, Seat
from bot.domain.table import Table
from bot.i18n import Words
from bot.store import CalledIn, StoreError

log = logging.getLogger(__name__)

_CHANGEABLE_FOR = timedelta(minutes=14)
"""Discord accepts an interaction's token for a quarter of an hour."""
_REMEMBERED = 2000
"""The most users and channels, and desks; older messages stay as they are."""


@dataclass(slots=True)
class _Message:
    interaction: discord.Interaction[Any]
    """The interaction that it answers."""
    message_id: int
    shown_at: datetime
    shows: str = ""
    """The fingerprint of the desk that it shows; empty for a passing page."""


@dataclass(frozen=True, slots=True)
class Closed:
    """A user who may no longer see a desk of a table: another user holds the seat."""

    table: Table
    user_id: int


class PrivateMessages:
    """The messages to one user each that this process has sent and can still change."""

    def __init__(
        self,
        clock: Callable[[], datetime],
        read: Callable[[int], Awaitable[Everyone]],
    ) -> None:
        """*read* reads a table that another program has changed."""
        self._clock = clock
        self._read = read
        self._answers = FIFOCache[tuple[int | None, int], tuple[_Message, ...]](_REMEMBERED)
        """By channel and user."""
        self._desks = FIFOCache[tuple[int, int], _Message](_REMEMBERED)
        """The last one of each player, by table and user."""
        self._answering: dict[tuple[int, int], Seat | None] = {}
        """Players whose own requests are being answered, with their seats if changed meanwhile."""
        self._editing: set[asyncio.Task[None]] = set()
        self._deleting: set[asyncio.Task[None]] = set()

    # --- answers ---------------------------------------------------------------------------------

    def answered(
        self,
        interaction: discord.Interaction[Any],
        message_id: int,
        *,
        replaces: bool,
        at_work: Callable[[int], bool],
    ) -> None:
        """Note the new message that answers *interaction*; if it *replaces*, delete those before.

        A refusal deletes none. The message that was pressed stays, if the answer belongs below it,
        and one for which *at_work* returns True: it will show what takes longer.
        """
        key = interaction.channel_id, interaction.user.id
        now, before = self._clock(), self._answers.get(key, ())
        if any(each.message_id == message_id for each in before):
            return
        pressed = None if interaction.message is None else interaction.message.id
        left = []
        for each in before:
            if now - each.shown_at > _CHANGEABLE_FOR:
                continue
            if not replaces or each.message_id == pressed or at_work(each.message_id):
                left.append(each)
            else:
                _do(_delete(each.interaction), self._deleting)
        self._answers[key] = (*left, _Message(interaction, message_id, now))

    # --- desks -----------------------------------------------------------------------------------

    @contextmanager
    def answering(self, table_id: int, user_id: int) -> Iterator[None]:
        """Answer the player's own request in this context: the desk is not edited meanwhile.

        If it then shows the game before another player's decision, it is edited afterwards.
        """
        key = table_id, user_id
        self._answering.setdefault(key)
        try:
            yield
        finally:
            seat, desk = self._answering.pop(key, None), self._desks.get(key)
            if seat is not None and desk is not None and desk.shows not in {"", desk_shown(seat)}:
                _do(self._look_at(table_id), self._editing)

    def follow(
        self, interaction: discord.Interaction[Any], table_id: int, message_id: int, shows: str
    ) -> None:
        """Note that a message shows a player's desk, or the page that a press on it has led to."""
        key = table_id, interaction.user.id
        known = self._desks.get(key)
        if shows or (known is not None and known.message_id == message_id):
            self._desks[key] = _Message(interaction, message_id, self._clock(), shows)

    # --- stored changes --------------------------------------------------------------------------

    def note(self, _connection: Connection | None, everyone: Everyone) -> list[Seat | Closed]:
        """Return the seats whose open desks are outdated, and the users who may see none any more.

        Called within the transaction, in another thread: nothing is changed here.
        """
        table = everyone.table
        gone = {
            former.user_id
            for former in table.former
            if former.user_id is not None and table.player_of(former.user_id) is None
        }
        closed = [Closed(table, user_id) for user_id in gone if (table.id, user_id) in self._desks]
        return [*closed, *(each for each in everyone.seats if self._outdated_desk(each))]

    def stored(self, _table_id: int, noted: object) -> None:
        """Edit the desks that are outdated, and close those of former players."""
        for each in noted if isinstance(noted, list) else ():
            if isinstance(each, Closed):
                _do(self._close_desk(each), self._editing)
            elif (key := _key(each)) in self._answering:
                self._answering[key] = each
            else:
                _do(self._edit(each), self._editing)

    async def _close_desk(self, closed: Closed) -> None:
        """Replace the desk of a user who no longer holds the seat."""
        desk = self._desks.pop((closed.table.id, closed.user_id), None)
        if desk is None or self._clock() - desk.shown_at > _CHANGEABLE_FOR:
            return
        page = closed_desk(Words.of(str(desk.interaction.locale)), closed.table)
        try:
            await _replace(desk.interaction, page)
        except TROUBLE as error:  # its buttons are answered as for anyone else
            log.info("a desk of game %d is not closed: %s", closed.table.id, describe(error))

    # --- other programs --------------------------------------------------------------------------

    def notified(self, what: ChangeNotice, *, mine: bool) -> None:
        """Edit the desks that are outdated since another program has stored a change."""
        del mine
        if any(table_id == what.table_id for table_id, _ in self._desks):
            _do(self._look_at(what.table_id), self._editing)

    async def _look_at(self, table_id: int) -> None:
        try:
            everyone = await self._read(table_id)
        except (Refused, StoreError) as error:  # the next press shows it
            log.info("open desks of game %d are not edited: %s", table_id, error)
            return
        self.stored(table_id, self.note(None, everyone))

    # --- editing ---------------------------------------------------------------------------------

    def _outdated_desk(self, seat: Seat) -> _Message | None:
        """Return the open desk of a seat if it is outdated, or may be while it is pressed."""
        player = seat.player
        if player.called_in is CalledIn.DIRECT and player.direct_closed_at is None:
            return None  # the desk is there
        try:  # as .get() would, but in one step: this is called in other threads, too
            desk = self._desks[_key(seat)]
        except KeyError:
            return None
        if self._clock() - desk.shown_at > _CHANGEABLE_FOR:
            return None
        pressed = _key(seat) in self._answering
        return desk if pressed or desk.shows != desk_shown(seat) else None

    async def _edit(self, seat: Seat) -> None:
        desk = self._outdated_desk(seat)
        if desk is None or _key(seat) in self._answering:
            return
        words = Words.of(seat.player.language)
        page = dated(words, desk_page(words, seat), self._clock())
        try:
            await desk.interaction.client.piece_emojis.shown(
                page, partial(_replace, desk.interaction)
            )
        except TROUBLE as error:  # perhaps its player has closed it
            log.info("an open desk of game %d is not edited: %s", seat.table.id, describe(error))
            self._desks.pop(_key(seat), None)
        else:
            desk.shows = page.shows

    async def close(self) -> None:
        """Wait for edits under way; an answer that is not deleted does no harm."""
        for task in self._deleting:
            task.cancel()
        while tasks := self._editing | self._deleting:
            await asyncio.wait(tasks)


def _do(change: Coroutine[Any, Any, None], among: set[asyncio.Task[None]]) -> None:
    task = asyncio.create_task(change)
    among.add(task)
    task.add_done_callback(among.discard)


def _key(seat: Seat) -> tuple[int, int]:
    return seat.table.id, seat.player.user_id or 0


async def _replace(interaction: discord.Interaction[Any], content: Content) -> None:
    await interaction.edit_original_response(**await edit_arguments(content))


async def _delete(interaction: discord.Interaction[Any]) -> None:
    try:
        await interaction.delete_original_response()
    except TROUBLE as error:  # perhaps its user has dismissed it
        log.info("an earlier private answer is not deleted: %s", describe(error))
