"""Hints: permission, data for the engine worker, and counting."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.changes import Change, Changes, Reader, use_case
from bot.domain.checks import check_configures, deciding
from bot.domain.entries import HintGiven, HintsChanged
from bot.domain.hint_log import decision_number, is_hinted
from bot.domain.hint_rule import HintRule
from bot.domain.player import OwnNumber, Person
from bot.domain.refusals import Refusal, Refused
from bot.domain.seat import Seat
from bot.domain.seeds import Seed, seed
from engine import ActionDecision, Level, Score, SeatView


class ToHint(NamedTuple):
    """Data for computing a hint; the engine worker gets nothing else of the game."""

    view: SeatView
    """The seat's view."""
    scores: tuple[Score, ...]
    """Publicly countable scores by seat (R15.1)."""
    seated: tuple[Level | None, ...]
    """Levels of computers by seat, None for people."""
    seed: Seed
    """Random seed from the table's secret."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints for deciding players, where the table's rule permits them."""

    _reader: Reader
    _changes: Changes

    @use_case
    def choose(self, change: Change, person: Person, rule: HintRule) -> Change:
        """Choose the rule for hints of a lobby as its opener."""
        check_configures(change.table, person)
        if change.table.rated:
            raise Refused(Refusal.RATED_WITHOUT_HINTS, game=change.table.name)
        return change.then(HintsChanged(rule, user_id=person.user_id))

    async def to_hint(self, table_id: int, user_id: OwnNumber, seen: int | None = None) -> ToHint:
        """Return the data for a hint for that user's decision.

        Raises Refused if *seen* is not the current ``state_version``, IllegalAction if it is
        another player's decision, or only the end of the turn is left.
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
        """Log a hint for that user's decision, unless one was given for it before.

        Logged twice, it still counts once. Does nothing unless *seen* is the current
        ``state_version``.
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
    if seat.table.rated:
        raise Refused(Refusal.RATED_WITHOUT_HINTS, game=seat.table.name)
    never = seat.table.hints is HintRule.NEVER
    raise Refused(Refusal.NO_HINTS if never else Refusal.NO_HINTS_HERE, game=seat.table.name)
