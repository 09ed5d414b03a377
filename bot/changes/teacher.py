"""Teaching: stores what players learn together with the entries that teach it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from sqlalchemy import Connection

from bot.changes.whole import WholeTable
from bot.domain.calls import is_new_question
from bot.domain.entries import FullAction, FullStart, LoggedEntry, SeatTaken, Undone
from bot.domain.stored import decoding_game
from bot.domain.table import Table
from bot.domain.taught import FIRST_GAMES, Taught, Thing, load_taught, things_at_start, things_in
from bot.store import Damaged
from bot.store.queries import players
from engine import SeatView

Advise: TypeAlias = Callable[[SeatView], Iterable[str]]
"""Returns the kinds of advice that fit the decider's view, most important first."""


def no_advice(_view: SeatView) -> Iterable[str]:
    """Return no advice."""
    return ()


class Teacher:
    """Teaches players in their first games, with the advice of *advise*."""

    def __init__(self, advise: Advise) -> None:
        self._advise = advise

    def taught(
        self,
        connection: Connection,
        before: WholeTable,
        after: WholeTable,
        entries: Sequence[LoggedEntry],
    ) -> tuple[Taught, ...]:
        """Return what players have been taught after *entries*, in seat order.

        Empty before the start.
        """
        if after.game is None:
            return ()
        starting = before.game is None
        taught = _learnt_before(connection, after.table) if starting else before.taught
        taken = {entry.seat for entry in entries if isinstance(entry, SeatTaken)}
        if taken and taught:  # what a former player learnt is private
            fresh = _learnt_before(connection, after.table)
            taught = tuple(
                fresh[seat] if seat in taken else each for seat, each in enumerate(taught)
            )
        if not any(each.learns for each in taught):
            return taught
        undone = {entry.undoes for entry in entries if isinstance(entry, Undone)}
        taught = tuple(each.without(undone) for each in taught)
        taught = _met(connection, after, taught, entries)
        return self._advised(before, after, taught)

    def _advised(
        self, before: WholeTable, after: WholeTable, taught: tuple[Taught, ...]
    ) -> tuple[Taught, ...]:
        """Add advice for the decider, if wanted."""
        decider = after.table.decider
        if decider is None or decider.seat is None:
            return taught
        if decider.abandoned or not decider.habits.advice:
            return taught
        of_decider = taught[decider.seat]
        if not of_decider.learns or _is_still_asked(before, after):
            return taught
        kinds = tuple(self._advise(after.seat(decider.seat).view))
        advised = of_decider.advised_one_of(kinds, after.table.version)
        return tuple(advised if seat == decider.seat else each for seat, each in enumerate(taught))


def _is_still_asked(before: WholeTable, after: WholeTable) -> bool:
    """True if the decider continues the same turn or conflict."""
    if before.game is None or after.game is None or before.table.turn != after.table.turn:
        return False
    return not is_new_question(before.game.decision, after.game.decision)


def _learnt_before(connection: Connection, table: Table) -> tuple[Taught, ...]:
    """Return what the players have learnt in other games."""
    users = [player.user_id for player in table.players if player.user_id is not None]
    played = players.count_games(connection, users, table.id)
    learning = [user for user in users if played.get(user, 0) < FIRST_GAMES]
    known = _learnt_elsewhere(connection, learning, table.id)
    return tuple(
        Taught(None)
        if player.user_id is None
        else Taught(
            played.get(player.user_id, 0),
            _last_of_each(kind for each in known.get(player.user_id, ()) for kind in each.advised),
            met={thing: 0 for each in known.get(player.user_id, ()) for thing in each.met},
        )
        for player in table.players
    )


def _last_of_each(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(reversed(dict.fromkeys(reversed(list(kinds)))))


def _learnt_elsewhere(
    connection: Connection, users: Iterable[int], table_id: int
) -> Mapping[int, list[Taught]]:
    """Return what users were taught in other games, without damaged ones."""
    known: dict[int, list[Taught]] = {}
    for user, seat, text in players.read_taught(connection, users, table_id):
        with suppress(Damaged), decoding_game("what a player has learnt"):
            if of_seats := load_taught(text):
                known.setdefault(user, []).append(of_seats[seat])
    return known


def _met(
    connection: Connection,
    after: WholeTable,
    taught: tuple[Taught, ...],
    entries: Sequence[LoggedEntry],
) -> tuple[Taught, ...]:
    """Add things on the board that are new to learning players."""
    brought = _things_placed(after, entries)
    new = [
        {thing: seq for thing, seq in brought.items() if each.learns and thing not in each.met}
        for each in taught
    ]
    if not any(new):
        return taught
    users = [
        player.user_id
        for player, things in zip(after.table.players, new, strict=True)
        if things and player.user_id is not None
    ]
    known = _learnt_elsewhere(connection, users, after.id)
    return tuple(
        each.with_met(
            {
                thing: 0 if any(thing in other.met for other in known.get(user, ())) else seq
                for thing, seq in things.items()
            }
        )
        for each, things, user in zip(
            taught, new, (player.user_id or 0 for player in after.table.players), strict=True
        )
    )


def _things_placed(after: WholeTable, entries: Sequence[LoggedEntry]) -> dict[Thing, int]:
    """Return things new on the board, with the number of the entry that placed each first."""
    brought: dict[Thing, int] = {}
    for entry in entries:
        things: Iterable[Thing] = ()
        if isinstance(entry, FullStart) and after.table.view is not None:
            things = things_at_start(after.table.view)
        elif isinstance(entry, FullAction):
            things = things_in(entry.events)
        for thing in things:
            brought.setdefault(thing, entry.seq)
    return brought
