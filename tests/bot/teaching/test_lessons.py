"""The lessons: played through the engine, with all that a learner can do in them."""

from fnmatch import fnmatchcase
from functools import cache

import pytest

from bot.teaching.lesson import Course, NotAsked, Task, go_on
from bot.teaching.lessons import LESSONS
from engine import (
    Action,
    EndTurn,
    IllegalAction,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    WithdrawLeader,
    parse_piece,
    placing,
)

EVERY = LESSONS.every()
SUBJECTS = "tiles weakest leaders temples war priests monument treasures catastrophe end"
"""The lessons needed for a first game, in order."""

Proxy = list[tuple[Task, Course, dict[Action, Course], dict[Action, str]]]


def offered(task, course):
    """The learner's decisions that can be pressed."""
    for action in course.game.legal_actions():
        placed = isinstance(action, PlaceTile | PlaceLeader | PlaceCatastrophe)
        there = not (task.spaces and placed) or action.cell in task.spaces
        if there and _button(action) in {*task.buttons, None}:
            yield action


def _button(action):
    """The kind of button of a turn with which that is begun; None for an answer to a question."""
    match action:
        case PlaceTile():
            return "tiles"
        case PlaceLeader() | WithdrawLeader():
            return "leaders"
        case PlaceCatastrophe():
            return "catastrophe"
        case SwapTiles():
            return "swap"
        case EndTurn():
            return "end"
        case _:
            return None


def judged(lesson, course):
    """The decisions that do the next task, with their outcomes, and the comments on others."""
    done, other = {}, {}
    for action in offered(lesson.tasks[course.done], course):
        try:
            done[action] = go_on(lesson, course, action)
        except NotAsked as not_asked:
            other[action] = not_asked.says
    return done, other


def every_way(lesson, course):
    """The possible ends of the lesson, by all that does its tasks."""
    if course.done == len(lesson.tasks):
        yield course
        return
    done, _ = judged(lesson, course)
    assert done, (
        f"nothing does task {course.done + 1} after {[str(t.action) for t in course.taken]}"
    )
    for after in done.values():
        yield from every_way(lesson, after)


@cache
def first_way(name):
    """Each task with the lesson before it, decisions that do it, and others."""
    lesson = LESSONS.lesson(name)
    course, way = lesson.start, []
    for task in lesson.tasks:
        done, other = judged(lesson, course)
        way.append((task, course, done, other))
        course = next(iter(done.values()))
    return way


def test_they_are_those_of_a_first_game_in_order():
    assert [name.split("-", 1)[1] for name in LESSONS.names] == SUBJECTS.split()
    assert list(LESSONS.names) == sorted(LESSONS.names)


@pytest.mark.parametrize("lesson", EVERY, ids=lambda lesson: lesson.name)
class TestEachLesson:
    def test_whatever_does_its_tasks_leads_to_its_end(self, lesson):
        """The gains that are promised are part of what does a task: they hold on every way."""
        assert len(list(every_way(lesson, lesson.start))) >= 1
        for task, _, done, _ in first_way(lesson.name):
            for pattern in task.plays:
                assert any(fnmatchcase(str(action), pattern) for action in done), pattern

    def test_another_decision_is_answered_with_the_task(self, lesson):
        for task, _, _, other in first_way(lesson.name):
            assert task.hint
            assert all(other.values()), [str(action) for action, says in other.items() if not says]
            for each in task.others:
                met = [says for action, says in other.items() if _fits(action, each.plays)]
                assert each.says in met

    def test_what_is_done_is_seen_in_the_picture(self, lesson):
        for task, _, done, _ in first_way(lesson.name):
            if task.region is None:
                continue
            cells = [action.cell for action in done if hasattr(action, "cell")]
            assert all(_is_in(cell, task.region) for cell in (*cells, *task.spaces))

    def test_it_is_short(self, lesson):
        texts = [lesson.intro, *(text for task in lesson.tasks for text in (task.ask, task.done))]
        for text in texts:
            assert text.count(". ") + text.count("? ") + text.count("! ") <= 4, text
            assert len(text) <= 420, text
        first = f"{lesson.intro} {lesson.tasks[0].ask}".split()
        assert len(first) <= (40 if lesson is EVERY[0] else 65), "before the first press"

    def test_a_turn_that_the_learner_does_not_end_is_said_to_end(self, lesson):
        for task, course, _, _ in first_way(lesson.name):
            ends = (course.game.seats[course.seat], EndTurn()) in task.replies
            assert ends == ("I end your turn here" in task.done)


def test_some_spaces_are_there_to_learn_what_is_forbidden():
    """R4.2 (river, no temple), R4.3; R10.1 (treasure, leader)."""
    refused = set()
    for lesson in EVERY:
        for task, course, done, _ in first_way(lesson.name):
            legal = set(course.game.legal_actions())
            for action in done:
                for cell in task.spaces if hasattr(action, "cell") else ():
                    tried = placing(parse_piece(str(action).split("@")[0]), cell)
                    if tried not in legal:
                        refusal = course.game.refusal(course.seat, tried)
                        assert isinstance(refusal, IllegalAction)
                        refused.add(refusal.reason.name)
    assert refused >= {
        "LEADER_ON_RIVER",
        "LEADER_NEEDS_TEMPLE",
        "LEADER_JOINS_KINGDOMS",
        "CATASTROPHE_ON_TREASURE",
        "CATASTROPHE_ON_LEADER",
    }


def test_the_last_one_ends_as_it_says():
    """R14.3: three treasures for the lowest, and the weakest sphere decides."""
    lesson = EVERY[-1]
    (end,) = every_way(lesson, lesson.start)
    first, second = end.game.ranking()
    assert (first.seat, first.spheres, first.treasures) == (end.seat, (9, 7, 7, 7), 3)
    assert (min(second.spheres), sum(second.spheres) > sum(first.spheres)) == (6, True)
    assert "9, 7, 7, 7" in lesson.tasks[-1].done


def _fits(action, patterns):
    return any(fnmatchcase(str(action), pattern) for pattern in patterns)


def _is_in(cell, region):
    first, last = region
    return first.row <= cell.row <= last.row and first.col <= cell.col <= last.col
