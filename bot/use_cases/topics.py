"""Rules of each topic of proposals: when it can be proposed, when it is moot, its effects.

The meaning of silence is in :mod:`bot.domain.proposals`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.changes import Change, go_on
from bot.domain.entries import Acted, HintsChanged, PaceChanged, TimeUp, Why, changes_game
from bot.domain.player import Player
from bot.domain.proposals import Proposal, Question, Topic
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Table
from bot.use_cases.besides_playing import (
    check_is_waited_for,
    check_nobody_plays,
    check_takes,
    decide_for,
    end_early,
    give_up_seat,
    hand_to_computer,
    offer_seat,
    pause,
    resume,
)
from bot.use_cases.paces import check_pace

Effect: TypeAlias = Callable[[Change, Question], Change]


@dataclass(frozen=True, slots=True)
class TopicRules:
    """The rules of one topic."""

    check: Callable[[Table, Question], object] = lambda _table, _question: None
    """Raises Refused if the question cannot be proposed now."""
    is_moot: Callable[[Change, Proposal], bool] = lambda _change, _proposal: False
    """Returns True if no answer is needed any more."""
    agreed: Effect = lambda change, _question: change
    refused: Effect = lambda change, _question: change


def about(change: Change, question: Question) -> Player:
    """Return the player of the seat that a question is about, after the change."""
    assert question.seat is not None
    return change.state.players[question.seat]


def has_played(change: Change, proposal: Proposal) -> bool:
    """True if the player it is about, or else anybody, has decided since a proposal was made."""
    seat = proposal.question.seat
    return any(
        isinstance(entry, Acted)
        and entry.seq > proposal.seq
        and not entry.automatic
        and seat in {None, entry.seat}
        for entry in (*change.table.round, *change.new)
    )


# --- a pause, and the end ------------------------------------------------------------------------


def _check_pause(table: Table, _question: Question) -> None:
    if table.paused:
        raise Refused(Refusal.PAUSED_ALREADY, game=table.name)


def _check_go_on(table: Table, _question: Question) -> None:
    if not table.paused:
        raise Refused(Refusal.NOT_PAUSED, game=table.name)


def _ending(*, result: bool, why: Why) -> Effect:
    return lambda change, _question: end_early(change, result=result, why=why)


# --- how it is played ----------------------------------------------------------------------------


def _check_pace(table: Table, question: Question) -> None:
    if question.pace is None or question.pace == table.pace:
        raise Refused(Refusal.SAME_PACE, game=table.name)
    check_pace(question.pace)


def _change_pace(change: Change, question: Question) -> Change:
    assert question.pace is not None
    pace = change.rules.with_reminders(question.pace)
    return change.then(PaceChanged(pace, why=Why.AGREED))


def _check_hints(table: Table, question: Question) -> None:
    if table.rated:
        raise Refused(Refusal.RATED_WITHOUT_HINTS, game=table.name)
    if question.hints in {None, table.hints}:
        raise Refused(Refusal.SAME_HINTS, game=table.name)


def _change_hints(change: Change, question: Question) -> Change:
    assert question.hints is not None
    return change.then(HintsChanged(question.hints, why=Why.AGREED))


# --- seats ---------------------------------------------------------------------------------------


def _check_replace(table: Table, question: Question) -> None:
    if question.user_id is None:
        raise Refused(Refusal.BOT_CHOSEN)
    assert question.seat is not None
    check_takes(table, question.seat, question.user_id)


def _replacing_is_moot(change: Change, proposal: Proposal) -> bool:
    """True if the seat cannot be offered to that user, or already is."""
    player, user_id = about(change, proposal.question), proposal.question.user_id
    assert player.seat is not None
    assert user_id is not None
    if player.is_played_by_person and has_played(change, proposal):
        return True
    try:
        check_takes(change.now, player.seat, user_id)
    except Refused:
        return True
    return player.offered_seq is not None and player.offered_to == user_id


def _replace(change: Change, question: Question) -> Change:
    assert question.seat is not None
    return offer_seat(
        change,
        question.seat,
        to=question.user_id,
        why=Why.AGREED,
        name=question.name,
        blind=question.blind,
    )


def _check_abandon(table: Table, question: Question) -> None:
    assert question.seat is not None
    check_is_waited_for(table, table.player(question.seat))


def _abandoning_is_moot(change: Change, proposal: Proposal) -> bool:
    player = about(change, proposal.question)
    return not player.is_played_by_person or has_played(change, proposal)


def _abandon(change: Change, question: Question) -> Change:
    assert question.seat is not None
    return go_on(give_up_seat(change, question.seat, why=Why.AGREED))


def _check_computer(table: Table, question: Question) -> None:
    if question.level is None:
        raise Refused(Refusal.STALE)
    assert question.seat is not None
    check_nobody_plays(table, table.player(question.seat))


def _seat_computer(change: Change, question: Question) -> Change:
    assert question.seat is not None
    assert question.level is not None
    change = hand_to_computer(change, question.seat, question.level, question.name)
    return go_on(change)  # the game may have waited for another player


# --- waiting for a player who has no time left ---------------------------------------------------


def _waiting_is_moot(change: Change, proposal: Proposal) -> bool:
    paused = change.state.paused_seq is not None
    stands_still = paused or not about(change, proposal.question).is_played_by_person
    starts_over = not change.state.pace.grants_as(change.table.pace)
    return stands_still or starts_over or has_played(change, proposal)


def _decide(change: Change, question: Question) -> Change:
    assert question.seat is not None
    return decide_for(change, question.seat)


# --- more time for a player ----------------------------------------------------------------------


def _give_time(change: Change, question: Question) -> Change:
    return replace(change, given_time=question.seat)


def _check_more_time(table: Table, question: Question) -> None:
    assert question.seat is not None
    decider = table.decider
    runs = decider is not None and decider.seat == question.seat and table.waits
    if not runs or table.time_up_at is None:
        player = table.player(question.seat)
        raise Refused(Refusal.TIME_NOT_RUNNING, player=player.name, game=table.name)


def _more_time_is_moot(change: Change, proposal: Proposal) -> bool:
    """True once the wait for the player is over, or has started again, or the time has run out."""
    return change.now.out_of_time is not None or _wait_is_over(change, proposal)


def _wait_is_over(change: Change, proposal: Proposal) -> bool:
    """True once the game waits for another player, or the player's time has started again."""
    since = (entry for entry in (*change.table.round, *change.new) if entry.seq > proposal.seq)
    seat = proposal.question.seat
    is_over = any(
        isinstance(entry, TimeUp) or (changes_game(entry) and entry.seat != seat) for entry in since
    )
    decider = change.now.decider
    waits = decider is not None and decider.seat == seat and decider.is_played_by_person
    starts_over = not change.state.pace.grants_as(change.table.pace)
    return is_over or not waits or change.now.paused or starts_over


