"""Calls of players to decide, and waits for them.

A call is a new message with a notification. It is stored with the entry that causes it, so that
retries of delivery send it once.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from bot.domain.entries import (
    Acted,
    Called,
    CameBack,
    Entry,
    LongWait,
    Proposed,
    Reminded,
    Resumed,
    SeatTaken,
    Started,
    WentAway,
)
from bot.domain.player import Player
from bot.domain.proposals import OUT_OF_TIME, Proposal
from bot.domain.public_numbers import PublicNumber
from bot.domain.table import Table
from engine import ActionDecision, Decision, DrawDecision, DrawTile

LONG_WAIT = timedelta(days=3)
"""Time of waiting after which the other players read what they can do."""


def is_new_question(before: Decision | None, after: Decision) -> bool:
    """True if a player is asked something new in the middle of a turn.

    Continuing one's own turn, or drawing another tile, is not new.
    """
    if before is None or before.seat != after.seat:
        return True
    if isinstance(before, DrawDecision) and isinstance(after, DrawDecision):
        return before.refill != after.refill
    return not isinstance(after, ActionDecision)


def decided_at(entries: Iterable[Entry], seat: int) -> list[datetime]:
    """Return the times of decisions in person by the seat's current player."""
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
    """Return the number of the seat's last entry decided in person; 0 without one."""
    last = 0
    for entry in entries:
        if entry.seat == seat and isinstance(entry, SeatTaken):
            last = 0
        elif entry.seat == seat and isinstance(entry, Acted) and not entry.automatic:
            last = entry.seq
    return last


def since_own_turn(table: Table, seat: int, entries: Iterable[Entry]) -> int:
    """Return the first turn after the last own one in which the seat's player decided.

    Turns in progress do not count. 1 without one among *entries*.
    """
    user_id = table.player(seat).user_id
    turns = (
        entry.turn
        for entry in entries
        if isinstance(entry, Acted) and not entry.automatic and entry.user_id == user_id
        if (entry.turn - 1) % len(table.players) == entry.seat == seat
        if entry.turn < table.turn
    )
    return max(turns, default=0) + 1


def last_call(table: Table, seat: int) -> int:
    """Return the number of the entry that last called a seat; 0 if unknown.

    For a player who has resigned, the entry of resigning.
    """
    if (resigned := table.player(seat).abandoned_seq) is not None:
        return resigned
    return max((entry.seq for entry in table.round if entry.called == seat), default=0)


def rings(entry: Entry, seat: int) -> bool:
    """True if an entry calls a seat, by a message of its own or by one for several games."""
    return entry.called == seat or (isinstance(entry, Called | Reminded) and entry.seat == seat)


def last_ring(table: Table, seat: int) -> int:
    """Return the number of the last entry that :func:`rings`; 0 if unknown."""
    return max((entry.seq for entry in table.round if rings(entry, seat)), default=0)


def is_silent(table: Table, player: Player) -> bool:
    """True if a player's last call makes no sound: one message for several games may do so."""
    if player.muted or player.clock.hushed:
        return True
    return player.seat is not None and last_ring(table, player.seat) > last_call(table, player.seat)


def call_number(table: Table, player: Player) -> tuple[PublicNumber, int]:
    """Return what identifies a player's last call, for buttons and files.

    The public number, and the number of the player's earlier calls with the same one.
    """
    assert player.seat is not None
    called = last_call(table, player.seat)
    number = table.public_number(called)
    calls = (each.seq for each in table.round if each.called == player.seat and each.seq < called)
    return number, sum(table.public_number(seq) == number for seq in calls)


def is_called(table: Table, seat: int) -> bool:
    """True if the table waits for a seat that was called and has not acted since."""
    return _asks(table, seat) and last_call(table, seat) >= table.state_version


def is_rung(table: Table, seat: int) -> bool:
    """As :func:`is_called`; the call may have been one for several games."""
    return _asks(table, seat) and last_ring(table, seat) >= table.state_version


