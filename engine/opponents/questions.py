"""Answers to questions in the middle of an action, with their consequences."""

from __future__ import annotations

from collections.abc import Iterator

from engine.opponents.consequences import Fight, Outcomes
from engine.opponents.position import NEAR_AND_OWN, SPHERES, SearchPosition
from engine.opponents.search import Search
from engine.rules.legality import additions
from engine.rules.view import SeatView
from engine.values.actions import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    PlaceBuilding,
    TakeCube,
    TakeTreasures,
)
from engine.values.cells import mask_of
from engine.values.decisions import (
    AddDecision,
    BuildDecision,
    CubeDecision,
    DrawDecision,
    SiteDecision,
    TakeDecision,
    WarDecision,
)
from engine.values.material import COLOURS
from engine.values.shapes import square


def answers(
    view: SeatView, position: SearchPosition, search: Search
) -> Iterator[tuple[Action, Outcomes]]:
    """Yield every answer to the current question, with its outcomes.

    Yields nothing if the decision is not a question.
    """
    after = search.consequences
    match view.decision:
        case WarDecision(colours=colours):
            tile, united = _united(view)
            for war in colours:
                yield ChooseWar(war), after.of_war(position.copy(), war, tile, united)
        case AddDecision():
            yield from _additions(view, position, search)
        case SiteDecision(colour=colour, cells=cells):
            assert view.placed is not None
            bit = view.placed.bit
            yield DeclineBuilding(), _sure(after.after_building(position.copy(), colour, bit))
            for cell in cells:
                yield (
                    PlaceBuilding(cell),
                    _sure(after.after_site(position, colour, bit, cell.bit)),
                )
        case BuildDecision(choices=choices, centres=centres):
            for monument, corner in choices:
                built = after.after_monument(position, monument.number, square(corner))
                yield BuildMonument(monument, corner), _sure(built)
            for centre in centres:
                built = after.after_ziggurat(position, NEAR_AND_OWN[centre.bit])
                yield BuildZiggurat(centre), _sure(built)
            yield DeclineMonument(), _sure(position.copy().take_due_treasures(after.active))
        case TakeDecision(choices=takes):
            for cells in takes:
                new = position.copy()
                new.take(view.seat, mask_of(cells))
                yield TakeTreasures(cells), _sure(new.take_due_treasures(after.active))
        case CubeDecision():
            for colour in COLOURS:
                new = position.copy()
                new.points[SPHERES * view.seat + colour] += 1
                yield TakeCube(colour), _sure(new)
        case DrawDecision(colours=colours, bag=bag):
            yield from _draws(view, position, colours, bag=bag)
        case _:
            return  # not a question, or an unknown one: the caller takes the least action


def _sure(position: SearchPosition) -> Outcomes:
    return [(1.0, position)]


def _united(view: SeatView) -> tuple[int, int]:
    """Return the colour of the tile under the unification tile, and the mask of its space."""
    unification = view.board.unification
    assert unification is not None
    colour, index = unification
    return int(colour), 1 << index


def _additions(
    view: SeatView, position: SearchPosition, search: Search
) -> Iterator[tuple[Action, Outcomes]]:
    assert isinstance(view.decision, AddDecision)
    conflict = view.decision.conflict
    after = search.consequences
    attacker, defender = (
        4 * party.seat + party.leader.colour for party in (conflict.attacker, conflict.defender)
    )

    def outcomes(added: int, *, won: bool) -> Outcomes:
        fight = Fight(1.0, won=won, added=added)
        if conflict.internal:
            return [(1.0, after.after_revolt(position, attacker, defender, fight))]
        return after.after_war(position, attacker, defender, fight, _united(view))

    for count in additions(view):
        if conflict.deciding is conflict.defender:
            won = conflict.attacker.total > conflict.defender.strength + count
            yield AddTiles(count), outcomes(count, won=won)
            continue
        lead = conflict.attacker.strength + count - conflict.defender.strength
        chance = after.attack_wins(position, defender, lead, conflict.tiles)
        found = [(chance * part, new) for part, new in outcomes(count, won=True)] if chance else []
        if chance < 1:
            found += [((1 - chance) * part, new) for part, new in outcomes(count, won=False)]
        yield AddTiles(count), found


def _draws(
    view: SeatView, position: SearchPosition, colours: tuple[int, ...], *, bag: bool
) -> Iterator[tuple[Action, Outcomes]]:
    """Yield draws from the display, and one from the bag, whose average is known (R12.3)."""
    seat = view.seat
    for colour in colours:
        new = position.copy()
        new.hands[4 * seat + colour] += 1
        new.sizes[seat] += 1
        new.bag -= 1
        yield DrawTile(COLOURS[colour]), _sure(new)
    if bag:
        new = position.copy()
        yield DrawTile(None), _sure(new)
