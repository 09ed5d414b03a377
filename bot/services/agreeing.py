"""The use cases of agreement: to propose something, to answer, and what follows when it is agreed.

A proposal is a question to some of the seats. It is settled as soon as the answers are enough, and
at its deadline at the latest; then those who have not answered count as its topic says.
"""

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta

from bot.changes import (
    PROPOSAL,
    Draft,
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
    Status,
    Table,
    Topic,
    Why,
    player_at,
    staying_at,
    time_to_answer,
)
from bot.services.pacing import check_pace
from bot.services.use_case import Using
from bot.store import About
from bot.store.queries import due

AGREED, LEFT_ALONE = "agreed", "left alone"
"""Why something was done, as the log tells it: the players wanted it, or nobody played any more."""
AGAIN_IN = timedelta(minutes=1)
"""When it is looked again at what was answered in the moment of its deadline."""
AGAIN_AFTER = timedelta(hours=12)
"""Whoever has not been agreed with does not ask the same again before: each time it rings."""


class Agreements(Using):
    """What the players of a running game agree upon."""

    async def propose(self, table_id: int, user_id: int, question: Question) -> Table:
        """Propose something to the others; with nobody to ask it is agreed at once."""

        async def propose(draft: Draft) -> None:
            proposer = staying_at(draft.table, user_id)
            permitted = question
            if question.pace is not None:
                rules = await self.server_rules(draft.table.place.guild_id)
                rules.check_pace(question.pace)
                permitted = replace(question, pace=rules.with_reminders(question.pace))
            _check_proposed(draft, proposer, permitted)
            if question.topic in AGAINST_PLAYERS:
                await self._check_not_away(draft, question)
            await self.put(draft, permitted, proposer)

        return (await self._changes.change(table_id, propose)).after.table

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
            draft.tell(Kind.ANSWERED, user_id, seat=seat, proposal=seq, yes=yes)
            _replace(draft, proposal, proposal.answered(seat, yes=yes))
            await self.review_proposals(draft)

        return (await self._changes.change(table_id, answer)).after.table

    async def withdraw(self, table_id: int, user_id: int, seq: int) -> Table:
        """Take a proposal of one's own back."""

        async def withdraw(draft: Draft) -> None:
            player = staying_at(draft.table, user_id)
            proposal = draft.table.proposal(seq)
            if proposal is None:
                raise Refused(Refusal.SETTLED)
            if proposal.proposer is None or proposal.proposer != player.seat:
                raise Refused(Refusal.NOT_YOUR_PROPOSAL)
            close(draft, proposal, "withdrawn", user_id)

        return (await self._changes.change(table_id, withdraw)).after.table

    async def settle_proposals(self, table_id: int) -> None:
        """Settle the proposals of a game whose time is up; those not answered count as silence."""
        started = self._clock()
        table = await self.get(table_id)
        if table.status is Status.RUNNING and table.proposals:
            earliest = min(each.deadline for each in table.proposals)
            if earliest > started:
                await self._put_off(PROPOSAL, table_id, earliest)
                return

            async def settle(draft: Draft) -> None:
                if all(each.deadline > draft.at for each in draft.table.proposals):
                    raise Refused(Refusal.STALE)
                await self.review_proposals(draft, silence_counts=True)

            try:
                await self._changes.change(table_id, settle)
            except Refused:  # answered in this very moment; another may be open still
                await self._put_off(PROPOSAL, table_id, started + AGAIN_IN)
                return
        await self._store.write(due.settle, PROPOSAL, table_id, by=started)

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
        seq = draft.tell(
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
        await self.review_proposals(draft)

    async def _check_not_away(self, draft: Draft, question: Question) -> None:
        """Raises Refused if the player of the seat is on vacation."""
        for hours in (await self._hours_of(draft, {question.seat})).values():
            if (back := hours.back_at(draft.at)) is not None:
                player = _about(draft, question).name
                raise Refused(Refusal.ON_VACATION, player=player, back=back)

    async def _hours_of(self, draft: Draft, seats: Collection[int | None]) -> dict[int, Hours]:
        """The current hours of those of these seats that a person plays."""
        players = [draft.now(each) for each in draft.table.players if each.seat in seats]
        return {
            player.seat: await self.hours_at(draft, player.user_id)
            for player in players
            if player.seat is not None and player.is_played_by_person
        }

    async def review_proposals(self, draft: Draft, *, silence_counts: bool = False) -> None:
        """Settle the proposals that can be: when somebody has answered, or a seat has changed.

        *silence_counts*: also that of those who had their time to answer.
        """
        settled = True
        while settled and draft.status is Status.RUNNING:
            settled = False
            for proposal in draft.proposals:
                if _is_moot(draft, proposal):
                    close(draft, proposal, "moot")
                    settled = True
                    break
                outcome = _outcome(draft, proposal, silence_counts=silence_counts)
                if outcome is not None:
                    close(draft, proposal, "agreed" if outcome else "refused")
                    await self._carry_out(draft, proposal, agreed=outcome)
                    settled = True
                    break

    async def _carry_out(self, draft: Draft, proposal: Proposal, *, agreed: bool) -> None:
        """Do what was agreed, or what follows if it was not."""
        question = proposal.question
        match question.topic, agreed:
            case Topic.PAUSE, True:
                pause(draft, why=Why.AGREED)
            case Topic.GO_ON, True:
                await go_on(draft, why=Why.AGREED)
            case Topic.END, True:
                end_early(draft, result=True, why=Why.AGREED)
            case Topic.STOP, True:
                end_early(draft, result=False, why=Why.AGREED)
            case Topic.PACE, True:
                assert question.pace is not None
                rules = await self.server_rules(draft.table.place.guild_id)
                pace = rules.with_reminders(question.pace)
                draft.tell(Kind.PACED, pace=pace.dump(), why=Why.AGREED)
                draft.change_table(pace=pace)
            case Topic.HINTS, True:
                assert question.hints is not None
                draft.tell(Kind.HINTS, rule=question.hints.value, why=Why.AGREED)
                draft.change_table(hints=question.hints)
            case Topic.REPLACE, True:
                offer_seat(
                    draft,
                    _about(draft, question),
                    to=question.user_id,
                    why=Why.AGREED,
                    name=question.name,
                    hushed=await self.is_quiet_for(question.user_id, draft),
                )
            case Topic.ABANDON, True:
                give_up_seat(draft, _about(draft, question), why=Why.AGREED)
                await draft.go_on()
            case Topic.COMPUTER, True:
                assert question.level is not None
                player = _about(draft, question)
                hand_to_computer(draft, player, question.level, question.name)
                await draft.go_on()  # it may have waited for company
            case Topic.WAIT, _:
                assert question.seat is not None
                if agreed:
                    wait_longer(draft, question.seat)
                else:
                    await decide_for(draft, question.seat)
            case Topic.STILL, False:
                end_early(draft, result=False, why=Why.LEFT_ALONE)


def _about(draft: Draft, question: Question) -> Player:
    assert question.seat is not None
    return draft.now(draft.table.player(question.seat))


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
        for player in map(draft.now, draft.table.players)
        if player.seat is not None and player.is_played_by_person
    ]


