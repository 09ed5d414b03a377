"""A user's hours in all games: time zone, quiet hours, days off, vacation."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TypeAlias, assert_never
from zoneinfo import ZoneInfo

from bot.content.message import Button, Content, Option, Row, Select, TextForm
from bot.content.pressing import ANYWHERE, back_to
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.hours import ALWAYS, Hours, Quiet
from bot.domain.refusals import Refusal, Refused
from bot.i18n import Words
from bot.i18n.times import WEEKDAYS, moment
from bot.i18n.zones import clock_there, search, zone_name
from bot.intents import pace, preferences
from bot.parts.refusal_texts import refusal_text
from bot.parts.zones_page import OWN_ZONE, found_zones_page, zone_form, zones_page
from bot.use_cases import LONGEST_QUIET
from engine import N_


@handles
async def show_hours(context: LocationContext, _: pace.SeeHours) -> Content:
    """Show the user's hours."""
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
    """Set a typed time zone; if it is ambiguous, show the candidates."""
    now, language = context.location.now, context.person.language
    fitting = search(intent.written, now, language)
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
    """Change a setting. Show all settings, with the reason if it cannot be changed."""
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


_HOURS = range(24)
_VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 28)
"""Days that can be taken at once."""
_MOST_OFF = 6
NO_QUIET = "-"


def hours_page(
    words: Words, hours: Hours, left: Mapping[int, int], now: datetime, said: str = ""
) -> Content:
    """A user's hours, and their settings; *left* are days of vacation by year.

    Quiet hours and days off need a time zone first. *said* comes before everything else.
    """
    _ = words._
    back = hours.back_at(now)
    year = now.astimezone(ZoneInfo(hours.zone)).year
    days = left.get(year, 0)
    lines = [
        *([said, ""] if said else []),
        _("Your hours, in all your games:"),
        *_current(words, hours, now),
        *([_("**On vacation:** back {moment}", moment=moment(back))] if back is not None else []),
        words.ngettext(
            "**Vacation:** {count} day left this year",
            "**Vacation:** {count} days left this year",
            days,
        ),
        "",
        _("In your time off I don't ping you and your clock stops."),
        _("At the live pace only vacations count. Others see only your vacations."),
    ]
    buttons = [Button(_("Time zone"), ANYWHERE.to(pace.SeeZones()), emoji="🌍")]
    if back is not None:
        buttons.append(Button(_("End my vacation"), ANYWHERE.to(pace.EndVacation())))
    buttons.append(back_to(words, ANYWHERE.to(preferences.SeeSettings())))
    rows = _choices(words, hours) if _has_zone(hours) else []
    vacations = tuple(
        Option(words.ngettext("{count} day", "{count} days", each), str(each))
        for each in _VACATIONS
        if each <= days
    )
    if vacations:
        take = ANYWHERE.to(pace.TakeVacation(0))
        rows.append(Select(_("Vacation from today …"), take, vacations))
    return Content("\n".join(lines), rows=(*rows, tuple(buttons)))


def _has_zone(hours: Hours) -> bool:
    return hours.zone != ALWAYS.zone


def _current(words: Words, hours: Hours, now: datetime) -> list[str]:
    _ = words._
    if not _has_zone(hours):
        return [_("Choose your time zone first, then quiet hours and days off.")]
    lines: list[str] = [
        _(
            "**Time zone:** {zone}, now {time}",
            zone=zone_name(hours.zone),
            time=clock_there(hours.zone, now),
        )
    ]
    if quiet := hours.quiet:
        start, end = _time(quiet.start), _time(quiet.end)
        lines.append(_("**Quiet hours:** {start} to {end}", start=start, end=end))
    if hours.days_off:
        days = [_(WEEKDAYS[day]) for day in sorted(hours.days_off)]
        lines.append(_("**Days off:** {days}", days=words.listed(days)))
    if (counted := hours.at_least()) != hours:
        days = [_(WEEKDAYS[day]) for day in sorted(counted.days_off)]
        only = _(
            "With a time limit, only {days} count as days off: at least 8 hours a day remain.",
            days=words.listed(days),
        )
        lines.append(f"-# {only}")
    return lines


def _choices(words: Words, hours: Hours) -> list[Row]:
    """Quiet hours, in full hours, and days off."""
    _ = words._
    quiet = hours.quiet
    starts, ends = N_("Quiet from {time}"), N_("Quiet until {time}")
    none = Option(_("No quiet hours"), NO_QUIET, chosen=quiet is None)
    starting = (none, *_each_hour(words, starts, quiet.start if quiet else None))
    start = ANYWHERE.to(pace.SetQuietFrom(None))
    rows: list[Row] = [Select(_("Quiet hours from …"), start, starting)]
    if quiet is not None:
        until = _each_hour(words, ends, quiet.end)
        rows.append(Select(_("Quiet hours until …"), ANYWHERE.to(pace.SetQuietUntil(0)), until))
    weekdays = tuple(
        Option(_(name), str(day), chosen=day in hours.days_off) for day, name in enumerate(WEEKDAYS)
    )
    days_off = ANYWHERE.to(pace.SetDaysOff(frozenset()))
    rows.append(Select(_("Days off …"), days_off, weekdays, least=0, most=_MOST_OFF))
    return rows


def _each_hour(words: Words, label: str, chosen: int | None) -> tuple[Option, ...]:
    return tuple(
        Option(words._(label, time=_time(hour * 60)), str(hour), chosen=chosen == hour * 60)
        for hour in _HOURS
    )


def _time(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"


_A_NIGHT = 9 * 60
"""Minutes."""


def quiet_from(hour: int | None, before: Quiet | None) -> Quiet | None:
    """Quiet hours that begin at that hour; they end when they did, or else after a night.

    After a night, too, if that would be too long.
    """
    if hour is None:
        return None
    night = Quiet(hour * 60, (hour * 60 + _A_NIGHT) % (len(_HOURS) * 60))
    longer = night if before is None else Quiet(hour * 60, before.end)
    return longer if timedelta(0) < longer.length <= LONGEST_QUIET else night
