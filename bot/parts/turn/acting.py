"""Presses in a turn, of a game or only imagined: the pages and the decisions they lead to."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from types import UnionType
from typing import ClassVar

from bot.content.message import Button, Content, Link, Row, Select
from bot.content.names import game_name
from bot.domain.seat import Seat
from bot.i18n import Words
from bot.intents import Intent, UserRequest, board, rules, turn
from bot.parts.in_words import in_words_page
from bot.parts.turn.choosers import catastrophe_buttons, first_page
from bot.parts.turn.confirming import choose_swap, confirm_end, second_look
from bot.parts.turn.keypad import choose_space
from bot.parts.turn.prompts import prompt, question_line
from bot.parts.turn.spaces import why_not, zoom_on_spaces, zoom_page
from engine import Action, ActionDecision, Catastrophe, EndTurn

OF_A_TURN = (
    turn.Act
    | turn.Move
    | turn.ChooseSpace
    | turn.ChooseRow
    | turn.ChooseCatastropheSpace
    | turn.ChooseSwap
    | turn.AskSwap
    | turn.AskEnd
    | board.SeeDesk
    | board.WhyNot
    | board.Zoom
)
"""The intents of buttons in every imagined turn."""
ONCE = datetime(2000, 1, 1, tzinfo=UTC)
"""The time of all entries of an imagined turn."""


def page_or_actions(words: Words, seat: Seat, intent: Intent) -> Content | tuple[Action, ...]:
    """Return the page that a press in a turn leads to, or the decisions that it takes.

    Both are empty for an intent that is about something else. Raises IllegalAction if the rules
    forbid what the page would show.
    """
    match intent:
        case turn.ChooseSpace(piece, column) | turn.ChooseRow(piece, column):
            return choose_space(words, seat, piece, column)
        case turn.ChooseCatastropheSpace():
            return choose_space(words, seat, Catastrophe())
        case turn.ChooseSwap(tiles) | turn.AskSwap(tiles):
            return choose_swap(words, seat, tiles)
        case board.WhyNot(piece):
            return why_not(words, seat, piece)
        case board.Zoom(board.Part.WHOLE, None):
            return ()
        case board.Zoom(part, None):
            return zoom_page(words, seat.table, part, seat)
        case board.Zoom():
            return zoom_on_spaces(words, seat, intent)
        case board.SeeInWords(page):
            return in_words_page(words, seat.table, seat, page)
        case turn.AskEnd():
            return confirm_end(words, seat) if seat.view.actions_left else (EndTurn(),)
        case turn.Move(action) | turn.Tap(action):
            return second_look(words, seat, action) or (action,)
        case turn.Act(action) | turn.Pick(_, action):
            return (action,)
        case turn.PlayLine(actions=actions):
            return actions
        case _:
            return ()


def asked_next(words: Words, seat: Seat, name: str) -> Content:
    """The question to *seat*, or the number of actions left, with the buttons.

    The *name* is that of a picture's file, which only a question in the middle of an action has.
    """
    if isinstance(seat.view.decision, ActionDecision):
        count = seat.view.actions_left
        left = words.ngettext("{count} action left.", "{count} actions left.", count)
        return Content(left, rows=first_page(words, seat, last=catastrophe_buttons(words, seat)))
    line, question = question_line(words, seat, game_name(seat.table)), prompt(words, seat, name)
    return replace(question, text=f"{line}\n{question.text}")


class ImaginedTurn(ABC):
    """A turn that is stored nowhere, on the pages of a game: in a plan, a trial or a lesson."""

    __slots__ = ()

    intents: ClassVar[UnionType] = OF_A_TURN | turn.Tap | turn.PlayLine | board.SeeInWords
    """The intents of its buttons and selects."""

    @abstractmethod
    def to(self, intent: Intent) -> UserRequest:
        """The request of a component that means *intent* in this turn."""

    def adapted(self, page: Content) -> Content:
        """A page of a game with the buttons of this turn."""
        return replace(page, rows=self.rows(page.rows))

    def rows(self, rows: Iterable[Row]) -> tuple[Row, ...]:
        """Rows of a page of a game with the buttons of this turn."""
        adapted: list[Row] = []
        for row in rows:
            if isinstance(row, tuple):
                adapted.append(tuple(self.buttons(row)))
            elif isinstance(row, Select) and issubclass(turn.Tap, self.intents):
                adapted.append(replace(row, request=self.to(row.request.intent)))
        return tuple(row for row in adapted if row)

    def buttons(self, buttons: Iterable[Button | Link]) -> Iterator[Button]:
        """Buttons of a game as buttons of this turn; others are left out."""
        for button in buttons:
            if isinstance(button, Button):
                intent = button.request.intent
                if isinstance(intent, rules.SeeLegend | rules.SeeRule):  # the same everywhere
                    yield button
                elif isinstance(intent, self.intents):
                    adapted = replace(button, request=self.to(intent))
                    if adapted.request.fits:
                        yield adapted
