"""The pace of a game: chosen by its opener before the start, then by all players."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TypeAlias, assert_never

from bot.content.message import Button, Content, Option, Select, Style, TextField, TextForm
from bot.content.names import game_name
from bot.content.pressing import in_rows
from bot.dispatch.context import TableContext
from bot.dispatch.handlers import handles, on_refusal
from bot.domain.naming import unaccented
from bot.domain.pace import CAPS, PACES, AtEnd, Limit, Pace, Reminders
from bot.domain.proposals import Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Table
from bot.i18n import Words
from bot.i18n.catalogue import ONE_OF_EACH_FORM
from bot.i18n.times import duration, pace_explained, pace_name, pace_of, time_text
from bot.intents import Address, Intent
from bot.intents.pace import AskOwnTimes, ChoosePace, SeePace, SetAtEnd, SetCap, SetOwnTimes
from bot.parts.choices import back_from_choice, choice_line
from bot.use_cases import check_pace
from engine import N_

_ChoosesPace: TypeAlias = ChoosePace | SetAtEnd | SetCap | SetOwnTimes


@handles
async def show_pace(context: TableContext, _: SeePace) -> Content:
    """Show the table's pace. Raises Refused for users who may not change it."""
    context.proposes()
    return pace_page(context.words, context.table)


@handles
async def choose_pace(context: TableContext, intent: _ChoosesPace) -> Content:
    """Set that pace, or propose it to the players of a running game.

    Raises Refused for users who may not, and for a pace at which no table can play.
    """
    words, services, before, person = context.words, context.services, context.table, context.person
    proposes = context.proposes()
    wanted = pace_wanted(words, before.pace, intent)
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
async def refuse_pace(context: TableContext, _: SeePace | _ChoosesPace, why: str) -> Content:
    """The page again, with the reason."""
    return pace_page(context.words, context.table).with_text_before(why)


@handles
async def ask_own_times(context: TableContext, _: AskOwnTimes) -> TextForm:
    """The window for a table's own times."""
    return own_times_form(context.words, context.table.id)


def pace_wanted(words: Words, before: Pace, wanted: _ChoosesPace) -> Pace:
    """The pace after such a choice. Raises Refused if no table can play at that."""
    limit = before.limit
    match wanted:
        case ChoosePace(name) if name in PACES:
            chosen = _with_choices_of(before, PACES[name])
        case ChoosePace(name):
            raise Refused(Refusal.UNKNOWN_OPTION, option=name)
        case SetAtEnd(at_end) if limit is not None:
            chosen = replace(before, limit=replace(limit, at_end=at_end))
        case SetCap(cap) if limit is not None and limit.bank is not None:
            chosen = replace(before, limit=replace(limit, cap=cap))
        case SetAtEnd() | SetCap():
            raise Refused(Refusal.STALE)
        case SetOwnTimes():
            chosen = read_own_times(words, wanted, before)
        case _:
            assert_never(wanted)
    check_pace(chosen)
    return chosen


def _with_choices_of(before: Pace, pace: Pace) -> Pace:
    """A pace with the cap and the end of its time as chosen *before*."""
    if before.limit is None or pace.limit is None:
        return pace
    cap = None if pace.limit.bank is None else before.limit.cap or pace.limit.cap
    return replace(pace, limit=replace(pace.limit, at_end=before.limit.at_end, cap=cap))


_MOST_WRITTEN = 20
"""Characters of a length of time."""
_AT_END = {
    AtEnd.DECIDE: N_("Then: end the turn"),
    AtEnd.ASK: N_("Then: ask the others"),
    AtEnd.LET_GO: N_("Then: ask once"),
}
_CAPS = {1: N_("Bank: only refills"), 2: N_("Bank: up to double")}


