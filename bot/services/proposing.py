"""Proposals: to propose something, to answer, and what follows when it is agreed.

A proposal is a question to some of the seats. It is settled as soon as the answers are enough, and
at its deadline at the latest; then those who have not answered count as its topic says.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import timedelta

from bot.changes import (
    PROPOSAL,
    Changes,
    Draft,
    Reader,
)
from bot.domain import (
    ABOUT_SEATS,
    AGAINST_PLAYERS,
    ANSWERED_LIVE_WITHIN,
    ENOUGH_YES,
    PROPOSED_BY_PLAYERS,
    SILENT_YES,
    Hours,
    Kind,
    Player,
    Proposal,
    Question,
    Refusal,
    Refused,
    Settlement,
    Status,
    Table,
    Topic,
    player_at,
    staying_at,
    time_to_answer,
)
from bot.services.host import Sight
from bot.services.topics import TOPICS, about, check_proposed, has_played
from bot.store import About, Store
from bot.store.queries import due

AGAIN_IN = timedelta(minutes=1)
"""When it is looked again at what was answered in the moment of its deadline."""
AGAIN_AFTER = timedelta(hours=12)
"""How long a player waits to propose the same again: each proposal rings."""


@dataclass(frozen=True, slots=True)
class Proposals:
    """What the players of a running game agree upon."""

    _store: Store
    _reader: Reader
    _changes: Changes
    _sight: Sight

    async def propose(self, table_id: int, user_id: int, question: Question) -> Table:
        """Propose something to the others; with nobody to ask it is agreed at once."""
        if question.topic is Topic.REPLACE and question.user_id is not None:
            place = (await self._reader.get(table_id)).place
            sees = await self._sight(place, question.user_id)
            question = replace(question, blind=sees is False)

        async def propose(draft: Draft) -> None:
            proposer = staying_at(draft.table, user_id)
            permitted, rules = question, await self._reader.rules_at(draft.table)
            if question.pace is not None:
                permitted = replace(question, pace=rules.with_reminders(question.pace))
            _check_proposed(draft, replace(draft.table, rules=rules), proposer, permitted)
            if question.topic in AGAINST_PLAYERS:
                await self._check_not_away(draft, question)
            await self.put(draft, permitted, proposer)

        return (await self._changes.change(table_id, propose)).table

    async def answer(self, table_id: int, user_id: int, seq: int, *, yes: bool) -> Table:
        """Answer a proposal; as long as it is open, that can be changed by another answer.

        Before the start there is only one question: whether the table is to be kept open.
        """

        async def answer(draft: Draft) -> None:
            table = draft.table
            if table.status is Status.LOBBY:
                _keep_open(draft, user_id, seq, yes=yes)
                return
            player = staying_at(table, user_id)
            proposal = table.proposal(seq)
            if proposal is None:
                raise Refused(Refusal.SETTLED)
            seat = player.seat
            if seat is None or not proposal.takes(seat, yes=yes):
                raise Refused(Refusal.NOT_YOURS_TO_ANSWER, game=table.name)
            draft.add_entry(Kind.ANSWERED, user_id, seat=seat, proposal=seq, yes=yes)
            _replace(draft, proposal, proposal.answered(seat, yes=yes))
            await self.review(draft)

        return (await self._changes.change(table_id, answer)).table

    async def withdraw(self, table_id: int, user_id: int, seq: int) -> Table:
        """Take a proposal of one's own back."""

        async def withdraw(draft: Draft) -> None:
            player = staying_at(draft.table, user_id)
            proposal = draft.table.proposal(seq)
            if proposal is None:
                raise Refused(Refusal.SETTLED)
            if proposal.proposer is None or proposal.proposer != player.seat:
                raise Refused(Refusal.NOT_YOUR_PROPOSAL)
            close(draft, proposal, Settlement.WITHDRAWN, user_id)

        return (await self._changes.change(table_id, withdraw)).table

    async def settle(self, table_id: int) -> None:
        """Settle the proposals of a game whose time is up; those not answered count as silence."""
        started = self._changes.clock()
        table = await self._reader.get(table_id)
        if table.status is Status.RUNNING and table.proposals:
            earliest = min(each.deadline for each in table.proposals)
            if earliest > started:
                await self._changes.put_off(PROPOSAL, table_id, earliest)
                return

            async def settle(draft: Draft) -> None:
                if all(each.deadline > draft.at for each in draft.table.proposals):
                    raise Refused(Refusal.STALE)
                await self.review(draft, silence_counts=True)

            try:
                await self._changes.change(table_id, settle)
            except Refused:  # answered in this very moment; another may be open still
                await self._changes.put_off(PROPOSAL, table_id, started + AGAIN_IN)
                return
        await self._store.write(due.finish, PROPOSAL, table_id, by=started)

    # --- for other use cases ---------------------------------------------------------------------

    async def put(self, draft: Draft, question: Question, proposer: Player | None = None) -> None:
        """Ask the players of a running game; nobody at the table asks if there is no *proposer*."""
        asked = _asked(draft, question, proposer)
        topic, now = question.topic, draft.at
        within = time_to_answer(topic, draft.table.pace)
        hours = await self._hours_of(draft, {*asked, question.seat})
        not_before = now
        if topic in AGAINST_PLAYERS and question.seat in hours.keys() - {*asked}:
            player_hours = hours[question.seat]
            not_before = min(player_hours.a_day_after(now), player_hours.after(now, within))
        seat = None if proposer is None else proposer.seat
        seq = draft.add_entry(
            Kind.PROPOSED,
            None if proposer is None else proposer.user_id,
            seat=seat,
            question=question.dump(),
            asked=[*asked],
        )
        proposal = Proposal(
            seq,
            question,
            seat,
            asked,
            {each: hours[each].after(now, within) for each in asked},
            not_before,
            topic in SILENT_YES,
            topic in ENOUGH_YES,
        )
        draft.change_table(proposals=(*draft.proposals, proposal))
        for number, of_seat in hours.items():
            user_id = draft.table.player(number).user_id
            if user_id is not None and not of_seat.include(now):
                loses = number == proposal.threatens and number not in asked
                draft.ring(user_id, About.LOSING if loses else About.PROPOSAL, seq)
        await self.review(draft)

    async def _check_not_away(self, draft: Draft, question: Question) -> None:
        """Raises Refused if the player of the seat is on vacation."""
        for hours in (await self._hours_of(draft, {question.seat})).values():
            if (back := hours.back_at(draft.at)) is not None:
                player = about(draft, question).name
                raise Refused(Refusal.ON_VACATION, player=player, moment=back)

    async def _hours_of(self, draft: Draft, seats: Collection[int | None]) -> dict[int, Hours]:
        """The current hours of those of these seats that a person plays."""
        players = [draft.roster.now(each) for each in draft.table.players if each.seat in seats]
        return {
            player.seat: await self._reader.hours_at(draft.table, player.user_id)
            for player in players
            if player.seat is not None and player.is_played_by_person
        }

    async def review(self, draft: Draft, *, silence_counts: bool = False) -> None:
        """Settle the proposals that can be: when a player has answered, or a seat has changed.

        *silence_counts*: also that of those who had their time to answer.
        """
        settled = True
        while settled and draft.status is Status.RUNNING:
            settled = False
            for proposal in draft.proposals:
                if _is_moot(draft, proposal):
                    close(draft, proposal, Settlement.MOOT)
                    settled = True
                    break
                outcome = _outcome(draft, proposal, silence_counts=silence_counts)
                if outcome is not None:
                    close(draft, proposal, Settlement.AGREED if outcome else Settlement.REFUSED)
                    rules = TOPICS[proposal.question.topic]
                    effect = rules.agreed if outcome else rules.refused
                    await effect(draft, proposal.question, self._reader)
                    settled = True
                    break

    async def go_on(self, draft: Draft) -> None:
        """Let happen what follows by itself from a decision, and settle what can be."""
        await draft.go_on()
        await self.review(draft)


