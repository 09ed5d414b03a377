"""The list of lessons, and the pages of a lesson: what happened, and what is asked."""

from collections.abc import Sequence

from bot.content.message import CHOICES, Back, Button, Content, Option, Picture, Select, Style
from bot.content.names import safe_names
from bot.content.pictures import chart_picture, conflict_picture, part_picture
from bot.content.pressing import ANYWHERE, back_to, in_rows, with_further
from bot.features.learn.learner import Learner
from bot.i18n import Words
from bot.i18n.events import sentences
from bot.intents import board, learn, lobby
from bot.intents.turn import Move
from bot.parts.buttons import legend_button, rule_button, solo_button
from bot.parts.turn.keypad import choose_space
from bot.parts.turn.prompts import prompt
from bot.teaching.lesson import Lesson, Taken, Task
from bot.use_cases import LessonProgress
from engine import ActionDecision, AddDecision, EndTurn, Piece, SwapTiles, TurnEnded, placing

_FOR_TILES = frozenset({"moves", "tiles", "swap"})
"""The kinds of buttons for which learners need to see their tiles."""


# --- which lessons there are ---------------------------------------------------------------------


def lessons_page(
    words: Words,
    lessons: Sequence[Lesson],
    progress: LessonProgress,
    *,
    can_open: bool,
    said: str = "",
) -> Content:
    """The list of lessons with the user's progress; *can_open*: a game can be opened there."""
    _ = words._
    begun = (lesson for lesson in lessons if lesson.name == progress.lesson)
    here = next((each for each in begun if len(progress.decisions) < len(each.tasks)), None)
    to_come = [lesson for lesson in lessons if lesson.name not in progress.learnt]
    lines = [
        _(
            "**Learn to play** in about fifteen minutes. You play alone, and no one sees it. "
            "Leave at any time: I keep your place."
        ),
        "",
    ]
    options: list[Option] = []
    for number, lesson in enumerate(lessons, start=1):
        learnt = lesson.name in progress.learnt
        option = Option(
            _("{number}. {title}", number=number, title=_(lesson.title)),
            lesson.name,
            emoji="✅" if learnt else None,
        )
        options.append(option)
        sign = "✅" if learnt else "▶️" if lesson == here else "▫️"
        line = option.label
        if lesson == here:
            line = _(
                "**{number}. {title}** – task {task} of {tasks}",
                number=number,
                title=_(lesson.title),
                task=len(progress.decisions) + 1,
                tasks=len(lesson.tasks),
            )
        lines.append(f"{sign} {line}")
    buttons: tuple[Button, ...] = ()
    if here is not None:
        go_on = Button(_("Continue"), ANYWHERE.to(learn.SeeLesson()), Style.MAIN, "▶️")
        buttons = (go_on, _again(words, here))
    elif to_come:
        label = _("Next lesson") if progress.learnt else words.pgettext("lesson", "Start")
        buttons = (Button(label, ANYWHERE.to(learn.BeginLesson(to_come[0].name)), Style.MAIN, "▶️"),)
    if not to_come:
        lines += ["", _farewell(words, can_open=can_open)]
        buttons += _opening(words, can_open=can_open)
    request = ANYWHERE.to(learn.PickLesson(""))
    choice = Select(_("Choose a lesson …"), request, tuple(options[:CHOICES]))
    page = Content("\n".join(lines), rows=(*in_rows(buttons), choice))
    return page.with_text_before(said) if said else page


# --- a lesson ------------------------------------------------------------------------------------


def lesson_page(
    learner: Learner, lessons: Sequence[Lesson], *, can_open: bool, said: str = ""
) -> Content:
    """A lesson: the result of the last task, and the next one; *said* replaces the result."""
    task = learner.task
    if task is None:
        return _end_of_lesson(learner, lessons, can_open=can_open, said=said)
    seat, decision = learner.seat, learner.course.game.decision
    asked = [_instruction(learner.words, task)]
    if isinstance(decision, ActionDecision):
        rows = learner.face(task.buttons)
        if task.buttons & _FOR_TILES:
            tiles = learner.words.tiles(seat.view.own_hand)
            asked.append(learner.words._("Your hand: {tiles}", tiles=tiles))
    else:
        rows = learner.rows(prompt(learner.words, seat).rows)
    above = (said,) if said else _result(learner)
    text = "\n\n".join((_heading(learner, lessons), *above, "\n".join(asked)))
    hint = Button(learner.words._("Show me how"), learner.to(learn.SeeHint()), emoji="💡")
    legend, every = legend_button(learner.words), _all_lessons(learner.words)
    helping = (hint, legend, every) if task.hint else (legend, every)
    return Content(text, _picture(learner, task), rows=with_further(rows, *helping))


def with_instruction(learner: Learner, page: Content) -> Content:
    """A page on the way through a task, below the task."""
    return (
        page
        if learner.task is None
        else page.with_text_before(_instruction(learner.words, learner.task))
    )


def _instruction(words: Words, task: Task) -> str:
    return f"👉 {words.paragraphs(task.ask)}"


def not_asked(words: Words, says: str) -> str:
    """The reason why something that is legal does not do the task."""
    asked = words._("That is allowed, but the task asks for something else.")
    return f"💭 {words.paragraphs(says) or asked}"


