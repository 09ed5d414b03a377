"""The requests to the worker, and the bytes in which they are sent.

A request holds what a seat may know, and nothing else: there is no room for a game in it. Requests
that are equal are the same bytes, so that whatever is not in a view cannot be in them either.
"""

import asyncio
import io
import pickle
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import IO, Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from engine import (
    LAYOUTS,
    Action,
    BestTurn,
    Board,
    Expectation,
    Judgement,
    Layout,
    Level,
    Moment,
    Score,
    SeatView,
    TurnInQuestion,
    best_turns,
    decide,
    expected_at,
    judge,
    overlooked,
)

_A = TypeVar("_A")
Stop: TypeAlias = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Request(Generic[_A]):
    """Something that the worker can be asked."""

    seconds: ClassVar[float] = 2.5
    """After so long it answers with the best that it has found."""

    def answer(self, stop: Stop) -> _A:
        """The answer; *stop* says that the time is up."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class WantedDecision(Request[Action]):
    """Decide for the seat whose view it is (:func:`engine.decide`)."""

    seconds = 2.0
    view: SeatView
    scores: Sequence[Score] = field(repr=False)
    level: Level
    seed: int = field(repr=False)
    nodes: int | None = None

    def answer(self, stop: Stop) -> Action:
        """The decision."""
        return decide(
            self.view, self.scores, self.level, seed=self.seed, stop=stop, nodes=self.nodes
        )


@dataclass(frozen=True, slots=True)
class WantedTurns(Request[tuple[BestTurn, ...]]):
    """Find the best turns for the seat whose view it is (:func:`engine.best_turns`)."""

    view: SeatView
    scores: Sequence[Score] = field(repr=False)
    seated: tuple[Level | None, ...]
    most: int
    level: Level
    seed: int = field(repr=False)
    nodes: int | None = None

    def answer(self, stop: Stop) -> tuple[BestTurn, ...]:
        """The turns, best first."""
        return best_turns(
            self.view,
            self.scores,
            self.most,
            level=self.level,
            seed=self.seed,
            stop=stop,
            nodes=self.nodes,
            seated=self.seated,
        )


@dataclass(frozen=True, slots=True)
class WantedExpectations(Request[tuple[tuple[Expectation, ...], ...]]):
    """Estimate the places at moments of a finished game (:func:`engine.expected_at`)."""

    moments: tuple[Moment, ...]

    def answer(self, stop: Stop) -> tuple[tuple[Expectation, ...], ...]:
        """The expectations of each seat at each moment; of fewer moments if the time is up."""
        found: list[tuple[Expectation, ...]] = []
        for moment in self.moments:
            found += expected_at([moment])
            if stop():
                break
        return tuple(found)


@dataclass(frozen=True, slots=True)
class WantedFirstLook(Request[float]):
    """Estimate quickly what a turn missed (:func:`engine.overlooked`)."""

    asked: TurnInQuestion

    def answer(self, stop: Stop) -> float:  # noqa: ARG002  # the same on any machine
        """A share of the win."""
        return overlooked(self.asked)


@dataclass(frozen=True, slots=True)
class WantedJudgement(Request[Judgement]):
    """Compare a turn with the best one that its player could find (:func:`engine.judge`)."""

    asked: TurnInQuestion

    def answer(self, stop: Stop) -> Judgement:  # noqa: ARG002  # the same on any machine
        """The judgement."""
        return judge(self.asked)


class _Pickler(pickle.Pickler):
    """Writes every value out wherever it stands, and of a board what lies on it.

    Else the bytes would tell which values are the same object, and what was worked out before.
    """

    def reducer_override(self, value: object) -> Any:  # noqa: ANN401
        """The reduced form of boards and layouts."""
        if isinstance(value, Board):
            return Board, tuple(getattr(value, field.name) for field in fields(value))
        if isinstance(value, Layout):
            return _layout, (value.name,)
        return NotImplemented


def _layout(name: str) -> Layout:
    return LAYOUTS[name]


def dump(request: Request[Any]) -> bytes:
    """The request as it is sent."""
    written = io.BytesIO()
    pickler = _Pickler(written, protocol=5)
    pickler.fast = True
    pickler.dump(request)
    return written.getvalue()


def load(message: bytes) -> Request[Any]:
    """The request that :func:`dump` has written."""
    request: Request[Any] = pickle.loads(message)  # noqa: S301  # our own program wrote it
    return request


# --- messages in a pipe, each with its length before it ------------------------------------------

_LENGTH = struct.Struct("!I")


class Failed(NamedTuple):
    """Instead of an answer: what went wrong, in words without anything that was asked."""

    what: str


def frame(message: bytes) -> bytes:
    """Return a message with its length before it."""
    return _LENGTH.pack(len(message)) + message


def read_frame(pipe: IO[bytes]) -> bytes | None:
    """Read a message; None at the end of the pipe, or if the message is cut short."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    message = pipe.read(length)
    return message if len(message) == length else None


async def next_frame(stream: asyncio.StreamReader) -> bytes:
    """Read a message. Raises IncompleteReadError at the end of the stream."""
    (length,) = _LENGTH.unpack(await stream.readexactly(_LENGTH.size))
    return await stream.readexactly(length)
