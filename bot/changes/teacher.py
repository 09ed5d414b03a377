"""Who sees to it that what players are taught is stored with what leads to it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from sqlalchemy import Connection

from bot.changes.loaded import Loaded
from bot.domain import (
    FIRST_GAMES,
    Kind,
    Table,
    Taught,
    Thing,
    decoding_game,
    is_new_question,
    load_taught,
    things_at_start,
    things_in,
)
from bot.store import Damaged, EntryRow
from bot.store.queries import players
from engine import SeatView

Advise: TypeAlias = Callable[[SeatView], Iterable[str]]
"""Returns the kinds of advice that fit what the deciding player may know, most important
first."""


def no_advice(_view: SeatView) -> Iterable[str]:
    """Advise nobody."""
    return ()


class Teacher:
    """Teaches players in their first games: *advise* tells which advice fits."""

    def __init__(self, advise: Advise) -> None:
        self._advise = advise

    def taught(
        self, connection: Connection, before: Loaded, after: Loaded, rows: Sequence[EntryRow]
    ) -> tuple[Taught, ...]:
        """What the players have been taught, in seat order, once *rows* have led from *before*.

        Nothing while there are no seats.
        """
        if after.body is None:
            return ()
        starting = before.body is None
        taught = _at_start(connection, after.table) if starting else before.taught
        taken = {row.seat for row in rows if row.kind == Kind.TAKEN}
        if taken and taught:  # what was taught to who sat there is nobody else's
            anew = _at_start(connection, after.table)
            taught = tuple(
                anew[seat] if seat in taken else each for seat, each in enumerate(taught)
            )
        if not any(each.learns for each in taught):
            return taught
        undone = {row.undoes for row in rows if row.undoes is not None}
        taught = tuple(each.without(undone) for each in taught)
        taught = _met(connection, after, taught, rows)
        return self._advised(before, after, taught)

    def _advised(
        self, before: Loaded, after: Loaded, taught: tuple[Taught, ...]
    ) -> tuple[Taught, ...]:
        """This, with advice to the decider, if wanted."""
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


def _is_still_asked(before: Loaded, after: Loaded) -> bool:
    """Whether the decider goes on with what was begun."""
    if before.game is None or after.game is None or before.table.turn != after.table.turn:
        return False
    return not is_new_question(before.game.decision, after.game.decision)


def _at_start(connection: Connection, table: Table) -> tuple[Taught, ...]:
    """What the players of a game know from others, as they sit down to it."""
    users = [player.user_id for player in table.players if player.user_id is not None]
    played = players.count_games(connection, users, table.id)
    learning = [user for user in users if played.get(user, 0) < FIRST_GAMES]
    known = _known_from_elsewhere(connection, learning, table.id)
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


def _known_from_elsewhere(
    connection: Connection, users: Iterable[int], table_id: int
) -> Mapping[int, list[Taught]]:
    """What each of these users was taught in other games; nothing in those that are damaged."""
    known: dict[int, list[Taught]] = {}
    for user, seat, text in players.read_taught(connection, users, table_id):
        with suppress(Damaged), decoding_game("what somebody was taught"):
            if of_seats := load_taught(text):
                known.setdefault(user, []).append(of_seats[seat])
    return known


def _met(
    connection: Connection, after: Loaded, taught: tuple[Taught, ...], rows: Sequence[EntryRow]
) -> tuple[Taught, ...]:
    """This, with what has come upon the board, as far as it is new to who learns."""
    brought = _brought(after, rows)
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
    known = _known_from_elsewhere(connection, users, after.id)
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


def _brought(after: Loaded, rows: Sequence[EntryRow]) -> dict[Thing, int]:
    """What *rows* have brought upon the board, with the first entry that has."""
    brought: dict[Thing, int] = {}
    for row in rows:
        if row.kind == Kind.STARTED and after.table.view is not None:
            for thing in things_at_start(after.table.view):
                brought.setdefault(thing, row.seq)
        for thing in things_in(row.events):
            brought.setdefault(thing, row.seq)
    return brought
