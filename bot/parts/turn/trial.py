"""Decisions that are tried and count for nothing: in a game that has ended, or as it is now.

Nothing is stored: what is tried stands in the buttons. The user who tries decides for everybody.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.content.message import Button, Content, Picture, Row
from bot.content.names import bold, safe_names
from bot.content.pictures import board_picture, desk_picture
from bot.content.pressing import with_further
from bot.content.shortening import last_lines
from bot.domain.seat import Then
from bot.i18n import Words
from bot.intents import CUSTOM_ID, Address, Intent, UserRequest
from bot.intents.planning import Try
from bot.intents.review import WhatIf
from bot.intents.turn import AskEnd
from bot.parts.buttons import closer
from bot.parts.in_words import words_beside
from bot.parts.turn.acting import ImaginedTurn, asked_next, page_or_actions
from bot.parts.turn.actions import decision_text
from engine import Action, EndTurn

_ROOM = 800
"""Characters for what was tried."""
_FOR_A_PRESS = 35
"""Characters that what is pressed takes behind what was tried."""


@dataclass(frozen=True, slots=True)
class Trial(ImaginedTurn):
    """Decisions that are tried, for everybody."""

    words: Words
    then: Then
    address: Address
    shown: WhatIf | Try
    """Shows this moment again."""

    @property
    def full(self) -> bool:
        """True if no button could carry a longer line."""
        return len(self.at(self.then.line).custom_id) > CUSTOM_ID - _FOR_A_PRESS

    def at(self, line: tuple[Action, ...]) -> UserRequest:
        """The request that shows the moment after another *line*."""
        return self.address.to(replace(self.shown, line=line))

    def to(self, intent: Intent) -> UserRequest:
        """The request of an *intent* after the line tried so far."""
        return self.address.to(self.shown.pressed(intent))

    def pressed(self, intent: Intent) -> Content | tuple[Action, ...]:
        """The page that a press in a turn leads to, or the line that is tried then.

        Raises IllegalAction if the rules forbid it.
        """
        if self.then.seat is None:  # the game is over there
            return self.then.line
        if isinstance(intent, AskEnd):  # one can step back
            return self.then.and_then([EndTurn()])
        match page_or_actions(self.words, self.then.seat, intent):
            case Content() as page:
                return self.adapted(page)
            case actions:
                return self.then.and_then(actions)

    def page(
        self, name: str, heading: Sequence[str], known: Sequence[str], ways: Sequence[Button]
    ) -> Content:
        """The board after what was tried, and what can come next.

        *heading* stands above what was tried, *known* below it; *ways* lead elsewhere. *name* is
        that of the picture's file.
        """
        words, then, table = self.words, self.then, self.then.table
        lines = [*heading, *last_lines([f"> {line}" for line in self._lines()], _ROOM).split("\n")]
        lines += [*known, ""]
        events = tuple(event for each in then.tried for event in each.events) or table.events
        in_words: tuple[Button, ...] = ()
        rows: tuple[Row, ...] = ()
        if then.seat is None:
            viewer = table.players[0]  # here all have the habits of the user
            picture: Picture = board_picture(words, table, name, events, viewer)
            lines.append(words._("The game would be over."))
        else:
            seat = then.seat
            picture = desk_picture(words, seat, name, events)
            in_words = words_beside(words, table, picture, seat)
            lines.append(words._("You play for {player}.", player=bold(seat.player.name)))
            if self.full:
                lines.append(words._("That's as far as I can follow. Step back, or start again."))
            else:
                question = asked_next(words, seat, name)
                rows, picture = question.rows, question.picture or picture
                lines.append(question.text)
        looking = self.buttons((*closer(words, table), *in_words))
        shown = with_further(self.rows(rows), *self._ways(), *ways, *looking)
        text = re.sub(r"\n{2,}", "\n\n", "\n".join(lines))
        return Content(text, picture, rows=shown)

    def _lines(self) -> Iterator[str]:
        names = safe_names(self.then.table)
        for each in self.then.tried:
            yield decision_text(self.words, each.action, each.events, names)

    def _ways(self) -> Iterator[Button]:
        """Buttons that step back and start again."""
        words, line = self.words, self.then.line
        if line:
            yield Button(words._("Step back"), self.at(line[:-1]), emoji="↩️")
        if len(line) > 1:
            yield Button(words._("Start again"), self.at(()), emoji="🔀")


def hands_text(words: Words, then: Then, seats: Iterable[int]) -> str:
    """The hands of these seats at that moment."""
    names, view = safe_names(then.table), then.moment.view
    return " · ".join(f"{names[seat]} {words.tiles(view.hand(seat))}" for seat in seats)
