"""The queue of a server: who waits for a table there, and which table fits.

A table fits if all want its number of players, its pace, its preset, and to be rated or not; if no
one avoids another or is on vacation; and if one of them may open it in a channel that all see. With
a time limit, all must share :data:`SHARED` of their hours in the coming week. At a live table all
must be present: each must have asked within :data:`PRESENT`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, Self, TypeVar

from bot.domain.hours import Hours
from bot.domain.naming import CAPACITIES, PRESETS, USUAL_PRESET
from bot.domain.pace import PACES, USUAL_PACE, Pace
from bot.domain.server_rules import ServerRules

_T = TypeVar("_T")

WISH_KEPT = timedelta(days=7)
"""Time for which a user waits without asking again."""
PRESENT = timedelta(hours=1)
"""The same for a live table, at which everybody must be present."""
MOST_AVOIDED = 25
"""Maximum size of Discord's select menu for users."""
SHARED = timedelta(hours=21)
"""The part of the coming week in which all must be in their hours: three hours a day."""
_MOST_SOUGHT, _MOST_TRIED = 200, 20_000
"""Maximum number of users to search, and of attempts to seat one more: so that a press costs a
fraction of a second, however long the queue is."""
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
        """Read a wish. Raises ValueError for anything else."""
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
        return PRESENT if live_alone else WISH_KEPT


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
    """What a server's tables can be like, the usual first."""

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
    *,
    closed: Collection[int] = (),
    unseen: Collection[tuple[int, int]] = (),
    may_open: Callable[[QueuedUser], bool] = lambda _: True,
) -> Match | None:
    """Return the first table that fits those who wait, in their order; None if none does.

    It seats the first user who can be seated, then the first who fits, and so on, as many as
    possible. No table opens in *closed* channels; *unseen* pairs channels with users who do not see
    them. *may_open* says who may open a table now, of those whose roles permit it.

    With hundreds who hardly fit, it may return another table, or miss one.
    """
    there = [each for each in waiting if each.until > now and each.hours.back_at(now) is None]
    return _Search(there[:_MOST_SOUGHT], permitted, now, closed, unseen, may_open=may_open).first()


class _Choice(Generic[_T]):
    """Options as bits of a number that several choices share."""

    def __init__(self, offered: Iterable[_T], after: int = 0) -> None:
        """Use the bits above those of *after*."""
        first = after.bit_length()
        self.bits = {each: 1 << first + at for at, each in enumerate(dict.fromkeys(offered))}
        self.all = sum(self.bits.values())

    def of(self, wished: Collection[_T]) -> int:
        """The bits of what is wished and offered; of all if nothing is wished."""
        return sum(self.bits.get(each, 0) for each in wished) if wished else self.all

    def among(self, bits: int) -> list[_T]:
        """What is offered whose bits are among *bits*."""
        return [each for each, bit in self.bits.items() if bits & bit]


