"""A lesson as a table with seats that is stored nowhere, for the game's own pages.

What can be pressed on those pages is then about the lesson, and the task that is shown.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.content.message import Button, Link, Row
from bot.content.pressing import ANYWHERE
from bot.domain.entries import Acted
from bot.domain.player import Person, Player
from bot.domain.seat import Seat
from bot.domain.table import Place, Standing, Status, Table, Turn
from bot.i18n import Words
from bot.intents import NO_GAME, Intent, UserRequest, learn
from bot.intents.turn import Act, AskEnd, ChooseCatastropheSpace, ChooseSpace, ChooseSwap, Move
from bot.parts.turn.acting import OF_A_TURN, ONCE, ImaginedTurn
from bot.parts.turn.choosers import catastrophe_buttons, first_page
from bot.store import Habits
from bot.teaching.lesson import Course, Lesson, Task
from engine import Colour, EndTurn, Leader, TurnEnded


@dataclass(frozen=True, slots=True)
class Learner(ImaginedTurn):
    """A player in a lesson, with the course of the lesson."""

    intents = OF_A_TURN

    words: Words
    person: Person
    lesson: Lesson
    course: Course
    theme: str | None = None

    @property
    def task(self) -> Task | None:
        """The task to do now; None after the last one."""
        tasks = self.lesson.tasks
        return tasks[self.course.done] if self.course.done < len(tasks) else None

    @property
    def done(self) -> Task | None:
        """The task that was done last; None before the first one."""
        return self.lesson.tasks[self.course.done - 1] if self.course.done else None

    @property
    def seat(self) -> Seat:
        """The learner's seat, at a table for this lesson alone."""
        game = self.course.game
        turns = tuple(self._turns())
        entries = tuple(entry for turn in turns for entry in turn.entries)
        players = tuple(self._player(seat) for seat in range(len(game.seats)))
        ranking = game.ranking() if game.over else ()
        table = Table(
            id=NO_GAME,
            name=self.words._(self.lesson.title),
            status=Status.OVER if game.over else Status.RUNNING,
            place=Place(None, 0),
            home=None,
            opener_id=self.person.user_id,
            board=game.board.layout.name,
            options=game.options,
            capacity=len(players),
            players=players,
            version=len(entries),
            state_version=len(entries),
            turn=turns[-1].number,
            delivered_turn=turns[-1].number,
            turns=turns,
            round=entries,
            view=game.view(None),
            standings=tuple(Standing(each.place, players[each.seat], each) for each in ranking),
            created_at=ONCE,
            language=self.person.language,
        )
        return Seat(table, game.view(self.course.seat))

    def to(self, intent: Intent) -> UserRequest:
        """The request of an *intent* in this lesson, at this task."""
        return ANYWHERE.to(learn.InLesson(self.lesson.name, self.course.done, intent))

    def face(self, kinds: Collection[str]) -> tuple[Row, ...]:
        """The buttons of these *kinds* that a turn has in this lesson."""
        disaster = catastrophe_buttons(self.words, self.seat)
        rows = first_page(self.words, self.seat, last=disaster, moves="moves" in kinds)
        return self.rows(
            tuple(button for button in row if _kind(button) in kinds)
            for row in rows
            if isinstance(row, tuple)
        )

    def _player(self, seat: int) -> Player:
        dynasty, own = self.course.game.seats[seat], seat == self.course.seat
        return Player(
            joined_seq=seat + 1,
            user_id=self.person.user_id if own else None,
            name=self.person.name if own else self.words.dynasty_as_player(dynasty),
            seat=seat,
            dynasty=dynasty,
            habits=Habits(
                theme=self.theme if own else None,
                chosen_language=self.person.chosen_language,
            ),
            discord_language=self.person.discord_language,
        )

    def _turns(self) -> Iterator[Turn]:
        """The turns so far, the current one last, even if nothing has happened in it yet."""
        entries = [*self._entries()]
        now = self._turn_after(len(self.course.taken))
        for number, of_turn in groupby(entries, lambda entry: entry.turn):
            first, *rest = of_turn
            yield Turn(number, self.course.taken[first.seq - 1].before.active, (first, *rest))
        if not entries or entries[-1].turn < now:
            yield Turn(now, self.course.game.active, ())

    def _entries(self) -> Iterator[Acted]:
        for number, taken in enumerate(self.course.taken):
            seat, turn = taken.seat, self._turn_after(number)
            user_id = self.person.user_id if seat == self.course.seat else None
            yield Acted(
                taken.action,
                taken.events,
                final=True,  # a lesson has its own way back
                seq=number + 1,
                turn=turn,
                seat=seat,
                user_id=user_id,
                at=ONCE,
            )

    def _turn_after(self, decisions: int) -> int:
        """The number of the turn after so many decisions."""
        return 1 + sum(
            isinstance(event, TurnEnded)
            for taken in self.course.taken[:decisions]
            for event in taken.events
        )


def _kind(button: Button | Link) -> str | None:
    """The kind of a turn's button, as tasks name it; None for any other button."""
    match button.request.intent if isinstance(button, Button) else None:
        case Move():
            return "moves"
        case ChooseSpace(Colour()):
            return "tiles"
        case ChooseSpace(Leader()):
            return "leaders"
        case ChooseCatastropheSpace():
            return "catastrophe"
        case ChooseSwap():
            return "swap"
        case AskEnd() | Act(EndTurn()):
            return "end"
        case _:
            return None