def _is_moot(draft: Draft, proposal: Proposal) -> bool:
    """Whether nobody need answer any more."""
    question, playing = proposal.question, _playing(draft)
    if proposal.proposer is not None and proposal.proposer not in playing:
        return True
    if question.seat is not None and _has_passed(draft, proposal, question.seat):
        return True
    match question.topic:
        case Topic.PAUSE:
            return draft.paused
        case Topic.GO_ON:
            return not draft.paused
        case Topic.ABANDON:
            return question.seat not in playing or _has_played(draft, proposal)
        case Topic.COMPUTER:
            return not _about(draft, question).abandoned
        case Topic.WAIT:
            stands_still = draft.paused or question.seat not in playing
            begins_anew = not draft.pace.grants_as(draft.table.pace)
            return stands_still or begins_anew or _has_played(draft, proposal)
        case Topic.REPLACE:
            played = question.seat in playing and _has_played(draft, proposal)
            return played or not _is_still_to_be_offered(draft, question)
        case _:
            return False


def _has_passed(draft: Draft, proposal: Proposal, seat: int) -> bool:
    """Whether somebody has taken that seat since the proposal was made."""
    return (draft.now(draft.table.player(seat)).taken_seq or 0) > proposal.seq


def _is_still_to_be_offered(draft: Draft, question: Question) -> bool:
    """Whether somebody's seat can be offered to the user it is about, and is not already."""
    player, user_id = _about(draft, question), question.user_id
    assert player.seat is not None
    assert user_id is not None
    try:
        check_takes(draft.with_its_seats(), player.seat, user_id)
    except Refused:
        return False
    return player.offered_seq is None or player.offered_to != user_id


