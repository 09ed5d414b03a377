"""Proposals: proposing, answering, and the effects of an agreement.

A proposal is a question to some of the seats. It is resolved as soon as the answers decide it, and
at its deadline at the latest, when silence counts as its topic says.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.changes import PROPOSAL, Change, Changes, Reader, go_on, use_case
from bot.domain.checks import player_at, staying_at
from bot.domain.entries import Answered, ProposalResolved, Proposed
from bot.domain.hours import Hours
from bot.domain.player import Player
from bot.domain.proposals import (
    ABOUT_SEATS,
    AGAINST_PLAYERS,
    ANSWERED_LIVE_WITHIN,
    PROPOSED_BY_PLAYERS,
    Proposal,
    ProposalOutcome,
    Question,
    Topic,
    time_to_answer,
)
from bot.domain.refusals import Refusal, Refused
from bot.domain.table import Status, Table
from bot.store import NotificationTopic, Store
from bot.store.queries import due
from bot.use_cases.host import Sight
from bot.use_cases.topics import TOPICS, about, check_proposed, has_played

AGAIN_IN = timedelta(minutes=1)
"""Pause before the next check if an answer came at the deadline."""
AGAIN_AFTER = timedelta(hours=12)
"""Time before a player may repeat a proposal, as each one notifies the others."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """Proposals of players in a running game."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _sight: Sight

    async def propose(self, table_id: int, user_id: int, question: Question) -> Table:
        """Propose something to the others; agreed at once if nobody is left to ask."""
        if question.topic is Topic.REPLACE and question.user_id is not None:
            place = (await self._reader.get(table_id)).place
            sees = await self._sight(place, question.user_id)
            question = replace(question, blind=sees is False)

        def propose(change: Change) -> Change:
            proposer, permitted = staying_at(change.table, user_id), question
            if question.pace is not None:
                permitted = replace(question, pace=change.rules.with_reminders(question.pace))
            _check_proposed(change, proposer, permitted)
            if question.topic in AGAINST_PLAYERS:
                _check_not_away(change, question)
            return put(change, permitted, proposer)

        asked = await self._changes.change(table_id, propose, people=[question.user_id])
        return asked.now

    @use_case
    def answer(self, change: Change, user_id: int, seq: int, *, yes: bool) -> Change:
        """Answer an open proposal, or change an answer.

        Before the start the only question is whether to keep the table open.
        """
        table = change.table
        if table.status is Status.LOBBY:
            return _keep_open(change, user_id, seq, yes=yes)
        player = staying_at(table, user_id)
        proposal = table.proposal(seq)
        if proposal is None:
            raise Refused(Refusal.RESOLVED)
        seat = player.seat
        if seat is None or not proposal.takes(seat, yes=yes):
            raise Refused(Refusal.NOT_YOURS_TO_ANSWER, game=table.name)
        return review(change.then(Answered(seq, yes, user_id=user_id, seat=seat)))

    @use_case
    def withdraw(self, change: Change, user_id: int, seq: int) -> Change:
        """Withdraw the user's own proposal."""
        player = staying_at(change.table, user_id)
        proposal = change.table.proposal(seq)
        if proposal is None:
            raise Refused(Refusal.RESOLVED)
        if proposal.proposer is None or proposal.proposer != player.seat:
            raise Refused(Refusal.NOT_YOUR_PROPOSAL)
        return close(change, proposal, ProposalOutcome.WITHDRAWN, user_id)

    async def resolve(self, table_id: int) -> None:
        """Resolve the proposals of a game that are due; silence counts as an answer."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is Status.RUNNING and table.proposals:
            earliest = min(each.deadline for each in table.proposals)
            if earliest > started:
                await self._changes.reschedule(PROPOSAL, table_id, earliest)
                return

            def resolve(change: Change) -> Change:
                if all(each.deadline > change.at for each in change.table.proposals):
                    raise Refused(Refusal.STALE)
                return review(change, silence_counts=True)

            try:
                await self._changes.change(table_id, resolve)
            except Refused:  # answered meanwhile; another may be open
                await self._changes.reschedule(PROPOSAL, table_id, started + AGAIN_IN)
                return
        await self._store.write(due.finish, PROPOSAL, table_id, by=started)


# --- for other use cases -------------------------------------------------------------------------


def put(change: Change, question: Question, proposer: Player | None = None) -> Change:
    """Make a proposal in a running game; without a *proposer* the bot asks."""
    asked = _asked(change, question, proposer)
    topic, now = question.topic, change.at
    within = time_to_answer(topic, change.table.pace)
    hours = _hours_of(change, {*asked, question.seat})
    deadlines = tuple((each, hours[each].after(now, within)) for each in asked)
    if topic is Topic.MORE_TIME:  # at most half of the time left
        assert change.table.time_up_at is not None
        at = now + min(within, (change.table.time_up_at - now) / 2)
        deadlines = tuple((each, at) for each in asked)
    if topic is Topic.LET_GO:  # nobody waits longer for an answer than for a decision
        limit = change.table.pace.limit
        assert limit is not None
        deadlines = tuple((each, min(at, now + limit.each)) for each, at in deadlines)
    not_before = now
    if topic in AGAINST_PLAYERS and question.seat in hours.keys() - {*asked}:
        player_hours = hours[question.seat]
        not_before = min(player_hours.a_day_after(now), player_hours.after(now, within))
    change = change.then(
        Proposed(
            question,
            asked,
            deadlines,
            not_before,
            user_id=None if proposer is None else proposer.user_id,
            seat=None if proposer is None else proposer.seat,
        )
    )
    proposal = change.state.proposals[-1]
    for seat, of_seat in hours.items():
        user_id = change.table.player(seat).user_id
        if user_id is not None and not of_seat.include(now):
            loses = seat == proposal.threatens and seat not in asked
            change = change.notify(
                user_id,
                NotificationTopic.LOSING if loses else NotificationTopic.PROPOSAL,
                proposal.seq,
            )
    return review(change)


def review(change: Change, *, silence_counts: bool = False) -> Change:
    """Resolve all proposals that are decided, with their effects.

    With *silence_counts*, silence after a seat's deadline counts as an answer.
    """
    resolved = True
    while resolved and change.state.status is Status.RUNNING:
        resolved = False
        for proposal in change.state.proposals:
            if _is_moot(change, proposal):
                change = close(change, proposal, ProposalOutcome.MOOT)
                resolved = True
                break
            outcome = _outcome(change, proposal, silence_counts=silence_counts)
            if outcome is not None:
                how = ProposalOutcome.AGREED if outcome else ProposalOutcome.REFUSED
                change = close(change, proposal, how)
                rules = TOPICS[proposal.question.topic]
                effect = rules.agreed if outcome else rules.refused
                change = effect(change, proposal.question)
                resolved = True
                break
    return change


def play_on(change: Change) -> Change:
    """Make automatic decisions after a decision, and resolve proposals."""
    return review(go_on(change))


def close(
    change: Change, proposal: Proposal, outcome: ProposalOutcome, user_id: int | None = None
) -> Change:
    """Add the entry that resolves a proposal."""
    return change.then(
        ProposalResolved(
            proposal.seq,
            proposal.question,
            proposal.proposer,
            outcome,
            yes=tuple(sorted(seat for seat, yes in proposal.answers.items() if yes)),
            no=tuple(sorted(seat for seat, yes in proposal.answers.items() if not yes)),
            silent=proposal.open_to,
            user_id=user_id,
        )
    )


# --- who is asked, and whether an answer is still needed -----------------------------------------


def _asked(change: Change, question: Question, proposer: Player | None) -> tuple[int, ...]:
    """Return the seats whose answers count.

    The player whose seat it is about is asked only if nobody else is left: of two players, one
    alone cannot take the other's seat. About more time, only those who are awake are asked.
    """
    playing = [seat for seat in _playing(change) if proposer is None or seat != proposer.seat]
    others = tuple(seat for seat in playing if seat != question.seat)
    if question.topic is Topic.MORE_TIME:
        hours = _hours_of(change, others)
        return tuple(seat for seat in others if hours[seat].include(change.at))
    return others or tuple(playing)


def _playing(change: Change) -> list[int]:
    """Return the seats played by people; computers are not asked."""
    players = change.state.players
    return [each.seat for each in players if each.seat is not None and each.is_played_by_person]


def _hours_of(change: Change, seats: Collection[int | None]) -> dict[int, Hours]:
    """Return the hours of those of *seats* that people play."""
    players = change.state.players
    return {
        seat: change.state.pace.counted(players[seat].hours)
        for seat in _playing(change)
        if seat in seats
    }


def _is_moot(change: Change, proposal: Proposal) -> bool:
    question, playing = proposal.question, _playing(change)
    if proposal.proposer is not None and proposal.proposer not in playing:
        return True
    if question.seat is not None and (about(change, question).taken_seq or 0) > proposal.seq:
        return True  # that seat has a new player since
    return TOPICS[question.topic].is_moot(change, proposal)


def _outcome(change: Change, proposal: Proposal, *, silence_counts: bool) -> bool | None:
    """Return True if agreed by now, False if refused, None if open; ignores players who have left.

    Any move answers the question whether to keep playing with yes.
    """
    if proposal.question.topic is Topic.STILL and has_played(change, proposal):
        return True
    return proposal.among(_playing(change)).outcome(change.at, silence_counts=silence_counts)


def _check_proposed(change: Change, proposer: Player, question: Question) -> None:
    table, topic = replace(change.table, rules=change.rules), question.topic
    if topic not in PROPOSED_BY_PLAYERS:
        raise Refused(Refusal.STALE)
    if question.seat is not None and topic not in ABOUT_SEATS:
        raise Refused(Refusal.STALE)  # that seat would not be asked
    if topic in ABOUT_SEATS:
        _check_seat(table, proposer, question)
    check_proposed(table, question)
    pause = ANSWERED_LIVE_WITHIN if table.pace.live else AGAIN_AFTER
    recent = (
        entry.at
        for entry in table.round
        if isinstance(entry, ProposalResolved)
        and entry.outcome in {ProposalOutcome.REFUSED, ProposalOutcome.WITHDRAWN}
        and entry.proposer == proposer.seat
        and entry.question.topic == topic
    )
    last = max(recent, default=None)
    if last is not None and (again := last + pause) > change.at:
        raise Refused(Refusal.PROPOSED_LATELY, moment=again)


def _check_seat(table: Table, proposer: Player, question: Question) -> None:
    if question.seat is None or question.seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
    if question.seat == proposer.seat:
        raise Refused(Refusal.OWN_SEAT)


def _check_not_away(change: Change, question: Question) -> None:
    for seat, hours in _hours_of(change, {question.seat}).items():
        if (back := hours.back_at(change.at)) is not None:
            raise Refused(Refusal.ON_VACATION, player=change.player(seat).name, moment=back)


def _keep_open(change: Change, user_id: int, seq: int, *, yes: bool) -> Change:
    """Keep a table open that was to be closed because it has not started."""
    table = change.table
    player_at(table, user_id)
    if table.expires_at is None or table.proposal(seq) is None or not yes:
        raise Refused(Refusal.RESOLVED)
    return change.then(Answered(seq, yes, user_id=user_id))
