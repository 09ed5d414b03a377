"""Views made from English texts, and nothing else: what a listener knows of a game.

The texts are a picture's description, whole, and a message's; see ``bot/i18n/alt_text.py``.
"""

import re
from dataclasses import dataclass, replace
from functools import cached_property

from engine import (
    BUILDING_NAMES,
    COLOUR_NAMES,
    DYNASTY_NAMES,
    LAYOUTS,
    LEADER_NAMES,
    LEADERS,
    MONUMENTS,
    OPTION_NAMES,
    OPTIONS,
    TILE_NAMES,
    ActionDecision,
    AddDecision,
    Board,
    BuildDecision,
    Cell,
    Colour,
    Conflict,
    Contender,
    CubeDecision,
    DrawDecision,
    Leader,
    Monument,
    PublicView,
    Score,
    SeatView,
    SiteDecision,
    TakeDecision,
    WarDecision,
    cells_of,
    cross,
    mask_of,
    square,
)

_CELL = r"[A-P]\d{1,2}"
_SCORE = r"Black (\d+), red (\d+), blue (\d+), green (\d+), treasures (\d+)\."
_ROLES = {name: colour for colour, name in LEADER_NAMES.items()}
_COLOURS = {name: colour for colour, name in COLOUR_NAMES.items()}
_DYNASTIES = {name: dynasty for dynasty, name in DYNASTY_NAMES.items()}
_TILES = {name: colour for colour, name in TILE_NAMES.items()}
_BUILDINGS = {name: colour for colour, name in BUILDING_NAMES.items()}
_DECISIONS = {
    "play": ActionDecision,
    "choose the next war": WarDecision,
    "add temples to a revolt, or none": AddDecision,
    "add tiles to a war, or none": AddDecision,
    "place a building, or none": SiteDecision,
    "build a monument, or none": BuildDecision,
    "build the ziggurat, or nothing": BuildDecision,
    "build a monument, the ziggurat or nothing": BuildDecision,
    "choose which treasure stays": TakeDecision,
    "choose the colour of a point": CubeDecision,
    "draw a tile": DrawDecision,
}
OFF = -1


