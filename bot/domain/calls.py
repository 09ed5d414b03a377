"""Who is called when the table waits for a decision.

A call is a new message, and rings. It is noted with the entry that leads to it, so that it is one
call whatever happens on the way to Discord.
"""

from collections.abc import Iterable
from datetime import datetime

from bot.domain.entries import Acted, Entry, Proposed, SeatTaken
from bot.domain.player import Player
from bot.domain.proposals import Proposal, Topic
from bot.domain.public_numbers import PublicNumber
from bot.domain.table import Table
from engine import ActionDecision, Decision, DrawDecision, DrawTile


def is_new_question(before: Decision | None, after: Decision) -> bool:
    """True if a change asks a player something new in the middle of a turn.

    To go on with one's own turn, or to draw one more tile, is nothing new.
    """
    if before is None or before.seat != after.seat:
        return True
    if isinstance(before, DrawDecision) and isinstance(after, DrawDecision):
        return before.refill != after.refill
    return not isinstance(after, ActionDecision)


def decided_at(entries: Iterable[Entry], seat: int) -> list[datetime]:
    """When the player of a seat has decided something, in person; not who sat there before."""
    decided: list[datetime] = []
    for entry in entries:
        if entry.seat != seat:
            continue
        if isinstance(entry, SeatTaken):
            decided.clear()
        elif isinstance(entry, Acted) and not entry.automatic:
            decided.append(entry.at)
    return decided


def last_decided(entries: Iterable[Entry], seat: int) -> int:
    """The number of the last entry that the player of a seat has decided in person; 0 if none."""
    last = 0
    for entry in entries:
        if entry.seat == seat and isinstance(entry, SeatTaken):
            last = 0
        elif entry.seat == seat and isinstance(entry, Acted) and not entry.automatic:
            last = entry.seq
    return last


def last_call(table: Table, seat: int) -> int:
    """The number of the entry with which a seat was called last; 0 if that is not known.

    For a player who has resigned it is the one of resigning: nothing calls any more.
    """
    if (resigned := table.player(seat).abandoned_seq) is not None:
        return resigned
    return max((entry.seq for entry in table.round if entry.called == seat), default=0)


def call_number(table: Table, player: Player) -> tuple[PublicNumber, int]:
    """What tells the last call of a player from earlier ones, for buttons and files.

    The public number, and how many earlier calls of that player have the same one.
    """
    assert player.seat is not None
    called = last_call(table, player.seat)
    number = table.public_number(called)
    calls = (each.seq for each in table.round if each.called == player.seat and each.seq < called)
    return number, sum(table.public_number(seq) == number for seq in calls)


def is_called(table: Table, seat: int) -> bool:
    """True if the table waits for that seat, which was called and has done nothing since."""
    decider = table.decider
    if decider is None or decider.seat != seat or decider.decides_automatically or table.paused:
        return False
    return last_call(table, seat) >= table.state_version


def seats_rung(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """The seats that a proposal rings: those to be asked still, and the one it is about.

    Of all questions during one wait the first rings the others; each rings who is waited for.
    """
    asked, about = proposal.open_to, proposal.about
    if proposal.question.topic is Topic.WAIT and any(
        isinstance(entry, Proposed)
        and entry.seq < proposal.seq
        and entry.question == proposal.question
        and table.awaited_since is not None
        and entry.at >= table.awaited_since
        for entry in table.round
    ):
        asked = ()
    players = [table.player(seat) for seat in asked]
    if about is not None and about not in asked:
        players.append(table.player(about))
    return tuple(
        each.seat
        for each in players
        if each.seat is not None and each.is_played_by_person and not each.muted
    )


def asked_since(table: Table) -> int:
    """The state version at which the question arose; drawing tile by tile is one question."""
    decision = table.view.decision if table.view else None
    if isinstance(decision, DrawDecision):
        for entry in reversed(table.round):
            if not isinstance(entry, Acted):
                continue
            if not isinstance(entry.action, DrawTile) or entry.seat != decision.seat:
                return entry.seq
    return table.state_version


def is_uncalled(table: Table) -> bool:
    """True if the table waits for a player who was looking when asked, and so was not called."""
    decider, view = table.decider, table.view
    if decider is None or view is None or decider.seat is None:
        return False
    if decider.decides_automatically or table.paused:
        return False
    since = asked_since(table)
    asked = next((entry for entry in table.round if entry.seq == since), None)
    if asked is None or last_call(table, decider.seat) >= since:
        return False
    automatic = isinstance(asked, Acted) and asked.automatic
    own = asked.seat == decider.seat and not automatic
    return not (own and isinstance(view.decision, ActionDecision))