TOPICS = {
    Topic.PAUSE: TopicRules(
        _check_pause,
        lambda change, _: change.state.paused_seq is not None,
        lambda change, _: pause(change, why=Why.AGREED),
    ),
    Topic.GO_ON: TopicRules(
        _check_go_on,
        lambda change, _: change.state.paused_seq is None,
        lambda change, _: resume(change, why=Why.AGREED),
    ),
    Topic.END: TopicRules(agreed=_ending(result=True, why=Why.AGREED)),
    Topic.STOP: TopicRules(agreed=_ending(result=False, why=Why.AGREED)),
    Topic.PACE: TopicRules(_check_pace, agreed=_change_pace),
    Topic.HINTS: TopicRules(_check_hints, agreed=_change_hints),
    Topic.REPLACE: TopicRules(_check_replace, _replacing_is_moot, _replace),
    Topic.ABANDON: TopicRules(_check_abandon, _abandoning_is_moot, _abandon),
    Topic.COMPUTER: TopicRules(
        _check_computer,
        lambda change, proposal: not about(change, proposal.question).abandoned,
        _seat_computer,
    ),
    Topic.MORE_TIME: TopicRules(_check_more_time, _more_time_is_moot, _give_time),
    Topic.LET_GO: TopicRules(is_moot=_wait_is_over, agreed=_give_time, refused=_decide),
    Topic.WAIT: TopicRules(
        is_moot=_waiting_is_moot,
        agreed=lambda change, question: replace(change, longer=question.seat),
        refused=_decide,
    ),
    Topic.STILL: TopicRules(refused=_ending(result=False, why=Why.LEFT_ALONE)),
}
"""Rules by topic."""


def check_proposed(table: Table, question: Question) -> None:
    """Raise Refused if nobody can propose *question* at the table now."""
    table.rules.check_question(question)
    TOPICS[question.topic].check(table, question)
    if table.proposal_of(question.topic) is not None:
        raise Refused(Refusal.ALREADY_PROPOSED, game=table.name)


def may_be_proposed(table: Table, topic: Topic, seat: int | None = None) -> bool:
    """True if *topic* can be proposed at the table now, about a *seat* if it is about one."""
    try:
        check_proposed(table, Question(topic, seat))
    except Refused:
        return False
    return True
