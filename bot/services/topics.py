"""What players can propose, topic by topic: when they can, when it is moot, what follows.

What silence means, and who is asked, the topic itself says (:class:`bot.domain.Topic`).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.changes import (
    Draft,
    Reader,
    check_is_waited_for,
    check_nobody_plays,
    check_takes,
    decide_for,
    end_early,
    give_up_seat,
    go_on,
    hand_to_computer,
    offer_seat,
    pause,
    wait_longer,
)
from bot.domain import Kind, Player, Proposal, Question, Refusal, Refused, Table, Topic, Why
from bot.services.paces import check_pace

Effect: TypeAlias = Callable[[Draft, Question, Reader], Awaitable[None]]


async def _nothing(_draft: Draft, _question: Question, _reader: Reader) -> None:
    """Everything stays as it is."""


@dataclass(frozen=True, slots=True)
class TopicRules:
    """The rules of one topic."""

    check: Callable[[Table, Question], object] = lambda _table, _question: None
    """Raises Refused for what cannot be proposed now."""
    is_moot: Callable[[Draft, Proposal], bool] = lambda _draft, _proposal: False
    """Whether nobody need answer any more."""
    agreed: Effect = _nothing
    refused: Effect = _nothing


def about(draft: Draft, question: Question) -> Player:
    """The player of the seat that a question is about, as the draft leaves it."""
    assert question.seat is not None
    return draft.roster.now(draft.table.player(question.seat))


def has_played(draft: Draft, proposal: Proposal) -> bool:
    """Whether whom a proposal is about, or anybody, has decided something since it was made."""
    seat = proposal.question.seat
    return any(
        entry.kind is Kind.ACTED
        and entry.seq > proposal.seq
        and not entry.automatic
        and seat in {None, entry.seat}
        for entry in (*draft.table.round, *draft.entries)
    )


# --- a pause, and the end ------------------------------------------------------------------------


def _check_pause(table: Table, _question: Question) -> None:
    if table.paused:
        raise Refused(Refusal.PAUSED_ALREADY, game=table.name)


def _check_go_on(table: Table, _question: Question) -> None:
    if not table.paused:
        raise Refused(Refusal.NOT_PAUSED, game=table.name)


async def _pause(draft: Draft, _question: Question, _reader: Reader) -> None:
    pause(draft, why=Why.AGREED)


async def _go_on(draft: Draft, _question: Question, _reader: Reader) -> None:
    await go_on(draft, why=Why.AGREED)


def _ending(*, result: bool, why: Why) -> Effect:
    async def end(draft: Draft, _question: Question, _reader: Reader) -> None:
        end_early(draft, result=result, why=why)

    return end


# --- how it is played ----------------------------------------------------------------------------


def _check_pace(table: Table, question: Question) -> None:
    if question.pace is None or question.pace == table.pace:
        raise Refused(Refusal.SAME_PACE, game=table.name)
    check_pace(question.pace)


async def _change_pace(draft: Draft, question: Question, reader: Reader) -> None:
    assert question.pace is not None
    rules = await reader.rules_at(draft.table)
    pace = rules.with_reminders(question.pace)
    draft.add_entry(Kind.PACED, pace=pace.dump(), why=Why.AGREED)
    draft.change_table(pace=pace)


def _check_hints(table: Table, question: Question) -> None:
    if question.hints in {None, table.hints}:
        raise Refused(Refusal.SAME_HINTS, game=table.name)


async def _change_hints(draft: Draft, question: Question, _reader: Reader) -> None:
    assert question.hints is not None
    draft.add_entry(Kind.HINTS, rule=question.hints.value, why=Why.AGREED)
    draft.change_table(hints=question.hints)


# --- seats ---------------------------------------------------------------------------------------


def _check_replace(table: Table, question: Question) -> None:
    if question.user_id is None:
        raise Refused(Refusal.BOT_CHOSEN)
    assert question.seat is not None
    check_takes(table, question.seat, question.user_id)


def _replacing_is_moot(draft: Draft, proposal: Proposal) -> bool:
    """Whether the seat cannot be offered to that user any more, or is already."""
    player, user_id = about(draft, proposal.question), proposal.question.user_id
    assert player.seat is not None
    assert user_id is not None
    if player.is_played_by_person and has_played(draft, proposal):
        return True
    try:
        check_takes(draft.with_its_seats(), player.seat, user_id)
    except Refused:
        return True
    return player.offered_seq is not None and player.offered_to == user_id


async def _replace(draft: Draft, question: Question, reader: Reader) -> None:
    offer_seat(
        draft,
        about(draft, question),
        to=question.user_id,
        why=Why.AGREED,
        name=question.name,
        blind=question.blind,
        hushed=await reader.is_quiet(draft.table, question.user_id, draft.at),
    )


def _check_abandon(table: Table, question: Question) -> None:
    assert question.seat is not None
    check_is_waited_for(table, table.player(question.seat))


def _abandoning_is_moot(draft: Draft, proposal: Proposal) -> bool:
    player = about(draft, proposal.question)
    return not player.is_played_by_person or has_played(draft, proposal)


async def _abandon(draft: Draft, question: Question, _reader: Reader) -> None:
    give_up_seat(draft, about(draft, question), why=Why.AGREED)
    await draft.go_on()


def _check_computer(table: Table, question: Question) -> None:
    if question.level is None:
        raise Refused(Refusal.STALE)
    assert question.seat is not None
    check_nobody_plays(table, table.player(question.seat))


async def _seat_computer(draft: Draft, question: Question, _reader: Reader) -> None:
    assert question.level is not None
    hand_to_computer(draft, about(draft, question), question.level, question.name)
    await draft.go_on()  # it may have waited for company


# --- waiting for a player who has no time left ---------------------------------------------------


def _waiting_is_moot(draft: Draft, proposal: Proposal) -> bool:
    stands_still = draft.paused or not about(draft, proposal.question).is_played_by_person
    begins_anew = not draft.pace.grants_as(draft.table.pace)
    return stands_still or begins_anew or has_played(draft, proposal)


async def _wait(draft: Draft, question: Question, _reader: Reader) -> None:
    assert question.seat is not None
    wait_longer(draft, question.seat)


async def _decide(draft: Draft, question: Question, _reader: Reader) -> None:
    assert question.seat is not None
    await decide_for(draft, question.seat)


TOPICS = {
    Topic.PAUSE: TopicRules(_check_pause, lambda draft, _: draft.paused, _pause),
    Topic.GO_ON: TopicRules(_check_go_on, lambda draft, _: not draft.paused, _go_on),
    Topic.END: TopicRules(agreed=_ending(result=True, why=Why.AGREED)),
    Topic.STOP: TopicRules(agreed=_ending(result=False, why=Why.AGREED)),
    Topic.PACE: TopicRules(_check_pace, agreed=_change_pace),
    Topic.HINTS: TopicRules(_check_hints, agreed=_change_hints),
    Topic.REPLACE: TopicRules(_check_replace, _replacing_is_moot, _replace),
    Topic.ABANDON: TopicRules(_check_abandon, _abandoning_is_moot, _abandon),
    Topic.COMPUTER: TopicRules(
        _check_computer,
        lambda draft, proposal: not about(draft, proposal.question).abandoned,
        _seat_computer,
    ),
    Topic.WAIT: TopicRules(is_moot=_waiting_is_moot, agreed=_wait, refused=_decide),
    Topic.STILL: TopicRules(refused=_ending(result=False, why=Why.LEFT_ALONE)),
}
"""Every topic."""


def check_proposed(table: Table, question: Question) -> None:
    """Raise Refused for what nobody can propose as the table stands."""
    table.rules.check_question(question)
    TOPICS[question.topic].check(table, question)
    if table.proposal_of(question.topic) is not None:
        raise Refused(Refusal.ALREADY_PROPOSED, game=table.name)


def may_be_proposed(table: Table, topic: Topic) -> bool:
    """Whether that can be proposed as the table stands."""
    try:
        check_proposed(table, Question(topic))
    except Refused:
        return False
    return True
