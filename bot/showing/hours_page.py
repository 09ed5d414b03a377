"""When somebody plays, in all games: time zone, quiet hours, days off, vacation."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from bot.intents import (
    NO_GAME,
    Address,
    AskOwnZone,
    EndVacation,
    FindZone,
    SeeHours,
    SeeSettings,
    SeeZones,
    SetDaysOff,
    SetQuietFrom,
    SetQuietUntil,
    SetZone,
    TakeVacation,
)
from bot.showing.content import CHOICES, Button, Content, Option, Row, Select, TextForm
from bot.showing.names import safe
from bot.showing.pressing import chosen_by
from bot.table.hours import ALWAYS, Hours, Quiet
from bot.table.vacations import LONGEST_QUIET
from bot.words import Words
from bot.words.times import WEEKDAYS, moment
from bot.words.zones import COMMON, clock_there, common, zone_name
from engine import N_

_HOURS = range(24)
_VACATIONS = (1, 2, 3, 5, 7, 10, 14, 21, 28)
"""How many days can be taken at once."""
_MOST_OFF = 6
NO_QUIET = "-"
_TYPED = 40
"""Characters of what somebody has written that are shown back."""
_ANY_GAME = Address(NO_GAME)


def hours_page(
    words: Words, hours: Hours, left: Mapping[int, int], now: datetime, said: str = ""
) -> Content:
    """When somebody plays, and what of it can be set; *left* are days of vacation by year.

    Quiet hours and days off need a time zone first. *said* comes before everything else.
    """
    _ = words._
    back = hours.back_at(now)
    year = now.astimezone(ZoneInfo(hours.zone)).year
    days = left.get(year, 0)
    lines = [
        *([said, ""] if said else []),
        _("When you play: set once, it holds in all your games."),
        *_set(words, hours, now),
        _("**Vacation:** you are back {moment}.", moment=moment(back))
        if back is not None
        else _("**Vacation:** none."),
        words.ngettext(
            "{count} day of vacation is left in {year}.",
            "{count} days of vacation are left in {year}.",
            days,
            year=year,
        ),
        "",
        _(
            "In these hours nothing rings, and your time stands still; at live tables only on "
            "vacation. Others are told of your vacations, and of nothing else here."
        ),
    ]
    buttons = [Button(_("Time zone"), _ANY_GAME.to(SeeZones()), emoji="🌍")]
    if back is not None:
        buttons.append(Button(_("End my vacation"), _ANY_GAME.to(EndVacation())))
    buttons.append(Button(_("Back"), _ANY_GAME.to(SeeSettings()), emoji="⬅️"))
    rows = _choices(words, hours) if _has_zone(hours) else []
    if vacations := _vacations(words, days):
        rows.append(vacations)
    return Content("\n".join(lines), rows=(*rows, tuple(buttons)))


def _has_zone(hours: Hours) -> bool:
    """Whether a time zone was chosen."""
    return hours.zone != ALWAYS.zone


def _set(words: Words, hours: Hours, now: datetime) -> list[str]:
    """What is set, in lines."""
    _ = words._
    if not _has_zone(hours):
        return [
            _(
                "**Time zone:** none yet. Choose yours, then quiet hours and days off; until then "
                "all hours count."
            )
        ]
    quiet = hours.quiet
    days = [_(WEEKDAYS[day]) for day in sorted(hours.days_off)]
    return [
        _(
            "**Time zone:** {zone}, where it is {time}.",
            zone=zone_name(hours.zone),
            time=clock_there(hours.zone, now),
        ),
        _(
            "**Quiet hours:** from {start} to {end}.",
            start=_time(quiet.start),
            end=_time(quiet.end),
        )
        if quiet
        else _("**Quiet hours:** none."),
        _("**Days off:** {days}.", days=words.listed(days)) if days else _("**Days off:** none."),
    ]


def _choices(words: Words, hours: Hours) -> list[Row]:
    """Quiet hours, in full hours, and days off."""
    _ = words._
    quiet = hours.quiet
    starts, ends = N_("Quiet from {time}"), N_("Quiet until {time}")
    none = Option(_("No quiet hours"), NO_QUIET, chosen=quiet is None)
    rows: list[Row] = [
        Select(
            _("Quiet hours from …"),
            chosen_by(_ANY_GAME, SetQuietFrom(None)),
            (none, *_each_hour(words, starts, quiet.start if quiet else None)),
        )
    ]
    if quiet is not None:
        until = _each_hour(words, ends, quiet.end)
        rows.append(Select(_("Quiet hours until …"), chosen_by(_ANY_GAME, SetQuietUntil(0)), until))
    weekdays = tuple(
        Option(_(name), str(day), chosen=day in hours.days_off) for day, name in enumerate(WEEKDAYS)
    )
    days_off = chosen_by(_ANY_GAME, SetDaysOff(frozenset()))
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
    custom_id = chosen_by(_ANY_GAME, TakeVacation(0))
    return Select(_("Vacation from today, for …"), custom_id, options)


def _time(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"


def zones_page(
    words: Words,
    hours: Hours,
    now: datetime,
    locale: str = "",
    said: str = "",
    *,
    usual: str | None = None,
) -> Content:
    """Where somebody can be, by what time it is there; the likeliest for a *locale* first.

    For who has chosen none yet, the zone that is *usual* in the server comes before all others.
    """
    _ = words._
    listed = common(now, locale)
    if usual and usual != ALWAYS.zone and not _has_zone(hours):
        listed = (usual, *(zone for zone in listed if zone != usual))[:CHOICES]
    options = tuple(
        Option(
            f"{clock_there(zone, now)} – {_(COMMON[zone]) if zone in COMMON else zone_name(zone)}",
            zone,
            chosen=zone == hours.zone,
        )
        for zone in listed
    )
    text = _("What time is it where you are? Choose your time zone; summer time is minded.")
    rows: tuple[Row, ...] = (
        Select(_("It is now …"), chosen_by(_ANY_GAME, SetZone("")), options),
        _other_zone(words),
    )
    page = Content(text, rows=rows)
    return page.with_text_before(said) if said else page


def found_zones_page(
    words: Words, typed: str, found: Sequence[str], now: datetime, locale: str = ""
) -> Content:
    """Several zones that somebody may have meant, or none at all."""
    _ = words._
    shown = f"“{safe(' '.join(typed.split())[:_TYPED])}”"
    if not found:
        text = _(
            "I know no time zone {typed}. Write a large city, a country, or such as UTC+2.",
            typed=shown,
        )
        return zones_page(words, ALWAYS, now, locale, text)
    options = tuple(
        Option(f"{clock_there(zone, now)} – {zone_name(zone)}", zone, zone)
        for zone in found[:CHOICES]
    )
    text = _("Several time zones fit {typed}: which one is yours?", typed=shown)
    if len(found) > CHOICES:
        text = _(
            "Many time zones fit {typed}. These are some; write more of it for others.",
            typed=shown,
        )
    rows: tuple[Row, ...] = (
        Select(_("It is now …"), chosen_by(_ANY_GAME, SetZone("")), options),
        _other_zone(words),
    )
    return Content(text, rows=rows)


def _other_zone(words: Words) -> tuple[Button, ...]:
    return (
        Button(words._("Another …"), _ANY_GAME.to(AskOwnZone()), emoji="✏️"),
        Button(words._("Back"), _ANY_GAME.to(SeeHours()), emoji="⬅️"),
    )


def zone_form(words: Words) -> TextForm:
    """The window in which somebody writes where it is."""
    custom_id = chosen_by(_ANY_GAME, FindZone(""))
    label = words._("A large city, a country, or UTC+2")
    return TextForm(words._("Your time zone"), custom_id, label, 60, hint="Berlin")


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


def hours_button(words: Words) -> Button:
    """To when somebody plays."""
    return Button(words._("When you play"), _ANY_GAME.to(SeeHours()), emoji="🕰️")
