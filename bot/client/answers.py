"""Answering a player, and a player alone: replies, refusals, and what went wrong with us."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.client.messages import editable, sendable
from bot.showing.content import Content
from bot.showing.refusals import refusal_text
from bot.table import Person, Refused
from bot.words import Words
from engine import IllegalAction

log = logging.getLogger(__name__)


class Puzzled(Exception):
    """A question back to the player, or a refusal that needs no game: the content to show."""

    def __init__(self, content: Content) -> None:
        super().__init__(content.text)
        self.content = content


def words_for(interaction: discord.Interaction) -> Words:
    """The words of whoever acted."""
    return Words.of(str(interaction.locale))


def person_of(interaction: discord.Interaction) -> Person:
    """Whoever acted, under the name shown there, and in the own language."""
    user = interaction.user
    return Person(user.id, user.display_name, str(interaction.locale))


async def acknowledge(interaction: discord.Interaction, *, below: bool = False) -> None:
    """Tell Discord within its three seconds that an answer comes, for this player only.

    A press on a message that only the player sees will change that message, unless the answer
    belongs *below* it.
    """
    message = interaction.message
    if message is not None and message.flags.ephemeral and not below:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


async def answer(interaction: discord.Interaction, content: Content) -> None:
    """Show *content* to the player alone, in place of what was there."""
    await interaction.edit_original_response(**(await editable(content)))


async def add_answer(interaction: discord.Interaction, content: Content) -> None:
    """Show *content* to the player alone, below what is there."""
    await interaction.followup.send(ephemeral=True, **(await sendable(content)))


@asynccontextmanager
async def answering(interaction: discord.Interaction) -> AsyncIterator[None]:
    """Turn whatever is raised inside into one clear answer to the player.

    discord.py only logs what a component's callback raises, so nothing may leave here unsaid.
    """
    words = words_for(interaction)
    try:
        yield
    except (IllegalAction, Refused) as refusal:
        await _say(interaction, Content(refusal_text(words, refusal)))
    except Puzzled as puzzled:
        await _say(interaction, puzzled.content)
    except discord.HTTPException as error:
        # The answer itself could not be shown: its token ran out, or Discord is in trouble.
        log.warning("an answer was not shown: %s", error)
    except Exception:
        log.exception("a fault while answering interaction %s", interaction.id)
        sorry = words._(
            "Something went wrong on my side; the game is as it was stored last. "
            "Please try again, and tell my host if it happens again."
        )
        await _say(interaction, Content(sorry))


async def _say(interaction: discord.Interaction, content: Content) -> None:
    try:
        if interaction.response.is_done():
            await answer(interaction, content)
        else:
            await interaction.response.send_message(ephemeral=True, **(await sendable(content)))
    except discord.HTTPException as error:
        log.warning("an answer was not shown: %s", error)
