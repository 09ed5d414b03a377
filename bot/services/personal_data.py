"""What is stored about one person, for that person alone.

Nothing of it is anybody else's: of a log only what that person has done, and no bag.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row

from bot.changes import RulesReader, quiet_among
from bot.domain import (
    OwnNumber,
    Plan,
    decoding_game,
    load_proposals,
    load_taught,
    public_number,
)
from bot.domain.entries import FullStart
from bot.services.users import LessonProgress, progress_of
from bot.store import Damaged, Store
from bot.store.queries import logs, personal

_OF_OTHERS_TOO = frozenset({FullStart.kind})
"""The kinds of entries whose texts tell more than what one person did: here the bag, too."""
_OF_NOBODY = frozenset({"user_id", "game_id"})
"""Columns that tell nothing but which row it is."""
_ENTRIES = frozenset({"decision", "proposal", "joined"})
"""The details of entries that are numbers of entries."""
_OF_OTHERS = frozenset({"deadlines", "not_before", "hushed", "blind", "unreached"})
"""The details of entries that follow from the hours, or the reach, of other users."""


@dataclass(frozen=True, slots=True)
class Activity:
    """Something that was done in a game, as its log has it."""

    at: datetime
    turn: int
    kind: str
    told: str = field(repr=False)
    """The decision in notation, or the details; empty if there are none, or are not all one's own.
    """


@dataclass(frozen=True, slots=True)
class SentMessageData:
    """A message to a person that is on Discord, or is being sent."""

    channel_id: int | None
    message_id: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class OwnGame:
    """What a game holds of a person."""

    number: int
    name: str
    status: str
    guild_id: int | None
    seat: Mapping[str, Any] = field(repr=False)
    """What is kept of that person as a player; empty if that person does not sit there."""
    named: Mapping[str, Any] = field(repr=False)
    """What else is noted of that user, such as an invitation to join."""
    deeds: tuple[Activity, ...] = field(repr=False)
    named_in: tuple[Activity, ...] = field(repr=False)
    """What others did that names that person."""
    messages: tuple[SentMessageData, ...]

    @property
    def keeps_seat(self) -> bool:
        """True if that person sits there, and has not given the seat up."""
        return bool(self.seat) and "abandoned_seq" not in self.seat

    @property
    def is_empty(self) -> bool:
        """True if nothing of that person is in it."""
        return not any((self.seat, self.named, self.deeds, self.named_in, self.messages))


@dataclass(frozen=True, slots=True)
class OwnData:
    """Everything that is stored about a person."""

    user_id: int
    settings: Mapping[str, Any]
    """What is known in all games together, by its names in the database."""
    progress: LessonProgress
    games: tuple[OwnGame, ...]
    """The newest first."""
    silenced_in: tuple[int, ...]
    """The servers whose admins let that person open no games."""
    noted: Mapping[str, datetime]
    """What else was noted, such as when the user's hours were changed."""

    @property
    def is_empty(self) -> bool:
        """True if nothing is stored."""
        known = (self.settings, self.games, self.silenced_in, self.noted, self.progress.lesson)
        return not any(known)


@dataclass(frozen=True, slots=True)
class PersonalData:
    """What is stored about a user, for that user alone."""

    _store: Store
    _rules: RulesReader

    async def read(self, user_id: OwnNumber) -> OwnData:
        """Read everything that is stored about a person."""
        return await self._store.read(self._read, user_id)

    def _read(self, connection: Connection, user_id: int) -> OwnData:
        seats = personal.read_seats(connection, user_id)
        found = (
            _own_game(connection, row, user_id, seats.get(row.id, {}))
            for row in personal.read_games(connection, user_id)
        )
        noted = personal.read_said(connection, user_id)
        if (farewell_at := personal.farewell_at(connection, user_id)) is not None:
            noted["to be forgotten"] = farewell_at
        return OwnData(
            user_id,
            _kept(personal.read_settings(connection, user_id)),
            progress_of(connection, user_id),
            tuple(game for game in found if not game.is_empty),
            tuple(
                guild_id
                for guild_id in personal.servers_naming(connection, user_id)
                if user_id in self._rules.read(connection, guild_id).silenced
            ),
            noted,
        )


