"""Handlers of what users want to read, drawn as they have set it for all games."""

from bot.content.message import Content
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles
from bot.domain.game_lookup import Purpose
from bot.features.rules.help import help_page, legend_page
from bot.features.rules.rule_page import contents_page, rule_page
from bot.intents.board import Help
from bot.intents.rules import PickRule, SeeLegend, SeeRule, SeeRules
from bot.parts.buttons import rows_of_help


@handles
async def list_pages(context: LocationContext, _: SeeRules) -> Content:
    """All pages of the rules."""
    return contents_page(context.words)


@handles
async def show_page(context: LocationContext, intent: SeeRule | PickRule) -> Content:
    """A page of the rules."""
    return rule_page(context.words, intent.name, high_contrast=await _high_contrast(context))


@handles
async def show_legend(context: LocationContext, _: SeeLegend) -> Content:
    """Show what each piece and sign means."""
    return legend_page(context.words, high_contrast=await _high_contrast(context))


async def _high_contrast(context: LocationContext) -> bool:
    return (await context.services.preferences.habits(context.person.user_id)).high_contrast


@handles
async def explain_game(context: TableContext, _: Help) -> Content:
    """Show how a first turn goes in that game."""
    words, table = context.words, context.table
    rows = rows_of_help(words, table, context.visit.seat)
    return help_page(words, rows, table.options, table.pace)


@handles
async def explain(context: LocationContext, _: Help) -> Content:
    """The help, for the one game that is meant here, or for any."""
    words = context.words
    meant = await context.services.visits.meant(context.location.origin, Purpose.PLAY)
    if len(meant) != 1:
        return help_page(words)
    table, seat = meant[0].table, meant[0].seat
    return help_page(words, rows_of_help(words, table, seat), table.options, table.pace)
