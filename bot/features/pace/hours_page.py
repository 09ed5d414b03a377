"""When a user plays, in all games: time zone, quiet hours, days off, vacation."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.content.message import Button, Content, Option, Row, Select
from bot.content.pressing import ANYWHERE, back_to
from bot.domain.hours import ALWAYS, Hours, Quiet
from bot.i18n import Words
from bot.i18n.times import WEEKDAYS, moment
from bot.i18n.zones import clock_there, zone_name
from bot.intents import pace
from bot.intents.preferences import SeeSettings
from bot.use_cases import LONGEST_QUIET
from engine import N_

_HOURS = range(24)
_VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 28)
"""How many days can be taken at once."""
_MOST_OFF = 6
NO_QUIET = "-"


def hours_page(
    words: Words, hours: Hours, left: Mapping[int, int], now: datetime, said: str = ""
) -> Content:
    """Show when a user plays, and what of it can be set; *left* are days of vacation by year.

    Quiet hours and days off need a time zone first. *said* comes before everything else.
    """
    _ = words._
    back = hours.back_at(now)
    year = now.astimezone(ZoneInfo(hours.zone)).year
    days = left.get(year, 0)
    lines = [
        *([said, ""] if said else []),
        _("Your hours, in all your games:"),
        *_set(words, hours, now),
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
    buttons.append(back_to(words, ANYWHERE.to(SeeSettings())))
    rows = _choices(words, hours) if _has_zone(hours) else []
    if vacations := _vacations(words, days):
        rows.append(vacations)
    return Content("\n".join(lines), rows=(*rows, tuple(buttons)))


def _has_zone(hours: Hours) -> bool:
    return hours.zone != ALWAYS.zone


def _set(words: Words, hours: Hours, now: datetime) -> list[str]:
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
    return lines


def _choices(words: Words, hours: Hours) -> list[Row]:
    """Quiet hours, in full hours, and days off."""
    _ = words._
    quiet = hours.quiet
    starts, ends = N_("Quiet from {time}"), N_("Quiet until {time}")
    none = Option(_("No quiet hours"), NO_QUIET, chosen=quiet is None)
    rows: list[Row] = [
        Select(
            _("Quiet hours from …"),
            ANYWHERE.to(pace.SetQuietFrom(None)),
            (none, *_each_hour(words, starts, quiet.start if quiet else None)),
        )
    ]
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


def _vacations(words: Words, left: int) -> Select | None:
    """To take some of the days that are left; None if there are none."""
    _ = words._
    options = tuple(
        Option(
            words.ngettext("{count} day", "{count} days", days),
            str(days),
        )
        for days in _VACATIONS
        if days <= left
    )
    if not options:
        return None
    request = ANYWHERE.to(pace.TakeVacation(0))
    return Select(_("Vacation from today …"), request, options)


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
