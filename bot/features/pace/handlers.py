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
from bot.intents.pace import (
    AskOwnTimes,
    AskZone,
    ChoosePace,
    EndVacation,
    FindZone,
    SeeHours,
    SeePace,
    SeeZones,
    SetAtEnd,
    SetDaysOff,
    SetOwnTimes,
    SetQuietFrom,
    SetQuietUntil,
    SetZone,
    TakeVacation,
)
from bot.parts.refusal_texts import refusal_text
from bot.parts.zones_page import OWN_ZONE, found_zones_page, zone_form, zones_page
from bot.use_cases import check_pace

# --- the pace of a table -------------------------------------------------------------------------


@handles
async def show_pace(context: TableContext, _: SeePace) -> Content:
    """Show how fast the table plays. Raises Refused for users who may not change it."""
    proposing = context.proposes()
    return pace_page(context.words, context.table, proposing=proposing)


@handles
async def choose_pace(
    context: TableContext, intent: ChoosePace | SetAtEnd | SetOwnTimes
) -> Content:
    """Let the table play at that pace, or propose it to those who play already.

    Raises Refused for users who may not, and for a pace at which no table can play.
    """
    words, services, before, person = context.words, context.services, context.table, context.person
    proposing = context.proposes()
    pace = pace_wanted(words, before.pace, intent)
    if proposing:
        question = Question(Topic.PACE, pace=pace)
        choosing = services.proposals.propose(before.id, person.user_id, question)
    else:
        choosing = services.paces.choose(before.id, person, pace)
    after = await context.store(choosing)
    page = pace_page(words, after, proposing=proposing)
    if not proposing or after.pace != before.pace:
        return page
    return page.with_text_before(words._("Proposed. I've asked the others."))


@on_refusal
async def refuse_pace(
    context: TableContext, _: SeePace | ChoosePace | SetAtEnd | SetOwnTimes, why: str
) -> Content:
    """The page again."""
    proposing = context.visit.seat is not None
    page = pace_page(context.words, context.table, proposing=proposing)
    return page.with_text_before(why)


@handles
async def ask_own_times(context: TableContext, _: AskOwnTimes) -> TextForm:
    """The window for a table's own times."""
    return own_times_form(context.words, context.table.id)


def pace_wanted(words: Words, before: Pace, wanted: ChoosePace | SetAtEnd | SetOwnTimes) -> Pace:
    """The pace after such a choice. Raises Refused if no table can play at that."""
    limit = before.limit
    match wanted:
        case ChoosePace(name) if name in PACES:
            pace = PACES[name]
            if limit is not None and pace.limit is not None:
                pace = replace(pace, limit=replace(pace.limit, at_end=limit.at_end))
        case ChoosePace(name):
            raise Refused(Refusal.UNKNOWN_OPTION, option=name)
        case SetAtEnd(at_end) if limit is not None:
            pace = replace(before, limit=replace(limit, at_end=at_end))
        case SetAtEnd():
            raise Refused(Refusal.STALE)
        case SetOwnTimes():
            pace = read_own_times(words, wanted, before)
        case _:
            assert_never(wanted)
    check_pace(pace)
    return pace


# --- when a user plays, in all games -------------------------------------------------------------


@handles
async def show_hours(context: LocationContext, _: SeeHours) -> Content:
    """Show when the user plays."""
    return await _hours(context)


@handles
async def list_zones(context: LocationContext, _: SeeZones) -> Content:
    """Time zones to choose from."""
    location, language = context.location, context.person.language
    chosen = (await context.services.vacations.times_of(context.person.user_id)).hours.zone
    usual = (await context.services.servers.rules(location.origin.guild_id)).zone
    return zones_page(context.words, OWN_ZONE, location.now, language, chosen=chosen, usual=usual)


@handles
async def ask_zone(context: LocationContext, _: AskZone) -> TextForm:
    """The window for a time zone."""
    return zone_form(context.words, OWN_ZONE)


@handles
async def find_zone(context: LocationContext, intent: FindZone) -> Content:
    """Set the zone that was written, or show those that may be meant."""
    now, language = context.location.now, context.person.language
    fitting = found(intent.written, now, language)
    if len(fitting) != 1:
        return found_zones_page(
            context.words, OWN_ZONE, intent.written, fitting, now, locale=language
        )
    return await set_hours(context, SetZone(fitting[0]))


_Setting: TypeAlias = (
    SetZone | SetQuietFrom | SetQuietUntil | SetDaysOff | TakeVacation | EndVacation
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
    services, user_id = context.services, context.person.user_id
    match intent:
        case SetZone(zone):
            await services.vacations.set_hours(user_id, zone=zone)
        case SetQuietFrom(hour):
            before = (await services.vacations.times_of(user_id)).hours.quiet
            await services.vacations.set_hours(user_id, quiet=quiet_from(hour, before))
        case SetQuietUntil(hour):
            before = (await services.vacations.times_of(user_id)).hours.quiet
            if before is None:  # there is no such choice then: it was set elsewhere
                raise Refused(Refusal.BAD_HOURS)
            await services.vacations.set_hours(user_id, quiet=Quiet(before.start, hour * 60))
        case SetDaysOff(days):
            await services.vacations.set_hours(user_id, days_off=days)
        case TakeVacation(days):
            await services.vacations.take_vacation(user_id, days)
        case EndVacation():
            await services.vacations.end_vacation(user_id)
        case _:
            assert_never(intent)


async def _hours(context: LocationContext, said: str = "") -> Content:
    times = await context.services.vacations.times_of(context.person.user_id)
    return hours_page(context.words, times.hours, times.left, context.location.now, said)