def space_page(learner: Learner, piece: Piece, column: str | None) -> Content:
    """The choice between the spaces of the task, or between all that are legal."""
    words, seat, task = learner.words, learner.seat, learner.task
    if task is None or not task.spaces:
        return learner.adapted(choose_space(words, seat, piece, column))
    buttons = tuple(
        Button(str(cell), learner.to(Move(placing(piece, cell)))) for cell in task.spaces
    )
    back = back_to(words, learner.to(board.SeeDesk()))
    picture = part_picture(
        words, seat, _file(learner), task.region, piece=piece, spaces=task.spaces
    )
    return Content(words._("Choose a space."), picture, rows=with_further(in_rows(buttons), back))


def _heading(learner: Learner, lessons: Sequence[Lesson]) -> str:
    names = [lesson.name for lesson in lessons]
    return learner.words._(
        "**{number}. {title}** ({task} of {tasks})",
        number=names.index(learner.lesson.name) + 1,
        title=learner.words._(learner.lesson.title),
        task=min(learner.course.done + 1, len(learner.lesson.tasks)),
        tasks=len(learner.lesson.tasks),
    )


def _result(learner: Learner) -> tuple[str, ...]:
    """The result of the last task; before the first one, the introduction."""
    done = learner.done
    if done is None:
        return tuple(filter(None, (learner.words.paragraphs(learner.lesson.intro),)))
    own, *replies = learner.course.latest
    ends = (at for at, taken in enumerate(replies) if isinstance(taken.action, EndTurn))
    turn = next(ends, len(replies))
    its, later = [own, *replies[:turn]], replies[turn:]
    said = learner.words.paragraphs(done.done)
    lines = (_quoted(_happened(learner, its)), said, _quoted(_happened(learner, later)))
    return tuple(filter(None, lines))


def _quoted(lines: Sequence[str]) -> str:
    return "\n".join(f"> {line}" for line in lines)


def _happened(learner: Learner, decisions: Sequence[Taken]) -> list[str]:
    """Decisions in the game's own sentences, except that a turn ends by itself."""
    words, own = learner.words, learner.course.latest[0]
    events = [
        event
        for taken in decisions
        for event in taken.events
        if taken is own or not isinstance(event, TurnEnded)
    ]
    lines: list[str] = [*sentences(words, events, safe_names(learner.seat.table))]
    if decisions[:1] == [own] and isinstance(own.action, SwapTiles):
        held = learner.course.game.hands[own.seat]
        before = own.before.hands[own.seat]
        drawn = [
            now - was + gone for now, was, gone in zip(held, before, own.action.counts, strict=True)
        ]
        lines.append(words._("You draw: {tiles}.", tiles=words.tiles(drawn)))
    return lines


def _picture(learner: Learner, task: Task) -> Picture:
    """The card of a conflict, or the part of the board that it is about."""
    decision = learner.course.game.decision
    if isinstance(decision, AddDecision):
        return conflict_picture(learner.words, learner.seat, decision.conflict, _file(learner))
    events = [event for taken in learner.course.latest for event in taken.events]
    return part_picture(learner.words, learner.seat, _file(learner), task.region, events)


# --- its end -------------------------------------------------------------------------------------


def _end_of_lesson(
    learner: Learner, lessons: Sequence[Lesson], *, can_open: bool, said: str
) -> Content:
    words, names = learner.words, [lesson.name for lesson in lessons]
    behind = lessons[names.index(learner.lesson.name) + 1 :]
    parts = [_heading(learner, lessons), *filter(None, (said,)), *_result(learner)]
    again = _again(words, learner.lesson)
    if behind:
        begin = ANYWHERE.to(learn.BeginLesson(behind[0].name))
        next_one = Button(words._("Next lesson"), begin, Style.MAIN, "▶️")
        buttons: tuple[Button, ...] = (next_one, again)
    else:
        parts.append(_farewell(words, can_open=can_open))
        buttons = (*_opening(words, can_open=can_open), again)
    rule = learner.lesson.rule
    further = () if rule is None else (rule_button(words, rule),)
    rows = in_rows((*buttons, *further, _all_lessons(words)))
    table = learner.seat.table
    picture = _picture(learner, learner.lesson.tasks[-1])
    if table.standings:
        picture = chart_picture(words, table, _file(learner), learner.seat.player)
    return Content("\n\n".join(parts), picture, rows=rows)


def _farewell(words: Words, *, can_open: bool) -> str:
    text = words._("That is all you need for a first game. `/help` and `/rules` have the rest.")
    if can_open:
        return f"🎉 {text}"
    return f"🎉 {text}\n" + words._("To play with others, type `/open` in a server's channel.")


def _opening(words: Words, *, can_open: bool) -> tuple[Button, ...]:
    alone = solo_button(words)
    if not can_open:
        return (alone,)
    return (Button(words._("Open a game"), ANYWHERE.to(lobby.AskToOpen()), Style.MAIN, "🎲"), alone)


def _again(words: Words, lesson: Lesson) -> Button:
    return Button(words._("Start again"), ANYWHERE.to(learn.BeginLesson(lesson.name)), emoji="🔁")


def _all_lessons(words: Words) -> Button:
    return Back(words._("All lessons"), ANYWHERE.to(learn.SeeLessons(turning=True)), emoji="📚")


def _file(learner: Learner) -> str:
    return f"lesson-{learner.lesson.name}-{learner.course.done}"
