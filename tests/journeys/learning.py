"""How a person does the tasks of a lesson: with presses on what is shown, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from messages import Message, components, labels, leader_label, space_on, tile_label
from people import Person

from bot.teaching.lesson import Course, Lesson, NotAsked, go_on
from engine import (
    Action,
    ActionDecision,
    AddTiles,
    Cell,
    EndTurn,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
)


def solution(lesson: Lesson) -> list[tuple[Course, Action]]:
    """A decision that does each task of a lesson, with how the lesson stands before it."""
    course, taken = lesson.start, []
    for _ in lesson.tasks:
        action, after = next(_doing(lesson, course))
        taken.append((course, action))
        course = after
    return taken


def _doing(lesson: Lesson, course: Course) -> Iterator[tuple[Action, Course]]:
    spaces = lesson.tasks[course.done].spaces
    for action in course.game.legal_actions():
        if spaces and isinstance(action, PlaceTile | PlaceLeader) and action.cell not in spaces:
            continue
        try:
            yield action, go_on(lesson, course, action)
        except NotAsked:
            continue


async def do_task(person: Person, page: Message, course: Course, action: Action) -> Message:
    """Do a task by presses, from the page that asks for it."""
    held = course.game.hands[course.seat]
    if not isinstance(course.game.decision, ActionDecision):
        return await person.press(page, _label(page, action))
    match action:
        case PlaceTile(colour, cell):
            return await _at(
                person, await person.press(page, tile_label(colour, held[colour])), cell
            )
        case PlaceLeader(leader, cell):
            standing = course.game.board.cell_of(leader)
            keypad = await person.press(page, leader_label(leader, standing))
            return await _at(person, keypad, cell)
        case PlaceCatastrophe(cell):
            return await _at(person, await person.press(page, "Catastrophe"), cell)
        case SwapTiles(counts):
            page = await person.press(page, "Swap")
            for colour, count in enumerate(counts):
                for given in range(count):
                    page = await person.press(page, tile_label(colour, held[colour] - given))
            return await person.press(page, "Swap these")
        case EndTurn():
            page = await person.press(page, "End turn")
            return await person.press(page, "End turn") if "You give up" in page.content else page
    raise AssertionError(action)


async def choose(person: Person, keypad: Message, cell: str) -> Message:
    """Choose a space, by its column first unless it is offered at once; and confirm it."""
    return await _at(person, keypad, Cell.parse(cell))


async def _at(person: Person, keypad: Message, cell: Cell) -> Message:
    if space_on(keypad, cell) is None:
        keypad = await person.press(keypad, str(cell)[0])
    label = space_on(keypad, cell)
    assert label is not None
    page = await person.press(keypad, label)
    if any(each.filename.startswith("preview-") for each in page.attachments):
        page = await person.press(page, labels(page)[0])
    return page


def _label(page: Message, action: Action) -> str:
    if isinstance(action, AddTiles):
        return f"Add {action.count}"
    return next(
        str(each["label"])
        for each in components(page)
        if str(each.get("custom_id")).endswith(f":do:{action}")
    )
