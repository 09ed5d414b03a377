"""Showing somebody what is stored about that person, and forgetting it."""

from typing import assert_never

from bot.client.base import Interaction
from bot.client.interactions.answers import Reply, words_for
from bot.features.personal_data.pages import (
    called_former,
    confirm_forgetting,
    forgotten_page,
    own_data_page,
)
from bot.intents import AskForgetMe, ForgetMe, OwningData, SeeOwnData


async def about_own_data(interaction: Interaction, reply: Reply, wanted: OwningData) -> None:
    """Do what somebody wants about the own data, and answer that person alone."""
    words, services, user_id = (
        words_for(interaction),
        interaction.client.services,
        interaction.user.id,
    )
    match wanted:
        case SeeOwnData():
            data = await services.personal_data.read(user_id)
            await reply.show(own_data_page(words, data, services.forgetting.finished_days))
        case AskForgetMe():
            await reply.show(confirm_forgetting(words, await services.personal_data.read(user_id)))
        case ForgetMe():
            await services.forgetting.forget(user_id, called_former)
            reply.counted = True
            await reply.show(forgotten_page(words))
        case _:
            assert_never(wanted)
