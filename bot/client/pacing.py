"""Choosing how fast a table plays: as its opener before the start, by agreement from then on."""

from dataclasses import replace
from typing import assert_never

from bot.client.typed_times import read_own_times
from bot.intents import ChoosePace, SetAtEnd, SetOwnTimes
from bot.table import Person, Refusal, Refused, Status, Table, Tables
from bot.table.agreement import Question, Topic
from bot.table.pace import PACES, Pace
from bot.table.pacing import check_pace
from bot.words import Words


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


async def choose_pace(tables: Tables, table: Table, person: Person, pace: Pace) -> Table:
    """Let a table play at that pace, or propose it to those who play already."""
    if table.status is Status.LOBBY:
        return await tables.set_pace(table.id, person, pace)
    return await tables.propose(table.id, person.user_id, Question(Topic.PACE, pace=pace))
