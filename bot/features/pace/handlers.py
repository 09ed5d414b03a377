"""Choosing how fast a table plays: as its opener before the start, by agreement from then on."""

from dataclasses import replace
from typing import assert_never

from bot.content.content import Content
from bot.dispatch.errand import Errand
from bot.domain import (
    PACES,
    Pace,
    Question,
    Refusal,
    Refused,
    Status,
    Table,
    Topic,
    check_configures,
)
from bot.features.pace.pace_page import pace_page
from bot.features.pace.typed_times import read_own_times
from bot.i18n import Words
from bot.intents import ChoosePace, Pacing, SeePace, SetAtEnd, SetOwnTimes
from bot.services import check_pace


async def carry_out(errand: Errand, wanted: Pacing) -> Content:
    """Choose how fast the table plays, or propose it, and answer how fast it does.

    Raises Refused for whoever may not, and for a pace at which no table can play.
    """
    words, table = errand.words, errand.table
    proposing = table.status is not Status.LOBBY
    if proposing:
        errand.playing()
    else:
        check_configures(table, errand.person)
    if isinstance(wanted, SeePace):
        return pace_page(words, table, await errand.rules(), proposing=proposing)
    pace = pace_wanted(words, table.pace, wanted)
    after = await errand.store(_choose(errand, pace))
    page = pace_page(words, after, await errand.rules(), proposing=proposing)
    if not proposing or after.pace != table.pace:
        return page
    return page.with_text_before(words._("That is proposed to the others now."))


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


async def _choose(errand: Errand, pace: Pace) -> Table:
    """Let the table play at that pace, or propose it to those who play already."""
    services, table, person = errand.services, errand.table, errand.person
    if table.status is Status.LOBBY:
        return await services.paces.choose(table.id, person, pace)
    return await services.proposals.propose(
        table.id, person.user_id, Question(Topic.PACE, pace=pace)
    )
