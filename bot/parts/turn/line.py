"""A turn in one line: a preview before it counts, and a report after it.

It is judged up to the first part that reveals something hidden, or asks another player. What
follows is played only if the rules allow it by then, and nothing is said about it before: so
nothing of what is hidden can be learnt from a line that is not played.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.content.message import Button, Content, Style
from bot.content.names import game_name, safe_names
from bot.content.pictures import planned_picture
from bot.content.pressing import own_address
from bot.domain.seat import Outcome, Seat
from bot.i18n import Words
from bot.i18n.decisions import decides
from bot.i18n.events import sentences
from bot.intents.turn import AskLine, PlayLine
from bot.parts.buttons import back, legend_button
from bot.parts.refusal_texts import refusal_text, rule_buttons
from bot.parts.turn.actions import actions_text, decision_text
from bot.parts.turn.conflicts import outlook_lines
from bot.parts.turn.prompts import answers, question_line
from engine import (
    Action,
    ActionDecision,
    EndTurn,
    IllegalAction,
    Planned,
    Preview,
    SeatView,
    TurnAction,
    is_final,
)

_ANSWERS = 8
"""The maximum number of answers to list for a question."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A line with its consequences, as far as its player can know them."""

    played: Planned
    """The part that can be judged, with its certain consequences."""
    later: tuple[Action, ...] = ()
    """The decisions after something hidden, or after a question to another player."""
    refused: Action | None = None
    """The first part against the rules, and why:"""
    refusal: IllegalAction | None = None

    @property
    def known(self) -> SeatView:
        """The last moment that can be known: after all steps, but for a last one that reveals."""
        return self.played.view

    @property
    def goes_on(self) -> bool:
        """True if it is known that the same player decides next."""
        return not self.played.reveals and self.refusal is None and self.known.decides


def judge(view: SeatView, actions: Sequence[Action]) -> Judged:
    """Judge a line from its player's view."""
    played = Planned(view)
    for number, action in enumerate(actions):
        if refusal := played.view.refusal(action):
            return Judged(played, refused=action, refusal=refusal)
        played = played.then(action)
        if played.reveals or not played.view.decides:
            return Judged(played, later=tuple(actions[number + 1 :]))
    return Judged(played)


def line_page(words: Words, seat: Seat, line: AskLine, *, typed: bool) -> Content:
    """A preview of a line before it counts, or the part that cannot be played and the reason.

    If *typed*, the page uses notation, and says how to continue typing. Raises IllegalAction if
    the game does not wait for that player.
    """
    _ = words._
    seat.check_decides()
    nowhere = back(words, seat.table)
    dynasty = seat.view.seats[seat.number]
    if line.dynasty not in {None, dynasty}:
        text: str = _(
            "That line begins with another dynasty's letter. You play: {dynasty}.",
            dynasty=words.dynasty_with_sign(dynasty),
        )
        return Content(text, rows=((nowhere,),))
    actions = line.actions(seat.view.leaders(seat.number))
    judged = judge(seat.view, actions)
    if judged.refused is not None and judged.refusal is not None:
        rest, then = actions[len(judged.played.steps) :], Seat(seat.table, judged.known)
        lines = [
            _("You can't play this: {part}", part=written(words, [judged.refused], typed=typed)),
            refusal_text(words, judged.refusal, seat.table),
            *_in_between(words, then, judged.played.actions, rest, typed=typed),
            _("None of the line was played."),
        ]
        rows = ((*rule_buttons(words, judged.refusal), nowhere),)
        return Content("\n".join(lines), rows=rows)
    play = own_address(seat).to(PlayLine(actions, typed=typed))
    if not play.fits:
        text = _("That line is too long. Play it in two parts.")
        return Content(text, rows=((nowhere,),))
    preview = Preview(judged.known.public(), judged.played.events)
    heading = _("What would happen in {game}:", game=game_name(seat.table))
    text = "\n".join((heading, *_preview_lines(words, seat, judged, typed=typed)))
    legend = legend_button(words, seat.table.id)
    row = (Button(_("Play this turn"), play, Style.MAIN), legend, nowhere)
    return Content(text, planned_picture(words, seat, preview), rows=(row,))


