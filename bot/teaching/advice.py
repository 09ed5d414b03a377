"""Advice for a player's first games: its kinds, and when each fits.

A kind is a sentence in ``advice.toml``, and a condition on what the player may know (R15.2), which
returns what the sentence is about, by its places, or None if it does not fit.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.teaching.advice_context import AdviceContext, Condition, Found, War, first_of
from engine import (
    COLOURS,
    AddDecision,
    Attack,
    BuildDecision,
    BuildMonument,
    Catastrophe,
    Cell,
    Chance,
    Colour,
    CompletesCross,
    CompletesLine,
    CompletesSquare,
    DrawDecision,
    Monument,
    Scores,
    SeatView,
    WarDecision,
    WinsTreasures,
    mask_of,
)

_FEW_TREASURES = 4
_MANY_OF_A_COLOUR = 4
_MANY_TOGETHER = 3
_NOTHING_TO_NAME: Final[Found] = {}


@dataclass(frozen=True, slots=True)
class AdviceKind:
    """A kind of advice."""

    name: str
    """It is stored, so names in use never change."""
    text: str
    """The sentence in English, with named places."""
    page: str
    """The page of the rules that explains it."""
    fits: Condition


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice that fits."""

    kind: AdviceKind
    found: Found
    """Values for the places of its sentence."""


def kinds_that_fit(view: SeatView) -> Iterator[str]:
    """The names of the advice that fits the deciding player, most important first."""
    if view.decides:
        situation = AdviceContext(view)
        yield from (kind.name for kind in KINDS.values() if kind.fits(situation) is not None)


def advice_of(name: str, view: SeatView) -> Advice | None:
    """The advice of that name for the deciding player; None if it does not fit or exist."""
    kind = KINDS.get(name)
    found = kind.fits(AdviceContext(view)) if kind is not None and view.decides else None
    return None if kind is None or found is None else Advice(kind, found)


_CONDITIONS: dict[str, Condition] = {}


def _advice(name: str, *, in_turn: bool = True) -> Callable[[Condition], Condition]:
    """Make the decorated condition that of a kind of advice.

    *in_turn*: it fits only in the player's turn, while an action is left.
    """

    def add(condition: Condition) -> Condition:
        def fits(s: AdviceContext) -> Found | None:
            return condition(s) if s.acting or not in_turn else None

        _CONDITIONS[name] = fits
        return condition

    return add


def _named(move: tuple[Colour, Cell] | None) -> Found | None:
    return None if move is None else {"tile": move[0], "cell": move[1]}


@_advice("order of wars", in_turn=False)
def orders_wars(s: AdviceContext) -> Found | None:
    """R7.4, R7.8."""
    return _NOTHING_TO_NAME if isinstance(s.view.decision, WarDecision) else None


@_advice("build", in_turn=False)
def may_build(s: AdviceContext) -> Found | None:
    """A monument for a leader of the player that is in its kingdom once built (R8.6, R8.8)."""
    decision = s.view.decision
    if not isinstance(decision, BuildDecision):
        return None
    for monument in dict.fromkeys(monument for monument, _ in decision.choices):
        corners = [corner for each, corner in decision.choices if each is monument]
        for colour in monument:
            if all(_stands_beside(s, monument, corner, colour) for corner in corners):
                return {"first": monument.first, "second": monument.second, "role": colour}
    return None


def _stands_beside(s: AdviceContext, monument: Monument, corner: Cell, colour: Colour) -> bool:
    kingdom = s.view.after(BuildMonument(monument, corner)).board.kingdom_at(corner)
    leader = None if kingdom is None else kingdom.leader(colour)
    return leader is not None and s.is_own(leader)


@_advice("draw the weakest", in_turn=False)
def draws_weakest(s: AdviceContext) -> Found | None:
    """R12.3."""
    decision, weakest = s.view.decision, s.weakest
    if not isinstance(decision, DrawDecision) or weakest not in decision.colours:
        return None
    return {"colour": weakest, "tile": weakest}


@_advice("no leaders")
def no_leaders(s: AdviceContext) -> Found | None:
    """R5.3: nothing can score."""
    return None if s.standing or not any(map(s.free, s.leaders)) else _NOTHING_TO_NAME


@_advice("treasure in reach")
def links_treasure(s: AdviceContext) -> Found | None:
    """R9.1."""
    return _named(s.first_tile(WinsTreasures))


@_advice("treasures wait")
def treasures_wait(s: AdviceContext) -> Found | None:
    """R9.4."""
    trader = s.leaders[Colour.GREEN]
    for kingdom in s.board.kingdoms:
        count = (kingdom.mask & s.board.treasures).bit_count()
        if count > 1 and kingdom.leader(Colour.GREEN) is None:
            cell = s.best(trader, s.free_in(trader, kingdom))
            if cell is not None:
                return {"count": count, "cell": cell}
    return None


@_advice("square")
def square_in_reach(s: AdviceContext) -> Found | None:
    """R8.1: with no conflict in between (R8.2)."""
    return _named(s.first_tile(CompletesSquare))


