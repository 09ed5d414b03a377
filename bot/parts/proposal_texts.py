"""Proposals in sentences: what is asked, and what has become of it."""

from collections.abc import Sequence

from bot.content.names import Names, user
from bot.domain import PROPOSED_BY_PLAYERS, Entry, Kind, Question, Settlement, Topic, Why
from bot.i18n import PublicText, Words, join_texts, public
from bot.i18n.hint_texts import hint_rule_told
from bot.i18n.times import pace_told
from bot.parts.by_admins import by_admin
from engine import N_

_OUTCOMES: dict[str, str] = {
    Settlement.AGREED: N_("Agreed."),
    Settlement.REFUSED: N_("Not agreed."),
    Settlement.WITHDRAWN: N_("Withdrawn."),
    Settlement.MOOT: N_("No longer needed."),
}
_ANSWERS: dict[str, str] = {Settlement.AGREED: N_("Yes."), Settlement.REFUSED: N_("No.")}
"""What has become of a question that no player has asked."""
_NOBODY = public("?")


def question_text(
    words: Words,
    question: Question,
    proposer: int | None,
    players: Sequence[PublicText],
    names: Names,
) -> PublicText:
    """A proposal or question in a sentence or two; *players* are the names by seat."""
    taker = names.of(question.user_id, question.name) if question.name else user(question.user_id)
    return words._(
        question.topic.question,
        player=_NOBODY if proposer is None else players[proposer],
        other=_NOBODY if question.seat is None else players[question.seat],
        user=taker,
        computer=taker,
        pace=_NOBODY if question.pace is None else pace_told(words, question.pace),
        rule=_NOBODY if question.hints is None else hint_rule_told(words, question.hints),
    )


def outcome_text(words: Words, topic: Topic, outcome: Settlement) -> PublicText:
    """What has become of a proposal, or of a question that the bot has asked."""
    asked = {} if topic in PROPOSED_BY_PLAYERS else _ANSWERS
    return words._(asked.get(outcome, _OUTCOMES[outcome]))


def told_of_agreement(words: Words, entry: Entry, names: Names) -> list[PublicText] | None:
    """An entry of the log about what was agreed upon, in sentences; None for any other entry."""
    _, players = words._, names.at(entry.seq)
    match entry.kind:
        case Kind.PROPOSED:
            question = Question.load(entry.details["question"])
            return [question_text(words, question, entry.seat, players, names)]
        case Kind.ANSWERED:
            who = _NOBODY if entry.seat is None else players[entry.seat]
            if entry.details["yes"]:
                return [_("{player} says Yes.", player=who)]
            return [_("{player} says No.", player=who)]
        case Kind.SETTLED:
            topic = Question.load(entry.details["question"]).topic
            outcome = outcome_text(words, topic, Settlement(entry.details["outcome"]))
            return [join_texts(": ", (_(topic.label), outcome))]
        case Kind.PAUSED:
            return [_("The game is paused.")]
        case Kind.WENT_ON:
            return [_("The game resumes.")]
        case Kind.ENDED:
            return [ended_line(words, entry, names)]
        case _:
            return None


def ended_line(words: Words, entry: Entry, names: Names) -> PublicText:
    """Why a game has ended before its end."""
    _ = words._
    match entry.details["why"], entry.details["result"]:
        case Why.ADMIN, _:
            return by_admin(words, entry, names)
        case Why.LEFT_ALONE, _:
            return _("No winner: everyone left.")
        case _, True:
            return _("The players agreed to end early. The result counts.")
        case _:
            return _("The players agreed to end early, without a result.")
