"""The stored data of one user, for that user alone.

Contains nothing about others: of a log only the user's own entries, and no bag.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row

from bot.changes import RulesReader, quiet_among
from bot.domain import entries as log
from bot.domain.entries import LoggedEntry
from bot.domain.player import OwnNumber
from bot.domain.proposals import load_proposals
from bot.domain.public_numbers import public_number
from bot.domain.seat import Plan
from bot.domain.series import NO_SERIES, Series
from bot.domain.stored import decoding_game, dump_entry, load_entry
from bot.domain.taught import load_taught
from bot.store import Damaged, EntryRow, ImportedRow, RatedRow, RatingRow, ResultRow, Store
from bot.store.queries import imported, logs, personal, queues, ratings, results
from bot.use_cases.people.users import LessonProgress, progress_of

_OF_NOBODY = frozenset({"user_id", "game_id"})
"""Columns that only identify the row."""


@dataclass(frozen=True, slots=True)
class Activity:
    """An entry of a game's log."""

    at: datetime
    turn: int
    kind: str
    text: str = field(repr=False)
    """The decision in notation, or the details; empty if none, or not all the user's own."""


@dataclass(frozen=True, slots=True)
class SentMessageData:
    """A message to the user that is on Discord, or in flight."""

    channel_id: int | None
    message_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class OwnGame:
    """The data of a game about the user."""

    number: int
    name: str
    status: str
    guild_id: int | None
    seat: Mapping[str, Any] = field(repr=False)
    """Columns of the user as a player; empty if not a player."""
    named: Mapping[str, Any] = field(repr=False)
    """Other data about the user, such as an invitation to join."""
    deeds: tuple[Activity, ...] = field(repr=False)
    named_in: tuple[Activity, ...] = field(repr=False)
    """Others' entries that name the user."""
    messages: tuple[SentMessageData, ...]

    @property
    def keeps_seat(self) -> bool:
        """True if the user has a seat and has not given it up."""
        return bool(self.seat) and "abandoned_seq" not in self.seat

    @property
    def is_empty(self) -> bool:
        """True if the game has no data about the user."""
        return not any((self.seat, self.named, self.deeds, self.named_in, self.messages))


@dataclass(frozen=True, slots=True)
class OwnData:
    """All stored data about a user."""

    user_id: int
    settings: Mapping[str, Any]
    """Settings and data outside games, by column."""
    progress: LessonProgress
    games: tuple[OwnGame, ...]
    """Newest first."""
    silenced_in: tuple[int, ...]
    """Servers in which the user may not open games."""
    noted: Mapping[str, datetime]
    """Other times, such as that of the last change of hours."""
    results: tuple[ResultRow, ...] = ()
    """Results of games that have ended, latest first."""
    ratings: Mapping[int, RatingRow] = field(default_factory=dict)
    """Ratings by server."""
    rated: tuple[RatedRow, ...] = ()
    """What rated games did to them."""
    imported: ImportedRow | None = None
    """The record that the user has imported."""
    waits: tuple[Mapping[str, Any], ...] = ()
    """Rows in the queues of servers, by columns."""
    avoids: tuple[int, ...] = field(default=(), repr=False)
    """Users whom the user avoids in queues."""

    @property
    def is_empty(self) -> bool:
        """True if no data is stored."""
        known = (self.settings, self.games, self.silenced_in, self.noted, self.progress.lesson)
        return not any((*known, self.results, self.imported, self.waits, self.avoids))


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Reads the stored data of a user, for that user alone."""

    _store: Store
    _rules: RulesReader

    async def read(self, user_id: OwnNumber) -> OwnData:
        """Read all stored data about a user."""
        return await self._store.read(self._read, user_id)

    def _read(self, connection: Connection, user_id: int) -> OwnData:
        seats = personal.read_seats(connection, user_id)
        found = (
            _own_game(connection, row, user_id, seats.get(row.id, {}))
            for row in personal.read_games(connection, user_id)
        )
        noted = personal.read_said(connection, user_id)
        rated = ratings.all_of(connection, user_id)
        if (farewell_at := personal.farewell_at(connection, user_id)) is not None:
            noted["to be forgotten"] = farewell_at
        return OwnData(
            user_id,
            _filled(personal.read_settings(connection, user_id)),
            progress_of(connection, user_id),
            tuple(game for game in found if not game.is_empty),
            tuple(
                guild_id
                for guild_id in personal.servers_naming(connection, user_id)
                if user_id in self._rules.read(connection, guild_id).silenced
            ),
            noted,
            tuple(results.of_user(connection, user_id)),
            rated,
            tuple(row for each in rated for row in ratings.of_user(connection, each, user_id)),
            imported.read_record(connection, user_id),
            tuple(map(_filled, queues.read_own(connection, user_id))),
            tuple(sorted(queues.avoided_by(connection, [user_id]).get(user_id, ()))),
        )


def _own_game(
    connection: Connection, row: Row[Any], user_id: int, seat: Mapping[str, Any]
) -> OwnGame:
    number = personal.number_of(user_id)
    # The log's own numbers would reveal quiet entries of others.
    quiet = quiet_among(logs.read_quiet(connection, row.id))
    return OwnGame(
        row.id,
        row.name,
        row.status,
        row.guild_id,
        # The word may be of the player before.
        _filled({**seat, "word": None} if seat.get("taken_seq") else seat, quiet),
        dict(_named(connection, row, user_id, seat.get("seat"), quiet)),
        tuple(
            Activity(each.at, each.turn, each.kind, _text(each, quiet))
            for each in personal.read_entries(connection, user_id, row.id)
        ),
        tuple(
            Activity(each.at, each.turn, each.kind, "")
            for each in personal.other_entries_in(connection, row.id)
            if each.user_id != user_id and number.search(each.text or "")
        ),
        tuple(
            SentMessageData(each.channel_id, each.message_id, each.at)
            for each in personal.read_posts(connection, user_id, row.id)
        ),
    )


def _text(row: EntryRow, quiet: Sequence[int]) -> str:
    """Return the text of the user's entry; empty if it is damaged, or has the bag."""
    with suppress(Damaged), decoding_game("what was done"):
        entry = _own_part(load_entry(row), quiet)
        if not isinstance(entry, log.FullStart):
            return dump_entry(entry).text or ""
    return ""


