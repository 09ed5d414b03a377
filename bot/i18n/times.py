"""Moments and lengths of time in words, and the pace of a table."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from bot.domain.pace import PACES, AtEnd, Pace
from bot.i18n.catalogue import Words
from bot.i18n.public_text import PublicText, join_texts, public
from bot.store import OwnReminders
from engine import N_

WEEKDAYS = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
PACE_NAMES: Mapping[str, str] = {
    "relaxed": N_("Relaxed: reminders only"),
    "daily": N_("Daily: a day per decision"),
    "bank": N_("Time bank: days for the whole game"),
    "live": N_("Live: minutes per decision"),
    "unhurried": N_("Unhurried: no reminders, no limit"),
}
PACE_WORDS: Mapping[str, str] = {
    "relaxed": N_("relaxed"),
    "daily": N_("daily"),
    "bank": N_("time bank"),
    "live": N_("live"),
    "unhurried": N_("unhurried"),
}
"""Paces in a line with other words."""
OWN_REMINDERS: Mapping[OwnReminders, str] = {
    OwnReminders.TABLE: N_("**Reminders:** as the pace says"),
    OwnReminders.HALF: N_("**Reminders:** at half the time"),
    OwnReminders.LAST_HOUR: N_("**Reminders:** an hour before the end"),
    OwnReminders.BOTH: N_("**Reminders:** at half the time and an hour before the end"),
    OwnReminders.NONE: N_("**Reminders:** none"),
}
_AT_END = {
    AtEnd.DECIDE: N_("When time runs out, I end the turn, adding and building nothing."),
    AtEnd.ASK: N_("When time runs out, I ask the others whether to keep waiting."),
    AtEnd.LET_GO: N_(
        "When time runs out, I ask the others once. If no one lets it go, I end the turn, adding "
        "and building nothing."
    ),
}
_MOMENT = re.compile(r"<t:(\d+):\w>")
_HOUR, _MINUTE, _NO_TIME = timedelta(hours=1), timedelta(minutes=1), timedelta(0)


def moment(at: datetime) -> PublicText:
    """A time that Discord shows relative to now."""
    return public("<t:{at}:R>", at=int(at.timestamp()))


def date_and_time(at: datetime) -> PublicText:
    """A time that Discord shows with its date, for a sentence with *by*."""
    return public("<t:{at}:f>", at=int(at.timestamp()))


def as_of(words: Words, at: datetime) -> PublicText:
    """The last line of a message that is not kept up to date: how old it is."""
    return words._("-# As of {moment}", moment=moment(at))


def written_out(text: str) -> str:
    """A text with such times written out as days, for where Discord does not show them."""
    return _MOMENT.sub(lambda match: f"{datetime.fromtimestamp(int(match[1]), UTC):%Y-%m-%d}", text)


def duration(words: Words, time: timedelta) -> PublicText:
    """A length of time in its two largest units: ``2 days and 4 hours``."""
    days, rest = time.days, time - timedelta(days=time.days)
    hours, minutes = rest // _HOUR, rest % _HOUR // _MINUTE
    parts = [
        words.ngettext("{count} day", "{count} days", days) if days else None,
        words.ngettext("{count} hour", "{count} hours", hours) if hours else None,
        words.ngettext("{count} minute", "{count} minutes", minutes) if minutes else None,
    ]
    largest = [part for part in parts if part][:2]
    return words.listed(largest) or words._("less than a minute")


def pace_name(words: Words, pace: str) -> str:
    """The name of a pace that can be chosen."""
    return words._(PACE_NAMES.get(pace, pace))


def pace_of(pace: Pace, paces: Mapping[str, Pace] = PACES) -> str | None:
    """The name under which that pace can be chosen, whatever its cap and the end of its time.

    None for one of a table's own.
    """
    return next((name for name, each in paces.items() if _timing(each) == _timing(pace)), None)


def _timing(pace: Pace) -> tuple[object, ...]:
    limit = pace.limit
    return pace.reminders, limit and (limit.each, limit.bank), pace.live


def pace_line(words: Words, pace: Pace) -> PublicText:
    """The pace of a table, in a line."""
    return words._("**Pace:** {pace}", pace=pace_text(words, pace))


def pace_text(words: Words, pace: Pace) -> PublicText:
    """The pace of a table, and what happens when the time is up, in a few sentences."""
    sentences = [] if pace.limit is None else [words._(_AT_END[pace.limit.at_end])]
    return join_texts(" ", (_in_short(words, pace), *sentences))


def time_text(words: Words, pace: Pace) -> PublicText:
    """The time that each player has, for a choice in a list."""
    limit = pace.limit
    if limit is None:
        return words._("No limit.") if pace.reminders else words._("No reminders, no limit.")
    each = duration(words, limit.each)
    if limit.bank is None:
        return words._("Time per decision: {time}.", time=each)
    bank, most = duration(words, limit.bank), limit.most
    if most is None:
        return words._("Time bank: {bank}. Added for each decision: {time}.", bank=bank, time=each)
    if most == limit.bank:
        return words._(
            "Time bank: {bank}, never more. Added for each decision: {time}.", bank=bank, time=each
        )
    return words._(
        "Time bank: {bank}, at most {most}. Added for each decision: {time}.",
        bank=bank,
        most=duration(words, most),
        time=each,
    )


def _in_short(words: Words, pace: Pace) -> PublicText:
    """The time that each player has, and the reminders."""
    sentences = [time_text(words, pace)]
    if pace.limit is not None or pace.reminders is not None:
        sentences.append(_reminded(words, pace))
        if pace.live:
            sentences.append(words._("Quiet hours and days off don't count."))
    return join_texts(" ", sentences)


def pace_explained(words: Words, pace: Pace) -> PublicText:
    """The pace in full: time and reminders, then what happens when the time is up."""
    lines = [_in_short(words, pace)]
    if pace.limit is not None:
        lines.append(words._(_AT_END[pace.limit.at_end]))
        if pace.limit.at_end is not AtEnd.ASK:
            lines.append(
                words._("After three times in a row the seat is empty until someone takes it.")
            )
    return join_texts("\n", lines)


def _reminded(words: Words, pace: Pace) -> PublicText:
    limit = pace.limit
    times = pace.reminded_after(None if limit is None else limit.each + (limit.bank or _NO_TIME))
    if not times:
        return words._("No reminders.")
    if limit is not None and limit.bank is not None and len(times) > 2:  # the time varies
        first = duration(words, times[0])
        return words._("Reminders: after {time}, halfway and near the end.", time=first)
    durations = words.listed([duration(words, each) for each in times])
    return words._("Reminders: after {durations}.", durations=durations)
