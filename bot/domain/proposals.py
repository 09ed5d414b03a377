"""Proposals of players: the question, the answers, and the meaning of silence."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Annotated, Any, Self, TypeAlias, TypeVar

from pydantic import (
    BeforeValidator,
    Field,
    PlainSerializer,
    PlainValidator,
    TypeAdapter,
    WrapSerializer,
)

from bot.domain.hint_rule import HintRule
from bot.domain.hours import ALWAYS, Hours
from bot.domain.pace import Pace
from engine import N_, Level


class Topic(StrEnum):
    """Topic of a proposal.

    *label* is its name, also on buttons; *question* is a template with named fields; *sign* is on
    the button that proposes it.
    """

    label: str
    question: str
    sign: str

    def __new__(cls, value: str, label: str = "", question: str = "", sign: str = "") -> Self:
        """Create a topic with its texts."""
        topic = str.__new__(cls, value)
        topic._value_ = value
        topic.label, topic.question, topic.sign = label, question, sign
        return topic

    PAUSE = (
        "pause",
        N_("Pause"),
        N_(
            "{player} proposes a pause. No one plays and no clock runs until the players agree to "
            "resume."
        ),
        "⏸️",
    )
    GO_ON = (
        "go on",
        N_("Resume"),
        N_("{player} proposes to resume the game."),
        "▶️",
    )
    END = (
        "end",
        N_("End with the result"),
        N_("{player} proposes to end the game now. The scores as they stand decide who wins."),
        "🏁",
    )
    STOP = (
        "stop",
        N_("End without a result"),
        N_("{player} proposes to end the game now without a result. No one wins."),
        "🛑",
    )
    PACE = "pace", N_("Another pace"), N_("{player} proposes another pace: {pace}")
    HINTS = "hints", N_("Hints"), N_("{player} proposes to change who gets hints: {rule}.")
    REPLACE = (
        "replace",
        N_("Offer a seat"),
        N_(
            "{player} proposes to offer {other}'s seat to {user}. Nothing changes until {user} "
            "takes it."
        ),
    )
    ABANDON = (
        "abandon",
        N_("Stop waiting"),
        N_(
            "{player} proposes to stop waiting for {other}. The seat then passes until someone "
            "takes it over."
        ),
    )
    COMPUTER = (
        "computer",
        N_("Computer for a seat"),
        N_(
            "{player} proposes a computer for {other}'s empty seat until a player takes it: "
            "{computer}."
        ),
    )
    MORE_TIME = (
        "more time",
        N_("Give more time"),
        N_("{player} proposes to give {other} more time, as much as for another decision."),
    )
    WAIT = (
        "wait",
        N_("Keep waiting"),
        N_("{other} is out of time. Keep waiting?"),
    )
    LET_GO = (
        "let go",
        N_("Let it go"),
        N_("{other} is out of time. Let it go?"),
    )
    STILL = (
        "still",
        N_("Keep playing"),
        N_("No one has played for a while. Keep playing?"),
    )
    """For an inactive game, or a table that has not started."""


class ProposalOutcome(StrEnum):
    """Outcome of a proposal."""

    AGREED = "agreed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    MOOT = "moot"
    """No answer is needed any more."""


SILENT_YES = frozenset(
    {
        Topic.PAUSE,
        Topic.GO_ON,
        Topic.REPLACE,
        Topic.ABANDON,
        Topic.COMPUTER,
        Topic.MORE_TIME,
        Topic.WAIT,
    },
)
"""Topics for which silence is a yes, so that one absent player does not hold up the others.

