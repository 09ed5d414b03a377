"""What is decided for a player without a question.

For a seat that no one plays; for a player who always draws from the bag; and by standing orders.
What everyone knows is answered before that (:meth:`bot.changes.draft.Draft.settle`).
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, TypeAlias

from bot.domain import Orders, Player, Table
from engine import (
    Action,
    AddDecision,
    AddTiles,
    DrawDecision,
    DrawTile,
    Game,
    least_action,
    ordered_addition,
)

ReadOrders: TypeAlias = Callable[[Table], Awaitable[Mapping[int, Orders]]]
"""Reads the standing orders at a table, by the entries with which its players joined."""


class AutomaticDecision(NamedTuple):
    """A decision for which nobody is asked."""

    action: Action
    passing: bool
    """Whether a turn in which nothing else happened is not worth a message."""


class AutomaticDecisions:
    """Decisions for which nobody is asked, at a table as it was read; *game* once started."""

    def __init__(self, table: Table, game: Game | None, read_orders: ReadOrders) -> None:
        self._table = table
        self._before = game
        self._read_orders = read_orders
        self._orders: Mapping[int, Orders] | None = None

    async def next(self, game: Game, player: Player, *, alone: bool) -> AutomaticDecision | None:
        """What is decided for *player*, who is to decide in *game*; None if the player is asked.

        For a seat that nobody plays it is as little as possible; but *alone*, if a single one is
        left that is played, or no person plays any, the game waits until another is taken. A
        computer is asked, though not here: it takes its time (:mod:`bot.services.play`).
        """
        if player.abandoned:
            return None if alone else AutomaticDecision(least_action(game), passing=True)
        if player.is_computer:
            return None
        if draws_automatically(game, player):
            return AutomaticDecision(DrawTile(None), passing=True)
        count = await self._ordered(game, player)
        return None if count is None else AutomaticDecision(AddTiles(count), passing=False)

    async def _ordered(self, game: Game, player: Player) -> int | None:
        """How many tiles a player has ordered to add to the conflict of another's turn.

        An order is for the questions that come after it, whatever else happens while one is open:
        else it would show that there is one. Orders are read whenever they may matter, whether or
        not there are any, and never kept.
        """
        decision = game.decision
        if not isinstance(decision, AddDecision) or decision.seat == game.active:
            return None
        if game is self._before:
            return None
        if (player.taken_seq or 0) > self._table.version:  # the orders are of who sat there
            return None
        if self._orders is None:
            self._orders = await self._read_orders(self._table)
        return ordered_addition(game, self._orders[player.joined_seq].effective)


def draws_automatically(game: Game, player: Player) -> bool:
    """Whether a player who is to decide always draws from the bag, and does so now."""
    return player.draws_from_bag and may_draw_from_bag(game)


def may_draw_from_bag(game: Game) -> bool:
    """Whether a tile is to be drawn, and can come out of the bag."""
    return isinstance(game.decision, DrawDecision) and game.decision.bag
