"""When each kind of advice fits: conditions on what the player may know (R15.2).

Each answers what the advice is about, by the places of its sentence, or None if it does not fit.
"""

from typing import Final

from bot.teaching.advice_context import AdviceContext, Border, Condition, Found, first_of
from engine import (
    COLOURS,
    BuildDecision,
    Catastrophe,
    Colour,
    DrawDecision,
    WarDecision,
    spaces_in_order,
)

_MANY_OF_A_COLOUR = 4
_MANY_TOGETHER = 3
_NOTHING_TO_NAME: Final[Found] = {}


# --- where something is chosen -------------------------------------------------------------------


def orders_wars(s: AdviceContext) -> Found | None:
    """R7.4, R7.8."""
    return _NOTHING_TO_NAME if isinstance(s.view.decision, WarDecision) else None


def may_build(s: AdviceContext) -> Found | None:
    """R8.8: for a leader of the player beside the square."""
    decision = s.view.decision
    if not isinstance(decision, BuildDecision):
        return None
    for monument, corner in decision.choices:
        kingdom = s.board.kingdom_at(corner)
        for colour in monument:
            leader = kingdom.leader(colour) if kingdom else None
            if leader is not None and s.is_own(leader):
                return {"first": monument.first, "second": monument.second, "role": colour}
    return None


def draws_weakest(s: AdviceContext) -> Found | None:
    """R12.3."""
    decision, weakest = s.view.decision, s.weakest
    if not isinstance(decision, DrawDecision) or weakest not in decision.colours:
        return None
    return {"colour": weakest, "tile": weakest}


# --- leaders -------------------------------------------------------------------------------------


def no_leaders(s: AdviceContext) -> Found | None:
    """R5.3: nothing can score."""
    return _NOTHING_TO_NAME if s.acting and not s.standing else None


def lacks(colour: Colour) -> Condition:
    """No leader of that colour is on the board, but others are. Names the best space for it."""

    def fits(s: AdviceContext) -> Found | None:
        leader = s.leaders[colour]
        if not s.acting or not s.standing or leader in s.standing:
            return None
        best = next(iter(spaces_in_order(s.view, leader)), None)
        return None if best is None else {"cell": best.action.cell}

    return fits


def weakest_without_leader(s: AdviceContext) -> Found | None:
    """R14.3."""
    weakest = s.weakest
    if not s.acting or weakest is None or s.leaders[weakest] in s.standing:
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
    for kingdom in s.board.kingdoms if s.acting else ():
        for rival in kingdom.leaders:
            own = s.leaders[rival.colour]
            place = s.board.cell_of(rival)
            if s.is_own(rival) or place is None:
                continue
            best = s.best_beside_temples(s.free_in(own, kingdom))
            defence = s.board.temples_beside(place)
            expected = (s.hidden(rival) + 1) // 2
            if best is not None and best[1] + s.hand[Colour.RED] > defence + expected:
                return {
                    "role": rival.colour,
                    "leader": rival,
                    "cell": best[0],
                    "own": best[1] + s.hand[Colour.RED],
                    "other": defence,
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
    weakest = s.weakest
    if not s.acting or weakest is None or not s.hand[weakest]:
        return None
    kingdom = s.kingdom_of(s.leaders[weakest])
    cell = None if kingdom is None else first_of(s.free_in(weakest, kingdom))
    return None if cell is None else {"colour": weakest, "tile": weakest, "cell": cell}


def king_collects(s: AdviceContext) -> Found | None:
    """R5.3."""
    kingdom = s.kingdom_of(s.leaders[Colour.BLACK])
    if not s.acting or kingdom is None:
        return None
    for colour in COLOURS:
        if s.hand[colour] and kingdom.leader(colour) is None:
            cell = first_of(s.free_in(colour, kingdom))
            if cell is not None:
                return {"role": colour, "tile": colour, "cell": cell}
    return None


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
    if not s.acting or count < _MANY_OF_A_COLOUR or not s.view.drawable:
        return None
    return {"count": count, "tile": COLOURS[s.hand.index(count)]}


def no_temples_in_hand(s: AdviceContext) -> Found | None:
    """R6.3."""
    return _NOTHING_TO_NAME if s.acting and s.standing and not s.hand[Colour.RED] else None


# --- wars and catastrophes -----------------------------------------------------------------------


def _expected(s: AdviceContext, border: Border) -> int:
    """How many tiles of the colour the other may be expected to hold."""
    share = 2 if border.own.colour is Colour.RED else 3
    return (s.hidden(border.other) + share - 1) // share


def _will_lose(s: AdviceContext, border: Border) -> bool:
    return border.defence >= border.strength + s.hand[border.own.colour]


def _war(border: Border, **more: object) -> Found:
    return {
        "role": border.own.colour,
        "leader": border.other,
        "cell": first_of(border.cells),
        "own": border.strength,
        "other": border.defence,
        **more,
    }


def would_win(s: AdviceContext) -> Found | None:
    """R7.3: and no other war begins there in which a leader of the player would lose."""
    for border in s.borders if s.acting else ():
        held = s.hand[border.own.colour] - 1  # one may be needed to join the kingdoms
        lost = any(each.cells & border.cells and _will_lose(s, each) for each in s.borders)
        if not lost and border.strength + held > border.defence + _expected(s, border):
            return _war(border)
    return None


def would_lose(s: AdviceContext) -> Found | None:
    """R7.3."""
    for border in s.borders if s.acting else ():
        if _will_lose(s, border):
            return _war(border)
    return None


def keeps_apart(s: AdviceContext) -> Found | None:
    """R10.2: one space alone joins the player's kingdom to one that would win."""
    if not s.acting or not s.view.catastrophes[s.view.seat]:
        return None
    free = s.free(Catastrophe())
    for border in s.borders:
        if _will_lose(s, border) and border.cells & free:
            mine, theirs = s.kingdom_of(border.own), s.kingdom_of(border.other)
            if mine and theirs:
                between = mine.around & theirs.around & s.board.empty
                if between.bit_count() == 1:
                    return _war(border)
    return None


def can_evict(s: AdviceContext) -> Found | None:
    """R4.6, R10.2."""
    if not s.acting or not s.view.catastrophes[s.view.seat]:
        return None
    for leader, _ in s.board.standing():
        temple = None if s.is_own(leader) else s.only_temple(leader)
        if temple is not None and temple.bit & s.free(Catastrophe()):
            return {"leader": leader, "cell": temple}
    return None


def second_action(s: AdviceContext) -> Found | None:
    """R3.1, R11.1."""
    return _NOTHING_TO_NAME if s.acting and s.view.actions_left == 1 and any(s.hand) else None
