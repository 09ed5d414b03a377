"""A game that has ended, step by step, with all hands."""

from collections.abc import Sequence

from bot.content.message import Button, Content, Row, Style
from bot.content.names import bold, game_name, safe_names
from bot.content.pictures import board_picture
from bot.content.pressing import in_rows
from bot.content.shortening import last_lines
from bot.domain.ended.review import Analysis, Review
from bot.domain.seat import Then
from bot.domain.table import Table
from bot.features.review.course import mattered_buttons, mattered_line, reason_line
from bot.i18n import Words
from bot.i18n.decisions import decides
from bot.i18n.signs import FIGHT
from bot.intents.review import SeeStep, WhatIf
from bot.parts.buttons import course_button, legend_button, review_address, turn_buttons
from bot.parts.log_lines import log_lines
from bot.parts.turn.trial import hands_text
from bot.store import USUAL_HABITS, Habits
from engine import ActionDecision, Expectation, PlayedTurn

_ROOM = 700
"""Characters for what has happened in the turn."""


def step_page(
    words: Words,
    review: Review,
    analysis: Analysis | None,
    step: int,
    *,
    own: int | None = None,
    habits: Habits = USUAL_HABITS,
    said: str = "",
) -> Content:
    """The game after so many decisions, with what happened in that turn until then.

    With an *analysis*, what could be expected at the end of the turn, and whether it mattered.
    *own* and *habits* are the reader's seat and settings.
    """
    then = review.then(step, habits=habits)
    turn, table = review.turn_at(then.step), then.table
    happened = [f"> {line}" for line in log_lines(words, table, review.entries_of(turn, then.step))]
    lines = [
        *filter(None, (said,)),
        _heading(words, review, turn, then.step),
        last_lines(happened, _ROOM) if happened and then.step else "",
        _next(words, then),
        *_worth(words, review, analysis, turn, then.step),
        hands_line(words, then),
    ]
    viewer = table.players[0]  # they all see it as the reader does
    picture = board_picture(words, table, f"step-{table.id}", viewer=viewer)
    rows = _rows(words, review, analysis, then, own)
    return Content("\n".join(filter(None, lines)), picture, rows=rows)


def hands_line(words: Words, then: Then) -> str:
    """Everybody's hand."""
    every = range(len(then.table.players))
    return words._("Hands: {hands}", hands=hands_text(words, then, every))


def expected_line(
    words: Words,
    table: Table,
    after: Sequence[Expectation],
    before: Sequence[Expectation] | None = None,
) -> str:
    """Everybody's share of the win, perhaps with the one *before*."""
    lines = []
    for seat, name in enumerate(safe_names(table)):
        shares = [each[seat].share for each in (before, after) if each is not None]
        lines.append(f"{name} {' → '.join(map(words.percent, shares))}")
    return words._("Chance to win: {shares}", shares=" · ".join(lines))


def _heading(words: Words, review: Review, turn: PlayedTurn, step: int) -> str:
    game = game_name(review.table)
    if not step:
        return words._("{game} · the start", game=game, steps=review.steps)
    dynasty = review.table.player(turn.seat).dynasty
    assert dynasty is not None
    return words._(
        "{game} · turn {number} of {turns}: {dynasty} {player} · decision {step} of {steps}",
        game=game,
        number=turn.number,
        turns=len(review.turns),
        dynasty=words.dynasty_with_sign(dynasty),
        player=bold(review.holder_of(turn)),
        step=step,
        steps=review.steps,
    )


def _next(words: Words, then: Then) -> str:
    if then.seat is None:
        return words._("The game is over.")
    decision = then.seat.view.decision
    player = safe_names(then.table)[decision.seat]
    if isinstance(decision, ActionDecision):
        return words.ngettext(
            "{player} to play – {count} action left",
            "{player} to play – {count} actions left",
            then.seat.view.actions_left,
            player=player,
        )
    return decides(words, decision, player)


def _worth(
    words: Words, review: Review, analysis: Analysis | None, turn: PlayedTurn, step: int
) -> list[str]:
    """The expected shares at a turn's end, and why a turn mattered."""
    if analysis is None:
        return []
    if not step:
        return [expected_line(words, review.table, analysis.course[0])]
    if step != turn.end:
        return []
    course = analysis.course
    lines = [expected_line(words, review.table, course[turn.number], course[turn.number - 1])]
    if (found := analysis.mattering(turn)) is not None:
        number, mattered = found
        lines.append(mattered_line(words, review, number, mattered))
        lines.append("> " + reason_line(words, review, mattered))
    return lines


def _rows(
    words: Words,
    review: Review,
    analysis: Analysis | None,
    then: Then,
    own: int | None,
) -> tuple[Row, ...]:
    """Buttons through the game, at fixed places, to the turns that mattered, and to what-if."""
    _, address, step = words._, review_address(review.table), then.step
    turn = review.turn_at(step)
    after = review.turns[min(turn.number, len(review.turns) - 1)]
    on_to = turn.end if step < turn.end else after.end

    def to(label: str, sign: str, there: int, button: str) -> Button:
        there = max(0, min(there, review.steps))
        return Button(label, address.to(SeeStep(there, button)), emoji=sign)

    turn_back, turn_on = turn_buttons(
        words,
        address.to(SeeStep(turn.start, "turnback")),
        address.to(SeeStep(on_to, "turnon")),
    )
    ways = (
        to(words.pgettext("step", "First"), "⏮️", 0, "first"),
        turn_back,
        to(words.pgettext("step", "Step back"), "◀️", step - 1, "back"),
        to(words.pgettext("step", "Step forward"), "▶️", step + 1, "on"),
        turn_on,
    )
    jumps = []
    last = None if own is None else review.last_turn_of(own, step)
    if last is not None:
        jumps.append(to(words._("My last turn"), "⤴️", last.end, "own"))
    if (conflict := review.next_conflict(step)) is not None:
        jumps.append(to(words._("Next conflict"), FIGHT, conflict, "conflict"))
    mattered = () if analysis is None else mattered_buttons(words, review.table, analysis)
    # At the end of a turn that mattered, what-if begins in its place.
    found = None if analysis is None or step != turn.end else analysis.mattering(turn)
    trying: list[Button] = []
    if then.seat is not None or found is not None:
        what_if = address.to(WhatIf(step if found is None else turn.start))
        trying.append(Button(words._("What if …"), what_if, Style.MAIN, "🔀"))
    better = None if found is None else found[1].better
    if better is not None and not review.automatic(turn):
        instead = address.to(WhatIf(turn.start, better.actions))
        if instead.fits:
            trying.append(Button(words._("Show the better turn"), instead, emoji="💡"))
    further = (
        *trying,
        to(words.pgettext("step", "Last"), "⏭️", review.steps, "last"),
        course_button(words, review.table, turning=True),
        legend_button(words, review.table.id),
    )
    return in_rows(ways, (*jumps, *mattered), further)
