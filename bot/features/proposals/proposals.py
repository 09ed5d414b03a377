"""Proposals in sentences: what is asked, and what has become of it."""

from collections.abc import Callable, Sequence

from bot.content.names import bold, user
from bot.domain import PROPOSED_BY_PLAYERS, Entry, Kind, Question, Settlement, Topic, Why
from bot.features.log.by_admins import by_admin
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.hints import hint_rule_told
from bot.i18n.times import pace_told
from engine import N_

_OUTCOMES: dict[str, str] = {
    Settlement.AGREED: N_("Agreed."),
    Settlement.REFUSED: N_("Not agreed."),
    Settlement.WITHDRAWN: N_("Withdrawn."),
    Settlement.MOOT: N_("Settled by itself meanwhile."),
}
_ANSWERS: dict[str, str] = {Settlement.AGREED: N_("Yes."), Settlement.REFUSED: N_("No.")}
"""What has become of a question that no player has asked."""
_NOBODY = public("?")


def question_text(
    words: Words,
    question: Question,
    proposer: int | None,
    names: Sequence[PublicText],
    named: Callable[[str], PublicText] = bold,
) -> PublicText:
    """What somebody proposes, or what is asked, in a sentence or two; players by these *names*.

    *named* shows the name of anybody else.
    """
    _ = words._
    by = _NOBODY if proposer is None else names[proposer]
    other = _NOBODY if question.seat is None else names[question.seat]
    match question.topic:
        case Topic.PAUSE:
            return _(
                "{player} proposes to pause: nobody need decide, and nobody's time runs, until "
                "you agree to go on.",
                player=by,
            )
        case Topic.GO_ON:
            return _("{player} proposes to go on with the game.", player=by)
        case Topic.END:
            return _(
                "{player} proposes to end the game now, with the result as it stands.", player=by
            )
        case Topic.STOP:
            return _(
                "{player} proposes to end the game now, without a result: nobody wins.", player=by
            )
        case Topic.PACE:
            assert question.pace is not None
            return _(
                "{player} proposes another pace: {pace}",
                player=by,
                pace=pace_told(words, question.pace),
            )
        case Topic.HINTS:
            assert question.hints is not None
            return _(
                "{player} proposes hints {rule}.",
                player=by,
                rule=hint_rule_told(words, question.hints),
            )
        case Topic.REPLACE:
            return _(
                "{player} proposes to offer {other}'s seat to {user}.",
                player=by,
                other=other,
                user=named(question.name) if question.name else user(question.user_id),
            )
        case Topic.ABANDON:
            return _(
                "{player} proposes to wait for {other} no more: the seat makes the smallest "
                "decisions until somebody takes it.",
                player=by,
                other=other,
            )
        case Topic.COMPUTER:
            return _(
                "{player} proposes that a computer plays the seat of {other}, which nobody plays, "
                "until somebody takes it: {computer}.",
                player=by,
                other=other,
                computer=named(question.name),
            )
        case Topic.WAIT:
            return _("{other} has no time left. Shall the game go on waiting?", other=other)
        case Topic.STILL:
            return _("Nobody has played for long. Shall the game go on?")


def outcome_text(words: Words, topic: Topic, outcome: Settlement) -> PublicText:
    """What has become of a proposal, or of a question that the bot has asked."""
    asked = {} if topic in PROPOSED_BY_PLAYERS else _ANSWERS
    return words._(asked.get(outcome, _OUTCOMES[outcome]))


def told_of_agreement(
    words: Words,
    entry: Entry,
    names: Sequence[PublicText],
    named: Callable[[str], PublicText] = bold,
) -> list[PublicText] | None:
    """An entry of the log about what was agreed upon, in sentences; None for any other entry."""
    _ = words._
    match entry.kind:
        case Kind.PROPOSED:
            question = Question.load(entry.details["question"])
            return [question_text(words, question, entry.seat, names, named)]
        case Kind.ANSWERED:
            who = _NOBODY if entry.seat is None else names[entry.seat]
            if entry.details["yes"]:
                return [_("{player} says yes.", player=who)]
            return [_("{player} says no.", player=who)]
        case Kind.SETTLED:
            topic = Question.load(entry.details["question"]).topic
            outcome = outcome_text(words, topic, Settlement(entry.details["outcome"]))
            return [join_texts(": ", (topic_label(words, topic), outcome))]
        case Kind.PAUSED:
            return [_("The game is paused.")]
        case Kind.WENT_ON:
            return [_("The game goes on.")]
        case Kind.ENDED:
            return [ended_line(words, entry)]
        case _:
            return None


def ended_line(words: Words, entry: Entry) -> PublicText:
    """Why a game has ended before its end."""
    _ = words._
    match entry.details["why"], entry.details["result"]:
        case Why.ADMIN, _:
            return by_admin(words, entry, ())
        case Why.LEFT_ALONE, _:
            return _("The game ends without a result, as nobody plays it any more.")
        case _, True:
            return _("The game ends early, as the players have agreed: the result counts.")
        case _:
            return _("The game ends early, as the players have agreed: without a result.")


_TOPICS = {
    Topic.PAUSE: N_("To pause"),
    Topic.GO_ON: N_("To go on"),
    Topic.END: N_("To end the game with its result"),
    Topic.STOP: N_("To end the game without a result"),
    Topic.PACE: N_("Another pace"),
    Topic.HINTS: N_("Hints"),
    Topic.REPLACE: N_("To offer a seat"),
    Topic.ABANDON: N_("To wait for a seat no more"),
    Topic.COMPUTER: N_("To let a computer play a seat"),
    Topic.WAIT: N_("To go on waiting"),
    Topic.STILL: N_("To go on playing"),
}


def topic_label(words: Words, topic: Topic) -> PublicText:
    """What is to be agreed upon, in a few words."""
    return words._(_TOPICS[topic])
