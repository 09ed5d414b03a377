"""What-if: other decisions are tried in a game that has ended, on the game's own pages.

Nothing is hidden any more: the tiles that would be drawn are those that were in the bag.
"""

from collections.abc import Sequence

from bot.content.message import Button, Content, Style
from bot.content.names import game_name
from bot.domain.ended.review import Review
from bot.domain.seat import Then
from bot.features.review.stepping import expected_line, hands_line
from bot.i18n import Words
from bot.intents.review import SeeStep, WhatIf
from bot.parts.buttons import course_button, review_address
from bot.parts.turn.trial import Trial
from engine import Expectation


def what_if(words: Words, review: Review, then: Then) -> Trial:
    """Other decisions that are tried in a game that has ended."""
    return Trial(words, then, review_address(review.table), WhatIf(then.step, then.line))


def what_if_page(
    trial: Trial,
    review: Review,
    expected: Sequence[Sequence[Expectation]] | None,
    said: str = "",
) -> Content:
    """The board after what was tried, what could be expected of it, and what can come next.

    *expected* are everybody's expectations before and after; None if they are not known. *said* is
    the answer to a press.
    """
    words, then, table = trial.words, trial.then, trial.then.table
    first = min(then.step + 1, review.steps)
    heading = words._(
        "{game} · what if, from decision {step} in turn {turn}? Only you see this. Nothing counts.",
        game=game_name(table),
        step=first,
        turn=review.turn_at(first).number,
    )
    as_it_was = trial.address.to(SeeStep(then.step, "game"))
    return trial.page(
        f"what-if-{table.id}",
        [*filter(None, (said,)), heading],
        [_expected(trial, expected), hands_line(words, then)],
        (
            Button(words._("Back to the game"), as_it_was, Style.PLAIN, "⏯️"),
            course_button(words, review.table, turning=True),
        ),
    )


def _expected(trial: Trial, expected: Sequence[Sequence[Expectation]] | None) -> str:
    words, then = trial.words, trial.then
    if expected is None:
        return words._("I can't work out the chances just now.")
    before, after = expected
    return expected_line(words, then.table, after, before if then.tried else None)