@_advice("cross")
def cross_in_reach(s: AdviceContext) -> Found | None:
    """R13.1."""
    return _named(s.first_tile(CompletesCross))


def _lacks(colour: Colour) -> Condition:
    """No leader of that colour is on the board, but others are. Names the best space for it."""

    def fits(s: AdviceContext) -> Found | None:
        leader = s.leaders[colour]
        if not s.standing or leader in s.standing:
            return None
        best = next(iter(s.spaces(leader)), None)
        return None if best is None else {"cell": best.action.cell}

    return fits


_advice("no Trader")(_lacks(Colour.GREEN))
_advice("no King")(_lacks(Colour.BLACK))
_advice("no Farmer")(_lacks(Colour.BLUE))
_advice("no Priest")(_lacks(Colour.RED))


@_advice("weakest without leader")
def weakest_without_leader(s: AdviceContext) -> Found | None:
    """R14.3."""
    weakest = s.weakest
    leader = None if weakest is None else s.leaders[weakest]
    if leader is None or leader in s.standing or not s.free(leader):
        return None
    return {"colour": weakest, "role": weakest}


@_advice("score the weakest")
def scores_weakest(s: AdviceContext) -> Found | None:
    """R5.3, R14.3."""
    if s.weakest is None or s.leaders[s.weakest] not in s.standing:
        return None
    found = s.first_tile(Scores, lambda colour, _: colour is s.weakest)
    return None if found is None else {"colour": found[0], "tile": found[0], "cell": found[1]}


@_advice("war to lose")
def would_lose(s: AdviceContext) -> Found | None:
    """A war to lose with any tile there; not one of several wars, which may change it (R7.3)."""
    for war in s.wars:
        alike = [each for each in s.wars if each.action.cell == war.action.cell]
        if all(each.attack.chance is Chance.LOST for each in alike) and isinstance(
            s.view.after(war.action).decision, AddDecision
        ):
            return _war(war)
    return None


@_advice("war to win")
def would_win(s: AdviceContext) -> Found | None:
    """A war to win with any tile there, and without a lost war beside it (R7.3)."""
    for war in s.wars:
        there = [each.attack for each in s.wars if each.action.cell == war.action.cell]
        alike = [each for each in there if each.rival == war.attack.rival]
        if all(each.chance >= Chance.LIKELY for each in alike) and all(
            each.chance is not Chance.LOST for each in there
        ):
            return _war(war)
    return None


def _war(war: War) -> Found:
    return {
        "role": war.attack.colour,
        "leader": war.attack.rival,
        "cell": war.action.cell,
        "own": war.attack.strength,
        "other": war.attack.defence,
    }


@_advice("revolt")
def can_revolt(s: AdviceContext) -> Found | None:
    """R6.2: with more than the defender has, and may be expected to add."""
    moves = (move for leader in s.leaders for move in s.spaces(leader))
    for move in sorted(moves, key=lambda each: -each.worth):
        for attack in move.merits:
            if isinstance(attack, Attack) and attack.chance >= Chance.LIKELY:
                return {
                    "role": attack.rival.colour,
                    "leader": attack.rival,
                    "cell": move.action.cell,
                    "own": attack.outlook.most,
                    "other": attack.defence,
                }
    return None


@_advice("one temple")
def one_temple(s: AdviceContext) -> Found | None:
    """R4.6, R10.2."""
    others = sum(s.view.catastrophes) - s.view.catastrophes[s.view.seat]
    for leader in s.standing if others else ():
        temple = s.only_temple(leader)
        if temple is not None:
            return {"cell": temple, "role": leader.colour}
    return None


@_advice("open to revolt")
def open_to_revolt(s: AdviceContext) -> Found | None:
    """R6.2: a space beside more temples than a leader of the player has."""
    for leader in s.standing:
        kingdom, cell = s.kingdom_of(leader), s.board.cell_of(leader)
        if kingdom is None or cell is None:
            continue
        room = s.board.empty_beside_temples & kingdom.around & ~s.board.reach.two
        best, own = s.best_beside_temples(room), s.board.temples_beside(cell)
        if best is not None and best[1] > own:
            return {"role": leader.colour, "own": own, "cell": best[0], "other": best[1]}
    return None


@_advice("idle monument")
def idle_monument(s: AdviceContext) -> Found | None:
    """R8.8: a monument beside which a leader of the player would earn that earns nowhere yet."""
    for monument, corner in s.board.built():
        kingdom = s.board.kingdom_at(corner)
        for colour in monument:
            leader = s.leaders[colour]
            if kingdom is None or kingdom.leader(colour) is not None or _earns(s, colour):
                continue
            cell = s.best(leader, s.free_in(leader, kingdom))
            if cell is not None:
                return {
                    "first": monument.first,
                    "second": monument.second,
                    "role": colour,
                    "cell": cell,
                }
    return None


