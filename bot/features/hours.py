"""A user's hours in all games: time zone, quiet hours, days off, vacation; reminders."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import TypeAlias, assert_never

from bot.content.message import CHOICES, Button, Content, Option, Row, Select, TextForm
from bot.content.pressing import ANYWHERE, back_to
from bot.dispatch.context import LocationContext
from bot.dispatch.handlers import handles
from bot.domain.hours import ALWAYS, Hours, Quiet
from bot.domain.refusals import Refusal, Refused
from bot.i18n import Words
from bot.i18n.times import OWN_REMINDERS, WEEKDAYS, date_and_time, moment
from bot.i18n.zones import clock_there, search, zone_name
from bot.intents import Intent, pace, preferences
from bot.parts.refusal_texts import refusal_text
from bot.parts.status_line import unformatted
from bot.parts.zones_page import OWN_ZONE, found_zones_page, zone_form, zones_page
from bot.store import OwnReminders
from bot.use_cases import LONGEST_QUIET, LONGEST_VACATION, OwnTimes
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
    | pace.SetReminders
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
        case pace.SetReminders(own):
            await context.services.preferences.remind(user_id, own)
        case pace.TakeVacation(days, first):
            await vacations.take_vacation(user_id, days, first)
        case pace.EndVacation():
            await vacations.end_vacation(user_id)
        case _:
            assert_never(intent)


async def _hours(context: LocationContext, said: str = "") -> Content:
    times = await context.services.vacations.times_of(context.person.user_id)
    return hours_page(context.words, times, context.location.now, said)


@handles
async def show_first_days(context: LocationContext, intent: pace.SeeFirstDays) -> Content:
    """When a vacation can begin; without a time zone, or during one, only how long it lasts."""
    words, now = context.words, context.location.now
    times = await context.services.vacations.times_of(context.person.user_id)
    if times.hours.back_at(now) is not None or not _has_zone(times.hours):
        return await show_last_days(context, pace.SeeLastDays(None))
    return first_days_page(words, times, now, intent.page)


@handles
async def show_last_days(
    context: LocationContext, intent: pace.SeeLastDays | pace.ChooseFirstDay
) -> Content:
    """How long a vacation from that day on can last."""
    words, vacations, user_id = context.words, context.services.vacations, context.person.user_id
    chosen = pace.SeeLastDays(intent.first) if isinstance(intent, pace.ChooseFirstDay) else intent
    offered = range(chosen.page * CHOICES + 1, (chosen.page + 1) * CHOICES + 2)
    try:
        ends = await vacations.ends(user_id, chosen.first, offered)
    except Refused as refusal:
        return await _hours(context, refusal_text(words, refusal))
    times = await vacations.times_of(user_id)
    lines = _vacation(words, times, context.location.now)
    return last_days_page(words, times.hours, chosen, ends, lines)


_HOURS = range(24)
_MOST_OFF = 6
NO_QUIET = "-"


def hours_page(words: Words, times: OwnTimes, now: datetime, said: str = "") -> Content:
    """A user's hours and reminders, and their settings.

    Quiet hours and days off need a time zone first. *said* comes before everything else.
    """
    _, hours = words._, times.hours
    away = hours.back_at(now) is not None or hours.planned_at(now) is not None
    lines = [
        *([said, ""] if said else []),
        _("Your hours, in all your games:"),
        *_current(words, hours, now),
        *_vacation(words, times, now),
        "",
        _("In your time off I don't ping you and your clock stops."),
        _("At the live pace only vacations count. Others see only your vacations."),
    ]
    buttons = [
        Button(_("Time zone"), ANYWHERE.to(pace.SeeZones()), emoji="🌍"),
        Button(_("Vacation"), ANYWHERE.to(pace.SeeFirstDays()), emoji="🏖️"),
    ]
    if away:
        label = _("Call off vacation") if hours.planned_at(now) else _("End my vacation")
        buttons.append(Button(label, ANYWHERE.to(pace.EndVacation())))
    buttons.append(back_to(words, ANYWHERE.to(preferences.SeeSettings())))
    rows = _choices(words, hours) if _has_zone(hours) else []
    return Content(
        "\n".join(lines), rows=(*rows, _reminders(words, times.reminders), tuple(buttons))
    )


_DAY = timedelta(days=1)
_DAYS_A_PAGE = CHOICES - 1


def first_days_page(words: Words, times: OwnTimes, now: datetime, page: int = 0) -> Content:
    """When a vacation can begin: now, or on one of the next days."""
    _, hours = words._, times.hours
    lines = [
        _("When does your vacation begin?"),
        *_vacation(words, times, now),
        "",
        _("Planned days are whole days in {zone}.", zone=zone_name(words, hours.zone)),
        _("Your games show a planned vacation at once. Another choice replaces it."),
    ]
    ahead = range(page * _DAYS_A_PAGE + 1, min((page + 1) * _DAYS_A_PAGE, LONGEST_VACATION) + 1)
    days = [hours.day_at(now) + each * _DAY for each in ahead]
    options = (
        Option(_("Now"), pace.NOW),
        *(Option(words.day(each), each.isoformat()) for each in days),
    )
    select = Select(_("From …"), ANYWHERE.to(pace.ChooseFirstDay(None)), options)
    turning = _turning(words, pace.SeeFirstDays, page, more=ahead.stop <= LONGEST_VACATION)
    back = back_to(words, ANYWHERE.to(pace.SeeHours()))
    return Content("\n".join(lines), rows=(select, (*turning, back)))


def last_days_page(
    words: Words,
    hours: Hours,
    chosen: pace.SeeLastDays,
    ends: Mapping[int, datetime],
    lines: Sequence[str],
) -> Content:
    """How long a vacation can last; *ends* by its days, of which one more is on the next page."""
    _ = words._
    first, page = chosen.first, chosen.page
    text = [_("When does your vacation end?"), *lines]
    if first is not None:
        text.append(_("It begins on {day}.", day=words.day(first)))
    options = tuple(
        Option(_lasts(words, hours, first, days, end), str(days))
        for days, end in [*ends.items()][:CHOICES]
    )
    rows: list[Row] = []
    if options:
        rows.append(Select(_("Until …"), ANYWHERE.to(pace.TakeVacation(0, first)), options))
    turning = _turning(words, partial(pace.SeeLastDays, first), page, more=len(ends) > CHOICES)
    to = pace.SeeHours() if first is None else pace.SeeFirstDays()
    return Content("\n".join(text), rows=(*rows, (*turning, back_to(words, ANYWHERE.to(to)))))


def _lasts(words: Words, hours: Hours, first: date | None, days: int, end: datetime) -> str:
    """The days of a vacation behind its last day, or the moment at which one from now on ends."""
    lasts = words.ngettext("{count} day", "{count} days", days)
    if first is not None:
        return f"{words.day(first + (days - 1) * _DAY)} – {lasts}"
    if not _has_zone(hours):
        return lasts
    return f"{words.day(hours.day_at(end))}, {clock_there(hours.zone, end)} – {lasts}"


def _turning(
    words: Words, to: Callable[[int], Intent], page: int, *, more: bool
) -> tuple[Button, ...]:
    """Buttons to earlier and to later days."""
    earlier = Button(words._("Earlier"), ANYWHERE.to(to(max(page - 1, 0))))
    later = Button(words._("Later"), ANYWHERE.to(to(page + 1)))
    return (*([earlier] if page else []), *([later] if more else []))


def _vacation(words: Words, times: OwnTimes, now: datetime) -> list[str]:
    """The current or planned vacation, and the days that are left."""
    _, hours = words._, times.hours
    lines: list[str] = []
    if (back := hours.back_at(now)) is not None:
        lines.append(_("**On vacation:** back {moment}", moment=moment(back)))
    if (planned := hours.planned_at(now)) is not None:
        begins, back_at = map(date_and_time, planned)
        lines.append(
            _("**On vacation:** from {begins}, back {moment}", begins=begins, moment=back_at)
        )
    days = times.left.get(hours.day_at(now).year, 0)
    left_now = words.ngettext(
        "**Vacation:** {count} day left this year",
        "**Vacation:** {count} days left this year",
        days,
    )
    return [*lines, left_now]


def _has_zone(hours: Hours) -> bool:
    return hours.zone != ALWAYS.zone


def _current(words: Words, hours: Hours, now: datetime) -> list[str]:
    _ = words._
    if not _has_zone(hours):
        return [_("Choose your time zone first, then quiet hours and days off.")]
    lines: list[str] = [
        _(
            "**Time zone:** {zone}, now {time}",
            zone=zone_name(words, hours.zone),
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
            "With a time limit only {days} count as days off: at least 8 hours a day remain. "
            "`/table` tells the others that you've set more.",
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


def _reminders(words: Words, chosen: OwnReminders) -> Select:
    limited = words._("With a time limit. Otherwise as the pace says.")
    anywhere = {OwnReminders.TABLE, OwnReminders.NONE}
    options = []
    for own, label in OWN_REMINDERS.items():
        more = None if own in anywhere else limited
        options.append(Option(unformatted(words._(label)), own, more, chosen=own is chosen))
    return Select(words._("Reminders …"), ANYWHERE.to(pace.SetReminders(chosen)), tuple(options))


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