@dataclass(frozen=True)
class Reader:
    """Reads a board's whole description."""

    text: str

    # --- players ---------------------------------------------------------------------------------

    @cached_property
    def _players(self):
        """By seat: name, dynasty, leaders, tiles, catastrophes, and the rest of the text."""
        found = re.finditer(
            rf"(?:^|[.\n] ?)([^.,;:\n]+), ({'|'.join(_DYNASTIES)}): ([^;]*); (\d+) tiles?, "
            r"(\d+) catastrophes?(?=\.)",
            self.text,
        )
        return list(found)

    @property
    def names(self):
        return [match[1].strip() for match in self._players]

    def public(self):
        """The public view of a running game."""
        return PublicView(viewer=None, **self._known(self._scores))

    def own(self, seat):
        """The view of *seat*, whose hand the text describes too."""
        part = re.search(r"Tiles: (.*?)\.", self.text)
        hands = [None] * len(self._players)
        hands[seat] = counts(part[1])
        scores = list(self._scores)
        if scores[seat] is None:
            score = re.search(rf"^.*?Leaders in hand: .*?\. {_SCORE}", self.text, re.DOTALL)
            scores[seat] = Score(*map(int, score.groups()))
        return SeatView(viewer=seat, **self._known(scores) | {"hands": tuple(hands)})

    def _known(self, scores):
        decision = self._decision
        left = re.search(r"(?:It's ([^.]+?)'s turn, with )?(\d) actions? left\.", self.text)
        display = re.search(r"Display: (.*?)\.", self.text)
        return {
            "board": self.board,
            "seats": tuple(_DYNASTIES[match[2]] for match in self._players),
            "options": self._options,
            "active": self.names.index(left[1]) if left[1] else decision.seat,
            "actions_left": int(left[2]),
            "decision": decision,
            "hand_sizes": tuple(int(match[4]) for match in self._players),
            "hands": (None,) * len(self._players),
            "scores": tuple(scores),
            "catastrophes": tuple(int(match[5]) for match in self._players),
            "bag_size": self._bag,
            "bag": None,
            "display": counts(display[1]) if display else None,
            "placed": None,  # told by what happened; the picture does not show it
        }

    @property
    def _scores(self):
        found = (re.match(rf"\. {_SCORE}", self.text[match.end() :]) for match in self._players)
        return [Score(*map(int, match.groups())) if match else None for match in found]

    @property
    def _bag(self):
        return int(self._after("Tiles in the bag"))

    @property
    def _options(self):
        named = self._after("Options")
        return tuple(option for option in OPTIONS if OPTION_NAMES[option] in named)

    def _after(self, heading):
        """The text behind a heading; empty without one."""
        match = re.search(rf"(?:^|[.\n] ?){heading}: (.*?)\.", self.text)
        return match[1] if match else ""

    # --- the board -------------------------------------------------------------------------------

    @cached_property
    def board(self):
        monuments = self._monuments
        ziggurat = re.search(rf"Ziggurat around ({_CELL})\.", self.text)
        centre = Cell.parse(ziggurat[1]) if ziggurat else None
        facedown = sum(square(corner) for corner in monuments.values())
        facedown |= 0 if centre is None else cross(centre)
        covered = re.search(rf"Unification tile: ({_CELL})\. Under it: (\w+)\.", self.text)
        return Board(
            layout=LAYOUTS[self._after("Board")],
            tiles=tuple(
                mask_of(cells(self._after(f"{TILE_NAMES[colour].capitalize()}s")))
                for colour in Colour
            ),
            treasures=mask_of(cells(self._after("Treasures"))),
            facedown=facedown,
            catastrophes=mask_of(cells(self._after("Catastrophes"))),
            leaders=tuple(
                self._leaders[leader].index if leader in self._leaders else OFF
                for leader in LEADERS
            ),
            monuments=tuple(
                monuments[monument].index if monument in monuments else OFF
                for monument in MONUMENTS
            ),
            ziggurat=OFF if centre is None else centre.index,
            buildings=tuple(self._building(colour) for colour in Colour),
            unification=((_TILES[covered[2]], Cell.parse(covered[1]).index) if covered else None),
        )

    @cached_property
    def _leaders(self):
        return {
            Leader(_DYNASTIES[player[2]], _ROLES[role]): Cell.parse(cell)
            for player in self._players
            for role, cell, _, _ in _standing(player[3])
        }

    @property
    def strengths(self):
        """Temples beside each leader on the board, and its supporters, by its space."""
        return {
            Cell.parse(cell): (int(temples), int(supporters))
            for player in self._players
            for _, cell, temples, supporters in _standing(player[3])
        }

    @property
    def shared(self):
        """The leaders that share a kingdom, with their spaces."""
        groups = re.findall(r"Leaders in one kingdom: (.*?)\.", self.text)
        return {
            frozenset(
                (Leader(_DYNASTIES[dynasty], _ROLES[role]), Cell.parse(cell))
                for role, dynasty, cell in re.findall(rf"(\w+) \((\w+)\) ({_CELL})", group)
            )
            for group in groups
        }

    @property
    def river(self):
        """The river as the text lists it; a picture's description names the board instead."""
        part = self._after("River")
        return mask_of(cells(part)) if part else self.board.layout.river

    @property
    def framed(self):
        part = self._after("Framed spaces")
        return mask_of(cells(part)) if part else self.board.layout.framed

    @property
    def _monuments(self):
        part = re.findall(rf"Monument on ({_CELL})–{_CELL}: (\w+) and (\w+)\.", self.text)
        return {
            Monument(_COLOURS[first], _COLOURS[second]): Cell.parse(corner)
            for corner, first, second in part
        }

    def _building(self, colour):
        name = BUILDING_NAMES[colour]
        part = re.search(rf"Building on ({_CELL}): {name}\.", self.text)
        return Cell.parse(part[1]).index if part else OFF

    # --- questions -------------------------------------------------------------------------------

    @cached_property
    def _decision(self):
        part = re.search(rf"(?:^|[.\n] ?)([^.,;:\n]+?) to ({'|'.join(_DECISIONS)})\.", self.text)
        seat, kind = self.names.index(part[1].strip()), _DECISIONS[part[2]]
        if kind in {ActionDecision, CubeDecision}:
            return kind(seat)
        make = {
            WarDecision: self._war,
            AddDecision: self._addition,
            SiteDecision: self._site,
            BuildDecision: self._build,
            TakeDecision: self._take,
            DrawDecision: self._draw,
        }[kind]
        return make(seat)

    def _war(self, seat):
        roles = self._after("Next war, between")
        return WarDecision(seat, tuple(_ROLES[role] for role in re.findall(r"[A-Z]\w+", roles)))

    def _addition(self, seat):
        return AddDecision(seat, self.conflict)

    @property
    def conflict(self):
        """The conflict, from the text of its card or of its board."""
        kind = re.search(r"(Revolt|War)\.", self.text)
        attacker, defender = (
            Contender(
                self.names.index(name.strip()),
                next(each for each, at in self._leaders.items() if at == Cell.parse(cell)),
                Cell.parse(cell),
                int(strength),
                None if added == "?" else int(added),
            )
            for name, cell, strength, added in re.findall(
                rf"(?:Attacker|Defender) ([^.,;:\n]+), \w+ on ({_CELL}): (\d+) on the board, "
                r"(\d+|\?) added\.",
                self.text,
            )
        )
        colour = attacker.leader.colour
        return Conflict(kind[1] == "Revolt", colour, attacker, defender)

    @property
    def at_stake(self):
        """The tiles that attacker and defender of a war would lose."""
        first, second = (
            set(cells(self._after(f"If the {side} loses"))) for side in ("attacker", "defender")
        )
        return first, second

    @property
    def _marked(self):
        return tuple(map(Cell.parse, self._after("Marked to choose from").split()))

    def _site(self, seat):
        part = re.search(rf"Building to place: ({'|'.join(_BUILDINGS)})\.", self.text)
        return SiteDecision(seat, _BUILDINGS[part[1]], self._marked)

    def _build(self, seat):
        choices = [
            (Monument(_COLOURS[first], _COLOURS[second]), Cell.parse(corner))
            for corner, pairs in re.findall(
                rf"Possible monuments on ({_CELL})–{_CELL}: (.*?)\.", self.text
            )
            for first, second in re.findall(r"(\w+) and (\w+)", pairs)
        ]
        centres = re.findall(_CELL, self._after("Possible ziggurats, by their centres"))
        build = BuildDecision(seat, tuple(choices), tuple(map(Cell.parse, centres)))
        assert build.spaces == self._marked
        return build

    def _take(self, seat):
        stays = [Cell.parse(cell) for cell in self._after("Treasures to choose from").split()]
        forced = [Cell.parse(cell) for cell in self._after("Always taken").split()]
        due = {*stays, *forced}
        return TakeDecision(seat, tuple(tuple(sorted(due - {cell})) for cell in stays))

    def _draw(self, seat):
        due = re.search(r"(\d) tiles? to draw\.", self.text)
        display = counts(self._after("Display"))
        colours = tuple(colour for colour in Colour if display[colour])
        return DrawDecision(seat, colours, bag=self._bag > 0, due=int(due[1]), refill=True)


