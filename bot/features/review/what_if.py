"""What-if: other decisions are tried in a game that has ended, on the game's own pages.

Nothing is stored: what is tried stands in the buttons. The user who tries decides for everybody,
as nothing is hidden any more: the tiles that would be drawn are those that were in the bag.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.content.message import Button, Content, Picture, Row, Style
from bot.content.names import bold, game_name, safe_names
from bot.content.pictures import board_picture, desk_picture
from bot.content.pressing import with_further
from bot.content.shortening import last_lines
from bot.domain.ended.review import Review, Then
from bot.features.review.stepping import expected_line, hands_line
from bot.i18n import Words
from bot.intents import CUSTOM_ID, Intent, UserRequest
from bot.intents.review import InWhatIf, SeeStep, WhatIf
from bot.parts.buttons import closer, course_button, review_address
from bot.parts.in_words import words_beside
from bot.parts.turn.acting import ImaginedTurn, asked_next
from bot.parts.turn.actions import decision_text
from engine import ActionDecision, Expectation

_ROOM = 800
"""Characters for what was tried."""
_FOR_A_PRESS = 35
"""Characters that what is pressed takes behind what was tried."""


@dataclass(frozen=True, slots=True)
class Trial(ImaginedTurn):
    """Other decisions that are tried in a game that has ended."""

    words: Words
    review: Review = field(repr=False)
    then: Then

    @property
    def full(self) -> bool:
        """True if no button could carry a longer line."""
        there = WhatIf(self.then.step, self.then.line)
        return len(review_address(self.review.table).to(there).custom_id) > CUSTOM_ID - _FOR_A_PRESS

    def to(self, intent: Intent) -> UserRequest:
        """The request of an *intent* after the line tried so far."""
        return review_address(self.review.table).to(
            InWhatIf(self.then.step, self.then.line, intent)
        )


def what_if_page(
    trial: Trial, expected: Sequence[Sequence[Expectation]] | None, said: str = ""
) -> Content:
    """The board after what was tried, what could be expected of it, and what can come next.

    *expected* are everybody's expectations before and after; None if they are not known. *said* is
    the answer to a press.
    """
    words, then, table = trial.words, trial.then, trial.then.table
    first = min(then.step + 1, trial.review.steps)
    lines = [
        *filter(None, (said,)),
        words._(
            "{game} · what if, from decision {step} in turn {turn}? Only you see this. Nothing "
            "counts.",
            game=game_name(table),
            step=first,
            turn=trial.review.turn_at(first).number,
        ),
        *last_lines([f"> {line}" for line in _decisions(trial)], _ROOM).split("\n"),
        _expected(trial, expected),
        hands_line(words, then),
        "",
    ]
    name = f"what-if-{table.id}"
    events = tuple(event for each in then.tried for event in each.events) or table.events
    in_words: tuple[Button, ...] = ()
    rows: tuple[Row, ...] = ()
    if then.seat is None:
        picture: Picture = board_picture(words, table, name, events)
        lines.append(words._("The game would be over."))
    else:
        seat = then.seat
        picture = desk_picture(words, seat, name, events)
        in_words = words_beside(words, table, picture, seat)
        lines.append(words._("You play for {player}.", player=bold(seat.player.name)))
        if trial.full:
            lines.append(
                words._("That's as far as I can follow. Step back, or start from a later move.")
            )
        else:
            if isinstance(seat.view.decision, ActionDecision):
                lines.append(words._("Hand: {tiles}", tiles=words.tiles(seat.view.own_hand)))
            question = asked_next(words, seat, name)
            rows, picture = question.rows, question.picture or picture
            lines.append(question.text)
    looking = trial.buttons((*closer(words, table), *in_words))
    shown = with_further(trial.rows(rows), *_ways(trial), *looking)
    text = re.sub(r"\n{2,}", "\n\n", "\n".join(lines))
    return Content(text, picture, rows=shown)


def _decisions(trial: Trial) -> Iterable[str]:
    names = safe_names(trial.then.table)
    for each in trial.then.tried:
        yield decision_text(trial.words, each.action, each.events, names)


def _expected(trial: Trial, expected: Sequence[Sequence[Expectation]] | None) -> str:
    words, then = trial.words, trial.then
    if expected is None:
        return words._("I can't work out the chances just now.")
    before, after = expected
    return expected_line(words, then.table, after, before if then.tried else None)


def _ways(trial: Trial) -> tuple[Button, ...]:
    """Buttons that step back, start again, and return to the game."""
    words, then = trial.words, trial.then
    address = review_address(trial.review.table)
    buttons = []
    if then.line:
        step = address.to(WhatIf(then.step, then.line[:-1]))
        buttons.append(Button(words._("Step back"), step, emoji="↩️"))
    if len(then.line) > 1:
        buttons.append(Button(words._("Start again"), address.to(WhatIf(then.step)), emoji="🔀"))
    as_it_was = address.to(SeeStep(then.step, "game"))
    buttons.append(Button(words._("Back to the game"), as_it_was, Style.PLAIN, "⏯️"))
    buttons.append(course_button(words, trial.review.table, turning=True))
    return tuple(buttons)