def _own_game(
    connection: Connection, row: Row[Any], user_id: int, seat: Mapping[str, Any]
) -> OwnGame:
    number = personal.number_of(user_id)
    # The log's own numbers would tell of quiet entries of others.
    quiet = quiet_among(logs.read_quiet(connection, row.id))
    return OwnGame(
        row.id,
        row.name,
        row.status,
        row.guild_id,
        _kept(_own(seat), quiet),
        {
            **dict(_offered(connection, row, user_id)),
            **dict(_named(row, user_id, seat.get("seat"), quiet)),
            **dict(_rings(connection, row, user_id)),
        },
        tuple(
            Activity(each.at, each.turn, each.kind, _told(each, quiet))
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


def _own(seat: Mapping[str, Any]) -> Mapping[str, Any]:
    """What is kept of a player, without the word of whoever had the seat before."""
    if seat.get("taken_seq") is None:
        return seat
    return {name: value for name, value in seat.items() if name != "word"}


def _told(entry: Row[Any], quiet: Sequence[int]) -> str:
    text = "" if entry.kind in _OF_OTHERS_TOO else entry.text or ""
    if not text.startswith("{"):
        return text
    with suppress(Damaged), decoding_game("what was done"):
        read = json.loads(text)
        details = {key: value for key, value in read.items() if key not in _OF_OTHERS}
        numbers = {each: _number(quiet, details[each]) for each in _ENTRIES & details.keys()}
        return json.dumps(details | numbers)
    return ""


def _number(quiet: Sequence[int], seq: int) -> int:
    """The public number of an entry."""
    return public_number(quiet, seq).number


def _offered(connection: Connection, row: Row[Any], user_id: int) -> Iterator[tuple[str, Any]]:
    """The seat of a game that is offered to a user."""
    for player in personal.players_in(connection, row.id):
        if player.offered_to == user_id:
            yield "offered seat", player.seat


def _rings(connection: Connection, row: Row[Any], user_id: int) -> Iterator[tuple[str, Any]]:
    """What came in a user's quiet hours, and has not rung yet."""
    with suppress(Damaged):
        if rings := personal.read_rings(connection, user_id, row.id):
            yield "rings later", [*map(str, rings)]


def _named(
    row: Row[Any], user_id: int, seat: int | None, quiet: Sequence[int]
) -> Iterator[tuple[str, Any]]:
    """What the row of a game holds of a user, who may sit on a *seat* there.

    What is damaged is left out.
    """
    if row.opener_id == user_id:
        yield "opened", True
    with suppress(Damaged), decoding_game("who was invited"):
        if user_id in row.invited:
            yield "invited", True
        for each in row.asked:
            if each["user_id"] == user_id:
                yield "asked", _kept(each)
        left = [_kept(each, quiet) for each in row.former if each["user_id"] == user_id]
        if left:
            yield "held before", left
    with suppress(Damaged), decoding_game("what is proposed"):
        for proposal in load_proposals(row.proposals):
            if proposal.question.user_id == user_id:
                yield "proposed for seat", proposal.question.seat
    with suppress(Damaged), decoding_game("what was taught"):
        taught = load_taught(row.taught)
        if seat is not None and taught:
            kept = taught[seat]
            met = {thing: _number(quiet, seq) for thing, seq in kept.met.items()}
            yield "taught", replace(kept, met=met).dump()


def _kept(row: Mapping[str, Any], quiet: Sequence[int] = ()) -> dict[str, Any]:
    """The columns of a row that hold something, without those that only say which row it is."""
    kept = {
        name: value
        for name, value in row.items()
        if name not in _OF_NOBODY and value not in (None, "", {})
    }
    for name, value in kept.items():
        if name.endswith("_seq") and isinstance(value, int):
            kept[name] = _number(quiet, value)
    if "plan" in kept:
        with suppress(Damaged), decoding_game("a plan"):
            plan = Plan.load(kept["plan"])
            kept["plan"] = replace(plan, seen=_number(quiet, plan.seen)).dump()
    return kept