# --- who is asked, and whether there is still something to ask -----------------------------------


def _asked(draft: Draft, question: Question, proposer: Player | None) -> tuple[int, ...]:
    """The seats whose answers count.

    Those about whose seat it is are asked only if nobody else is left: of two, one alone cannot
    take the other's seat away.
    """
    playing = [seat for seat in _playing(draft) if proposer is None or seat != proposer.seat]
    others = tuple(seat for seat in playing if seat != question.seat)
    return others or tuple(playing)


def _playing(draft: Draft) -> list[int]:
    """The seats that a person plays: computers have no say."""
    return [
        player.seat
        for player in map(draft.roster.now, draft.table.players)
        if player.seat is not None and player.is_played_by_person
    ]


def _is_moot(draft: Draft, proposal: Proposal) -> bool:
    """Whether nobody need answer any more."""
    question, playing = proposal.question, _playing(draft)
    if proposal.proposer is not None and proposal.proposer not in playing:
        return True
    if question.seat is not None and _has_passed(draft, proposal, question.seat):
        return True
    return TOPICS[question.topic].is_moot(draft, proposal)


def _has_passed(draft: Draft, proposal: Proposal, seat: int) -> bool:
    """Whether that seat has a new player since the proposal was made."""
    return (draft.roster.now(draft.table.player(seat)).taken_seq or 0) > proposal.seq