def _outcome(draft: Draft, proposal: Proposal, *, silence_counts: bool) -> bool | None:
    """Whether it is agreed by now, without the answers of players who are gone.

    Any move answers the question whether the game goes on with yes.
    """
    if proposal.question.topic is Topic.STILL and _has_played(draft, proposal):
        return True
    return proposal.among(_playing(draft)).outcome(draft.at, silence_counts=silence_counts)


def _has_played(draft: Draft, proposal: Proposal) -> bool:
    """Whether whom a proposal is about, or anybody, has decided something since it was made."""
    about = proposal.question.seat
    return any(
        entry.kind is Kind.ACTED
        and entry.seq > proposal.seq
        and not entry.automatic
        and about in {None, entry.seat}
        for entry in (*draft.table.round, *draft.entries)
    )


def _check_proposed(draft: Draft, proposer: Player, question: Question) -> None:
    """Raise Refused for what cannot be proposed now."""
    table, topic = draft.table, question.topic
    if topic not in PROPOSED_BY_PLAYERS:
        raise Refused(Refusal.STALE)
    if question.seat is not None and topic not in ABOUT_SEATS:
        raise Refused(Refusal.STALE)  # that seat would not be asked
    if topic is Topic.PAUSE and table.paused:
        raise Refused(Refusal.PAUSED_ALREADY, game=table.name)
    if topic is Topic.GO_ON and not table.paused:
        raise Refused(Refusal.NOT_PAUSED, game=table.name)
    if topic is Topic.PACE:
        if question.pace is None or question.pace == table.pace:
            raise Refused(Refusal.SAME_PACE, game=table.name)
        check_pace(question.pace)
    if topic is Topic.HINTS and question.hints in {None, table.hints}:
        raise Refused(Refusal.SAME_HINTS, game=table.name)
    if topic in ABOUT_SEATS:
        _check_seat(table, proposer, question)
    if table.proposal_of(topic) is not None:
        raise Refused(Refusal.ALREADY_PROPOSED, game=table.name)
    pause = ANSWERED_LIVE_WITHIN if table.pace.live else AGAIN_AFTER
    settled = (
        entry.at
        for entry in table.round
        if entry.kind is Kind.SETTLED
        and entry.details["outcome"] in {"refused", "withdrawn"}
        and entry.details["proposer"] == proposer.seat
        and entry.details["question"]["topic"] == topic
    )
    last = max(settled, default=None)
    if last is not None and (again := last + pause) > draft.at:
        raise Refused(Refusal.PROPOSED_LATELY, again=again)


def _check_seat(table: Table, proposer: Player, question: Question) -> None:
    """Raise Refused unless another seat can be given up, or passed to that user or computer."""
    seat, user_id = question.seat, question.user_id
    if seat is None or seat not in range(len(table.players)):
        raise Refused(Refusal.STALE)
    if seat == proposer.seat:
        raise Refused(Refusal.OWN_SEAT)
    if question.topic is Topic.ABANDON:
        check_is_waited_for(table, table.player(seat))
    elif question.topic is Topic.COMPUTER:
        if question.level is None:
            raise Refused(Refusal.STALE)
        check_nobody_plays(table, table.player(seat))
    elif user_id is None:
        raise Refused(Refusal.BOT_CHOSEN)
    else:
        check_takes(table, seat, user_id)


# --- what changes --------------------------------------------------------------------------------


def _replace(draft: Draft, proposal: Proposal, *by: Proposal) -> None:
    proposals = (
        each for one in draft.proposals for each in (by if one.seq == proposal.seq else (one,))
    )
    draft.change_table(proposals=tuple(proposals))


def close(draft: Draft, proposal: Proposal, outcome: str, user_id: int | None = None) -> None:
    """Close a proposal, and note how it was settled: agreed, refused, withdrawn, or moot."""
    draft.tell(
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
    draft.tell(Kind.ANSWERED, user_id, proposal=seq, yes=yes)
    draft.change_table(proposals=())