def _earns(s: AdviceContext, colour: Colour) -> bool:
    """True if the player's leader of that colour shares a kingdom with a monument of it."""
    kingdom = s.kingdom_of(s.leaders[colour])
    return kingdom is not None and any(
        corner.bit & kingdom.mask and colour in monument for monument, corner in s.board.built()
    )


@_advice("line")
def line_in_reach(s: AdviceContext) -> Found | None:
    """A line for a building that is not on the board (R12.1.1)."""
    found = s.first_tile(CompletesLine, lambda colour, _: s.board.building_cell(colour) is None)
    return None if found is None else {"tile": found[0], "cell": found[1], "building": found[0]}


@_advice("King collects")
def king_collects(s: AdviceContext) -> Found | None:
    """A King that scores a tile (R5.3); only the best space of each colour counts."""
    tried: set[Colour] = set()

    def is_first(colour: Colour, cell: Cell) -> bool:
        if colour in tried:
            return False
        tried.add(colour)
        (kingdom,) = s.board.kingdoms_beside(cell)
        return kingdom.leader(colour) is None

    found = s.first_tile(Scores, is_first)
    return None if found is None else {"role": found[0], "tile": found[0], "cell": found[1]}


@_advice("scores for others")
def scores_for_others(s: AdviceContext) -> Found | None:
    """R5.3."""
    for kingdom in s.own_kingdoms:
        for leader in kingdom.leaders:
            laid = 0 if s.is_own(leader) else s.hand[leader.colour]
            if laid and s.free_in(leader.colour, kingdom):
                return {"tile": leader.colour, "leader": leader}
    return None


@_advice("evict")
def can_evict(s: AdviceContext) -> Found | None:
    """R4.6, R10.2."""
    if not s.view.catastrophes[s.view.seat]:
        return None
    temples = {
        temple: leader
        for leader, _ in s.board.standing()
        if not s.is_own(leader) and (temple := s.only_temple(leader)) is not None
    }
    cell = s.best(Catastrophe(), mask_of(temples))
    return None if cell is None else {"leader": temples[cell], "cell": cell}


@_advice("keep apart")
def keeps_apart(s: AdviceContext) -> Found | None:
    """A catastrophe between the player's kingdom and one that wins, whoever attacks (R10.2)."""
    if not s.view.catastrophes[s.view.seat]:
        return None
    for border in s.borders:
        mine, theirs = s.kingdom_of(border.own), s.kingdom_of(border.other)
        if mine is None or theirs is None:
            continue
        between = mine.around & theirs.around & s.board.empty
        if between.bit_count() > 1 or not between & s.free(Catastrophe()):
            continue
        if border.defence > border.strength + s.hand[border.own.colour]:
            return {
                "role": border.own.colour,
                "leader": border.other,
                "cell": first_of(between),
                "own": border.strength,
                "other": border.defence,
            }
    return None


@_advice("far from the river")
def far_from_river(s: AdviceContext) -> Found | None:
    """R5.1."""
    kingdom = s.kingdom_of(s.leaders[Colour.BLUE])
    if kingdom is None:
        return None
    river = s.board.layout.river & s.board.empty
    return None if river & kingdom.around else _NOTHING_TO_NAME


@_advice("crowded")
def crowded(s: AdviceContext) -> Found | None:
    """R7.1: each colour is a conflict of its own."""
    for kingdom in s.own_kingdoms:
        count = sum(map(s.is_own, kingdom.leaders))
        if count >= _MANY_TOGETHER:
            return {"count": count}
    return None


@_advice("few treasures")
def few_treasures(s: AdviceContext) -> Found | None:
    """R14.1."""
    count = s.board.treasures.bit_count()
    return {"count": count} if count <= _FEW_TREASURES else None


@_advice("few tiles")
def few_tiles(s: AdviceContext) -> Found | None:
    """R14.2: no more than six for all players."""
    few = 6 * len(s.view.seats)
    return {"count": s.view.drawable} if s.view.drawable <= few else None


@_advice("swap")
def many_alike(s: AdviceContext) -> Found | None:
    """R11.1."""
    count = max(s.hand)
    if count < _MANY_OF_A_COLOUR or s.view.drawable < count:
        return None
    return {"count": count, "tile": COLOURS[s.hand.index(count)]}


@_advice("no temples in hand")
def no_temples_in_hand(s: AdviceContext) -> Found | None:
    """R6.3."""
    return _NOTHING_TO_NAME if s.standing and not s.hand[Colour.RED] else None


@_advice("second action")
def second_action(s: AdviceContext) -> Found | None:
    """A swap for the second action, unless it ends the game (R3.1, R11.1, R11.2)."""
    can_swap = any(s.hand) and sum(s.hand) <= s.view.drawable
    return _NOTHING_TO_NAME if s.view.actions_left == 1 and can_swap else None


KINDS: Mapping[str, AdviceKind] = {
    row["name"]: AdviceKind(**row, fits=_CONDITIONS[row["name"]])
    for row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["kind"]
}
"""Every kind of advice by its name, most important first."""
