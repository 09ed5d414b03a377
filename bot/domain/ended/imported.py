"""Records that users import: games played anywhere, shown like games that have ended.

A file can hold anything, so cheap checks come first: its size, that it is text, then one decision
after the other, up to more than any game has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.domain.ended.review import Playback
from bot.domain.entries import Acted, FullAction, Started, as_public
from bot.domain.naming import NAME_LIMIT, plain
from bot.domain.player import Player
from bot.domain.refusals import Fault, Refusal, Refused
from bot.domain.table import Place, Standing, Status, Table
from engine import (
    DYNASTY_NAMES,
    Dynasty,
    FormatError,
    Game,
    Step,
    TurnBegan,
    headers_of,
    read_game,
)

MOST_BYTES = 32 * 1024
"""The largest file; a whole game with every option has some 5,000 bytes."""
MOST_DECISIONS = 1000
"""A whole game with every option has some 500."""
ENDING = ".te"
RECORD_KEPT = timedelta(days=7)
"""How long a record is kept."""
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_HIDDEN = re.compile(r'^\[(?:Hand|Score|Bag)\b[^"\n]*"\?', re.MULTILINE)
_BEFORE_RULE = re.compile(r"\. (?=\(R[\d.]+\)$)")
_LONGEST_NAME = 32
NOWHERE = Place(None, 0)


def text_of(data: bytes) -> str:
    """Return the text of a file. Raises Refused if it is too long, or not text."""
    check_size(len(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refused(Refusal.RECORD_NOT_TEXT) from None
    if _NO_TEXT.search(text):
        raise Refused(Refusal.RECORD_NOT_TEXT)
    if not text.strip():
        raise Refused(Refusal.RECORD_EMPTY)
    return text


def check_size(size: int) -> None:
    """Raise Refused if a file of *size* bytes is too long."""
    if size > MOST_BYTES:
        raise Refused(Refusal.RECORD_TOO_LONG, most=MOST_BYTES // 1024)


def file_name(name: str) -> str:
    """Return the name to show for a file, on one line, without its ending."""
    visible = plain(_NO_TEXT.sub(" ", name.encode(errors="ignore").decode()))
    return visible.removesuffix(ENDING)[:NAME_LIMIT] or plain("")


def playback_of(text: str, at: datetime) -> Playback:
    """Return the playback of a record, as if it were played *at* that time.

    Raises Refused, with the faulty line, unless it is a record with decisions.
    """
    played: list[Game | Step] = []
    try:
        for each in read_game(text):
            if len(played) > MOST_DECISIONS:
                raise Refused(Refusal.RECORD_TOO_MANY)
            played.append(each)
    except FormatError as error:
        if _HIDDEN.search(text):
            raise Refused(Refusal.RECORD_HIDES) from None
        fault = Fault(_BEFORE_RULE.sub(" ", str(error)).removesuffix("."))
        raise Refused(Refusal.RECORD_ILLEGIBLE, line=error.line, fault=fault) from None
    if len(played) == 1:
        raise Refused(Refusal.RECORD_WITHOUT_DECISIONS)
    return Playback.of(played, [*_entries(played, at)])


def _entries(played: Sequence[Game | Step], at: datetime) -> list[Started | Acted]:
    entries: list[Started | Acted] = [Started(seq=1, at=at, turn=1)]
    turn = 1
    for seq, each in enumerate(played[1:], 2):
        assert isinstance(each, Step)
        seat = each.game.seats.index(each.dynasty)
        full = FullAction(each.action, each.events, seq=seq, at=at, turn=turn, seat=seat)
        entry = as_public(full)
        assert isinstance(entry, Acted)
        entries.append(entry)
        turn += any(isinstance(event, TurnBegan) for event in each.events)
    return entries


def table_of(playback: Playback, name: str, text: str, at: datetime) -> Table:
    """Return the table at the end of a record; its number is 0, and its players are no users."""
    of_players = headers_of(text).get("Players", "")
    game, version = playback.game(-1), len(playback.played)
    players = tuple(
        Player(seat + 1, None, called, seat, dynasty)
        for seat, (called, dynasty) in enumerate(
            zip(_names(of_players, game.seats), game.seats, strict=True)
        )
    )
    return Table(
        id=0,
        name=name,
        status=Status.OVER if game.over else Status.ABANDONED,
        place=NOWHERE,
        home=None,
        opener_id=0,
        board=game.board.layout.name,
        options=game.options,
        capacity=len(players),
        players=players,
        version=version,
        state_version=version,
        turn=playback.turns[-1].number,
        delivered_turn=playback.turns[-1].number,
        turns=(),
        round=(),
        view=game.view(None),
        standings=tuple(Standing(each.place, players[each.seat], each) for each in game.ranking())
        if game.over
        else (),
        created_at=at,
    )


def _names(written: str, seats: Sequence[Dynasty]) -> list[str]:
    """Return the players' names from the header; those of the dynasties if it does not fit."""
    named = [plain(each)[:_LONGEST_NAME] for each in written.split(",")]
    if len(named) != len(seats):
        named = [""] * len(seats)
    return [
        name or DYNASTY_NAMES[dynasty].capitalize()
        for name, dynasty in zip(named, seats, strict=True)
    ]
