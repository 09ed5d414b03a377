"""What the results of a user add up to (docs/profiles.md). None is of a running game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from bot.store import Ending, ResultRow
from engine import TILE_COUNTS, Colour, Level

LEAST_TILES = 30
"""Fewer tiles placed say nothing about favourite colours."""
LEAST_GAMES = 3
"""Fewer games say nothing about a player to those who do not know them."""


class Tally(NamedTuple):
    """Games that a player held to their end, and how many of them were won."""

    games: int
    wins: int


class Against(NamedTuple):
    """Games that two players held to their end, by who was ahead; in the rest neither was."""

    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Manner:
    """How a user plays with others, whatever comes of it (docs/profiles.md)."""

    begun: int
    """Games with others that have ended; not one without a result if the user stayed in it."""
    finished: int
    """Those of them that the user played to their end."""
    usual_wait: timedelta | None
    """Usual time that such a game waits for the user's decision; None without one."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a user's games add up to: those with other people, unless it says otherwise."""

    manner: Manner
    by_players: Mapping[int, Tally]
    """By number of players, in order."""
    by_level: Mapping[Level, Tally]
    """Games against computers alone, by the levels that took part, in order."""
    favourite: Colour | None
    """Colour most placed for its share of the bag, in all games; None if that can't be said."""
    neglected: Colour | None
    best: ResultRow | None
    """The game with the most points in the weakest colour."""
    against: Against | None
    """Against the user who looks; None if that is the same one, or they have not met."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game with its results, of which *own* are a user's; the last one counts at the end."""

    rows: Sequence[ResultRow]
    own: Sequence[ResultRow]

    @property
    def last(self) -> ResultRow:
        return self.own[-1]

    @property
    def with_others(self) -> bool:
        """True if another person had a seat; a deleted user counts as one."""
        return any(row.level is None and row.seat != self.last.seat for row in self.rows)

    @property
    def won(self) -> bool:
        return self.last.ending is Ending.FINISHED and self.last.place == 1

    @property
    def has_place(self) -> bool:
        return self.last.place is not None


def manner_of(user_id: int, rows: Iterable[ResultRow]) -> Manner:
    """Return how a user plays, from all *rows* of the games that the user held a seat in."""
    return _manner(each for each in _games(user_id, rows) if each.with_others)


def profile_of(user_id: int, rows: Iterable[ResultRow], looker: int) -> Profile:
    """Return a user's profile, from all *rows* of the games that the user held a seat in."""
    games = _games(user_id, rows)
    together = [each for each in games if each.with_others]
    alone = [each for each in games if not each.with_others]
    favourite, neglected = _colours(row for each in games for row in each.own)
    return Profile(
        manner=_manner(together),
        by_players={
            players: tally
            for players in range(2, 5)
            if (tally := _tally(each for each in together if each.last.players == players)).games
        },
        by_level={
            level: tally
            for level in Level
            if (tally := _tally(each for each in alone if _has(each.rows, level))).games
        },
        favourite=favourite,
        neglected=neglected,
        best=_best(together),
        against=None if looker == user_id else _against(together, looker),
    )


def _games(user_id: int, rows: Iterable[ResultRow]) -> list[_Game]:
    in_order = sorted(rows, key=attrgetter("game_id", "seat", "holder"))
    games = [[*each] for _, each in groupby(in_order, key=attrgetter("game_id"))]
    owned = [(each, [row for row in each if row.user_id == user_id]) for each in games]
    return [_Game(each, own) for each, own in owned if own]


def _manner(games: Iterable[_Game]) -> Manner:
    ended = [each for each in games if each.last.ending is not Ending.STOPPED]
    finished = sum(each.last.ending is Ending.FINISHED for each in ended)
    return Manner(len(ended), finished, _usual_wait(row for each in ended for row in each.own))


def _usual_wait(rows: Iterable[ResultRow]) -> timedelta | None:
    """Return the median of the games' usual waits, each as often as there were decisions."""
    waits = sorted((row.usual_wait, row.decisions) for row in rows if row.usual_wait is not None)
    half = sum(decisions for _, decisions in waits) / 2
    passed = 0
    for wait, decisions in waits:
        passed += decisions
        if passed >= half:
            return wait
    return None


def _tally(games: Iterable[_Game]) -> Tally:
    held = [each for each in games if each.has_place]
    return Tally(len(held), sum(each.won for each in held))


def _has(rows: Iterable[ResultRow], level: Level) -> bool:
    return any(row.level is level for row in rows)


def _colours(rows: Iterable[ResultRow]) -> tuple[Colour | None, Colour | None]:
    """Return the colours placed most and least for their share of the bag, None for a tie."""
    placed = [sum(each) for each in zip(*(row.placed for row in rows), strict=True)]
    if not placed or sum(placed) < LEAST_TILES:
        return None, None
    shares = [Fraction(*each) for each in zip(placed, TILE_COUNTS, strict=True)]

    def only(share: Fraction) -> Colour | None:
        return Colour(shares.index(share)) if shares.count(share) == 1 else None

    return only(max(shares)), only(min(shares))


def _best(games: Iterable[_Game]) -> ResultRow | None:
    """Return the best game: ranked as in R14.3, then by place; of equal ones the latest."""
    finished = [each.last for each in games if each.last.ending is Ending.FINISHED]
    return max(
        finished,
        key=lambda row: (sorted(row.spheres), -(row.place or 0), row.ended_at),
        default=None,
    )


def _against(games: Iterable[_Game], looker: int) -> Against | None:
    places = [
        (each.last.place, row.place)
        for each in games
        for row in each.rows
        if row.user_id == looker and row.place is not None and each.last.place is not None
    ]
    if not places:
        return None
    ahead = sum(own < other for own, other in places)
    behind = sum(own > other for own, other in places)
    return Against(len(places), ahead, behind)
