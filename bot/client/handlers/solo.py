"""Playing alone: what is chosen, and a game whose home is somebody's direct messages."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from bot.client.base import Interaction
from bot.client.connection.trouble import TROUBLE
from bot.client.interactions.answers import Puzzled, Reply, words_for
from bot.client.interactions.interaction_context import in_directs
from bot.content.content import Content
from bot.domain import Person
from bot.features.solo.solo import (
    called_computers,
    solo_begun,
    solo_here,
    solo_name,
    solo_page,
    solo_set_up,
)
from bot.intents import (
    ChooseComputers,
    ChooseSoloBoard,
    ChooseSoloPreset,
    PlaySolo,
    SeeSolo,
    Solo,
    Soloing,
)

_OPENED_WITHIN = 10.0
"""Seconds for Discord to open direct messages."""
_DELIVERED_WITHIN = 5.0
"""Seconds for the desk to come there, or to be refused: later nobody waits for it."""


async def play_alone(interaction: Interaction, reply: Reply, wanted: Soloing) -> None:
    """Show what can be chosen, or begin. Raises Refused for what there is not."""
    words = words_for(interaction)
    match wanted:
        case PlaySolo(solo):
            await _begin(interaction, reply, solo)
            return
        case SeeSolo(solo):
            chosen = solo
        case ChooseComputers(solo, levels):
            chosen = replace(solo, levels=levels)
        case ChooseSoloPreset(solo, preset):
            chosen = replace(solo, preset=preset, board="")
        case ChooseSoloBoard(solo, board):
            chosen = replace(solo, board=board)
        case _:
            assert_never(wanted)
    await reply.show(solo_page(words, chosen))


async def _begin(interaction: Interaction, reply: Reply, solo: Solo) -> None:
    """Open the game and begin; show where the desk is or, if it cannot come there, the desk."""
    words, services, user = words_for(interaction), interaction.client.services, interaction.user
    board, options = solo_set_up(solo)
    directs = await _directs(interaction)
    table = await services.opening.open_solo(
        # Not as the server calls them: nobody of it is there.
        Person(user.id, user.global_name or user.name, str(interaction.locale)),
        directs,
        solo_name(words, solo.levels),
        called_computers(words, solo.levels),
        board=board,
        options=options,
        pressed=None if interaction.message is None else interaction.message.id,
    )
    reply.game, reply.counted = table.id, True
    await reply.show(solo_begun(words, table, here=in_directs(interaction)))
    with suppress(TimeoutError):
        async with asyncio.timeout(_DELIVERED_WITHIN):
            await interaction.client.delivery.rest(table.id)
    visit = await services.visits.of(table.id, user.id)
    if visit.seat is None or visit.seat.player.direct_closed_at is None:
        return
    desk = solo_here(words, visit.seat)
    await reply.show(desk)
    if reply.message_id is not None:  # what computers do is shown there
        interaction.client.copies.answered(interaction, table.id, reply.message_id, desk.shows)


async def _directs(interaction: Interaction) -> int:
    """The channel of the direct messages of whoever acts, opened if need be.

    That they can be opened does not tell that anything can be written there. Raises Puzzled if
    Discord does not open them just now.
    """
    client = interaction.client
    try:
        async with client.within(_OPENED_WITHIN):
            return (await client.create_dm(interaction.user)).id
    except TROUBLE:
        words = words_for(interaction)
        raise Puzzled(
            Content(
                words._(
                    "Nothing has begun: Discord does not open your direct messages for me just "
                    "now. Please try again in a moment."
                )
            )
        ) from None