def _own_part(entry: LoggedEntry, quiet: Sequence[int]) -> LoggedEntry:
    """Return an entry with public numbers, without hours and reachability of other users."""
    match entry:
        case log.Opened():
            return replace(entry, series=NO_SERIES)
        case log.Invited():
            return replace(entry, hushed=(), blind=(), unreached=())
        case log.Declined():
            return replace(entry, unreached=False)
        case log.Offered():
            return replace(entry, hushed=False, blind=False)
        case log.Proposed():
            return replace(entry, deadlines=(), not_before=log.UNDATED)
        case log.Answered() | log.ProposalResolved():
            return replace(entry, proposal=_number(quiet, entry.proposal))
        case log.HintGiven():
            return replace(entry, decision=_number(quiet, entry.decision))
        case log.TakenOut() if entry.joined is not None:
            return replace(entry, joined=_number(quiet, entry.joined))
        case _:
            return entry


def _number(quiet: Sequence[int], seq: int) -> int:
    return public_number(quiet, seq).number


def _named(
    connection: Connection, row: Row[Any], user_id: int, seat: int | None, quiet: Sequence[int]
) -> Iterator[tuple[str, Any]]:
    """Yield what names a user in a game, who may have a *seat*; skips damaged parts."""
    for player in personal.players_in(connection, row.id):
        if player.offered_to == user_id:
            yield "offered seat", player.seat
    if row.opener_id == user_id:
        yield "opened", True
    with suppress(Damaged), decoding_game("who was invited"):
        if user_id in row.invited:
            yield "invited", True
        for each in row.asked:
            if each["user_id"] == user_id:
                yield "asked", _filled(each)
        left = [_filled(each, quiet) for each in row.former if each["user_id"] == user_id]
        if left:
            yield "held before", left
    with suppress(Damaged), decoding_game("the results before"):
        for key, won in Series.load(row.series).won:
            if key == user_id:
                yield "won before", won
    with suppress(Damaged), decoding_game("what is proposed"):
        for proposal in load_proposals(row.proposals):
            if proposal.question.user_id == user_id:
                yield "proposed for seat", proposal.question.seat
    with suppress(Damaged), decoding_game("what was taught"):
        taught = load_taught(row.taught)
        if seat is not None and taught:
            own = taught[seat]
            met = {thing: _number(quiet, seq) for thing, seq in own.met.items()}
            yield "taught", replace(own, met=met).dump()
    with suppress(Damaged):
        if pending := personal.read_notifications(connection, user_id, row.id):
            yield "rings later", [*map(str, pending)]


def _filled(row: Mapping[str, Any], quiet: Sequence[int] = ()) -> dict[str, Any]:
    """Return the columns of a row that are not empty, without identifying ones."""
    filled = {
        name: value
        for name, value in row.items()
        if name not in _OF_NOBODY and value not in (None, "", {})
    }
    for name, value in filled.items():
        if name.endswith("_seq") and isinstance(value, int):
            filled[name] = _number(quiet, value)
    if "plan" in filled:
        with suppress(Damaged), decoding_game("a plan"):
            plan = Plan.load(filled["plan"])
            filled["plan"] = replace(plan, seen=_number(quiet, plan.seen)).dump()
    return filled
