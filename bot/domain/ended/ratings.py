"""Ratings of people, folded over the results of rated games (docs/ratings.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from statistics import fmean
from typing import NamedTuple

from openskill.models import BradleyTerryPart

from bot.store import RatedRow, RatingRow

BETA = 12.5
"""How much luck there is in a game: three times the library's own value, as measured."""
FIRST_MU, FIRST_SIGMA = 25.0, 25 / 3
"""The rating of a newcomer."""
ENOUGH_GAMES, ENOUGH_OPPONENTS = 10, 4
"""Games, and different opponents in them, before a rating is no longer provisional."""

_MODEL = BradleyTerryPart(mu=FIRST_MU, sigma=FIRST_SIGMA, beta=BETA)
_MIDDLE, _SCALE = 1500, 10
_DIGITS = 6
"""Digits after the point that are kept, so that all machines compute the same."""
_LAST = 99.0
"""The rank of everyone who did not stay to the end."""


def is_provisional(row: RatingRow) -> bool:
    """True if a rating rests on too few games or opponents."""
    return row.games < ENOUGH_GAMES or row.opponents < ENOUGH_OPPONENTS


def shown_number(mu: float) -> int:
    """Return a rating as people read it: 1500 for a newcomer."""
    return round(_MIDDLE + _SCALE * (mu - FIRST_MU))


def shown_margin(sigma: float) -> int:
    """Return the number after ± on the same scale."""
    return round(_SCALE * sigma)


class CoursePoint(NamedTuple):
    """A rating as people read it, from the end of a game on."""

    at: datetime
    number: int
    margin: int
    provisional: bool


def course_of(rows: Iterable[RatedRow]) -> Iterator[CoursePoint]:
    """Yield a person's rating after each of their rated games, given oldest first."""
    games = opponents = 0
    for row in rows:
        games, opponents = games + 1, opponents + (row.met or 0)
        if row.mu is not None and row.sigma is not None:
            known = RatingRow(row.user_id or 0, row.mu, row.sigma, games, opponents)
            number, margin = shown_number(row.mu), shown_margin(row.sigma)
            yield CoursePoint(row.ended_at, number, margin, is_provisional(known))


def last_change(rows: Sequence[RatedRow]) -> int | None:
    """Return how a person's last rated game changed the shown number; None without one."""
    if not rows or rows[-1].mu is None or rows[-1].mu_before is None:
        return None
    return shown_number(rows[-1].mu) - shown_number(rows[-1].mu_before)


def month_of(moment: datetime) -> tuple[int, int]:
    """Return the calendar month (UTC) in which a pair's games weigh less and less."""
    return moment.year, moment.month


@dataclass(slots=True)
class RatingSoFar:
    """What is known of a person before a game."""

    mu: float = FIRST_MU
    sigma: float = FIRST_SIGMA
    games: int = 0
    opponents: int = 0
    """Number of different people in these games, deleted ones too."""
    met: set[int] = field(default_factory=set)
    """Those of them who are not deleted."""
    month: tuple[int, int] | None = None
    together: Counter[int] = field(default_factory=Counter)
    """Games with each of them in that month."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """The ratings of a server, game by game, in the order in which the games ended.

    *known* returns the standing of a person before the first of these games.
    """

    known: Callable[[int], RatingSoFar] = lambda _user_id: RatingSoFar()
    people: dict[int, RatingSoFar] = field(default_factory=dict)
    """The standings after the last game, by user."""

    def of(self, user_id: int) -> RatingSoFar:
        """Return a person's standing."""
        if user_id not in self.people:
            self.people[user_id] = self.known(user_id)
        return self.people[user_id]

    def rate(self, game: Sequence[RatedRow]) -> list[RatedRow]:
        """Rate a game. Returns its rows with the ratings before and after it.

        If one of its users was deleted, that user's rating before it, and everybody's weight and
        number of new opponents, are taken as stored.
        """
        people = [None if each.user_id is None else self.of(each.user_id) for each in game]
        before = [_before(*each) for each in zip(game, people, strict=True)]
        ranks = [_LAST if each.place is None else float(each.place) for each in game]
        rated = _MODEL.rate([[_MODEL.rating(*each)] for each in before], ranks)
        given = None in people
        after = []
        for row, person, (mu, sigma), (new,) in zip(game, people, before, rated, strict=True):
            others = [each.user_id for each in game if each is not row]
            weight, met = _weight(person, others, row.ended_at), _new(person, others)
            if given and row.weight is not None and row.met is not None:
                weight, met = row.weight, row.met
            after.append(
                replace(
                    row,
                    mu_before=mu,
                    sigma_before=sigma,
                    mu=round(mu + weight * (new.mu - mu), _DIGITS),
                    sigma=round(sigma + weight * (new.sigma - sigma), _DIGITS),
                    weight=weight,
                    met=met,
                )
            )
        for row, person in zip(after, people, strict=True):
            if person is not None:
                _note(person, row, after)
        return after


def _before(row: RatedRow, person: RatingSoFar | None) -> tuple[float, float]:
    if person is not None:
        return person.mu, person.sigma
    if row.mu_before is None or row.sigma_before is None:
        return FIRST_MU, FIRST_SIGMA
    return row.mu_before, row.sigma_before


def _weight(person: RatingSoFar | None, others: Sequence[int | None], at: datetime) -> float:
    """Return the mean, over the others, of 1/n in the pair's n-th game of the month."""
    together = Counter[int]()
    if person is not None and person.month == month_of(at):
        together = person.together
    return fmean(1 / (1 + (0 if each is None else together[each])) for each in others)


def _new(person: RatingSoFar | None, others: Sequence[int | None]) -> int:
    """Return the number of others whom a person has not met before."""
    met = set[int]() if person is None else person.met
    return sum(each not in met for each in others)


def _note(person: RatingSoFar, row: RatedRow, game: Sequence[RatedRow]) -> None:
    """Add a game to a person's standing."""
    assert row.mu is not None
    assert row.sigma is not None
    if person.month != month_of(row.ended_at):
        person.month, person.together = month_of(row.ended_at), Counter()
    others = [each.user_id for each in game if each is not row and each.user_id is not None]
    person.mu, person.sigma = row.mu, row.sigma
    person.games += 1
    person.opponents += row.met or 0
    person.met.update(others)
    person.together.update(others)
