"""Handlers of time: how fast a table plays, and when a user does, in all games.

The opener chooses a table's pace before the start; from then on the players agree upon it.
"""

from dataclasses import replace
from typing import TypeAlias, assert_never

from bot.content.message import Content, TextForm
from bot.dispatch.context import LocationContext, TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.hours import Quiet
from bot.domain.pace import PACES, Pace
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.features.pace.hours_page import hours_page, quiet_from
from bot.features.pace.pace_page import own_times_form, pace_page, read_own_times
from bot.i18n import Words
from bot.i18n.zones import found
from bot.intents import pace
from bot.parts.refusal_texts import refusal_text
from bot.parts.zones_page import OWN_ZONE, found_zones_page, zone_form, zones_page
from bot.use_cases import check_pace

# --- the pace of a table -------------------------------------------------------------------------

_ChoosesPace: TypeAlias = pace.ChoosePace | pace.SetAtEnd | pace.SetOwnTimes


@handles
async def show_pace(context: TableContext, _: pace.SeePace) -> Content:
    """Show how fast the table plays. Raises Refused for users who may not change it."""
    context.proposes()
    return pace_page(context.words, context.table)


@handles
async def choose_pace(context: TableContext, intent: _ChoosesPace) -> Content:
    """Let the table play at that pace, or propose it to those who play already.

    Raises Refused for users who may not, and for a pace at which no table can play.
    """
    words, services, before, person = context.words, context.services, context.table, context.person
    proposes, wanted = context.proposes(), pace_wanted(words, before.pace, intent)
    if proposes:
        question = Question(Topic.PACE, pace=wanted)
        choosing = services.proposals.propose(before.id, person.user_id, question)
    else:
        choosing = services.paces.choose(before.id, person, wanted)
    after = await context.store(choosing)
    page = pace_page(words, after)
    if not proposes or after.pace != before.pace:
        return page
    return page.with_text_before(words._("Proposed. I've asked the others."))


@on_refusal
async def refuse_pace(
    context: TableContext,
    _: pace.SeePace | pace.ChoosePace | pace.SetAtEnd | pace.SetOwnTimes,
    why: str,
) -> Content:
    """The page again, with the reason."""
    return pace_page(context.words, context.table).with_text_before(why)


@handles
async def ask_own_times(context: TableContext, _: pace.AskOwnTimes) -> TextForm:
    """The window for a table's own times."""
    return own_times_form(context.words, context.table.id)


def pace_wanted(
    words: Words, before: Pace, wanted: pace.ChoosePace | pace.SetAtEnd | pace.SetOwnTimes
) -> Pace:
    """The pace after such a choice. Raises Refused if no table can play at that."""
    limit = before.limit
    match wanted:
        case pace.ChoosePace(name) if name in PACES:
            chosen = PACES[name]
            if limit is not None and chosen.limit is not None:
                chosen = replace(chosen, limit=replace(chosen.limit, at_end=limit.at_end))
        case pace.ChoosePace(name):
            raise Refused(Refusal.UNKNOWN_OPTION, option=name)
        case pace.SetAtEnd(at_end) if limit is not None:
            chosen = replace(before, limit=replace(limit, at_end=at_end))
        case pace.SetAtEnd():
            raise Refused(Refusal.STALE)
        case pace.SetOwnTimes():
            chosen = read_own_times(words, wanted, before)
        case _:
            assert_never(wanted)
    check_pace(chosen)
    return chosen


# --- when a user plays, in all games -------------------------------------------------------------


@handles
async def show_hours(context: LocationContext, _: pace.SeeHours) -> Content:
    """Show when the user plays."""
    return await _hours(context)


@handles
async def list_zones(context: LocationContext, _: pace.SeeZones) -> Content:
    """Time zones to choose from."""
    location, language = context.location, context.person.language
    chosen = (await context.services.vacations.times_of(context.person.user_id)).hours.zone
    usual = (await context.services.servers.rules(location.origin.guild_id)).zone
    return zones_page(context.words, OWN_ZONE, location.now, language, chosen=chosen, usual=usual)


@handles
async def ask_zone(context: LocationContext, _: pace.AskZone) -> TextForm:
    """The window for a time zone."""
    return zone_form(context.words, OWN_ZONE)


@handles
async def find_zone(context: LocationContext, intent: pace.FindZone) -> Content:
    """Set the zone that was written, or show those that may be meant."""
    now, language = context.location.now, context.person.language
    fitting = found(intent.written, now, language)
    if len(fitting) != 1:
        return found_zones_page(
            context.words, OWN_ZONE, intent.written, fitting, now, locale=language
        )
    return await set_hours(context, pace.SetZone(fitting[0]))


_Setting: TypeAlias = (
    pace.SetZone
    | pace.SetQuietFrom
    | pace.SetQuietUntil
    | pace.SetDaysOff
    | pace.TakeVacation
    | pace.EndVacation
)


@handles
async def set_hours(context: LocationContext, intent: _Setting) -> Content:
    """Set it, and show everything that is set; or why that cannot be set."""
    try:
        await _set(context, intent)
    except Refused as refusal:
        return await _hours(context, refusal_text(context.words, refusal))
    return await _hours(context)


async def _set(context: LocationContext, intent: _Setting) -> None:
    vacations, user_id = context.services.vacations, context.person.user_id
    match intent:
        case pace.SetZone(zone):
            await vacations.set_hours(user_id, zone=zone)
        case pace.SetQuietFrom(hour):
            before = (await vacations.times_of(user_id)).hours.quiet
            await vacations.set_hours(user_id, quiet=quiet_from(hour, before))
        case pace.SetQuietUntil(hour):
            before = (await vacations.times_of(user_id)).hours.quiet
            if before is None:  # there is no such choice then: it was set elsewhere
                raise Refused(Refusal.BAD_HOURS)
            await vacations.set_hours(user_id, quiet=Quiet(before.start, hour * 60))
        case pace.SetDaysOff(days):
            await vacations.set_hours(user_id, days_off=days)
        case pace.TakeVacation(days):
            await vacations.take_vacation(user_id, days)
        case pace.EndVacation():
            await vacations.end_vacation(user_id)
        case _:
            assert_never(intent)


async def _hours(context: LocationContext, said: str = "") -> Content:
    times = await context.services.vacations.times_of(context.person.user_id)
    return hours_page(context.words, times.hours, times.left, context.location.now, said)