@dataclass(frozen=True)
class EndReader:
    """Reads the description of a game that has ended."""

    text: str

    @property
    def standings(self):
        """By place from the first: place, name, spheres, treasures."""
        found = re.findall(
            r"(\d)\. ([^:.]+): black (\d+), red (\d+), blue (\d+), green (\d+), "
            r"treasures spent (\d+)\.",
            self.text,
        )
        return [
            (int(place), name, tuple(map(int, spheres)), int(treasures))
            for place, name, *spheres, treasures in found
        ]

    @property
    def ties(self):
        """The two players of each tie, their totals, and whether it was broken."""
        found = re.findall(r"([^.]+) and ([^.]+) tie: ([^.]+)\. (The next|They share)", self.text)
        return [
            (one.strip(), other, totals.split(", "), how == "The next")
            for one, other, totals, how in found
        ]

    @property
    def weakest(self):
        """By the number of a turn: everybody's weakest colour after it, by name."""
        heading, turns = re.search(r"(Weakest colour after turns ([\d, ]+)\.)", self.text).groups()
        rest = self.text.split(heading)[1]
        numbers = [int(turn) for turn in turns.split(", ")]
        lines = re.findall(r" ([^.:]+): ([\d, ]+)\.", rest)
        return {
            turn: {name: int(values.split(", ")[at]) for name, values in lines}
            for at, turn in enumerate(numbers)
        }

    def tiles(self, colour):
        """The spaces with that colour's face-up tiles."""
        names = ("Settlements", "Temples", "Farms", "Markets")
        part = re.search(rf"{names[colour]}: ([^.]*)\.", self.text)
        return set() if part is None else set(cells_in_ranges(part[1]))


def cells_in_ranges(part):
    """Spaces by column, with ranges: ``B2,8–10 C3``."""
    for column, rows in re.findall(r"([A-P])([\d,–]+)", part):
        for run in rows.split(","):
            first, _, last = run.partition("–")
            for row in range(int(first), int(last or first) + 1):
                yield Cell.parse(f"{column}{row}")


def comparable(view):
    """A view without what no picture shows: the purpose of a placed tile, and what was drawn.

    That is told by what happened. Choices stand in one order.
    """
    decision = view.decision
    if isinstance(decision, DrawDecision):
        decision = replace(decision, refill=True)
    if isinstance(decision, BuildDecision):
        decision = replace(decision, choices=tuple(sorted(decision.choices, key=str)))
    if isinstance(decision, TakeDecision):
        decision = replace(decision, choices=tuple(sorted(decision.choices)))
    return replace(view, decision=decision, placed=None)


def _standing(part):
    return re.findall(rf"({'|'.join(_ROLES)}) on ({_CELL}) \((\d), (\d+)\)", part)


def cells(part):
    """Spaces by column: ``B2,8 K11``."""
    for column, rows in re.findall(r"([A-P])([\d,]+)", part):
        for row in rows.split(","):
            yield Cell.parse(f"{column}{row}")


def counts(part):
    """Tiles counted by colour: ``🟥 2 × temple, 🟦 1 × farm``."""
    found = {name: int(count) for count, name in re.findall(r"(\d) × (\w+)", part)}
    black, red, blue, green = (found.get(TILE_NAMES[colour], 0) for colour in Colour)
    return black, red, blue, green


def lost(board, leader):
    """The tiles that would leave the board if that leader lost a war."""
    return set(cells_of(board.lost_supporters(leader)))
