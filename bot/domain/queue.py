"""The queue of a server: who waits for a table there, and which table fits.

A table fits if everybody wants its number of players, its pace, its preset, and to be rated or not;
if nobody avoids anybody or is on vacation; and if somebody may open it in a channel that all see.
With a time limit, all must share :data:`SHARED` of their hours in the coming week. At a live table
everybody must be there now: all must have asked within :data:`PRESENT`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, Self, TypeVar

from bot.domain.hours import Hours
from bot.domain.naming import CAPACITIES, PRESETS, USUAL_PRESET
from bot.domain.pace import PACES, USUAL_PACE, Pace
from bot.domain.server_rules import ServerRules

_T = TypeVar("_T")

KEPT = timedelta(days=7)
"""Time for which a user waits without asking again."""
PRESENT = timedelta(hours=1)
"""The same for a live table, at which everybody must be present."""
MOST_AVOIDED = 25
"""Maximum size of Discord's select menu for users."""
SHARED = timedelta(hours=21)
"""The part of the coming week in which all must be in their hours: three hours a day."""
_WEEK, _STEP = timedelta(days=7), timedelta(minutes=15)
_ALL_WEEK = (1 << _WEEK // _STEP) - 1
_AS_USUAL = ""
"""The preset of a server whose usual set-up is none of :data:`PRESETS`."""
_RATED = {"": None, "yes": True, "no": False}
_CITIES = (
    *("Uruk", "Ur", "Eridu", "Lagash", "Nippur", "Kish", "Umma", "Larsa", "Isin", "Sippar"),
    *("Borsippa", "Babylon", "Eshnunna", "Mari", "Assur", "Nineveh", "Nimrud", "Nuzi", "Susa"),
)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user who waits wants; an empty set leaves it open."""

    seats: frozenset[int] = frozenset()
    paces: frozenset[str] = frozenset()
    """Names in PACES; left open, any but live."""
    presets: frozenset[str] = frozenset()
    """Names in PRESETS."""
    rated: bool | None = None
    """None leaves it open."""

    def __post_init__(self) -> None:
        known = self.seats <= {*CAPACITIES} and self.paces <= {*PACES}
        if not known or not self.presets <= {*PRESETS}:
            raise ValueError(f"{self} is not a wish")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read it back. Raises ValueError if it is none."""
        *sets, rated = text.split(".")
        seats, paces, presets = (frozenset(part.split(";")) - {""} for part in sets)
        if rated not in _RATED:
            raise ValueError(f"{text!r} is not a wish")
        return cls(frozenset(map(int, seats)), paces, presets, _RATED[rated])

    def __str__(self) -> str:
        parts = map(str, sorted(self.seats)), sorted(self.paces), sorted(self.presets)
        (rated,) = (word for word, meant in _RATED.items() if meant is self.rated)
        return ".".join((*map(";".join, parts), rated))

    @property
    def kept(self) -> timedelta:
        """Time for which a user waits with this wish."""
        live_alone = self.paces and all(PACES[each].live for each in self.paces)
        return PRESENT if live_alone else KEPT


@dataclass(frozen=True, slots=True)
class QueuedUser:
    """A user who waits for a table."""

    user_id: int
    wish: Wish
    since: datetime
    asked_at: datetime
    """When the user last asked, or changed the wish."""
    channel_id: int
    """Where."""
    around: tuple[int, ...] = ()
    """A thread's channel, and the category."""
    opens: bool = True
    """True if the user may open games there."""
    hours: Hours = field(default_factory=Hours, repr=False)
    avoids: frozenset[int] = field(default=frozenset(), repr=False)

    @property
    def until(self) -> datetime:
        """The moment at which the user stops waiting."""
        return self.asked_at + self.wish.kept


@dataclass(frozen=True, slots=True)
class Permitted:
    """What a server's tables can be like: first what is usual there."""

    paces: Mapping[str, Pace]
    presets: Mapping[str, tuple[str, tuple[str, ...]]]
    """Board and options."""
    rated: bool = False

    @classmethod
    def by(cls, rules: ServerRules) -> Self:
        """Return what the rules of a server permit."""
        paces = rules.paces_offered
        usual = rules.pace or USUAL_PACE
        if usual in paces:
            paces = {usual: paces[usual]} | paces
        set_up = rules.opened_like(*PRESETS[USUAL_PRESET], chosen=False)
        names = (name for name, each in PRESETS.items() if each == set_up)
        permitted = {name: each for name, each in PRESETS.items() if rules.permits(each[1])}
        return cls(paces, {next(names, _AS_USUAL): set_up} | permitted, rules.rated)


class Match(NamedTuple):
    """A table that fits."""

    players: tuple[QueuedUser, ...]
    """In the order of waiting."""
    opener: QueuedUser
    channel_id: int
    pace: Pace
    preset: tuple[str, tuple[str, ...]]
    """Board and options."""
    rated: bool


def find_match(
    waiting: Sequence[QueuedUser],
    permitted: Permitted,
    now: datetime,
    unseen: Collection[tuple[int, int]] = (),
) -> Match | None:
    """Return the first table that fits those who wait, in their order; None if none does.

    It seats the first who can be seated, with the first who fits, and so on, and as many as
    possible. *unseen* are channels, with users who do not see them.
    """
    there = [each for each in waiting if each.until > now and each.hours.back_at(now) is None]
    return _Looking(permitted, now, unseen).extend((), there)


@dataclass(frozen=True, slots=True)
class _Looking:
    """The search for a table."""

    permitted: Permitted
    now: datetime
    unseen: Collection[tuple[int, int]]
    awake: dict[int, int] = field(default_factory=dict)
    """The quarters of an hour of the coming week in which users can be expected, as bits."""
    pairs: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Whether two users agree, as far as that was asked."""

    def extend(self, seated: tuple[QueuedUser, ...], rest: Sequence[QueuedUser]) -> Match | None:
        """Return the first table of those *seated* and some of the *rest*.

        Each of the *rest* agrees with each of those *seated*.
        """
        for at, each in enumerate(rest if len(seated) < max(CAPACITIES) else ()):
            more = (*seated, each)
            if not self._agree(more):
                continue
            beside = [other for other in rest[at + 1 :] if self._agree_pair(each, other)]
            if (found := self.extend(more, beside)) is not None:
                return found
        return self._table(seated) if len(seated) in _seats(seated) else None

    def _agree_pair(self, one: QueuedUser, other: QueuedUser) -> bool:
        """True if two users want one table, perhaps with others, and neither avoids the other."""
        pair = one.user_id, other.user_id
        if pair not in self.pairs:
            avoided = one.user_id in other.avoids or other.user_id in one.avoids
            self.pairs[pair] = not avoided and self._agree((one, other))
        return self.pairs[pair]

    def _agree(self, players: tuple[QueuedUser, ...]) -> bool:
        """True if these users want one table, perhaps with others."""
        return (
            any(count >= len(players) for count in _seats(players))
            and len(_rated(players)) <= 1
            and self._preset(players) is not None
            and self._pace(players) is not None
        )

    def _table(self, players: tuple[QueuedUser, ...]) -> Match | None:
        opener = next((each for each in players if each.opens), None)
        channel_id = next((each for each in _channels(players) if self._seen(each, players)), None)
        pace, preset = self._pace(players), self._preset(players)
        if opener is None or channel_id is None or pace is None or preset is None:
            return None
        rated = next(iter(_rated(players)), self.permitted.rated)
        return Match(players, opener, channel_id, pace, preset, rated)

    def _seen(self, channel_id: int, players: Iterable[QueuedUser]) -> bool:
        return not any((channel_id, each.user_id) in self.unseen for each in players)

    def _preset(self, players: Iterable[QueuedUser]) -> tuple[str, tuple[str, ...]] | None:
        wanted = _common((each.wish.presets for each in players), self.permitted.presets)
        return next((self.permitted.presets[each] for each in wanted), None)

    def _pace(self, players: Sequence[QueuedUser]) -> Pace | None:
        paces = self.permitted.paces
        calm = frozenset(name for name, pace in paces.items() if not pace.live)
        left_open = calm or frozenset(paces)
        wanted = _common((each.wish.paces or left_open for each in players), paces)
        return next((paces[each] for each in wanted if self._in_time(paces[each], players)), None)

    def _in_time(self, pace: Pace, players: Sequence[QueuedUser]) -> bool:
        if pace.live:
            return all(self.now - each.asked_at < PRESENT for each in players)
        if pace.limit is None:
            return True
        shared = _ALL_WEEK
        for each in players:
            if each.user_id not in self.awake:
                self.awake[each.user_id] = _awake(each.hours, self.now)
            shared &= self.awake[each.user_id]
        return shared.bit_count() * _STEP >= SHARED


def _seats(players: Iterable[QueuedUser]) -> list[int]:
    return _common((each.wish.seats for each in players), CAPACITIES)


def _rated(players: Iterable[QueuedUser]) -> set[bool]:
    return {each.wish.rated for each in players if each.wish.rated is not None}


def _channels(players: Iterable[QueuedUser]) -> Iterable[int]:
    return dict.fromkeys(each.channel_id for each in players)


def _common(wishes: Iterable[Collection[_T]], offered: Iterable[_T]) -> list[_T]:
    """Return what all wish of what is offered, in that order; an empty wish is for anything."""
    stated = [wish for wish in wishes if wish]
    return [each for each in offered if all(each in wish for wish in stated)]


def _awake(hours: Hours, now: datetime) -> int:
    """Return the whole quarters of the coming week in these hours, as bits."""
    bits = 0
    for span in hours.spans(now, now + _WEEK):
        first, last = -((now - span.start) // _STEP), (span.end - now) // _STEP
        bits |= (1 << last) - (1 << min(first, last))
    return bits


def city(number: int, taken: Collection[str]) -> str:
    """Return a name for a table: a city between the two rivers, if possible none of *taken*."""
    turned = [*_CITIES[number % len(_CITIES) :], *_CITIES[: number % len(_CITIES)]]
    return next((each for each in turned if each not in taken), turned[0])
