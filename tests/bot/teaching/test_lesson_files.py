"""A lesson is data: one more is two files, and needs no code."""

import shutil
from pathlib import Path

import pytest

from bot.domain.player import Person
from bot.domain.refusals import Refused
from bot.features.learn.handlers import LessonSession
from bot.i18n import Words, catalogue
from bot.intents import parse_intent
from bot.intents.learn import InLesson
from bot.teaching.lesson import NotAsked, go_on, resume
from bot.teaching.lessons import LESSONS, Lessons
from bot.teaching.teaching_files import TeachingFiles
from engine import Dynasty, Score, parse_action
from tests.bot.i18n.made_up import faults_of_all, write_catalogue

SHIPPED = Path(__file__).parents[3] / "bot" / "teaching" / "lessons"
NEW = """
title = "A farm"
intro = "Water everywhere."

[[task]]
ask = "Lay a farm on E3."
plays = ["b@E3"]
gains = { A = "b1" }
replies = ["A end", "B r@A1", "B end"]
done = "There it lies."
hint = "E3 is a river space."
spaces = ["E3", "E4"]
[[task.other]]
plays = ["b@E2"]
says = "Nearly."

[[task]]
ask = "And another one?"
plays = ["b@*"]
gains = { A = "b1" }
done = "You have it."
"""


@pytest.fixture
def folder(tmp_path):
    """A shelf with one lesson, in the position of the first one that is shipped."""
    shutil.copyfile(SHIPPED / "02-weakest.te", tmp_path / "11-farm.te")
    (tmp_path / "11-farm.toml").write_text(NEW)
    return tmp_path


@pytest.fixture
def lessons(folder):
    return Lessons(TeachingFiles(str(folder)))


@pytest.fixture
def ann(services, lessons):
    return LessonSession(
        services, lessons, Words.of("en"), Person(7, "Ann", "en-GB"), can_open=False
    )


def buttons(page):
    return [button.label for row in page.rows if isinstance(row, tuple) for button in row]


async def test_a_new_one_can_be_played(ann):
    page = await ann.all_lessons()
    assert "1. A farm" in page.text
    page = await ann.begin("11-farm")
    assert "Water everywhere." in page.text
    assert "👉 Lay a farm on E3." in page.text
    page = await ann.in_lesson(InLesson("11-farm", 0, parse_intent("at:b")))
    assert buttons(page) == ["E3", "E4", "Back"]
    page = await ann.in_lesson(InLesson("11-farm", 0, parse_intent("move:b@E4")))
    assert "✋ E4 is land. Farms go on rivers. (R5.1)" in page.text
    page = await ann.in_lesson(InLesson("11-farm", 0, parse_intent("move:b@E2")))
    assert "💭 Nearly." in page.text
    page = await ann.in_lesson(InLesson("11-farm", 0, parse_intent("move:b@E3")))
    assert "There it lies." in page.text
    assert "**Bull** places a 🟥 temple on A1." in page.text
    assert "Show me how" not in buttons(page)  # this task has no help
    page = await ann.in_lesson(InLesson("11-farm", 1, parse_intent("move:b@E2")))
    assert "You have it." in page.text
    assert "To play with others, type `/open`" in page.text
    assert "✅ 1. A farm" in (await ann.all_lessons()).text


@pytest.mark.parametrize(
    ("text", "values"), [("line:b@E3", ()), ("words:0", ()), ("zoom:tl", ()), ("do", ("b@E3",))]
)
async def test_what_no_page_of_a_lesson_has_is_refused(ann, text, values):
    await ann.begin("11-farm")
    with pytest.raises(Refused):
        await ann.in_lesson(InLesson("11-farm", 0, parse_intent(text, values)))


async def test_all_texts_of_a_lesson_are_looked_up(services, tmp_path, monkeypatch):
    """In what is asked, done and answered, and at its end; a paragraph by itself."""
    write_catalogue(tmp_path / "locales", "de")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path / "locales")
    dora = LessonSession(services, LESSONS, Words.of("de"), Person(8, "1", "de"), can_open=False)
    pages = [await dora.all_lessons(), await dora.begin("04-temples")]
    assert pages[-1].text.count("⟦") > pages[-1].text.count("⟦**Two of a colour")
    presses = (0, "move:k@J6"), (0, "hint"), (0, "move:k@H7"), (1, "do:+0")
    pages += [
        await dora.in_lesson(InLesson("04-temples", at, parse_intent(each))) for at, each in presses
    ]
    assert not faults_of_all(pages)


