"""What has happened: the log of a game in sentences."""

from collections.abc import Sequence
from itertools import groupby
from typing import overload

from bot.content.content import MOST_TEXT, Content, File
from bot.content.names import Names, game_name, harmless, plain_name
from bot.domain import Entry, HintRule, Kind, Table, Why
from bot.i18n import PublicText, Words
from bot.i18n.events import sentences
from bot.i18n.hint_texts import hint_rule_told
from bot.i18n.short_events import in_a_line
from bot.i18n.times import written_out
from bot.parts.by_admins import by_admin
from bot.parts.proposal_texts import told_of_agreement
from bot.parts.seat_story import SEAT_KINDS, seat_line
from bot.parts.time_lines import ABOUT_TIME, time_lines

TOLD_ELSEWHERE = frozenset({Kind.PROPOSED, Kind.ANSWERED, Kind.SETTLED})
"""What has messages of its own, and is told besides in the log only."""


def entry_lines(words: Words, table: Table, entry: Entry, names: Names) -> list[PublicText]:
    """An entry of the log in sentences."""
    if entry.details.get("why") == Why.ADMIN:
        return [by_admin(words, entry, names)]
    if entry.kind in SEAT_KINDS:
        return [seat_line(words, entry, names)]
    return _lines(words, table, entry, names)


def _lines(words: Words, table: Table, entry: Entry, all_names: Names) -> list[PublicText]:
    names = all_names.at(entry.seq)
    if entry.kind is Kind.RESIGNED:
        player = names[entry.seat] if entry.seat is not None else plain_name(table.name)
        return [words._("{player} resigns.", player=player)]
    if entry.kind is Kind.MOVED:
        return [words._("The game moves to another channel.")]
    if entry.kind is Kind.HINTS and entry.turn:
        rule = hint_rule_told(words, HintRule(entry.details["rule"]))
        return [words._("Hints are now {rule}.", rule=rule)]
    told = told_of_agreement(words, entry, all_names)
    if told is not None:
        return told
    if entry.kind in ABOUT_TIME:
        return time_lines(words, entry, names)
    return sentences(words, entry.events, names)


def story(words: Words, table: Table, entries: Sequence[Entry]) -> list[PublicText]:
    """Some entries of the log in sentences, for a message."""
    names = Names(table)
    told = [entry for entry in entries if entry.kind not in TOLD_ELSEWHERE]
    return told_lines(words, table, told, names)


def told_lines(
    words: Words, table: Table, entries: Sequence[Entry], names: Names
) -> list[PublicText]:
    """Entries as sentences; a computer's turn is one line.

    *entries* must be those of whole turns.
    """
    lines: list[PublicText] = []
    for number, of_turn in groupby(entries, key=lambda entry: entry.turn):
        lines += _lines_of_turn(words, table, (number - 1) % len(table.players), [*of_turn], names)
    return lines


def _lines_of_turn(
    words: Words, table: Table, seat: int, entries: Sequence[Entry], names: Names
) -> list[PublicText]:
    """Entries of one turn of that seat."""
    lines: list[PublicText] = []
    acted = [entry for entry in entries if entry.kind is Kind.ACTED]
    own = [entry for entry in acted if entry.seat == seat]
    if own and all(entry.user_id is None for entry in own):  # it was a computer, who is no user
        events = [event for entry in acted for event in entry.events]
        lines += filter(None, (in_a_line(words, seat, events, names.at(acted[0].seq)),))
        entries = [entry for entry in entries if entry.kind is not Kind.ACTED]
    lines += (line for entry in entries for line in entry_lines(words, table, entry, names))
    return lines


def log_page(words: Words, table: Table, entries: Sequence[Entry]) -> Content:
    """What has happened so far: as much as fits, and a file with everything if that is more."""
    names = Names(table, plain_name)
    blocks: list[str] = []
    turn = 0
    for entry in entries:
        lines = [written_out(line) for line in entry_lines(words, table, entry, names)]
        if not lines:
            continue
        if entry.turn != turn:
            turn = entry.turn
            blocks.append(words._("Turn {number}", number=turn))
        blocks += [f"  {line}" for line in lines]
    if not blocks:
        return Content(words._("Nothing has happened in {game} yet.", game=game_name(table)))

    async def whole() -> bytes:
        return ("\n".join(blocks) + "\n").encode()

    heading = f"{game_name(table)}\n"
    shown = [harmless(block) for block in blocks]
    text = last_lines(shown, MOST_TEXT - len(heading))
    is_whole = text == "\n".join(shown)
    return Content(heading + text, files=() if is_whole else (File(f"log-{table.id}.txt", whole),))


def first_lines(lines: Sequence[str], most: int) -> str:
    """The first of *lines*, as many as have room in *most* characters."""
    kept: list[str] = []
    room = most
    for line in lines:
        room -= len(line) + 1
        if room < 2:
            kept.append("…")
            break
        kept.append(line)
    return "\n".join(kept)


@overload
def last_lines(lines: Sequence[PublicText], most: int) -> PublicText: ...
@overload
def last_lines(lines: Sequence[str], most: int) -> str: ...
def last_lines(lines: Sequence[str], most: int) -> str:
    """The last of *lines*, as many as have room in *most* characters."""
    return "\n".join(reversed(first_lines(lines[::-1], most).split("\n")))
