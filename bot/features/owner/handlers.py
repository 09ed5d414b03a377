"""Handlers of what the host wants: nobody else gets here, as the intents say so."""

from bot.content.message import Content, TextForm
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.features.owner.owner_pages import announcement_form, bot_page, preview, sent_page
from bot.intents import owner


@handles
async def see_bot(context: LocationContext, _: owner.SeeBot) -> Content:
    """Show how the bot is."""
    return await _page(context)


@handles
async def begin_maintenance(context: LocationContext, _: owner.BeginMaintenance) -> Content:
    """Let nothing be changed for a while."""
    await context.store(context.services.maintenance.begin())
    return await _page(context)


@handles
async def end_maintenance(context: LocationContext, _: owner.EndMaintenance) -> Content:
    """Let everything go on."""
    until = await context.services.maintenance.until()
    if until is not None:
        await context.store(context.services.maintenance.end(until))
    return await _page(context)


async def _page(context: LocationContext) -> Content:
    status = await context.location.program_status()
    return bot_page(context.words, status, await context.services.maintenance.until())


@handles
async def ask_announcement(context: LocationContext, _: owner.AskAnnouncement) -> TextForm:
    """The window for what is to be announced."""
    return announcement_form(context.words)


@handles
async def write_announcement(context: LocationContext, intent: owner.WriteAnnouncement) -> Content:
    """Show what would be announced, and to how many games. Raises Refused if that is nothing."""
    announcements = context.services.announcements
    number = await announcements.write(intent.text)
    text = await announcements.text(number)
    return preview(context.words, number, text, await announcements.reached())


@handles
async def send_announcement(context: LocationContext, intent: owner.SendAnnouncement) -> Content:
    """Announce it, and see how many have got it."""
    await context.store(context.services.announcements.send(intent.number))
    return await _sent(context, intent.number)


@handles
async def see_announcement(context: LocationContext, intent: owner.SeeAnnouncement) -> Content:
    """Show how many have got it."""
    return await _sent(context, intent.number)


async def _sent(context: LocationContext, number: int) -> Content:
    sent = await context.services.announcements.sent(number)
    return sent_page(context.words, number, sent)
