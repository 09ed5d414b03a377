"""When each kind of advice fits: conditions on what the player may know (R15.2).

Each answers what the advice is about, by the places of its sentence, or None if it does not fit.
"""

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
    DrawDecision,
    Monument,
    Scores,
    WarDecision,
    mask_of,
)

_MANY_OF_A_COLOUR = 4
_MANY_TOGETHER = 3
_NOTHING_TO_NAME: Final[Found] = {}


# --- where something is chosen -------------------------------------------------------------------


def orders_wars(s: AdviceContext) -> Found | None:
    """R7.4, R7.8."""
    return _NOTHING_TO_NAME if isinstance(s.view.decision, WarDecision) else None


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


def draws_weakest(s: AdviceContext) -> Found | None:
    """R12.3."""
    decision, weakest = s.view.decision, s.weakest
    if not isinstance(decision, DrawDecision) or weakest not in decision.colours:
        return None
    return {"colour": weakest, "tile": weakest}


# --- leaders -------------------------------------------------------------------------------------


def no_leaders(s: AdviceContext) -> Found | None:
    """R5.3: nothing can score."""
    if not s.acting or s.standing or not any(map(s.free, s.leaders)):
        return None
    return _NOTHING_TO_NAME


def lacks(colour: Colour) -> Condition:
    """No leader of that colour is on the board, but others are. Names the best space for it."""

    def fits(s: AdviceContext) -> Found | None:
        leader = s.leaders[colour]
        if not s.acting or not s.standing or leader in s.standing:
            return None
        best = next(iter(s.spaces(leader)), None)
        return None if best is None else {"cell": best.action.cell}

    return fits


def weakest_without_leader(s: AdviceContext) -> Found | None:
    """R14.3."""
    weakest = s.weakest
    leader = None if weakest is None else s.leaders[weakest]
    if not s.acting or leader is None or leader in s.standing or not s.free(leader):
        return None
    return {"colour": weakest, "role": weakest}


def one_temple(s: AdviceContext) -> Found | None:
    """R4.6, R10.2."""
    others = sum(s.view.catastrophes) - s.view.catastrophes[s.view.seat]
    for leader in s.standing if s.acting and others else ():
        temple = s.only_temple(leader)
        if temple is not None:
            return {"cell": temple, "role": leader.colour}
    return None


def open_to_revolt(s: AdviceContext) -> Found | None:
    """R6.2: a space beside more temples than a leader of the player has."""
    for leader in s.standing if s.acting else ():
        kingdom, cell = s.kingdom_of(leader), s.board.cell_of(leader)
        if kingdom is None or cell is None:
            continue
        room = s.board.empty_beside_temples & kingdom.around & ~s.board.reach.two
        best, own = s.best_beside_temples(room), s.board.temples_beside(cell)
        if best is not None and best[1] > own:
            return {"role": leader.colour, "own": own, "cell": best[0], "other": best[1]}
    return None


def can_revolt(s: AdviceContext) -> Found | None:
    """R6.2: with more than the defender has, and may be expected to add."""
    moves = (move for leader in s.leaders for move in s.spaces(leader)) if s.acting else ()
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


def crowded(s: AdviceContext) -> Found | None:
    """R7.1: each colour is a conflict of its own."""
    for kingdom in s.own_kingdoms if s.acting else ():
        count = sum(map(s.is_own, kingdom.leaders))
        if count >= _MANY_TOGETHER:
            return {"count": count}
    return None


def far_from_river(s: AdviceContext) -> Found | None:
    """R5.1."""
    kingdom = s.kingdom_of(s.leaders[Colour.BLUE])
    if not s.acting or kingdom is None:
        return None
    river = s.board.layout.river & s.board.empty
    return None if river & kingdom.around else _NOTHING_TO_NAME


# --- tiles ---------------------------------------------------------------------------------------


def scores_weakest(s: AdviceContext) -> Found | None:
    """R5.3, R14.3."""
    if s.weakest is None or s.leaders[s.weakest] not in s.standing:
        return None
    found = s.first_tile(Scores, lambda colour, _: colour is s.weakest)
    return None if found is None else {"colour": found[0], "tile": found[0], "cell": found[1]}


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


def scores_for_others(s: AdviceContext) -> Found | None:
    """R5.3."""
    for kingdom in s.own_kingdoms if s.acting else ():
        for leader in kingdom.leaders:
            laid = 0 if s.is_own(leader) else s.hand[leader.colour]
            if laid and s.free_in(leader.colour, kingdom):
                return {"tile": leader.colour, "leader": leader}
    return None


def many_alike(s: AdviceContext) -> Found | None:
    """R11.1."""
    count = max(s.hand)
    if not s.acting or count < _MANY_OF_A_COLOUR or s.view.drawable < count:
        return None
    return {"count": count, "tile": COLOURS[s.hand.index(count)]}


def no_temples_in_hand(s: AdviceContext) -> Found | None:
    """R6.3."""
    return _NOTHING_TO_NAME if s.acting and s.standing and not s.hand[Colour.RED] else None


# --- wars and catastrophes -----------------------------------------------------------------------


def would_win(s: AdviceContext) -> Found | None:
    """A war to win with any tile there, and without a lost war beside it (R7.3)."""
    for war in s.wars if s.acting else ():
        there = [each.attack for each in s.wars if each.action.cell == war.action.cell]
        alike = [each for each in there if each.rival == war.attack.rival]
        if all(each.chance >= Chance.LIKELY for each in alike) and all(
            each.chance is not Chance.LOST for each in there
        ):
            return _war(war)
    return None


def would_lose(s: AdviceContext) -> Found | None:
    """A war to lose with any tile there; not one of several wars, which may change it (R7.3)."""
    for war in s.wars if s.acting else ():
        alike = [each for each in s.wars if each.action.cell == war.action.cell]
        if all(each.attack.chance is Chance.LOST for each in alike) and isinstance(
            s.view.after(war.action).decision, AddDecision
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


def keeps_apart(s: AdviceContext) -> Found | None:
    """A catastrophe between the player's kingdom and one that wins, whoever attacks (R10.2)."""
    if not s.acting or not s.view.catastrophes[s.view.seat]:
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


def can_evict(s: AdviceContext) -> Found | None:
    """R4.6, R10.2."""
    if not s.acting or not s.view.catastrophes[s.view.seat]:
        return None
    temples = {
        temple: leader
        for leader, _ in s.board.standing()
        if not s.is_own(leader) and (temple := s.only_temple(leader)) is not None
    }
    cell = s.best(Catastrophe(), mask_of(temples))
    return None if cell is None else {"leader": temples[cell], "cell": cell}


def second_action(s: AdviceContext) -> Found | None:
    """A swap for the second action, unless it ends the game (R3.1, R11.1, R11.2)."""
    can_swap = any(s.hand) and sum(s.hand) <= s.view.drawable
    return _NOTHING_TO_NAME if s.acting and s.view.actions_left == 1 and can_swap else None