def _asks(table: Table, seat: int) -> bool:
    decider = table.decider
    if decider is None or decider.seat != seat or not decider.is_played_by_person:
        return False
    return not table.paused


def before_next(table: Table, seat: int) -> Player | None:
    """Return the player on turn if that seat is the next of a person; None otherwise.

    None also with fewer than three people, as one of two is always next.
    """
    people = [each for each in table.players if each.is_played_by_person]
    if table.decider is None or table.view is None or table.paused or len(people) < 3:
        return None
    before = [each for each in people if each.seat is not None and each.seat < seat] or people
    on_turn = table.player(table.view.active)
    is_own = table.decider.seat == seat or not table.player(seat).is_played_by_person
    return on_turn if on_turn == before[-1] and not is_own else None


def seats_notified(table: Table, proposal: Proposal) -> tuple[int, ...]:
    """Return the seats that a proposal notifies: those not asked yet, and the one it is about.

    Of several questions during one wait only the first notifies the others; each notifies the
    player waited for.
    """
    asked, about = proposal.open_to, proposal.about
    if proposal.question.topic in OUT_OF_TIME and any(
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
    """Return the state version at which the question arose; a series of draws is one question."""
    decision = table.view.decision if table.view else None
    if isinstance(decision, DrawDecision):
        for entry in reversed(table.round):
            if not isinstance(entry, Acted):
                continue
            if not isinstance(entry.action, DrawTile) or entry.seat != decision.seat:
                return entry.seq
    return table.state_version


def is_uncalled(table: Table) -> bool:
    """True if the table waits for a player who was not called, because of looking when asked."""
    decider, view = table.decider, table.view
    if decider is None or view is None or decider.seat is None:
        return False
    if not decider.is_played_by_person or table.paused:
        return False
    since = asked_since(table)
    asked = next((entry for entry in table.round if entry.seq == since), None)
    if asked is None or last_call(table, decider.seat) >= since:
        return False
    automatic = isinstance(asked, Acted) and asked.automatic
    own = asked.seat == decider.seat and not automatic
    return not (own and isinstance(view.decision, ActionDecision))


def changed_at(table: Table) -> datetime:
    """The time of the last entry, as of which pages say who is on vacation."""
    return max((entry.at for entry in table.round), default=table.created_at)


# --- long waits ----------------------------------------------------------------------------------


def waited_since(table: Table) -> datetime | None:
    """Return the start of the wait for the decider; None if no clock may run, or at a live table.

    A decision, a pause, a vacation or a new player on the seat starts the wait again. The table
    also waits for a player who has left the server.
    """
    wait = _wait(table)
    return wait[-1].at if wait else None


def long_wait(table: Table) -> LongWait | None:
    """Return the entry that marked this wait as long; None without one."""
    return next((each for each in _wait(table) if isinstance(each, LongWait)), None)


def may_be_reminded(table: Table) -> bool:
    """True if the others can remind the decider once more: once while the table waits for a seat.

    Only of a long wait, and not where reminders are off, a limit acts by itself, or the player
    cannot be called.
    """
    pace, asked = table.pace, table.awaited_since
    if pace.reminders is None or pace.limit is not None or not table.waits:
        return False
    if long_wait(table) is None:
        return False
    reminders = (each for each in table.round if isinstance(each, Reminded))
    return not any(each.by is not None and asked and each.at >= asked for each in reminders)


def _wait(table: Table) -> list[Entry]:
    """Return the entries of the present wait, newest first, down to the one that began it."""
    decider, entries = table.decider, list[Entry]()
    left = decider is not None and decider.gone and not table.paused
    if decider is None or not (table.waits or left) or table.pace.live:
        return entries
    for entry in reversed(table.round):
        entries.append(entry)
        match entry:
            case Started() | Acted() | Resumed():
                return entries
            case CameBack() | WentAway() | SeatTaken() if entry.seat == decider.seat:
                return entries
            case _:
                pass
    return []
