"""Lengths of time that a player typed, and the pace of which they are. Raises Refused."""

import re
from collections.abc import Mapping
from datetime import timedelta

from bot.domain import AtEnd, Limit, Pace, Refusal, Refused, Reminders
from bot.i18n import Words
from bot.i18n.times import duration
from bot.intents.pace import SetOwnTimes

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
_UNITS: Mapping[str, timedelta] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR),
    **dict.fromkeys(("d", "day", "days"), DAY),
    **dict.fromkeys(("w", "week", "weeks"), 7 * DAY),
}
_PART = re.compile(r"(\d{1,5}(?:[.,]\d{1,3})?)(?![\d.,])\s*([^\W\d]*)\.?\s*")
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)")
_LIVE = timedelta(hours=1)
"""Where nobody has more than that, everybody is there: no hours are quiet."""


def read_duration(words: Words, typed: str, unit: timedelta) -> timedelta | None:
    """A length of time: ``8`` of that *unit*, ``1:30``, ``30 min``, ``2 days``; None if empty."""
    text = typed.strip().casefold()
    if not text:
        return None
    if match := _CLOCK.fullmatch(text):
        return int(match[1]) * HOUR + int(match[2]) * MINUTE
    units = {**_UNITS, **_named(words)}
    total, at = timedelta(0), 0
    while match := _PART.match(text, at):
        count, name = match[1], match[2]
        if name and name not in units:
            break
        total += float(count.replace(",", ".")) * (units[name] if name else unit)
        at = match.end()
    if at < len(text):
        raise Refused(Refusal.NO_DURATION, typed=typed)
    return total


def _named(words: Words) -> dict[str, timedelta]:
    """The units as the player's language calls them."""
    return {
        re.sub(r"[\d\s]", "", duration(words, count * unit)).casefold(): unit
        for unit in (MINUTE, HOUR, DAY)
        for count in (1, 2)
    }


def read_own_times(words: Words, typed: SetOwnTimes, before: Pace) -> Pace:
    """The pace that was written; *before* tells what happens at the end of the time."""
    reminder = read_duration(words, typed.reminder, HOUR)
    further = read_duration(words, typed.further, HOUR)
    each = read_duration(words, typed.each, HOUR)
    bank = read_duration(words, typed.bank, DAY)
    if bank is not None and each is None:
        raise Refused(Refusal.BANK_ALONE)
    first = further if reminder is None else reminder
    at_end = AtEnd.DECIDE if before.limit is None else before.limit.at_end
    return Pace(
        None if first is None else Reminders(first, first if further is None else further),
        None if each is None else Limit(each, bank, at_end),
        live=each is not None and bank is None and each <= _LIVE,
    )