Ending the game, or changing how it is played, needs an answer of each player.
"""
ENOUGH_YES = frozenset({Topic.LET_GO, Topic.STILL})
"""Topics that a single yes decides; all others are decided by a single no."""
OUT_OF_TIME = frozenset({Topic.LET_GO, Topic.WAIT})
"""Topics about a player whose time is up; the clock stands still until the others have decided."""
PROPOSED_BY_PLAYERS = frozenset(Topic) - OUT_OF_TIME - {Topic.STILL}
"""Topics that players can propose; the bot asks the others."""
ABOUT_SEATS = frozenset({Topic.REPLACE, Topic.ABANDON, Topic.COMPUTER, Topic.MORE_TIME})
"""Topics about another player's seat."""
AGAINST_PLAYERS = frozenset({Topic.REPLACE, Topic.ABANDON})
"""Topics that take a seat from its player, who is notified and has time to prevent it.

Nobody can propose them during that player's vacation.
"""
ABOUT_WHO_PLAYS = AGAINST_PLAYERS | OUT_OF_TIME
"""Topics about a player."""
ANSWERED_WITHIN = timedelta(days=2)
ANSWERED_LIVE_WITHIN = timedelta(minutes=10)
"""At a table with a live pace."""
STILL_WITHIN = timedelta(days=7)


def time_to_answer(topic: Topic, pace: Pace) -> timedelta:
    """Return the time to answer a question at a table with that *pace*."""
    if topic is Topic.STILL:
        return STILL_WITHIN
    if topic in {Topic.LET_GO, Topic.MORE_TIME} and pace.limit is not None:
        return pace.limit.each / 4 if pace.reminders is None else pace.reminders.each
    return ANSWERED_LIVE_WITHIN if pace.live else ANSWERED_WITHIN


@dataclass(frozen=True, slots=True)
class Question:
    """Content of a proposal."""

    topic: Topic
    seat: int | None = None
    """The seat it is about, if any."""
    user_id: Annotated[int | None, Field(alias="user")] = None
    """The user to whom the seat is to be offered."""
    _: KW_ONLY
    level: Level | None = None
    """Level of the computer that is to play the seat."""
    name: str = ""
    """Name of that user or computer."""
    blind: bool = False
    """True if that user can't see where the game was opened."""
    pace: Annotated[Pace, PlainSerializer(Pace.dump), PlainValidator(Pace.load)] | None = None
    """The proposed pace."""
    hints: HintRule | None = None
    """The proposed rule for hints."""

    def dump(self) -> dict[str, Any]:
        """Return a JSON-compatible mapping for :meth:`load`."""
        stored: dict[str, Any] = _QUESTION.dump_python(
            self, mode="json", by_alias=True, exclude_defaults=True
        )
        return stored

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Question:
        """Read the mapping of :meth:`dump`. Raises LookupError or ValueError for any other."""
        return _QUESTION.validate_python(stored)


