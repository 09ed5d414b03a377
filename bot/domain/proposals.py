"""What players agree upon: a proposal with a question, the answers, and what silence means."""

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
from bot.domain.hours import Hours
from bot.domain.pace import Pace
from engine import N_, Level


class Topic(StrEnum):
    """What can be agreed upon: how it is stored, and in which words it is told.

    *label* is its name, on a button too; the question has named places; the *sign* stands on the
    button that proposes it on the page about the table.
    """

    label: str
    question: str
    sign: str

    def __new__(cls, value: str, label: str = "", question: str = "", sign: str = "") -> Self:
        """Make a topic with its words."""
        topic = str.__new__(cls, value)
        topic._value_ = value
        topic.label, topic.question, topic.sign = label, question, sign
        return topic

    PAUSE = (
        "pause",
        N_("Pause"),
        N_(
            "{player} proposes a pause. No one plays and no clock runs until everyone agrees to "
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
        N_("{player} proposes to end the game now. The result counts as it stands."),
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
        N_("{player} proposes to offer {other}'s seat to {user}."),
    )
    ABANDON = (
        "abandon",
        N_("Stop waiting"),
        N_(
            "{player} proposes to stop waiting for {other}. I'd only end the seat's turns "
            "until a player takes it, adding and building nothing."
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
    WAIT = (
        "wait",
        N_("Keep waiting"),
        N_("{other} is out of time. Keep waiting?"),
    )
    STILL = (
        "still",
        N_("Keep playing"),
        N_("No one has played for a while. Keep playing?"),
    )
    """Of a game that nobody has touched for long, or of a table that never started."""


class Settlement(StrEnum):
    """How a proposal was settled."""

    AGREED = "agreed"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    MOOT = "moot"
    """Nobody need answer any more."""


SILENT_YES = frozenset(
    {Topic.PAUSE, Topic.GO_ON, Topic.REPLACE, Topic.ABANDON, Topic.COMPUTER, Topic.WAIT},
)
"""Topics that silence agrees to: else one player without interest would hold up the others.

What ends the game, or changes how it is played, needs the word of everybody.
"""
ENOUGH_YES = frozenset({Topic.STILL})
"""Of what one yes is enough; of all else one no is enough against it."""
PROPOSED_BY_PLAYERS = frozenset(Topic) - {Topic.WAIT, Topic.STILL}
"""What anybody at the table can propose; the rest is asked when it is time."""
ABOUT_SEATS = frozenset({Topic.REPLACE, Topic.ABANDON, Topic.COMPUTER})
"""Topics about another player's seat."""
AGAINST_PLAYERS = frozenset({Topic.REPLACE, Topic.ABANDON})
"""What takes a seat from its player, who is told, and has time to prevent it.

Nobody can propose it during that player's vacation.
"""
ABOUT_WHO_PLAYS = AGAINST_PLAYERS | {Topic.WAIT}
"""Topics about a player."""
ANSWERED_WITHIN = timedelta(days=2)
ANSWERED_LIVE_WITHIN = timedelta(minutes=10)
"""At a table at which everybody is there."""
STILL_WITHIN = timedelta(days=7)


def time_to_answer(topic: Topic, pace: Pace) -> timedelta:
    """How long a question stays open at a table that plays at that *pace*."""
    if topic is Topic.STILL:
        return STILL_WITHIN
    return ANSWERED_LIVE_WITHIN if pace.live else ANSWERED_WITHIN


@dataclass(frozen=True, slots=True)
class Question:
    """What is proposed."""

    topic: Topic
    seat: int | None = None
    """Whose seat it is about, if it is about one."""
    user_id: Annotated[int | None, Field(alias="user")] = None
    """Who is to take that seat."""
    _: KW_ONLY
    level: Level | None = None
    """How strong the computer is that is to play the seat."""
    name: str = ""
    """That user's name, or what the computer is called that is to play the seat."""
    blind: bool = False
    """Whether that user can't see where the game was opened."""
    pace: Annotated[Pace, PlainSerializer(Pace.dump), PlainValidator(Pace.load)] | None = None
    """How fast to play from then on."""
    hints: HintRule | None = None
    """Who may ask for hints from then on."""

    def dump(self) -> dict[str, Any]:
        """Return what JSON can hold, for :meth:`load`."""
        told: dict[str, Any] = _QUESTION.dump_python(
            self, mode="json", by_alias=True, exclude_defaults=True
        )
        return told

    @classmethod
    def load(cls, told: Mapping[str, Any]) -> Question:
        """Raises LookupError or ValueError for what :meth:`dump` has not made."""
        return _QUESTION.validate_python(told)


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
"""A mapping that is stored as a list of pairs, as JSON has only texts as keys."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A question that is open."""

    seq: int
    """The number of the log's entry with which it was made."""
    question: Annotated[Question, PlainSerializer(Question.dump), PlainValidator(Question.load)]
    proposer: int | None
    """The seat that has made it; None if it was made by nobody at the table."""
    asked: tuple[int, ...]
    """The seats whose answers count, the proposer's not among them."""
    deadlines: _Pairs[int, _Moment]
    """When the silence of each of these seats counts as an answer."""
    not_before: _Moment
    """Until then it is not agreed, whatever is answered; it can be refused."""
    silence: bool
    """What silence counts as."""
    any_yes: bool = False
    """Whether one yes is enough; else one no is, against it."""
    answers: _Pairs[int, bool] = field(default_factory=dict)
    """By seat."""

    def __post_init__(self) -> None:
        if not self.deadlines.keys() >= {*self.asked}:
            raise ValueError

    @property
    def open_to(self) -> tuple[int, ...]:
        """The seats that have not answered."""
        return tuple(seat for seat in self.asked if seat not in self.answers)

    @property
    def deadline(self) -> datetime:
        """When it is settled at the latest, if nobody answers any more."""
        counts_from = [self.deadlines[seat] for seat in self.open_to]
        decides = self.silence == self.any_yes  # then the first silence does
        return max(self.not_before, (min if decides else max)(counts_from, default=self.not_before))

    @property
    def threatens(self) -> int | None:
        """The seat that its player may lose by it, if any."""
        return self.question.seat if self.question.topic in AGAINST_PLAYERS else None

    @property
    def about(self) -> int | None:
        """The seat of the player it is about, who is told; None if it is about nobody."""
        return self.question.seat if self.question.topic in ABOUT_WHO_PLAYS else None

    def concerns(self, seat: int) -> bool:
        """Whether the player of a seat has to act on it: to answer, or to keep the seat."""
        return seat in self.open_to or seat == self.threatens

    def involves(self, seat: int) -> bool:
        """Whether a seat has made it, is asked about it, or may be lost by it."""
        return seat in {*self.asked, self.threatens, self.proposer}

    def takes(self, seat: int, *, yes: bool) -> bool:
        """Whether that answer of a seat counts. A player to be given up can say no as well."""
        is_there = self.question.topic is Topic.ABANDON and seat == self.question.seat and not yes
        return seat in self.asked or is_there

    def recounted(
        self, seat: int, before: Hours, after: Hours, last: datetime, at: datetime
    ) -> Proposal:
        """The same with a seat's deadlines moved to other hours, from *at* on.

        The time since *last* does not count: the seat keeps the waking hours it had left.
        """

        def moved(deadline: datetime) -> datetime:
            return after.after(at, before.between(last, deadline))

        deadlines = dict(self.deadlines)
        if seat in deadlines:
            deadlines[seat] = moved(deadlines[seat])
        protected = seat == self.threatens and seat not in self.asked
        not_before = moved(self.not_before) if protected else self.not_before
        return replace(self, deadlines=deadlines, not_before=not_before)

    def answered(self, seat: int, *, yes: bool) -> Proposal:
        """The same with that seat's answer."""
        return replace(self, answers={**self.answers, seat: yes})

    def among(self, seats: Iterable[int]) -> Proposal:
        """The same, asked of no seat that is not among those."""
        staying = set(seats)
        return replace(self, asked=tuple(seat for seat in self.asked if seat in staying))

    def outcome(self, now: datetime, *, silence_counts: bool) -> bool | None:
        """Whether it is agreed by *now*; None while that is open.

        With nobody to ask it is agreed, unless it needs a yes. Silence that does not count, though
        its time is over, leaves it open.
        """
        counted = {*self.asked, *(seat for seat in self.answers if seat == self.threatens)}
        answers = {self._answer(seat, now if silence_counts else None) for seat in counted}
        decisive = self.any_yes
        if decisive in answers:
            return decisive
        return None if None in answers or now < self.not_before else not decisive

    def _answer(self, seat: int, now: datetime | None) -> bool | None:
        """What counts as a seat's answer; silence counts by *now*, or never without it."""
        if seat in self.answers:
            return self.answers[seat]
        return self.silence if now is not None and self.deadlines[seat] <= now else None


def dump_proposals(proposals: Iterable[Proposal]) -> str:
    """Return a text that :func:`load_proposals` reads; empty for none."""
    told = _PROPOSALS.dump_python(tuple(proposals))
    return json.dumps(told) if told else ""


def load_proposals(text: str) -> tuple[Proposal, ...]:
    """Raises LookupError, TypeError or ValueError for what :func:`dump_proposals` has not made."""
    return _PROPOSALS.validate_python(tuple(map(_with_deadlines, json.loads(text or "[]"))))


def _with_deadlines(told: dict[str, Any]) -> dict[str, Any]:
    """What older versions stored had one deadline for all, and no time before which it is open."""
    if "deadline" not in told:
        return told
    told = dict(told)
    deadline = told.pop("deadline")
    deadlines = [[seat, deadline] for seat in told["asked"]]
    return {**told, "deadlines": deadlines, "not_before": 0 if deadlines else deadline}


_PROPOSALS = TypeAdapter(tuple[Proposal, ...])