class _Search:
    """The search for a table. Users are bits of a number, too, in their order."""

    def __init__(
        self,
        waiting: Sequence[QueuedUser],
        permitted: Permitted,
        now: datetime,
        closed: Collection[int],
        unseen: Collection[tuple[int, int]],
        *,
        may_open: Callable[[QueuedUser], bool],
    ) -> None:
        self.waiting, self.permitted, self.now, self.may_open = waiting, permitted, now, may_open
        self.openers = sum(1 << at for at, each in enumerate(waiting) if each.opens)
        asked_in = (each.channel_id for each in waiting if each.channel_id not in closed)
        self.seats = _Choice(CAPACITIES)
        self.rated = _Choice((True, False), self.seats.all)
        self.presets = _Choice(permitted.presets, self.rated.all)
        self.paces = _Choice(permitted.paces, self.presets.all)
        self.channels = _Choice(asked_in, self.paces.all)
        self.live = sum(bit for name, bit in self.paces.bits.items() if permitted.paces[name].live)
        self.fits = [self._fits(each, unseen) for each in waiting]
        """What tables fit each user."""
        self.avoids = [0 for _ in waiting]
        """Whom each user avoids, or is avoided by."""
        places = {each.user_id: at for at, each in enumerate(waiting)}
        for at, each in enumerate(waiting):
            for other in each.avoids & places.keys():
                self.avoids[at] |= 1 << places[other]
                self.avoids[places[other]] |= 1 << at
        self.later: dict[int, int] = {}
        """Those after each user who could sit with them."""
        self.awake: dict[int, int] = {}
        """The quarters of an hour of the coming week in which users can be expected."""
        self.tries = 0

    def _fits(self, user: QueuedUser, unseen: Collection[tuple[int, int]]) -> int:
        wish, paces = user.wish, self.paces.of(user.wish.paces)
        if not wish.paces:
            paces = paces & ~self.live or paces
        if self.now - user.asked_at >= PRESENT:
            paces &= ~self.live
        rated = self.rated.of(() if wish.rated is None else (wish.rated,))
        others = self.seats.of(wish.seats) | self.presets.of(wish.presets)
        channels = self.channels.bits.items()
        seen = sum(bit for each, bit in channels if (each, user.user_id) not in unseen)
        return others | rated | paces | seen

    def first(self) -> Match | None:
        """Return the first table. The tries are shared equally among its possible first players."""
        left = _MOST_TRIED
        for at, fits in enumerate(self.fits):
            share = self.tries = left // (len(self.fits) - at)
            if (found := self._extend(1 << at, fits, self._later(at))) is not None:
                return found
            left -= share - self.tries
        return None

    def _extend(self, seated: int, fits: int, rest: int) -> Match | None:
        """Return the first table of those *seated* and some of the *rest*, who come later.

        *fits* is what fits all who are seated; each of the rest agrees with each of them.
        """
        count, most = seated.bit_count(), (seated | rest).bit_count()
        seats = [each for each in self.seats.among(fits) if each >= count]
        if not seats or seats[0] > most or not (seated | rest) & self.openers:
            return None
        for at in _ones(rest if count < seats[-1] else 0):
            if self.tries <= 0:
                break
            self.tries -= 1
            more, together = seated | 1 << at, fits & self.fits[at]
            if self._agree(more, together):
                found = self._extend(more, together, rest & self._later(at))
                if found is not None:
                    return found
        return self._table(seated, fits) if count in seats else None

    def _later(self, at: int) -> int:
        """Those after a user who agree with them, if neither avoids the other."""
        if at not in self.later:
            one, fits = 1 << at, self.fits[at]
            self.later[at] = sum(
                1 << other
                for other in range(at + 1, len(self.waiting))
                if not self.avoids[at] >> other & 1
                and self._agree(one | 1 << other, fits & self.fits[other])
            )
        return self.later[at]

    def _agree(self, users: int, fits: int) -> bool:
        """True if these users, whom *fits* suits, want one table, perhaps with others."""
        return bool(
            fits & self.seats.all
            and fits & self.rated.all
            and fits & self.presets.all
            and fits & self.channels.all
            and self._pace(users, fits)
        )

    def _pace(self, users: int, fits: int) -> str | None:
        """Return the pace at which these users can play together."""
        for name in self.paces.among(fits):
            pace = self.permitted.paces[name]
            if pace.live or pace.limit is None or self._hours_shared(users) >= SHARED:
                return name
        return None

    def _hours_shared(self, users: int) -> timedelta:
        shared = _ALL_WEEK
        for at in _ones(users):
            if at not in self.awake:
                self.awake[at] = _awake(self.waiting[at].hours, self.now)
            shared &= self.awake[at]
        return shared.bit_count() * _STEP

    def _table(self, users: int, fits: int) -> Match | None:
        """Return the table of these users, unless no one may open it where all see it."""
        players = tuple(self.waiting[at] for at in _ones(users))
        seen, pace = self.channels.among(fits), self._pace(users, fits)
        channel_id = next((each.channel_id for each in players if each.channel_id in seen), None)
        if channel_id is None or pace is None:
            return None
        for at in _ones(users & self.openers):
            if self.may_open(self.waiting[at]):
                break
            self.openers &= ~(1 << at)
        else:
            return None
        preset, *_ = self.presets.among(fits)
        rated = self.rated.among(fits)
        return Match(
            players,
            self.waiting[at],
            channel_id,
            self.permitted.paces[pace],
            self.permitted.presets[preset],
            self.permitted.rated if len(rated) > 1 else rated[0],
        )


def _ones(bits: int) -> Iterator[int]:
    """Yield the places of a number's bits that are set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


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