def _preview_lines(words: Words, seat: Seat, judged: Judged, *, typed: bool) -> list[str]:
    names = safe_names(seat.table)
    lines = [
        " ".join((in_notation([step.action]), *sentences(words, step.events, names)))
        if typed
        else decision_text(words, step.action, step.events, names)
        for step in judged.played.steps
    ]
    lines += after_line(words, seat, judged, typed=typed)
    if typed and judged.goes_on and not isinstance(judged.known.decision, ActionDecision):
        lines.append(_how_to_answer(words, Seat(seat.table, judged.known), judged.played.actions))
    if judged.later:
        lines.append(
            words._(
                "Then, if the rules still allow it: {line}",
                line=written(words, judged.later, typed=typed),
            )
        )
    return lines


def after_line(words: Words, seat: Seat, judged: Judged, *, typed: bool = False) -> list[str]:
    """Lines after a preview: whether it can be undone, and who decides next."""
    _ = words._
    lines: list[str] = []
    if judged.played.reveals or is_final(judged.played.events):
        lines.append(_("You can't undo this."))
    decision = judged.known.decision
    if judged.goes_on:
        if isinstance(decision, ActionDecision):
            on = (
                _("Your turn continues. Add `end` to end it.")
                if typed
                else _("Your turn continues.")
            )
            lines.append(on)
        else:
            lines += outlook_lines(words, seat.table, judged.known)
            lines.append(_("Then it's up to you. {decision}.", decision=words.decision(decision)))
    elif not judged.played.reveals:
        waiting = decides(words, decision, safe_names(seat.table)[decision.seat])
        lines.append(_("Then you wait: {waiting}.", waiting=waiting))
    return lines


def line_played(words: Words, actions: Sequence[Action], outcome: Outcome, *, typed: bool) -> str:
    """The parts of a line that were played and that were not; empty if all were.

    *Typed* as for :func:`line_page`.
    """
    left = outcome.left_over
    if not left.actions:
        return ""
    done = actions[: len(actions) - len(left.actions)]
    why = (
        words._("Another player has to decide first.")
        if left.refusal is None
        else refusal_text(words, left.refusal, outcome.table)
    )
    lines = (
        words._("Played: {line}", line=written(words, done, typed=typed)),
        words._("Not played: {line}", line=written(words, left.actions, typed=typed)),
        why,
        *_in_between(words, outcome.seat, done, left.actions, typed=typed),
    )
    return "\n".join(lines)


def _in_between(
    words: Words, seat: Seat, done: Sequence[Action], rest: Sequence[Action], *, typed: bool
) -> tuple[str, ...]:
    """The question that *seat* must answer before *rest*, its cause, and how to type the answer."""
    if not seat.decides or isinstance(seat.view.decision, ActionDecision):
        return ()
    asking = [action for action in done if isinstance(action, TurnAction | EndTurn)]
    cause = written(words, asking[-1:], typed=typed) if asking else game_name(seat.table)
    answering = not isinstance(rest[0], TurnAction | EndTurn)
    how = (_how_to_answer(words, seat, done, rest[answering:]),) if typed else ()
    return question_line(words, seat, cause), *how


def _how_to_answer(
    words: Words, seat: Seat, done: Sequence[Action], rest: Sequence[Action] = ()
) -> str:
    offered = answers(words, seat)
    best = next((each for each in offered if each.recommended), offered[0])
    typed = [in_notation([each.action]) for each in offered]
    return words._(
        "To answer, type {answers}, for example {line}.",
        answers=words.one_of(typed)
        if len(typed) <= _ANSWERS
        else words.in_a_row([*typed[:_ANSWERS], "…"]),
        line=in_notation([*done, best.action, *rest]),
    )


def written(words: Words, actions: Sequence[Action], *, typed: bool) -> str:
    """Decisions in notation if they were *typed*, otherwise in words."""
    return in_notation(actions) if typed else actions_text(words, actions)


def in_notation(actions: Sequence[Action]) -> str:
    """Decisions as records write them: `r@E5 end`."""
    return f"`{' '.join(map(str, actions))}`"