def test_what_a_task_asks_for_is_read(lessons):
    lesson = lessons.lesson("11-farm")
    task = lesson.tasks[0]
    assert task.gains == {Dynasty.ARCHER: Score(blue=1)}
    assert [str(reply) for _, reply in task.replies] == ["end", "r@A1", "end"]
    course = go_on(lesson, lesson.start, parse_action("b@E3"))
    assert course.game.scores[course.seat].blue == 2
    assert course == resume(lesson, ["b@E3"])
    with pytest.raises(NotAsked):  # far away it would be nobody's point
        go_on(lesson, course, parse_action("b@M8"))
    with pytest.raises(LookupError):
        go_on(lesson, resume(lesson, ["b@E3", "b@E2"]), parse_action("b@F1"))


@pytest.mark.parametrize("decisions", [["r@G2"], ["b@E3", "k@E3"], ["nonsense"], ["b@E3"] * 4])
def test_what_was_decided_in_another_lesson_does_not_fit(lessons, decisions):
    with pytest.raises(ValueError):  # noqa: PT011
        resume(lessons.lesson("11-farm"), decisions)


@pytest.mark.parametrize(
    ("line", "instead", "fault"),
    [
        ('title = "A farm"', 'titel = "A farm"', "'titel'"),
        ('plays = ["b@*"]', "", "'plays'"),
        ('A = "b1"', 'A = "q1"', "'q1'"),
        ('"B end"', '"B ends"', "ends"),
        ('spaces = ["E3"', 'spaces = ["E33"', "E33"),
        ('spaces = ["E3"', 'buttons = ["farms"]\nspaces = ["E3"', "'farms'"),
        ('says = "Nearly."', "", "'says'"),
        ('intro = "Water', 'rule = "manners"\nintro = "Water', "'manners'"),
        ('intro = "Water', 'region = "A1"\nintro = "Water', "'A1'"),
    ],
)
def test_what_is_wrong_in_a_file_is_said(folder, line, instead, fault):
    assert line in NEW
    (folder / "12-wrong.toml").write_text(NEW.replace(line, instead, 1))
    shutil.copyfile(folder / "11-farm.te", folder / "12-wrong.te")
    with pytest.raises(ValueError, match="lesson 12-wrong: ") as wrong:
        Lessons(TeachingFiles(str(folder))).lesson("12-wrong")
    assert fault in str(wrong.value)


async def test_a_lesson_that_has_changed_starts_again(services, ann):
    await services.lessons.begin(7, "11-farm")
    await services.lessons.take_step(7, "11-farm", 0, "r@G4", last=False)
    page = await ann.in_lesson(InLesson("11-farm", 1, parse_intent("move:b@E2")))
    assert "This lesson has changed, so it starts again." in page.text
    assert "👉 Lay a farm on E3." in page.text


async def test_a_lesson_that_is_gone_leads_to_those_there_are(services, ann):
    await services.lessons.begin(7, "99-gone")
    page = await ann.in_lesson(InLesson("99-gone", 0, parse_intent("move:b@E2")))
    assert "That lesson is gone. Choose another." in page.text
    assert "1. A farm" in page.text


def test_every_file_of_the_shelf_belongs_to_a_lesson():
    names = {file.name.split(".")[0] for file in SHIPPED.iterdir()}
    assert names == set(LESSONS.names)
    assert all(len(name) <= 20 for name in names)  # so that they have room in a custom_id


async def test_what_is_pressed_in_a_game_alone_is_not_there_in_a_lesson(store, ann):
    page = await ann.begin("11-farm")
    assert not {"Undo", "Help", "To the game"} & set(buttons(page))
    swap = await ann.in_lesson(InLesson("11-farm", 0, parse_intent("swap:k")))
    assert "Swap these" in buttons(swap)
    assert "Swap and end turn" not in buttons(swap)
