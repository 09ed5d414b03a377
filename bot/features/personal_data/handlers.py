"""Handlers of what is stored about a user: it is shown to that user alone, and forgotten."""

from bot.content.message import Content
from bot.content.names import called_former
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.features.personal_data.personal_data_pages import (
    confirm_forgetting,
    own_data_page,
)
from bot.intents.personal_data import AskForgetMe, ForgetMe, SeeOwnData


@handles
async def show_data(context: LocationContext, _: SeeOwnData) -> Content:
    """Everything that is stored about the user."""
    services = context.services
    data = await services.personal_data.read(context.person.user_id)
    return own_data_page(context.words, data, services.forgetting.finished_days)


@handles
async def ask_to_forget(context: LocationContext, _: AskForgetMe) -> Content:
    """Show what it means to be forgotten."""
    services = context.services
    data = await services.personal_data.read(context.person.user_id)
    return confirm_forgetting(context.words, data, services.forgetting.backup_weeks)


@handles
async def forget(context: LocationContext, _: ForgetMe) -> Content:
    """Forget the user."""
    await context.store(context.services.forgetting.forget(context.person.user_id, called_former))
    words = context.words
    return Content(words._("Done. I store nothing about you until you play again."))
