"""The lessons, as somebody has them who wants to learn the game: alone, press by press."""

from pathlib import Path

import pytest
from learning import choose, do_task, solution
from messages import Message, components, labels, options, says
from people import Person, World, world

from bot.services import LessonProgress
from bot.teaching.lessons import LESSONS
from engine import Colour

EVERY = LESSONS.every("en")


async def has(person: Person, page: Message, number: int) -> Message:
    """Go through a lesson from its first task to its end."""
    lesson = EVERY[number - 1]
    assert page.content.startswith(f"**{number}. {lesson.title}** (1 of ")
    assert lesson.intro in page.content
    for task, (course, action) in zip(lesson.tasks, solution(lesson), strict=True):
        assert f"👉 {task.ask}" in page.content
        page = await do_task(person, page, course, action)
        assert task.done in page.content
    return page


async def begun(person: Person, number: int, where: World | None = None) -> Message:
    """A lesson at its first task, chosen from all of them."""
    page = await person.slash("learn", where.channel if where else None)
    return await person.choose(page, f"{number}. {EVERY[number - 1].title}")


@pytest.mark.parametrize(
    "private",
    [
        pytest.param(False, id="in a server", marks=pytest.mark.slow),
        pytest.param(True, id="in direct messages", marks=pytest.mark.slow),
    ],
)
async def test_somebody_has_all_lessons_and_opens_a_game(tmp_path: Path, *, private: bool) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.slash("learn", None if private else w.channel)
        assert page.content.startswith("**Learn to play** in about fifteen minutes.")
        assert "✅" not in says(page)
        assert labels(page) == ["Start"]
        assert list(options(page)) == [f"{n}. {each.title}" for n, each in enumerate(EVERY, 1)]
        page = await has(ann, await ann.press(page, "Start"), 1)
        for number in range(2, len(EVERY) + 1):
            page = await has(ann, await ann.press(page, "Next lesson"), number)
        assert "That is all you need for a first game" in page.content
        if not private:
            assert not w.channel.history(viewer=w.person("bob").member)  # nobody has seen anything
        every = await ann.press(page, "All lessons")
        assert every.content.count("✅") == len(EVERY)
        if private:
            assert "To play with others, type `/open` in a server's channel." in every.content
            assert labels(every) == ["Play alone"]
            return
        (found,) = (each for each in components(every) if each.get("label") == "Open a game")
        shown = await ann.member.click(every, custom_id=found["custom_id"])
        assert shown.modal is not None
        page = ann._answer(await ann.member.submit_modal(shown, {"text": "Ur"}))
        assert page.content.startswith("**Ur** is open. Others can join now.")
        assert "**Ur**" in w.channel.last_message.content
        assert "Open scores" in w.channel.last_message.content


async def test_a_forbidden_space_is_refused_with_its_rule_and_one_goes_on(tmp_path: Path) -> None:
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


async def test_what_is_allowed_but_not_asked_is_answered_and_one_goes_on(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
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
        told = page.content
        order = (
            "You win **1 red point**",
            "**Bull** places the 🐂⬛ King on J6",
            "👉 The Bull attacks with the King again",
        )
        assert sorted(map(told.index, order)) == [told.index(each) for each in order]


async def test_one_looks_before_an_attack_and_may_go_back(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await begun(ann, 4)
        page = await ann.press(await ann.press(page, "King"), "H7")
        assert page.content.startswith(f"👉 {EVERY[3].tasks[0].ask}\n\n")
        assert "What would happen:" in page.content
        assert labels(page) == ["Attack", "Legend", "Back"]
        page = await ann.press(page, "Back")
        assert EVERY[3].tasks[0].ask in page.content


async def test_one_leaves_and_comes_back_after_a_restart_elsewhere(tmp_path: Path) -> None:
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


async def test_two_people_learn_each_for_themselves(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann, bob = w.person("ann"), w.person("bob")
        anns, bobs = await begun(ann, 3, w), await begun(bob, 3, w)
        anns = await choose(ann, await ann.press(anns, "Trader"), "F4")
        bobs = await choose(bob, await bob.press(bobs, "Trader"), "G4")
        assert "**ann** places the 🏹🟩 Trader on F4." in anns.content
        assert "**bob** places the 🏹🟩 Trader on G4." in bobs.content
        assert "Trader G4" in labels(bobs)
        cora = await w.person("cora").slash("learn", w.channel)
        assert labels(cora) == ["Start"]


async def test_old_buttons_lead_to_where_one_is(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        old = await ann.press_tile(await begun(ann, 5), Colour.BLACK)
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


async def test_a_turn_is_ended_after_a_question_only_if_actions_are_left(tmp_path: Path) -> None:
    """R3.1."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await begun(ann, 7)
        page = await choose(ann, await ann.press_tile(page, Colour.BLACK), "H4")
        assert "You give up" not in (await ann.press(page, "Build nothing")).content
        page = await ann.press(page, "black and green")
        assert "💭 Black scores through your King" in page.content
        page = await ann.press(page, "black and red")
        page = await ann.press(page, "End turn")
        assert "**ann** scores 1 ⬛ black point from a monument (King)." in page.content


async def test_the_pictures_are_in_high_contrast_for_whoever_wants_that(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        usual = await begun(ann, 1)
        await ann.press(await ann.slash("settings"), "High contrast")
        again = await begun(ann, 1)
        sizes = {each.attachments[0].size for each in (usual, again)}
        assert len(sizes) == 2


async def test_the_help_leads_to_the_lessons_and_a_lesson_to_the_rules(tmp_path: Path) -> None:
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await ann.press(await ann.slash("help", w.channel), "Learn to play")
        page = await has(ann, await ann.press(page, "Start"), 1)
        rule = await ann.press(page, "Who scores a tile")
        assert "R5.3" in rule.content


async def test_a_lesson_says_why_not_and_shows_a_part_closer(tmp_path: Path) -> None:
    """The keypad of a lesson is that of a game; what is looked at there is the lesson's board."""
    async with world(tmp_path) as w:
        ann = w.person("ann")
        page = await begun(ann, 1)
        keypad = await ann.press(page, labels(page)[0])
        forbidden = await ann.press(keypad, "Why not?")
        assert "a river; only farms go there (R5.1)" in forbidden.content
        rule = await ann.press(forbidden, "R5.1")
        assert rule.id != forbidden.id
        closer = await ann.press(forbidden, "Zoom")
        assert closer.attachments[0].filename.startswith("zoom-")
        keypad = await ann.press(await ann.press(closer, "Back"), "Back")
        assert "Why not?" in labels(keypad)
        page = await ann.press(keypad, "Back")
        assert EVERY[0].tasks[0].ask in page.content
        course, action = solution(EVERY[0])[0]
        page = await do_task(ann, page, course, action)
        assert EVERY[0].tasks[0].done in page.content
