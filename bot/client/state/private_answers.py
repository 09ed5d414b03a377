"""Answers that one user alone sees: a new one takes the place of those before it in a channel."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord
from cachetools import FIFOCache

from bot.client.connection.trouble import TROUBLE, describe

log = logging.getLogger(__name__)

_DELETABLE_FOR = timedelta(minutes=14)
"""Discord takes an interaction's token for a quarter of an hour."""
_KEPT = 2000
"""The most users and channels whose last answers are known; older answers stay."""


@dataclass(frozen=True, slots=True)
class _Answer:
    interaction: discord.Interaction[Any]
    message_id: int
    shown_at: datetime


class PrivateAnswers:
    """The private answers that are shown, as far as this process has sent them."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._shown: FIFOCache[tuple[int | None, int], tuple[_Answer, ...]] = FIFOCache(_KEPT)
        self._deleting: set[asyncio.Task[None]] = set()

    def answered(
        self,
        interaction: discord.Interaction[Any],
        message_id: int,
        *,
        replaces: bool,
        at_work: Callable[[int], bool],
    ) -> None:
        """Note the new message that answers *interaction*; if it *replaces*, delete those before.

        A refusal does not: what its user was at stays. So does the message that was pressed, if
        the answer belongs below it, and one *at work*: what takes long will appear there.
        """
        key = interaction.channel_id, interaction.user.id
        now, before = self._clock(), self._shown.get(key, ())
        if any(each.message_id == message_id for each in before):
            return
        pressed = None if interaction.message is None else interaction.message.id
        kept = []
        for each in before:
            if now - each.shown_at > _DELETABLE_FOR:
                continue
            if not replaces or each.message_id == pressed or at_work(each.message_id):
                kept.append(each)
                continue
            task = asyncio.create_task(_delete(each.interaction))
            self._deleting.add(task)
            task.add_done_callback(self._deleting.discard)
        self._shown[key] = (*kept, _Answer(interaction, message_id, now))

    async def close(self) -> None:
        """End what is being deleted: an answer that stays does no harm."""
        for task in self._deleting:
            task.cancel()
        await asyncio.gather(*self._deleting, return_exceptions=True)


async def _delete(interaction: discord.Interaction[Any]) -> None:
    try:
        await interaction.delete_original_response()
    except TROUBLE as error:  # perhaps its user has dismissed it
        log.info("an earlier private answer is not deleted: %s", describe(error))
