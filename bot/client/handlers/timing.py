"""Setting when one plays, in all games: time zone, quiet hours, days off, vacation."""

from typing import assert_never

import discord

from bot.client.base import Interaction
from bot.client.interactions.answers import words_for
from bot.client.interactions.interaction_context import server_of
from bot.content.content import Content
from bot.domain import Quiet, Refusal, Refused
from bot.features.pace.hours_page import hours_page, quiet_from
from bot.features.pace.zones_page import OWN_ZONE, found_zones_page, zones_page
from bot.features.rules.refusals import refusal_text
from bot.i18n.zones import found
from bot.intents import (
    EndVacation,
    FindZone,
    SeeHours,
    SeeZones,
    SetDaysOff,
    SetQuietFrom,
    SetQuietUntil,
    SettingHours,
    SetZone,
    TakeVacation,
)
from bot.services import Services


async def own_hours(interaction: Interaction, wanted: SettingHours) -> Content:
    """Do what somebody wants about the own hours, and answer the page for more of it."""
    services, words, now = (
        interaction.client.services,
        words_for(interaction),
        discord.utils.utcnow(),
    )
    user_id, locale = interaction.user.id, str(interaction.locale)
    match wanted:
        case SeeZones():
            chosen = (await services.vacations.times_of(user_id)).hours.zone
            usual = (await services.servers.rules(server_of(interaction))).zone
            return zones_page(words, OWN_ZONE, now, locale, chosen=chosen, usual=usual)
        case FindZone(written):
            fitting = found(written, now, locale)
            if len(fitting) != 1:
                return found_zones_page(words, OWN_ZONE, written, fitting, now, locale=locale)
            wanted = SetZone(fitting[0])
    said = ""
    try:
        await _set(services, user_id, wanted)
    except Refused as refusal:
        said = refusal_text(words, refusal)
    times = await services.vacations.times_of(user_id)
    return hours_page(words, times.hours, times.left, now, said)


async def _set(
    services: Services,
    user_id: int,
    wanted: SeeHours
    | SetZone
    | SetQuietFrom
    | SetQuietUntil
    | SetDaysOff
    | TakeVacation
    | EndVacation,
) -> None:
    """Raises Refused for what nobody can set."""
    match wanted:
        case SeeHours():
            pass
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
            assert_never(wanted)