def pace_page(words: Words, table: Table) -> Content:
    """The pace of a table, and those that its server permits."""
    _ = words._
    address = Address(table.id)
    pace, limit = table.pace, table.pace.limit
    lines = [
        _("How fast {game} is played:", game=game_name(table)),
        pace_explained(words, pace),
        "",
        choice_line(words, table),
    ]
    if limit is not None and not pace.live:
        lines.append(_("Clocks stop in quiet hours: set yours in `/settings`."))
    current = pace_of(pace, table.rules.paces_offered)
    options = tuple(
        Option(pace_name(words, name), name, time_text(words, each), chosen=name == current)
        for name, each in table.rules.paces_offered.items()
    )

    def choice(label: str, intent: Intent, *, holds: bool) -> Button:
        return Button(_(label), address.to(intent), Style.CHOSEN if holds else Style.PLAIN)

    at_end = tuple(
        choice(label, SetAtEnd(each), holds=each is limit.at_end)
        for each, label in _AT_END.items()
        if limit is not None
    )
    caps = tuple(
        choice(label, SetCap(cap), holds=cap == limit.cap)
        for cap, label in _CAPS.items()
        if limit is not None and limit.bank is not None
    )
    custom = Button(_("Custom times …"), address.to(AskOwnTimes()), emoji="✏️")
    select = Select(_("Choose a pace …"), address.to(ChoosePace("")), options)
    rows = in_rows(at_end, caps, (custom, back_from_choice(words, table)))
    return Content("\n".join(lines), rows=(select, *rows))


def own_times_form(words: Words, table_id: int) -> TextForm:
    """The window for custom times."""
    _ = words._
    return TextForm(
        _("Custom times"),
        Address(table_id).to(SetOwnTimes("", "", "", "")),
        _("First reminder (hours, or empty)"),
        _MOST_WRITTEN,
        optional=True,
        hint="24",
        further=(
            TextField(
                _("Further reminders, every (hours)"), _MOST_WRITTEN, optional=True, hint="12"
            ),
            TextField(_("Per decision (hours, or empty)"), _MOST_WRITTEN, optional=True, hint="8"),
            TextField(_("Time bank (days, or empty)"), _MOST_WRITTEN, optional=True, hint="3"),
        ),
    )


# --- typed times ---------------------------------------------------------------------------------

HOUR, DAY, MINUTE = timedelta(hours=1), timedelta(days=1), timedelta(minutes=1)
_UNITS: Mapping[str, timedelta] = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), HOUR),
    **dict.fromkeys(("d", "day", "days"), DAY),
    **dict.fromkeys(("w", "week", "weeks"), 7 * DAY),
}
_PART = re.compile(r"(\d{1,5}(?:[.,]\d{1,3})?)(?![\d.,])\s*([^\W\d]*)[.,、]?\s*")
_CLOCK = re.compile(r"(\d{1,3}):([0-5]\d)")
_LIVE = timedelta(hours=1)
"""With at most so much time a game is live: no hours are quiet."""


def read_duration(words: Words, typed: str, unit: timedelta) -> timedelta | None:
    """A length of time: ``8`` of that *unit*, ``1:30``, ``30 min``, ``2 days``; None if empty."""
    text = unaccented(typed.strip())
    if not text:
        return None
    if match := _CLOCK.fullmatch(text):
        return int(match[1]) * HOUR + int(match[2]) * MINUTE
    units = {**_UNITS, **_named(words)}
    text = _without_and(words, text)
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


def _without_and(words: Words, text: str) -> str:
    """A list of lengths of time without the word before its last one."""
    last = re.escape(unaccented(words.listed(("", ""))).strip())
    return re.sub(rf"(?<=\s){last}(?=\s)", "", text)


def _named(words: Words) -> dict[str, timedelta]:
    """The units as the player's language calls them."""
    return {
        re.sub(r"[\d\s]", "", unaccented(duration(words, count * unit))): unit
        for unit in (MINUTE, HOUR, DAY)
        for count in ONE_OF_EACH_FORM
    }


def read_own_times(words: Words, typed: SetOwnTimes, before: Pace) -> Pace:
    """The pace of typed times, with the choices of the pace *before*."""
    written = (typed.reminder, typed.further, typed.each)
    reminder, further, each = (read_duration(words, text, HOUR) for text in written)
    bank = read_duration(words, typed.bank, DAY)
    if bank is not None and each is None:
        raise Refused(Refusal.BANK_ALONE)
    first = further if reminder is None else reminder
    typed_pace = Pace(
        None if first is None else Reminders(first, first if further is None else further),
        None if each is None else Limit(each, bank, cap=None if bank is None else CAPS[0]),
        live=each is not None and bank is None and each <= _LIVE,
    )
    return _with_choices_of(before, typed_pace)
