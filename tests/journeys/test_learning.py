"""The lessons as a learner does them: alone, press by press."""

from __future__ import annotations

import pytest
from messages import labels, options, says, tile_on
from people import world
from taking import Taking

from bot.teaching.lesson import NotAsked, go_on
from bot.teaching.lessons import LESSONS
from bot.use_cases import LessonProgress
from engine import Cell, Colour, PlaceLeader, PlaceTile


def solution(lesson):
    """A decision that does each task of a lesson, with the lesson before it."""
    course, taken = lesson.start, []
    for _ in lesson.tasks:
        action, after = next(_doing(lesson, course))
        taken.append((course, action))
        course = after
    return taken


def _doing(lesson, course):
    spaces = lesson.tasks[course.done].spaces
    for action in course.game.legal_actions():
        if spaces and isinstance(action, PlaceTile | PlaceLeader) and action.cell not in spaces:
            continue
        try:
            yield action, go_on(lesson, course, action)
        except NotAsked:
            continue


async def do_task(person, page, course, action):
    """Do a task by presses, from the page that asks for it."""
    return await Taking(None, person, course.game).on(page, action)


async def choose(person, keypad, cell):
    """Choose a space, by its column first unless it is offered at once; and confirm it."""
    return await Taking(None, person, None).at(keypad, Cell.parse(cell))


EVERY = LESSONS.every()


async def has(person, page, number):
    """Go through a lesson from its first task to its end."""
    lesson = EVERY[number - 1]
    assert page.content.startswith(f"**{number}. {lesson.title}** (1 of ")
    assert lesson.intro in page.content
    for task, (course, action) in zip(lesson.tasks, solution(lesson), strict=True):
        assert f"👉 {task.ask}" in page.content
        page = await do_task(person, page, course, action)
        assert task.done in page.content
    return page


async def begun(person, number, where=None):
    """A lesson at its first task, chosen from all of them."""
    page = await person.slash("learn", where.channel if where else None)
    return await person.choose(page, f"{number}. {EVERY[number - 1].title}")


async def test_what_is_forbidden_or_not_asked_is_answered_and_one_goes_on(tmp_path):
    """R4.2, R4.3."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await begun(ann, 3, w)
        for cell, why in {
            "E3": "✋ E3 is a river space. Leaders stand on land. (R4.2)",
            "G5": "✋ No face-up temple beside G5. Leaders need one. (R4.2)",
            "H3": "✋ A leader can't join kingdoms. H3 would join those of: ",
        }.items():
            page = await ann.press(await ann.press(page, "Trader"), cell)
            assert why in page.content
            assert EVERY[2].tasks[0].ask in page.content
            (to_rule,) = (label for label in labels(page) if label.startswith("R4."))
            assert f"**{to_rule.split(' ', 1)[1]}**" in (await ann.press(page, to_rule)).content
        page = await choose(ann, await ann.press(page, "Trader"), "G4")
        assert "**ann** places the 🏹🟩 Trader on G4." in page.content

        # and so is what is allowed but not asked
        page = await begun(ann, 3)
        page = await ann.press(await ann.press(page, "Farmer"), "F4")
        assert f"💭 {EVERY[2].tasks[0].instead}" in page.content
        page = await ann.press(await ann.press(page, "Trader"), "Back")
        assert "💭" not in page.content
        assert "Your hand:" not in page.content  # a leader needs no tiles
        page = await ann.press(page, "Show me how")
        assert f"💡 {EVERY[2].tasks[0].hint}" in page.content
        page = await begun(ann, 4)
        page = await choose(ann, await ann.press(page, "King"), "H7")
        page = await ann.press(page, "Add 0")  # R6.4: a tie would be the defender's
        assert "💭 2 against 1 looks like enough." in page.content
        page = await ann.press(page, "Add 1")
        assert "**ann** wins, 3 to 2." in page.content
        # the first fight is told and explained before the next one begins
        text = page.content
        order = (
            "You win **1 red point**",
            "**Bull** places the 🐂⬛ King on J6",
            "👉 The Bull attacks with the King again",
        )
        assert sorted(map(text.index, order)) == [text.index(each) for each in order]


async def test_one_leaves_and_comes_back_after_a_restart_elsewhere(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await begun(ann, 8, w)
        (course, action), *_ = solution(EVERY[7])
        await do_task(ann, page, course, action)
        await w.restart()
        page = await ann.slash("learn")
        assert "▶️ **8. Treasures** – task 2 of 3" in page.content
        assert labels(page) == ["Continue", "Start again"]
        page = await ann.press(page, "Continue")
        assert f"👉 {EVERY[7].tasks[1].ask}" in page.content
        assert f"{EVERY[7].tasks[0].done}" in page.content
        page = await ann.press(await ann.press(page, "All lessons"), "Start again")
        assert f"👉 {EVERY[7].tasks[0].ask}" in page.content

        # old buttons lead to where one is
        old = await begun(ann, 5)
        old = await ann.press(old, tile_on(old, Colour.BLACK))
        page = await choose(ann, await ann.press(await begun(ann, 3, w), "Trader"), "F4")
        old = await ann.press(old, "H5")
        assert old.content.startswith("**3. Placing a leader** (2 of 2)")
        assert "You're further on in your lessons. Here is your task." in old.content
        # both messages show the same task now: done on one, it is done on the other
        old = await ann.press(old, "Farmer")
        page = await choose(ann, await ann.press(page, "Farmer"), "I2")
        old = await ann.press(old, "I4")
        assert "You're further on in your lessons" in old.content
        assert "Next lesson" in says(old)
        assert await w.bot.services.lessons.progress(ann.id) == LessonProgress(
            "03-leaders", ("Ag@F4", "Ab@I2"), frozenset({"03-leaders"})
        )


@pytest.mark.slow
async def test_somebody_has_lessons_and_opens_a_game(tmp_path):
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.press(await ann.slash("help", w.channel), "Learn to play")
        assert page.content.startswith("**Learn to play** in about fifteen minutes.")
        assert "✅" not in says(page)
        assert labels(page) == ["Start"]
        assert list(options(page)) == [f"{n}. {each.title}" for n, each in enumerate(EVERY, 1)]
        page = await has(ann, await ann.press(page, "Start"), 1)
        page = await has(ann, await ann.press(page, "Next lesson"), 2)
        for lesson in EVERY[2:-1]:
            await w.bot.services.lessons.begin(ann.id, lesson.name)
            await w.bot.services.lessons.take_step(ann.id, lesson.name, 0, "end", last=True)
        page = await has(ann, await begun(ann, len(EVERY), w), len(EVERY))
        assert "That is all you need for a first game" in page.content
        assert not w.channel.history(viewer=w.person("bob").member)  # nobody has seen anything
        every = await ann.press(page, "All lessons")
        assert every.content.count("✅") == len(EVERY)
        page = await ann.write(every, "Open a game", "Ur")
        assert page.content.startswith("**Ur** is open. Others can join now.")
        assert "Open scores" in w.channel.last_message.content
