"""Hints: whether there are any, what is thought about, and what is counted."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.changes import Change, Changes, Reader
from bot.domain import (
    HintGiven,
    HintRule,
    HintsChanged,
    OwnNumber,
    Person,
    Refusal,
    Refused,
    Seat,
    Seed,
    Table,
    check_configures,
    deciding,
    decision_number,
    is_hinted,
    seed,
)
from engine import ActionDecision, Level, Score, SeatView


class ToHint(NamedTuple):
    """What a hint is thought out from: nothing else of the game reaches the engine worker."""

    view: SeatView
    """What the seat may know."""
    scores: tuple[Score, ...]
    """What everybody could have counted along (R15.1), by seat."""
    seated: tuple[Level | None, ...]
    """The levels of the computers, by seat; None for people."""
    seed: Seed
    """For chance, from the secret of the table."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints for those who are to decide, at the tables that let them have any."""

    _reader: Reader
    _changes: Changes

    async def choose(self, table_id: int, person: Person, rule: HintRule) -> Table:
        """Choose, as the opener of a game that has not started, who may ask for hints."""

        def set_hints(change: Change) -> Change:
            check_configures(change.table, person)
            return change.then(HintsChanged(rule, user_id=person.user_id))

        return (await self._changes.change(table_id, set_hints)).now

    async def to_hint(self, table_id: int, user_id: OwnNumber, seen: int | None = None) -> ToHint:
        """What a hint for the decision of that user is thought out from.

        With *seen*, only if the game is still at that ``state_version``. Raises IllegalAction if
        it is another player's decision, or nothing but the end of the turn is left.
        """
        read = await self._reader.one(table_id)
        deciding(read.table, user_id, seen)
        seat = read.visit(user_id).seat
        assert seat is not None
        assert read.game is not None
        seat.check_decides()
        check_hints(seat)
        if isinstance(seat.view.decision, ActionDecision):
            seat.check_acts()
        secret = await self._reader.secret(read)
        own_seed = seed(secret, read.table.state_version)
        return ToHint(seat.view, read.game.scores, read.table.seated, own_seed)

    async def count(self, table_id: int, user_id: OwnNumber, seen: int) -> None:
        """Count a hint for the decision of that user, unless one was given for it before.

        If that is noted twice, it is one hint all the same. Only if the game is still at the
        ``state_version`` *seen*.
        """
        table = await self._reader.get(table_id)
        deciding(table, user_id, seen)
        if is_hinted(table.round, user_id, decision_number(table)):
            return

        def count(change: Change) -> Change:
            seat = deciding(change.table, user_id, seen).seat
            assert seat is not None
            check_hints(change.before.seat(seat))
            return change.then(HintGiven(decision_number(change.table), user_id=user_id, seat=seat))

        await self._changes.change(table_id, count)


def check_hints(seat: Seat) -> None:
    """Raise Refused if the player of a seat may not ask for hints."""
    if seat.may_ask_hints:
        return
    never = seat.table.hints is HintRule.NEVER
    raise Refused(Refusal.NO_HINTS if never else Refusal.NO_HINTS_HERE, game=seat.table.name)