_QUESTION = TypeAdapter(Question)
_Moment: TypeAlias = Annotated[
    datetime,
    PlainSerializer(datetime.timestamp),
    PlainValidator(lambda timestamp: datetime.fromtimestamp(timestamp, UTC)),
]
_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Pairs: TypeAlias = Annotated[
    Mapping[_Key, _Value],
    BeforeValidator(dict),
    WrapSerializer(lambda pairs, each: [*each(pairs).items()]),
]
"""A mapping stored as a list of pairs, because keys of JSON objects are strings."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An open proposal."""

    seq: int
    """Number of the log entry that made it."""
    question: Annotated[Question, PlainSerializer(Question.dump), PlainValidator(Question.load)]
    proposer: int | None
    """The seat that made it; None for the bot."""
    asked: tuple[int, ...]
    """The seats whose answers count, without the proposer's."""
    deadlines: _Pairs[int, _Moment]
    """Time by seat from which silence counts as an answer."""
    not_before: _Moment
    """Earliest time of an agreement; a refusal is possible before."""
    silence: bool
    """The answer that silence counts as."""
    any_yes: bool = False
    """True if a single yes decides; otherwise a single no does."""
    answers: _Pairs[int, bool] = field(default_factory=dict)
    """Answers by seat."""

    def __post_init__(self) -> None:
        if not self.deadlines.keys() >= {*self.asked}:
            raise ValueError

    @property
    def open_to(self) -> tuple[int, ...]:
        """Seats that have not answered."""
        return tuple(seat for seat in self.asked if seat not in self.answers)

    @property
    def deadline(self) -> datetime:
        """Time at which it is resolved at the latest, without further answers."""
        counts_from = [self.deadlines[seat] for seat in self.open_to]
        decides = self.silence == self.any_yes  # then the first silence does
        return max(self.not_before, (min if decides else max)(counts_from, default=self.not_before))

    @property
    def threatens(self) -> int | None:
        """The seat that its player may lose, if any."""
        return self.question.seat if self.question.topic in AGAINST_PLAYERS else None

    @property
    def about(self) -> int | None:
        """The seat of the player it is about, who is notified; None if about nobody."""
        return self.question.seat if self.question.topic in ABOUT_WHO_PLAYS else None

    def concerns(self, seat: int) -> bool:
        """True if the player of a seat should act: answer, or keep the seat."""
        return seat in self.open_to or seat == self.threatens

    def involves(self, seat: int) -> bool:
        """True if a seat proposed it, is asked, or may be lost."""
        return seat in {*self.asked, self.threatens, self.proposer}

    def takes(self, seat: int, *, yes: bool) -> bool:
        """True if that answer of a seat counts; a player to be given up can say no."""
        objects = self.question.topic is Topic.ABANDON and seat == self.question.seat and not yes
        return seat in self.asked or objects

    def recounted(
        self, seat: int, before: Hours, after: Hours, last: datetime, at: datetime
    ) -> Proposal:
        """Return a copy with the seat's deadlines moved from hours *before* to *after*.

        Waking hours left at *last* are left again from *at* on. To let a time go takes no longer.
        """
        if self.question.topic is Topic.LET_GO:
            before = after = ALWAYS

        def moved(deadline: datetime) -> datetime:
            return after.after(at, before.between(last, deadline))

        deadlines = dict(self.deadlines)
        if seat in deadlines:
            deadlines[seat] = moved(deadlines[seat])
        protected = seat == self.threatens and seat not in self.asked
        not_before = moved(self.not_before) if protected else self.not_before
        return replace(self, deadlines=deadlines, not_before=not_before)

    def answered(self, seat: int, *, yes: bool) -> Proposal:
        """Return a copy with that seat's answer."""
        return replace(self, answers={**self.answers, seat: yes})

    def among(self, seats: Iterable[int]) -> Proposal:
        """Return a copy that asks only those of *seats*."""
        staying = set(seats)
        return replace(self, asked=tuple(seat for seat in self.asked if seat in staying))

    def outcome(self, now: datetime, *, silence_counts: bool) -> bool | None:
        """Return True if agreed by *now*, False if refused, None if open.

        Without seats to ask it is agreed, unless it needs a yes. It stays open after its deadline
        if not *silence_counts*.
        """
        counted = {*self.asked, *(seat for seat in self.answers if seat == self.threatens)}
        answers = {self._answer(seat, now if silence_counts else None) for seat in counted}
        decisive = self.any_yes
        if decisive in answers:
            return decisive
        return None if None in answers or now < self.not_before else not decisive

    def _answer(self, seat: int, now: datetime | None) -> bool | None:
        """Return a seat's answer; that of its silence by *now*, if given; else None."""
        if seat in self.answers:
            return self.answers[seat]
        return self.silence if now is not None and self.deadlines[seat] <= now else None


def dump_proposals(proposals: Iterable[Proposal]) -> str:
    """Return a text that :func:`load_proposals` reads; empty for none."""
    stored = _PROPOSALS.dump_python(tuple(proposals))
    return json.dumps(stored) if stored else ""


def load_proposals(text: str) -> tuple[Proposal, ...]:
    """Read the text of :func:`dump_proposals`. Raises LookupError, TypeError or ValueError."""
    return _PROPOSALS.validate_python(tuple(map(_with_deadlines, json.loads(text or "[]"))))


def _with_deadlines(stored: dict[str, Any]) -> dict[str, Any]:
    """Convert the format of older versions: one deadline for all, and no *not_before*."""
    if "deadline" not in stored:
        return stored
    stored = dict(stored)
    deadline = stored.pop("deadline")
    deadlines = [[seat, deadline] for seat in stored["asked"]]
    return {**stored, "deadlines": deadlines, "not_before": 0 if deadlines else deadline}


_PROPOSALS = TypeAdapter(tuple[Proposal, ...])
