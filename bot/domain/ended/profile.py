"""What the results of a user add up to (docs/profiles.md). Running games don't count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from bot.store import Ending, PlayedRow
from engine import TILE_COUNTS, Colour, Level

LEAST_TILES = 30
"""Fewer tiles placed say nothing about favourite colours."""
LEAST_GAMES = 3
"""Fewer games say nothing about a player to strangers."""


class Tally(NamedTuple):
    """Games in which a player held a seat at the end, and how many of them they won."""

    games: int
    wins: int


class Against(NamedTuple):
    """Games in which a player and the viewer both held seats at the end."""

    games: int
    ahead: int
    """Those in which the player was ahead."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How reliably and fast a user plays with others (docs/profiles.md)."""

    begun: int
    """Games with others that have ended, but not those stopped while the user stayed."""
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
    """Colour most placed for its share of the bag, in all games; None if that is unclear."""
    neglected: Colour | None
    best: PlayedRow | None
    """The game with the most points in the weakest colour."""
    against: Against | None
    """Against the viewer; None if that is the user, or they have not met."""


def manner_of(rows: Iterable[PlayedRow]) -> Manner:
    """Return how a user plays, from all that user's results, the latest first."""
    return _manner([each for each in _games(rows) if each[0].with_others])


def profile_of(rows: Sequence[PlayedRow]) -> Profile:
    """Return a user's profile, from all that user's results, the latest first."""
    games = _games(rows)
    together = [each for each in games if each[0].with_others]
    held = [each[0] for each in together if each[0].place is not None]
    alone = [row for row, *_ in games if not row.with_others and row.place is not None]
    favourite, neglected = _colours(rows)
    return Profile(
        manner=_manner(together),
        by_players={
            players: tally
            for players in range(2, 5)
            if (tally := _tally(row for row in held if row.players == players)).games
        },
        by_level={
            level: tally
            for level in Level
            if (tally := _tally(row for row in alone if level in row.levels)).games
        },
        favourite=favourite,
        neglected=neglected,
        best=_best(held),
        against=_against(held),
    )


def _games(rows: Iterable[PlayedRow]) -> list[list[PlayedRow]]:
    """Return the results by game; the first of each is the one at its end."""
    return [[*each] for _, each in groupby(rows, key=attrgetter("game_id"))]


def _manner(games: Iterable[Sequence[PlayedRow]]) -> Manner:
    ended = [each for each in games if each[0].ending is not Ending.STOPPED]
    finished = sum(each[0].ending is Ending.FINISHED for each in ended)
    return Manner(len(ended), finished, _usual_wait(row for each in ended for row in each))


def _usual_wait(rows: Iterable[PlayedRow]) -> timedelta | None:
    """Return the median of the games' usual waits, weighted by decisions."""
    waits = sorted((row.usual_wait, row.decisions) for row in rows if row.usual_wait is not None)
    half = sum(decisions for _, decisions in waits) / 2
    passed = 0
    for wait, decisions in waits:
        passed += decisions
        if passed >= half:
            return wait
    return None


def _tally(held: Iterable[PlayedRow]) -> Tally:
    won = [row.ending is Ending.FINISHED and row.place == 1 for row in held]
    return Tally(len(won), sum(won))


def _colours(rows: Iterable[PlayedRow]) -> tuple[Colour | None, Colour | None]:
    """Return the colours placed most and least for their share of the bag, None for a tie."""
    placed = [sum(each) for each in zip(*(row.placed for row in rows), strict=True)]
    if not placed or sum(placed) < LEAST_TILES:
        return None, None
    shares = [Fraction(*each) for each in zip(placed, TILE_COUNTS, strict=True)]

    def only(share: Fraction) -> Colour | None:
        return Colour(shares.index(share)) if shares.count(share) == 1 else None

    return only(max(shares)), only(min(shares))


def _best(held: Iterable[PlayedRow]) -> PlayedRow | None:
    """Return the best game: ranked as in R14.3, then by place; of equal ones the latest.

    None if the weakest colour never had a point.
    """
    worth = [row for row in held if row.ending is Ending.FINISHED and min(row.spheres)]
    return max(worth, key=lambda row: (sorted(row.spheres), -(row.place or 0)), default=None)


def _against(held: Iterable[PlayedRow]) -> Against | None:
    places = [
        (row.place, row.place_of_viewer)
        for row in held
        if row.place is not None and row.place_of_viewer is not None
    ]
    return Against(len(places), sum(own < other for own, other in places)) if places else None
