"""Handlers of what users want to read, drawn as they have set it for all games."""

from bot.content.content import Content
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles_anywhere
from bot.features.rules.legend import legend_page
from bot.features.rules.rule_page import contents_page, rule_page
from bot.intents.rules import PickRule, SeeLegend, SeeRule, SeeRules


@handles_anywhere(SeeRules)
async def list_pages(context: LocationContext, _: SeeRules) -> Content:
    """All pages of the rules."""
    return contents_page(context.words)


@handles_anywhere(SeeRule, PickRule)
async def show_page(context: LocationContext, intent: SeeRule | PickRule) -> Content:
    """A page of the rules."""
    return rule_page(context.words, intent.name, high_contrast=await _high_contrast(context))


@handles_anywhere(SeeLegend)
async def show_legend(context: LocationContext, _: SeeLegend) -> Content:
    """What each piece and sign means."""
    return legend_page(context.words, high_contrast=await _high_contrast(context))


async def _high_contrast(context: LocationContext) -> bool:
    return (await context.services.preferences.habits(context.person.user_id)).high_contrast