def _outcome(draft: Draft, proposal: Proposal, *, silence_counts: bool) -> bool | None:
    """Whether it is agreed by now, without the answers of players who are gone.

    Any move answers the question whether the game goes on with yes.
    """
    if proposal.question.topic is Topic.STILL and has_played(draft, proposal):
        return True
    return proposal.among(_playing(draft)).outcome(draft.at, silence_counts=silence_counts)


def _check_proposed(draft: Draft, table: Table, proposer: Player, question: Question) -> None:
    """Raise Refused for what cannot be proposed now, by what is set for the *table*'s server."""
    topic = question.topic
    if topic not in PROPOSED_BY_PLAYERS:
        raise Refused(Refusal.STALE)
    if question.seat is not None and topic not in ABOUT_SEATS:
        raise Refused(Refusal.STALE)  # that seat would not be asked
    if topic in ABOUT_SEATS:
        _check_seat(table, proposer, question)
    check_proposed(table, question)
    pause = ANSWERED_LIVE_WITHIN if table.pace.live else AGAIN_AFTER
    settled = (
        entry.at
        for entry in table.round
        if entry.kind is Kind.SETTLED
        and entry.details["outcome"] in {Settlement.REFUSED, Settlement.WITHDRAWN}
        and entry.details["proposer"] == proposer.seat
        and entry.details["question"]["topic"] == topic
    )
    last = max(settled, default=None)
    if last is not None and (again := last + pause) > draft.at:
        raise Refused(Refusal.PROPOSED_LATELY, moment=again)


def _check_seat(table: Table, proposer: Player, question: Question) -> None:
    """Raise Refused unless a question is about the seat of another."""
    if question.seat is None or question.seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
    if question.seat == proposer.seat:
        raise Refused(Refusal.OWN_SEAT)


# --- what changes --------------------------------------------------------------------------------


def _replace(draft: Draft, proposal: Proposal, *by: Proposal) -> None:
    proposals = (
        each for one in draft.proposals for each in (by if one.seq == proposal.seq else (one,))
    )
    draft.change_table(proposals=tuple(proposals))


def close(
    draft: Draft, proposal: Proposal, outcome: Settlement, user_id: int | None = None
) -> None:
    """Close a proposal, and note how it was settled."""
    draft.add_entry(
        Kind.SETTLED,
        user_id,
        proposal=proposal.seq,
        question=proposal.question.dump(),
        proposer=proposal.proposer,
        outcome=outcome,
        yes=sorted(seat for seat, yes in proposal.answers.items() if yes),
        no=sorted(seat for seat, yes in proposal.answers.items() if not yes),
        silent=[*proposal.open_to],
    )
    _replace(draft, proposal)


def _keep_open(draft: Draft, user_id: int, seq: int, *, yes: bool) -> None:
    """Keep a table open that would be closed, as it has not started for long."""
    table = draft.table
    player_at(table, user_id)
    if table.expires_at is None or table.proposal(seq) is None or not yes:
        raise Refused(Refusal.SETTLED)
    draft.add_entry(Kind.ANSWERED, user_id, proposal=seq, yes=yes)
    draft.change_table(proposals=())
