"""All lessons, read from files.

A lesson is data in files. ``NN-name.te`` is the position, with decisions that were taken in it
before the lesson begins; the learner is the player who must decide then. ``NN-name.toml`` says what
happens and in which words:

- ``title``, ``intro`` (said at the start), ``rule`` (the page of the rules about it) and, if not
  all of the board is shown, ``region`` (``"D1 K6"``);
- for each ``[[task]]``: ``ask`` (what is asked), ``plays`` (which decisions do it, in notation, as
  patterns: ``b@*``), ``gains`` (what each player gets, ``{A = "k1 t1"}``; without it nothing:
  only a decision that leads to exactly that does the task), ``replies`` (decisions that
  follow by themselves, ``["B +1", "A end"]``), ``done`` (what happened, and why), ``hint``;
  ``instead`` answers any other legal decision, and before that each
  ``[[task.other]]`` with ``plays`` and what it ``says``; ``buttons`` (which kinds of a turn's
  buttons there are, else all) and ``spaces`` (between which is chosen, legal or not, else all that
  are legal).

The texts are English; who shows them looks each paragraph up in a catalogue.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from bot.teaching.lesson import Course, Lesson, Other, Taken, Task
from bot.teaching.rule_pages import SHELF as PAGES
from bot.teaching.teaching_files import TeachingFiles
from engine import Action, Cell, Dynasty, Game, Score, Step, parse_action

BUTTONS = ("moves", "tiles", "leaders", "catastrophe", "swap", "end")
"""The kinds of buttons that a turn has."""
_TASK_TEXTS = ("ask", "done", "hint", "instead")
_TASK_DATA = ("plays", "gains", "replies", "buttons", "spaces", "region")


class Lessons:
    """The lessons in a folder."""

    def __init__(self, shelf: TeachingFiles) -> None:
        self._shelf = shelf

    @property
    def names(self) -> tuple[str, ...]:
        """The lessons' names, in their order."""
        return self._shelf.names

    def lesson(self, name: str) -> Lesson:
        """A lesson.

        Raises KeyError if there is none of that name, ValueError, with what is wrong, if its files
        are not as they should be.
        """
        return _lesson(self._shelf, name)

    def every(self) -> tuple[Lesson, ...]:
        """All lessons."""
        return tuple(map(self.lesson, self.names))

    def first_of(self, learnt: Collection[str]) -> str | None:
        """The first lesson that is not among the *learnt* ones; None if all are."""
        return next((name for name in self.names if name not in learnt), None)


LESSONS = Lessons(TeachingFiles("lessons"))
"""The lessons of this program."""


@cache
def _lesson(shelf: TeachingFiles, name: str) -> Lesson:
    texts = shelf.texts(name)
    try:
        _check_keys(texts, "title", "intro", "rule", "region", "task")
        return Lesson(
            name,
            _text("title", texts),
            _optional("intro", texts),
            _rule(texts.get("rule")),
            tuple(_tasks(texts)),
            _begun(shelf, name),
        )
    except ValueError as wrong:
        raise ValueError(f"lesson {name}: {wrong}") from None


def _tasks(texts: Mapping[str, Any]) -> Iterator[Task]:
    if not (tasks := texts.get("task", ())):
        raise ValueError("it has no task")
    for task in tasks:
        yield _task({"region": texts.get("region", ""), **task})


def _task(task: Mapping[str, Any]) -> Task:
    _check_keys(task, *_TASK_TEXTS, *_TASK_DATA, "other")
    buttons = frozenset(task.get("buttons", BUTTONS))
    if unknown := sorted(buttons.difference(BUTTONS)):
        raise ValueError(f"there are no buttons {unknown[0]!r}")
    return Task(
        ask=_text("ask", task),
        plays=_patterns(task),
        gains={Dynasty(letter): _score(text) for letter, text in task.get("gains", {}).items()},
        replies=tuple(map(_reply, task.get("replies", ()))),
        done=_text("done", task),
        hint=_optional("hint", task),
        instead=_optional("instead", task),
        others=tuple(
            Other(_patterns(other), _text("says", other)) for other in task.get("other", ())
        ),
        buttons=buttons,
        spaces=tuple(map(Cell.parse, task.get("spaces", ()))),
        region=_region(task["region"]),
    )


def _begun(shelf: TeachingFiles, name: str) -> Course:
    """The position, and the decisions in it before the learner comes."""
    start, *steps = shelf.played(name)
    assert isinstance(start, Game)
    game, taken = start, []
    for step in steps:
        assert isinstance(step, Step)
        taken.append(Taken(game.decision.seat, step.action, step.events, game))
        game = step.game
    before = tuple(taken)
    return Course(game, game.decision.seat, before, before)


# --- what is in a file ---------------------------------------------------------------------------


def _check_keys(table: Mapping[str, Any], *known: str) -> None:
    if unknown := sorted(set(table).difference(known)):
        raise ValueError(f"{unknown[0]!r} is not a known key")


def _text(key: str, table: Mapping[str, Any]) -> str:
    if not (text := _optional(key, table)):
        raise ValueError(f"it has nothing for {key!r}")
    return text


def _optional(key: str, table: Mapping[str, Any]) -> str:
    """A text, empty if it is left out."""
    return str(table.get(key, "")).strip()


def _patterns(table: Mapping[str, Any]) -> tuple[str, ...]:
    if not table.get("plays"):
        raise ValueError("it has nothing for 'plays'")
    return tuple(table["plays"])


def _rule(name: str | None) -> str | None:
    if name is not None and name not in PAGES.names:
        raise ValueError(f"there is no page {name!r} of the rules")
    return name


def _region(text: str) -> tuple[Cell, Cell] | None:
    """``D1 K6`` as two spaces; None for an empty text."""
    if not text:
        return None
    cells = tuple(map(Cell.parse, text.split()))
    if len(cells) != 2:
        raise ValueError(f"{text!r} is no region: it has a first and a last space")
    return cells[0], cells[1]


def _score(text: str) -> Score:
    """``k1 t2`` as points and treasures."""
    counts = dict.fromkeys("krbgt", 0)
    for part in text.split():
        match = re.fullmatch(r"([krbgt])(\d+)", part)
        if match is None:
            raise ValueError(f"{part!r} is nothing to gain")
        counts[match[1]] = int(match[2])
    return Score(*counts.values())


def _reply(text: str) -> tuple[Dynasty, Action]:
    """``B +1`` as whose decision it is, and which."""
    letter, _, decision = text.partition(" ")
    return Dynasty(letter), parse_action(decision)
