"""Titles for players, each by a rule."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from engine.story.statistics import Statistics
from engine.values.material import COLOURS, Colour
from engine.values.scoring import rank

__all__ = ["Title", "TitleGiven", "titles_of"]

MOST = 3
"""Maximum number of titles in a game."""


class Title(StrEnum):
    """A title and its rule, in the order in which they are given."""

    COMEBACK = "comeback"
    """Last after three quarters of the turns, alone, and first at the end, alone."""
    UNDEFEATED = "undefeated"
    """Won every conflict in which their King (Priest, Farmer, Trader) took part, at least three.

    The one with the most such conflicts."""
    WALL = "wall"
    """Won the most conflicts in which they were attacked, at least three."""
    CONQUEROR = "conqueror"
    """Won the most wars as attacker, at least three."""
    REBEL = "rebel"
    """Won the most revolts as attacker, at least three."""
    BUILDER = "builder"
    """Built the most monuments, the ziggurat among them, at least two."""
    TREASURER = "treasurer"
    """Took more treasures than all others together, at least four."""
    NEIGHBOUR = "neighbour"
    """Gave the others the most points with tiles that they placed, at least four."""


@dataclass(frozen=True, slots=True)
class TitleGiven:
    """A title given to a player."""

    title: Title
    seat: int
    count: int
    """What the title counts, such as conflicts; of a comeback, the turn."""
    leader: Colour | None = None
    """The leader of *undefeated*."""


def titles_of(statistics: Statistics) -> tuple[TitleGiven, ...]:
    """Return the titles given in a game: at most three, and at most one a player.

    They are given in the order of :class:`Title`. No one gets a title that two can claim equally,
    and it does not pass to the second best if the best has one already.
    """
    given: list[TitleGiven] = []
    for title in Title:
        claims = [_claim(statistics, title, seat) for seat in range(len(statistics.by_seat))]
        most = max(claim.count for claim in claims)
        best = [claim for claim in claims if claim.count == most]
        if most >= _LEAST[title] and len(best) == 1:
            given += (claim for claim in best if claim.seat not in [each.seat for each in given])
    return tuple(given[:MOST])


_LEAST = {
    Title.COMEBACK: 1,
    Title.UNDEFEATED: 3,
    Title.WALL: 3,
    Title.CONQUEROR: 3,
    Title.REBEL: 3,
    Title.BUILDER: 2,
    Title.TREASURER: 4,
    Title.NEIGHBOUR: 4,
}
"""The least count of each title."""


def _claim(statistics: Statistics, title: Title, seat: int) -> TitleGiven:
    """Return the claim of a seat to a title; it counts 0 if the rule excludes it."""
    own, leader = statistics.by_seat[seat], None
    match title:
        case Title.COMEBACK:
            count = _comeback(statistics, seat)
        case Title.UNDEFEATED:
            count, leader = max(
                ((_undefeated(statistics, seat, colour), colour) for colour in COLOURS),
                key=lambda won: won[0],
            )
        case Title.WALL:
            count = own.revolts_defending.won + own.wars_defending.won
        case Title.CONQUEROR:
            count = own.wars_attacking.won
        case Title.REBEL:
            count = own.revolts_attacking.won
        case Title.BUILDER:
            count = own.built
        case Title.TREASURER:
            taken = [len(each.cells) for each in statistics.treasures if each.seat == seat]
            count = sum(taken)
            if 2 * count <= sum(len(each.cells) for each in statistics.treasures):
                count = 0
        case Title.NEIGHBOUR:
            count = own.given
        case _:
            assert_never(title)
    return TitleGiven(title, seat, count, leader)


def _comeback(statistics: Statistics, seat: int) -> int:
    """Return the turn after which the later winner was last; 0 for any other seat."""
    late = statistics.turns * 3 // 4
    last = rank(statistics.scores[late])[-1]
    first = [placing.seat for placing in statistics.ranking if placing.place == 1] == [seat]
    return late if first and (last.seat, last.place) == (seat, len(statistics.by_seat)) else 0


def _undefeated(statistics: Statistics, seat: int, colour: Colour) -> int:
    """Return how many conflicts a leader won; 0 if it lost any."""
    won = 0
    for battle in statistics.battles:
        conflict = battle.conflict
        if conflict.colour is colour and seat in (conflict.attacker.seat, conflict.defender.seat):
            if conflict.winner.seat != seat:
                return 0
            won += 1
    return won
