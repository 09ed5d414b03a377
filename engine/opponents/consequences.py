"""Consequences of an action: positions with their chances, as far as one seat can know."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from engine.opponents.moves import Move, MoveKind, swapped
from engine.opponents.odds import Unseen
from engine.opponents.position import NEAR, OF_A_SEAT, ONE_OF_A_COLOUR, RED, SearchPosition

Outcomes: TypeAlias = list[tuple[float, SearchPosition]]
"""Positions with their chances, which add up to 1."""

UNLIKELY = 0.02
"""The minimum chance of an outcome; less likely ones are dropped."""
PRICE_OF_A_TILE = 0.3
"""The value, in points, of a tile added in a conflict."""


class Fight(NamedTuple):
    """One possible result of a conflict."""

    chance: float
    won: bool
    """True if the attacker wins."""
    added: int
    """The number of tiles added by the searching seat, if it is one of the parties."""


def _won(chance: float, added: int) -> Fight:
    return Fight(chance, won=True, added=added)


def _lost(chance: float, added: int) -> Fight:
    return Fight(chance, won=False, added=added)


def starts_conflict(position: SearchPosition, own: int, move: Move) -> bool:
    """True if an action of *own* may start a revolt (R6.1) or joins kingdoms (R7.1)."""
    if move.kind == MoveKind.TILE:
        return bool(position.reach()[0] & move.bit)
    if move.kind != MoveKind.LEADER:
        return False
    rivals = ONE_OF_A_COLOUR[move.colour] & ~OF_A_SEAT[own]
    return any(around & move.bit and leaders & rivals for _, around, leaders in position.kingdoms)


class Consequences:
    """Computes the outcomes of actions for the seat *own* in the turn of *active*."""

    def __init__(
        self,
        own: int,
        active: int,
        unseen: Unseen,
        value: Callable[[SearchPosition], float],
    ) -> None:
        self.own = own
        self.active = active
        self._unseen = unseen
        self._value = value

    def of(self, position: SearchPosition, move: Move) -> Outcomes:
        """Return the outcomes of an action of *own* in its turn, with all that follows (R3.3)."""
        new = position.copy()
        own = self.own
        match move.kind:
            case MoveKind.TILE:
                new.hands[4 * own + move.colour] -= 1
                new.sizes[own] -= 1
                if new.lay(move.colour, move.bit):
                    return self.of_wars(new, move.colour, move.bit)
                return [(1.0, self.after_tile(new, move.colour, move.bit))]
            case MoveKind.LEADER:
                leader = 4 * own + move.colour
                rival = new.lead(leader, move.bit)
                if rival >= 0:
                    return self._of_revolt(new, leader, rival)
            case MoveKind.WITHDRAW:
                new.lift(4 * own + move.colour)
            case MoveKind.CATASTROPHE:
                new.spare = [*new.spare]
                new.spare[own] -= 1
                new.destroy(move.bit)
            case MoveKind.SWAP:
                for colour, count in enumerate(swapped(move)):
                    new.hands[4 * own + colour] -= count
                    new.sizes[own] -= count
            case _:
                pass
        return [(1.0, new.take_due_treasures(self.active))]

    # --- conflicts -----------------------------------------------------------------------------

    def _of_revolt(self, position: SearchPosition, attacker: int, defender: int) -> Outcomes:
        temples = position.tiles[RED]
        strengths = [
            (NEAR[position.leaders[party]] & temples).bit_count() for party in (attacker, defender)
        ]
        found: Outcomes = []
        for fight in self.fights(position, (attacker, defender), strengths, RED, 2.0):
            found.append((fight.chance, self.after_revolt(position, attacker, defender, fight)))
        return likely(found)

    def after_revolt(
        self, position: SearchPosition, attacker: int, defender: int, fight: Fight
    ) -> SearchPosition:
        """Return the position after an internal conflict with this result."""
        new = position.copy()
        new.hands[4 * self.own + RED] -= fight.added
        new.sizes[self.own] -= fight.added
        if fight.won:
            new.decide_revolt(attacker, defender)
        else:
            new.decide_revolt(defender, attacker)
        return new.take_due_treasures(self.active)

    def of_wars(self, position: SearchPosition, colour: int, united: int) -> Outcomes:
        """Return the outcomes of all wars still to be resolved (R7)."""
        colours = position.warring(united)
        if not colours:
            position.end_war(colour, united)
            return [(1.0, self.after_tile(position, colour, united))]
        war = colours[0]
        if len(colours) > 1:
            war = max(colours, key=lambda each: self._lead(position, each, united))
        return self.of_war(position, war, colour, united)

    def _lead(self, position: SearchPosition, war: int, united: int) -> float:
        """Return the lead of *own* in a war, -20 for wars of others so that they come last."""
        parties = position.parties(united, war, self.active)
        edge = 0.0
        involved = False
        for leader in parties:
            strength = position.supporters(leader, united).bit_count()
            if leader >> 2 == self.own:
                involved = True
                edge += strength + position.hands[leader]
            else:
                edge -= strength + position.hands[leader]
        return edge if involved else -20.0

    def of_war(self, position: SearchPosition, war: int, colour: int, united: int) -> Outcomes:
        """Return the outcomes if the war of the colour *war* is resolved next."""
        attacker, defender = position.parties(united, war, self.active)
        strengths = [
            position.supporters(party, united).bit_count() for party in (attacker, defender)
        ]
        stake = 2.0 + min(strengths)
        found: Outcomes = []
        fights = self.fights(position, (attacker, defender), strengths, war, stake)
        for fight in fights:
            if fight.chance < UNLIKELY:
                continue
            after = self.after_war(position, attacker, defender, fight, (colour, united))
            found += [(fight.chance * more, new) for more, new in after]
        return likely(found)

    def after_war(
        self,
        position: SearchPosition,
        attacker: int,
        defender: int,
        fight: Fight,
        tile: tuple[int, int],
    ) -> Outcomes:
        """Return the outcomes after a war with this result.

        *tile* is the colour of the tile under the unification tile, and the mask of its space.
        """
        colour, united = tile
        new = position.copy()
        new.hands[4 * self.own + (attacker & 3)] -= fight.added
        new.sizes[self.own] -= fight.added
        if fight.won:
            new.decide_war(attacker, defender, united)
        else:
            new.decide_war(defender, attacker, united)
        return self.of_wars(new, colour, united)

    def fights(
        self,
        position: SearchPosition,
        parties: tuple[int, int],
        strengths: list[int],
        colour: int,
        stake: float,
    ) -> list[Fight]:
        """Return the possible results of a conflict in which *own* adds the best number (R6, R7).

        *strengths* are those of attacker and defender, *colour* is that of the tiles added, *stake*
        the value of winning, in points.
        """
        own = self.own
        attacker, defender = parties
        lead = strengths[0] - strengths[1]
        if attacker >> 2 == own:
            held = int(position.hands[4 * own + colour])
            best, added = -PRICE_OF_A_TILE, -1
            for count in range(max(0, 1 - lead), held + 1):
                chance = self.attack_wins(position, defender, lead + count, colour)
                if (worth := chance * stake - PRICE_OF_A_TILE * count) > best:
                    best, added = worth, count
            if added < 0:
                return [_lost(1.0, 0)]
            chance = self.attack_wins(position, defender, lead + added, colour)
            return [_won(chance, added), _lost(1 - chance, added)]
        size = position.sizes[attacker >> 2]
        if defender >> 2 == own:
            held = int(position.hands[4 * own + colour])
            chance = self._unseen.at_least(1 + held - lead, size, colour)
            spent = min(held, max(0, lead + round(size * self._unseen.shares[colour])))
            return [_won(chance, 0), _lost(1 - chance, spent)]
        other = position.sizes[defender >> 2]
        unseen = self._unseen
        chance = 0.0
        for count in range(other + 1):
            exactly = unseen.at_least(count, other, colour) - unseen.at_least(
                count + 1, other, colour
            )
            if exactly > 0:
                chance += exactly * unseen.at_least(1 + count - lead, size, colour)
        return [_won(chance, 0), _lost(1 - chance, 0)]

    def attack_wins(self, position: SearchPosition, defender: int, lead: int, colour: int) -> float:
        """Return the chance that the defender cannot add tiles to match the attacker's *lead*."""
        if lead <= 0:
            return 0.0
        return 1 - self._unseen.at_least(lead, position.sizes[defender >> 2], colour)

    # --- the end of an action --------------------------------------------------------------------

    def after_tile(self, position: SearchPosition, colour: int, bit: int) -> SearchPosition:
        """Return the position after the best building and monument, if any may be built.

        *colour* and *bit* are the tile just placed and the mask of its space.
        """
        if position.setting.buildings and (sites := position.sites(colour, bit)):
            return self.best(self.after_sites(position, colour, bit, sites))
        return self.after_building(position, colour, bit)

    def after_sites(
        self, position: SearchPosition, colour: int, bit: int, sites: int
    ) -> list[SearchPosition]:
        """Return the positions after each use of a building, the first without one (R12.1)."""
        found = [self.after_building(position.copy(), colour, bit)]
        while sites:
            site = sites & -sites
            sites ^= site
            found.append(self.after_site(position, colour, bit, site))
        return found

    def after_site(
        self, position: SearchPosition, colour: int, bit: int, site: int
    ) -> SearchPosition:
        """Return the position with the building of *colour* on *site*."""
        new = position.copy()
        new.put_building(colour, site)
        return self.after_building(new, colour, bit)

    def after_building(self, position: SearchPosition, colour: int, bit: int) -> SearchPosition:
        """Return the position after the best monument or ziggurat that may be built (R8, R13)."""
        squares = position.squares(colour, bit)
        unbuilt = position.unbuilt(colour) if squares else []
        crosses = position.crosses(colour, bit) if position.setting.ziggurat else []
        if not unbuilt and not crosses:
            return position.take_due_treasures(self.active)
        found = [self.after_monument(position, number, s) for s in squares for number in unbuilt]
        found += [self.after_ziggurat(position, cross) for cross in crosses]
        found.append(position.take_due_treasures(self.active))
        return self.best(found)

    def after_monument(self, position: SearchPosition, number: int, square: int) -> SearchPosition:
        """Return the position with the monument *number* on *square*."""
        new = position.copy()
        new.build(number, square)
        return new.take_due_treasures(self.active)

    def after_ziggurat(self, position: SearchPosition, cross: int) -> SearchPosition:
        """Return the position with the ziggurat on *cross*."""
        new = position.copy()
        new.build_ziggurat(cross)
        return new.take_due_treasures(self.active)

    def best(self, choices: Iterable[SearchPosition]) -> SearchPosition:
        """Return the position that the active player prefers, by the values of *own*."""
        if self.own == self.active:
            return max(choices, key=self._value)
        return min(choices, key=self._value)


def likely(outcomes: Outcomes) -> Outcomes:
    """Return the outcomes without unlikely ones, with chances that add up to 1 again."""
    left = [outcome for outcome in outcomes if outcome[0] >= UNLIKELY]
    total = sum(chance for chance, _ in left)
    return [(chance / total, position) for chance, position in left]
