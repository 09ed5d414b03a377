"""A lesson: tasks in a prepared position, which a learner does one after the other.

There is nothing to hide in it, as all of it stands in its files: a :class:`Course` holds a whole
game. What the learner is shown is made from views nevertheless, like at a table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase

from engine import Action, Cell, Dynasty, Event, Game, GameError, Score, parse_action

_NO_GAIN = Score()


class NotAsked(Exception):
    """A legal decision that does not do the task; *says* is the answer to the learner."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.says = says


@dataclass(frozen=True, slots=True)
class Other:
    """Decisions that do not do a task, and the answer to them."""

    plays: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Task:
    """A decision that the learner must find."""

    ask: str
    plays: tuple[str, ...]
    """Patterns of decisions in notation, without the dynasty."""
    gains: Mapping[Dynasty, Score]
    """The points that each player gets by it, replies included; others get nothing."""
    replies: tuple[tuple[Dynasty, Action], ...]
    done: str
    hint: str
    instead: str
    others: tuple[Other, ...]
    buttons: frozenset[str]
    spaces: tuple[Cell, ...]
    region: tuple[Cell, Cell] | None
    """The first and the last space of the part of the board that is shown; None for all of it."""

    def about(self, action: Action) -> str:
        """The answer if the learner takes *action*, which is legal, instead."""
        for other in self.others:
            if _fits(action, other.plays):
                return other.says
        return self.instead


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson, with its texts in English."""

    name: str
    title: str
    intro: str
    rule: str | None
    """The page of the rules on what it is about."""
    tasks: tuple[Task, ...]
    start: "Course" = field(repr=False)


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision taken in a lesson, with its events."""

    seat: int
    action: Action
    events: tuple[Event, ...]
    before: Game = field(repr=False)
    """The game in which it was taken."""


@dataclass(frozen=True, slots=True)
class Course:
    """The progress of a lesson: the number of tasks *done*, and the game."""

    game: Game = field(repr=False)
    seat: int
    """The learner's."""
    taken: tuple[Taken, ...] = ()
    """All decisions so far, in order."""
    latest: tuple[Taken, ...] = ()
    """The decisions of the last task that was done; at first those before the first task."""
    done: int = 0


def go_on(lesson: Lesson, course: Course, action: Action) -> Course:
    """The lesson after the learner has done the next task by *action*, with the replies.

    Raises IllegalAction if the rules forbid it, NotAsked if something else is asked, and
    LookupError if no task is left.
    """
    if course.done >= len(lesson.tasks):
        raise LookupError(f"{lesson.name} has no more than {course.done} tasks")
    task = lesson.tasks[course.done]
    first = _take(course, course.seat, action)
    if not _fits(action, task.plays):
        raise NotAsked(task.about(action))
    after = first
    for dynasty, reply in task.replies:
        try:
            after = _take(after, after.game.seats.index(dynasty), reply)
        except GameError:  # of a decision for which the replies are not made
            raise NotAsked(task.about(action)) from None
    gained = {
        dynasty: gain
        for dynasty, was, score in zip(
            course.game.seats, course.game.scores, after.game.scores, strict=True
        )
        if (gain := _difference(was, score)) != _NO_GAIN
    }
    if gained != task.gains:
        raise NotAsked(task.about(action))
    latest = after.taken[len(course.taken) :]
    return replace(after, latest=latest, done=course.done + 1)


def resume(lesson: Lesson, decisions: Sequence[str]) -> Course:
    """The lesson after these decisions of the learner's, in notation.

    Raises ValueError if they do not fit it, as it may be another one since then.
    """
    course = lesson.start
    try:
        for decision in decisions:
            course = go_on(lesson, course, parse_action(decision))
    except (GameError, NotAsked, LookupError) as error:
        raise ValueError(f"{lesson.name} is not played with {list(decisions)}") from error
    return course


def _fits(action: Action, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(str(action), pattern) for pattern in patterns)


def _difference(before: Score, after: Score) -> Score:
    return Score(*(now - was for was, now in zip(before, after, strict=True)))


def _take(course: Course, seat: int, action: Action) -> Course:
    game, events = course.game.apply(seat, action)
    taken = Taken(seat, action, events, course.game)
    return replace(course, game=game, taken=(*course.taken, taken))
