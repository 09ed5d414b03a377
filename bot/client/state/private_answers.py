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
    shown_at: datetime


class PrivateAnswers:
    """The private answers that are shown, as far as this process has sent them."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._shown: FIFOCache[tuple[int | None, int], tuple[_Answer, ...]] = FIFOCache(_KEPT)
        self._deleting: set[asyncio.Task[None]] = set()

    def answered(self, interaction: discord.Interaction[Any], *, replaces: bool) -> None:
        """Note that a new message answers *interaction*; if it *replaces*, delete those before.

        A refusal does not: what its user was at stays.
        """
        key = interaction.channel_id, interaction.user.id
        before = self._shown.get(key, ())
        if any(each.interaction.id == interaction.id for each in before):
            return
        now = self._clock()
        lasting = tuple(each for each in before if now - each.shown_at <= _DELETABLE_FOR)
        if replaces:
            for each in lasting:
                task = asyncio.create_task(_delete(each.interaction))
                self._deleting.add(task)
                task.add_done_callback(self._deleting.discard)
            lasting = ()
        self._shown[key] = (*lasting, _Answer(interaction, now))

    async def close(self) -> None:
        """End with what is being deleted."""
        while self._deleting:
            await asyncio.wait(self._deleting)


async def _delete(interaction: discord.Interaction[Any]) -> None:
    try:
        await interaction.delete_original_response()
    except TROUBLE as error:  # perhaps its user has dismissed it
        log.info("an earlier private answer is not deleted: %s", describe(error))
