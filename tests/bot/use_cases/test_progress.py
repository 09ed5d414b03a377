"""Each user's progress in the lessons is stored."""

import asyncio

import pytest
from tabletop import refuses

from bot.domain.refusals import Refusal, Refused
from bot.store import Damaged
from bot.use_cases import LessonProgress

ANN, BOB = 10**18, 7


async def test_each_decision_is_kept_and_a_lesson_played_to_its_end_is_learnt_for_good(services):
    assert await services.lessons.begin(ANN, "01-tiles") == LessonProgress("01-tiles")
    await services.lessons.take_step(ANN, "01-tiles", 0, "k@G2", last=False)
    progress = await services.lessons.take_step(ANN, "01-tiles", 1, "b@E3", last=True)
    assert progress == LessonProgress("01-tiles", ("k@G2", "b@E3"), frozenset({"01-tiles"}))
    assert await services.lessons.progress(ANN) == progress
    assert await services.lessons.progress(BOB) == LessonProgress(None, (), frozenset())
    for lesson in ("02-weakest", "01-tiles"):
        progress = await services.lessons.begin(ANN, lesson)
        assert progress == LessonProgress(lesson, (), frozenset({"01-tiles"}))


async def test_a_press_on_a_task_that_is_not_the_next_one_changes_nothing(services):
    await services.lessons.begin(ANN, "01-tiles")
    before = await services.lessons.take_step(ANN, "01-tiles", 0, "k@G2", last=False)
    for lesson, seen in [("01-tiles", 0), ("01-tiles", 2), ("02-weakest", 1)]:
        step = services.lessons.take_step(ANN, lesson, seen, "b@E3", last=True)
        await refuses(Refusal.STALE, step)
    assert await services.lessons.progress(ANN) == before


async def test_of_two_presses_at_once_one_counts(services):
    await services.lessons.begin(ANN, "01-tiles")
    both = (
        services.lessons.take_step(ANN, "01-tiles", 0, text, last=False)
        for text in ("k@G2", "k@H3")
    )
    results = await asyncio.gather(*both, return_exceptions=True)
    assert {type(result) for result in results} == {LessonProgress, Refused}
    assert len((await services.lessons.progress(ANN)).decisions) == 1


@pytest.mark.parametrize(
    "value", ['{"a": 1}', "[1]", pytest.param("no json", marks=pytest.mark.sqlite)]
)
async def test_what_cannot_be_read_is_said_to_be_damaged(store, services, value):
    await services.lessons.begin(ANN, "01-tiles")
    async with store.writing() as connection:
        await connection.exec_driver_sql(f"UPDATE learner SET learnt = '{value}'")
    with pytest.raises(Damaged, match="how far somebody has come"):
        await services.lessons.progress(ANN)
