"""Random games on the position that is searched on: full rules, no events.

They show how quick it is, and, played again on :class:`engine.Game`, that it keeps to the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from engine.opponents.position import BLUE, NEAR, NEAR_AND_OWN, RED, SPHERES, Position, Setting
from engine.rules.resolution import ACTIONS_A_TURN, TREASURES_AT_END
from engine.values.actions import (
    Action,
    AddTiles,
    BuildMonument,
    BuildZiggurat,
    ChooseWar,
    DeclineBuilding,
    DeclineMonument,
    DrawTile,
    EndTurn,
    PlaceBuilding,
    PlaceCatastrophe,
    PlaceLeader,
    PlaceTile,
    SwapTiles,
    TakeCube,
    TakeTreasures,
    WithdrawLeader,
)
from engine.values.cells import Cell, cell_at, cells_of, indices, neighbours
from engine.values.layouts import Layout
from engine.values.material import COLOURS, DISPLAY_SIZE, HAND_SIZE, LEADERS_OF, MONUMENTS, Dynasty

_DYNASTIES = tuple(Dynasty)
"""Who sits where in the log."""

Dice: TypeAlias = Callable[[int], int]
"""Answers a number from 0 to less than its argument."""


def at_start(layout: Layout, seats: int, options: tuple[str, ...]) -> Position:
    """The position after set-up, before any tile is drawn (R2)."""
    position = Position.__new__(Position)
    position.setting = Setting(layout, seats, options)
    position.tiles = [0, layout.winged, 0, 0]
    position.treasures = position.occupied = layout.winged
    position.facedown = position.catastrophes = position.standing = position.ziggurat = 0
    position.leaders = [0] * 4 * seats
    position.monuments = [0] * 6
    position.buildings = [0] * 4
    position.kingdoms = []
    position.points = [0] * SPHERES * seats
    position.hands = [0.0] * 4 * seats
    position.sizes = [0] * seats
    position.spare = [2] * seats
    position.bag = 0
    return position


class Playout:
    """A random game from a shuffled bag; *log*, if given, takes each decision with its seat."""

    def __init__(
        self,
        layout: Layout,
        options: tuple[str, ...],
        *,
        seats: int,
        bag: str,
        dice: Dice,
        log: list[tuple[int, Action]] | None = None,
    ) -> None:
        self.position = position = at_start(layout, seats, options)
        self._bag = ["krbg".index(tile) for tile in reversed(bag)]
        self._display = [0, 0, 0, 0]
        self._dice = dice
        self._log = log
        self.short = False
        for seat in range(seats):
            self._from_bag(seat, HAND_SIZE)
        if position.setting.display:
            self._fill_display()

    def play(self) -> Position:
        """Play to the end of the game; the position there."""
        position = self.position
        seats = position.setting.seats
        active = 0
        while True:
            self._turn(active)
            if position.treasures.bit_count() <= TREASURES_AT_END:
                return position
            for step in range(seats):
                seat = (active + step) % seats
                self._draw(seat, HAND_SIZE - position.sizes[seat])
                self.short |= position.sizes[seat] < HAND_SIZE
            if self.short:
                return position
            active = (active + 1) % seats

    # --- drawing -------------------------------------------------------------------------------

    def _from_bag(self, seat: int, due: int) -> None:
        bag, hands = self._bag, self.position.hands
        due = min(due, len(bag))
        self.position.sizes[seat] += due
        for _ in range(due):
            hands[4 * seat + bag.pop()] += 1

    def _fill_display(self) -> None:
        while sum(self._display) < DISPLAY_SIZE and self._bag:
            self._display[self._bag.pop()] += 1

    def _draw(self, seat: int, due: int) -> None:
        if not self.position.setting.display:
            self._from_bag(seat, due)
            return
        display = self._display
        for _ in range(due):
            choices: list[int | None] = [colour for colour in range(4) if display[colour]]
            if self._bag:
                choices.append(None)
            if not choices:
                return
            colour = choices[self._dice(len(choices)) if len(choices) > 1 else 0]
            if len(choices) > 1:
                self._note(seat, partial(DrawTile, None if colour is None else COLOURS[colour]))
            if colour is None:
                self._from_bag(seat, 1)
            else:
                display[colour] -= 1
                self._fill_display()
                self.position.hands[4 * seat + colour] += 1
                self.position.sizes[seat] += 1

    def _note(self, seat: int, action: Callable[[], Action]) -> None:
        if self._log is not None:
            self._log.append((seat, action()))

    # --- a turn --------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        position = self.position
        left = ACTIONS_A_TURN
        while left and self._act(seat):
            left -= 1
            self._settle(seat)
        if not left:
            self._note(seat, EndTurn)
        position.score_monuments(seat)
        if position.king_at_ziggurat(seat):
            colour = self._dice(4)
            self._note(seat, lambda: TakeCube(COLOURS[colour]))
            position.points[SPHERES * seat + colour] += 1

    def _act(self, seat: int) -> bool:
        """One of all legal actions, each as likely as any other; False if the turn ends.

        What is drawn may join too many kingdoms, as that takes long to rule out for all spaces:
        then it is drawn again.
        """
        position = self.position
        black, red, blue, green = position.hands[4 * seat : 4 * seat + 4]
        empty = position.empty
        land = empty & position.setting.land
        river = empty & position.setting.river
        beside = land & neighbours(position.tiles[RED])
        doomed = position.catastrophe_spaces() if position.spare[seat] else 0
        on_land = land.bit_count()
        for_leader = beside.bit_count()
        counts = (
            on_land if black else 0,
            on_land if red else 0,
            river.bit_count() if blue else 0,
            on_land if green else 0,
            for_leader,
            for_leader,
            for_leader,
            for_leader,
            doomed.bit_count(),
        )
        withdrawals = [
            leader for leader in range(4 * seat, 4 * seat + 4) if position.leaders[leader]
        ]
        swaps = int((black + 1) * (red + 1) * (blue + 1) * (green + 1)) - 1
        in_all = sum(counts) + len(withdrawals) + swaps + 1
        while True:
            chosen = self._dice(in_all)
            kind = 0
            while kind < len(counts) and chosen >= counts[kind]:
                chosen -= counts[kind]
                kind += 1
            if kind == len(counts):
                break
            if kind < 4:
                bit = nth_bit(river if kind == BLUE else land, chosen)
                if self._touched(bit) < 3:
                    self._lay(seat, kind, bit)
                    return True
            elif kind < 8:
                bit = nth_bit(beside, chosen)
                leader = 4 * seat + kind - 4
                if position.may_stand(leader, bit):
                    self._lead(seat, kind - 4, bit)
                    return True
            else:
                self._destroy(seat, nth_bit(doomed, chosen))
                return True
        if chosen < len(withdrawals):
            leader = withdrawals[chosen]
            self._note(seat, lambda: WithdrawLeader(LEADERS_OF[_DYNASTIES[seat]][leader & 3]))
            position.lift(leader)
            return True
        chosen -= len(withdrawals)
        if chosen == swaps:
            self._note(seat, EndTurn)
            return False
        self._swap(seat, chosen + 1)
        return True

    def _touched(self, bit: int) -> int:
        """How many kingdoms something on the empty space *bit* would join."""
        touched = 0
        for _, around, _ in self.position.kingdoms:
            if around & bit:
                touched += 1
        return touched

    def _destroy(self, seat: int, bit: int) -> None:
        position = self.position
        self._note(seat, lambda: PlaceCatastrophe(_cell(bit)))
        position.spare = [*position.spare]
        position.spare[seat] -= 1
        position.destroy(bit)

    def _swap(self, seat: int, number: int) -> None:
        position = self.position
        counts = [0, 0, 0, 0]
        for colour in range(4):
            number, counts[colour] = divmod(number, int(position.hands[4 * seat + colour]) + 1)
        self._note(seat, lambda: SwapTiles((counts[0], counts[1], counts[2], counts[3])))
        for colour, count in enumerate(counts):
            position.hands[4 * seat + colour] -= count
        position.sizes[seat] -= sum(counts)
        self._draw(seat, sum(counts))

    def _lay(self, seat: int, colour: int, bit: int) -> None:
        position = self.position
        self._note(seat, lambda: PlaceTile(COLOURS[colour], _cell(bit)))
        position.hands[4 * seat + colour] -= 1
        position.sizes[seat] -= 1
        if position.lay(colour, bit):
            while colours := position.warring(bit):
                war = colours[0]
                if len(colours) > 1:
                    war = colours[self._dice(len(colours))]
                    self._note(seat, partial(ChooseWar, COLOURS[war]))
                self._war(seat, war, bit)
            position.end_war(colour, bit)
        if position.setting.buildings and (sites := position.sites(colour, bit)):
            choice = self._dice(sites.bit_count() + 1)
            if choice == sites.bit_count():
                self._note(seat, DeclineBuilding)
            else:
                site = nth_bit(sites, choice)
                self._note(seat, lambda: PlaceBuilding(_cell(site)))
                position.put_building(colour, site)
        self._build(seat, colour, bit)

    def _build(self, seat: int, colour: int, bit: int) -> None:
        position = self.position
        squares, crosses = position.squares(colour, bit), position.crosses(colour, bit)
        if not squares and not crosses:
            return
        choices: list[tuple[int, int]] = [
            (monument, square) for square in squares for monument in position.unbuilt(colour)
        ]
        choices += [(-1, cross) for cross in crosses]
        if not choices:
            return
        chosen = self._dice(len(choices) + 1)
        if chosen == len(choices):
            self._note(seat, DeclineMonument)
            return
        monument, shape = choices[chosen]
        if monument < 0:
            centre = next(bit for bit in bits_of(shape) if _cross(bit) == shape)
            self._note(seat, lambda: BuildZiggurat(_cell(centre)))
            position.build_ziggurat(shape)
        else:
            self._note(seat, lambda: BuildMonument(MONUMENTS[monument], _cell(shape & -shape)))
            position.build(monument, shape)

    def _war(self, active: int, colour: int, united: int) -> None:
        position = self.position
        attacker, defender = position.parties(united, colour, active)
        strengths = [
            position.supporters(leader, united).bit_count() for leader in (attacker, defender)
        ]
        if self._fight(attacker, defender, strengths, colour):
            position.decide_war(attacker, defender, united)
        else:
            position.decide_war(defender, attacker, united)

    def _fight(self, attacker: int, defender: int, strengths: list[int], colour: int) -> bool:
        """Let both add tiles (R6.3, R7.3); whether the attacker wins."""
        position = self.position
        totals = strengths[:]
        for party, leader in enumerate((attacker, defender)):
            seat = leader >> 2
            held = int(position.hands[4 * seat + colour])
            choices = list(range(held + 1))
            if position.setting.english:
                choices = english_choices(party, held, strengths, totals)
            count = choices[self._dice(len(choices))]
            self._note(seat, partial(AddTiles, count))
            totals[party] += count
            position.hands[4 * seat + colour] -= count
            position.sizes[seat] -= count
        return totals[0] > totals[1]

    def _lead(self, seat: int, colour: int, bit: int) -> None:
        position = self.position
        leader = 4 * seat + colour
        self._note(seat, lambda: PlaceLeader(LEADERS_OF[_DYNASTIES[seat]][colour], _cell(bit)))
        rival = position.lead(leader, bit)
        if rival >= 0:
            temples = position.tiles[RED]
            strengths = [
                (NEAR[position.leaders[party]] & temples).bit_count() for party in (leader, rival)
            ]
            if self._fight(leader, rival, strengths, RED):
                position.decide_revolt(leader, rival)
            else:
                position.decide_revolt(rival, leader)

    def _settle(self, active: int) -> None:
        position = self.position
        while due := position.treasures_due(active):
            seat, here = due
            stay = position.may_stay(here)
            left = stay
            if stay & (stay - 1):
                left = nth_bit(stay, self._dice(stay.bit_count()))
                self._note(seat, partial(TakeTreasures, tuple(cells_of(here & ~left))))
            position.take(seat, here & ~left)


def english_choices(party: int, held: int, strengths: list[int], totals: list[int]) -> list[int]:
    """What may be added in the English variant (R12.2): by 0 the attacker, 1 the defender."""
    if party:
        missing = totals[0] - strengths[1]
        return [0, missing] if 0 < missing <= held else [0]
    return [n for n in range(held + 1) if not n or strengths[0] + n > strengths[1]]


_HALVES = tuple((1 << half, (1 << (1 << half)) - 1) for half in range(7, 2, -1))
_IN_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def nth_bit(mask: int, number: int) -> int:
    """The mask of the bit of *mask* that is *number*, from 0, in board order."""
    at = 0
    for half, low in _HALVES:
        below = (mask & low).bit_count()
        if number >= below:
            number -= below
            mask >>= half
            at += half
    return 1 << at + _IN_BYTE[mask & 255][number]


def bits_of(mask: int) -> list[int]:
    """The masks of the bits of *mask*, in board order."""
    return [1 << index for index in indices(mask)]


def _cross(bit: int) -> int:
    return NEAR_AND_OWN[bit]


def _cell(bit: int) -> Cell:
    return cell_at(bit.bit_length() - 1)
