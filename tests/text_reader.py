"""Views made from texts, and nothing else: what a listener knows of a game, in any language.

The texts are a picture's description, whole, and a message's; see ``bot/i18n/alt_text.py``.
"""

import re
from dataclasses import dataclass, replace
from functools import cache, cached_property
from string import Formatter

from bot.i18n import Words
from bot.i18n.options import board_name, option_name
from engine import (
    LAYOUTS,
    LEADERS,
    MONUMENTS,
    OPTIONS,
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
    Dynasty,
    Leader,
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
_CELLS = r"[A-P\d,–、 ]*"
_PLAYER = r"[^ .,;:。、，；：()（）「」\n][^.,;:。、，；：()（）「」\n]*?"
_WITHIN = r"[^.。\n]*?"
"""The rest of a sentence."""
_START = r"(?<![^.。:：…\n ])"
OFF = -1
_DECISIONS = {
    "{player} to play": ActionDecision,
    "{player} to choose the next war": WarDecision,
    "{player} to add temples to a revolt, or none": AddDecision,
    "{player} to add tiles to a war, or none": AddDecision,
    "{player} to place a building, or none": SiteDecision,
    "{player} to build a monument, or none": BuildDecision,
    "{player} to build the ziggurat, or nothing": BuildDecision,
    "{player} to build a monument, the ziggurat or nothing": BuildDecision,
    "{player} to choose which treasure stays": TakeDecision,
    "{player} to choose the colour of a point": CubeDecision,
    "{player} to draw a tile": DrawDecision,
}
_SCORE = "Black {black}, red {red}, blue {blue}, green {green}, treasures {treasures}."
_TILES_ON = ("Settlements: {cells}.", "Temples: {cells}.", "Farms: {cells}.", "Markets: {cells}.")
_LEFT = "{count} action left.", "{count} actions left."
_LEFT_OF_ANOTHER = (
    "It's {player}'s turn, with {count} action left.",
    "It's {player}'s turn, with {count} actions left.",
)
_SIDES = (
    "Attacker {player}, {role} on {cell}: {strength} on the board, {added} added.",
    "Defender {player}, {role} on {cell}: {strength} on the board, {added} added.",
)
_GAPS = {
    "cell": _CELL,
    **dict.fromkeys(("cells", "turns"), _CELLS),
    **dict.fromkeys(("player", "other"), _PLAYER),
    **dict.fromkeys(("count", "place", "temples", "supporters", "strength"), r"\d+"),
    **dict.fromkeys(("black", "red", "blue", "green", "treasures"), r"\d+"),
    "added": r"\d+|\?",
    "square": f"{_CELL}–{_CELL}",
    "leaders": "[^;；]*?",
}
"""What fills the gaps of texts; anything else is a part of a sentence."""


class _AnyCount(int):
    """A number in whose place a text keeps its gap."""

    def __format__(self, form):
        return "{count}"


@dataclass(frozen=True)
class _Language:
    """The words of a language, by what they name, and its sentences as patterns."""

    words: Words

    @cached_property
    def roles(self):
        return {self.words.role(colour): colour for colour in Colour}

    @cached_property
    def colours(self):
        return {self.words.colour(colour): colour for colour in Colour}

    @cached_property
    def monuments(self):
        return {self.words.monument(monument): monument for monument in MONUMENTS}

    @cached_property
    def dynasties(self):
        return {self.words.dynasty(dynasty): dynasty for dynasty in Dynasty}

    @cached_property
    def tiles(self):
        return {self.words.tile(colour): colour for colour in Colour}

    @cached_property
    def buildings(self):
        return {self.words.building(colour): colour for colour in Colour}

    def forms(self, text):
        """The forms of a text, or of the two for one and many, with their gaps."""
        if isinstance(text, str):
            return [self.words._(text)]
        one, many = text
        names = {name for _, name, _, _ in Formatter().parse(many) if name} - {"count"}
        gaps = {name: f"{{{name}}}" for name in names}
        counts = map(_AnyCount, (1, 2, 5))
        return [*dict.fromkeys(self.words.ngettext(one, many, each, **gaps) for each in counts)]

    def find(self, text, within, **gaps):
        """What fills the gaps of a sentence, wherever it is said within a text."""
        for pattern in self._patterns(text, *gaps.items()):
            yield from (match.groupdict() for match in pattern.finditer(within))

    @cache  # noqa: B019  (there are few languages)
    def _patterns(self, text, *gaps):
        return [self.pattern(form, dict(gaps)) for form in self.forms(text)]

    def pattern(self, form, gaps):
        """A sentence as a pattern; *gaps* narrows what may fill some of them."""
        parts = []
        for literal, name, _, _ in Formatter().parse(form):
            parts.append(re.escape(literal))
            if name:
                parts.append(f"(?P<{name}>{gaps.get(name) or _GAPS.get(name, _WITHIN)})")
        return re.compile(_START + "".join(parts))


@cache
def _language(words):
    return _Language(words)


def one_of(names):
    """A pattern of any of these names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


@dataclass(frozen=True)
class Reader:
    """Reads a board's whole description, in any language."""

    text: str
    words: Words = Words.of("en")  # noqa: RUF009  (English is always the same)

    @property
    def _language(self):
        return _language(self.words)

    def _all(self, text, **gaps):
        return list(self._language.find(text, self.text, **gaps))

    def _first(self, text, gap):
        """What fills a gap of a sentence; empty if nothing is said of it."""
        found = self._all(text)
        return found[0][gap] if found else ""

    # --- players ---------------------------------------------------------------------------------

    @cached_property
    def _players(self):
        """By seat: name, dynasty, leaders, tiles, catastrophes, and the place of the rest."""
        language = self._language
        (form,) = language.forms("{player}, {dynasty}: {leaders}; {tiles}, {catastrophes}.")
        counted = {
            "tiles": ("{count} tile", "{count} tiles"),
            "catastrophes": ("{count} catastrophe", "{count} catastrophes"),
        }
        gaps = {
            name: "|".join(re.escape(each).replace(r"\{count\}", r"\d+") for each in forms)
            for name, forms in ((name, language.forms(text)) for name, text in counted.items())
        }
        gaps["dynasty"] = one_of(language.dynasties)
        return list(language.pattern(form, gaps).finditer(self.text))

    @property
    def names(self):
        return [match["player"].strip() for match in self._players]

    def public(self):
        """The public view of a running game."""
        return PublicView(viewer=None, **self._known(self._scores))

    def own(self, seat):
        """The view of *seat*, whose hand the text describes too."""
        hands = [None] * len(self._players)
        hands[seat] = self._counts(self._first("Tiles: {tiles}.", "tiles"))
        scores = list(self._scores)
        if scores[seat] is None:
            scores[seat] = _score(self._all(_SCORE)[0])
        return SeatView(viewer=seat, **self._known(scores) | {"hands": tuple(hands)})

    def _known(self, scores):
        decision = self._decision
        anothers = self._all(_LEFT_OF_ANOTHER)
        left = anothers or self._all(_LEFT)
        display = self._first("Display: {tiles}.", "tiles")
        return {
            "board": self.board,
            "seats": tuple(self._language.dynasties[each["dynasty"]] for each in self._players),
            "options": self._options,
            "active": self.names.index(left[0]["player"]) if anothers else decision.seat,
            "actions_left": int(left[0]["count"]),
            "decision": decision,
            "hand_sizes": tuple(_number(each["tiles"]) for each in self._players),
            "hands": (None,) * len(self._players),
            "scores": tuple(scores),
            "catastrophes": tuple(_number(each["catastrophes"]) for each in self._players),
            "bag_size": self._bag,
            "bag": None,
            "display": self._counts(display) if display else None,
            "placed": None,  # told by what happened; the picture does not show it
        }

    def _counts(self, part):
        """Tiles counted by colour: ``🟥 2 × temple, 🟦 1 × farm``."""
        found = re.findall(rf"(\d) × ({one_of(self._language.tiles)})", part)
        held = {self._language.tiles[name]: int(count) for count, name in found}
        return tuple(held.get(colour, 0) for colour in Colour)

    @property
    def _scores(self):
        """Everyone's totals, as far as they are shown: right behind a player."""
        (form,) = self._language.forms(_SCORE)
        score = self._language.pattern(form, {})
        found = (score.match(self.text, match.end() + 1) for match in self._players)
        return [_score(match.groupdict()) if match else None for match in found]

    @property
    def _bag(self):
        return int(self._first("Tiles in the bag: {count}.", "count"))

    @property
    def _options(self):
        named = self._first("Options: {options}.", "options")
        return tuple(option for option in OPTIONS if option_name(self.words, option) in named)

    # --- the board -------------------------------------------------------------------------------

    @cached_property
    def board(self):
        monuments = self._monuments
        ziggurat = self._first("Ziggurat around {cell}.", "cell")
        centre = Cell.parse(ziggurat) if ziggurat else None
        facedown = sum(square(corner) for corner in monuments.values())
        facedown |= 0 if centre is None else cross(centre)
        covered = self._all("Unification tile: {cell}. Under it: {tile}.")
        boards = {board_name(self.words, name): name for name in LAYOUTS}
        return Board(
            layout=LAYOUTS[boards[self._first("Board: {board}.", "board")]],
            tiles=tuple(mask_of(cells(self._first(text, "cells"))) for text in _TILES_ON),
            treasures=mask_of(cells(self._first("Treasures: {cells}.", "cells"))),
            facedown=facedown,
            catastrophes=mask_of(cells(self._first("Catastrophes: {cells}.", "cells"))),
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
            unification=(
                (self._language.tiles[covered[0]["tile"]], Cell.parse(covered[0]["cell"]).index)
                if covered
                else None
            ),
        )

    @cached_property
    def _leaders(self):
        return {
            Leader(
                self._language.dynasties[player["dynasty"]], self._language.roles[each["role"]]
            ): (Cell.parse(each["cell"]))
            for player in self._players
            for each in self._standing(player["leaders"])
        }

    def _standing(self, part):
        roles = one_of(self._language.roles)
        text = "{role} on {cell} ({temples}, {supporters})"
        (form,) = self._language.forms(text)
        found = self._language.pattern(form, {"role": roles})
        return [
            match.groupdict() for match in re.finditer(found.pattern.removeprefix(_START), part)
        ]

    @property
    def strengths(self):
        """Temples beside each leader on the board, and its supporters, by its space."""
        return {
            Cell.parse(each["cell"]): (int(each["temples"]), int(each["supporters"]))
            for player in self._players
            for each in self._standing(player["leaders"])
        }

    @property
    def shared(self):
        """The leaders that share a kingdom, with their spaces."""
        groups = self._all("Leaders in one kingdom: {leaders}.", leaders=_WITHIN)
        every = {
            f"{self.words.leader_at(self.words.leader(leader), cell)}": (leader, cell)
            for leader, cell in self._leaders.items()
        }
        return {
            frozenset(found for said, found in every.items() if f"{said}," in f"{group},")
            for group in (
                each["leaders"].replace(self.words.in_a_row(["", ""]), ",") for each in groups
            )
        }

    @property
    def river(self):
        """The river as the text lists it; a picture's description names the board instead."""
        part = self._first("River: {cells}.", "cells")
        return mask_of(cells(part)) if part else self.board.layout.river

    @property
    def framed(self):
        part = self._first("Framed spaces: {cells}.", "cells")
        return mask_of(cells(part)) if part else self.board.layout.framed

    @property
    def _monuments(self):
        found = self._all("Monument on {cells}: {monument}.", cells=_GAPS["square"])
        return {
            self._language.monuments[each["monument"]]: Cell.parse(each["cells"].split("–")[0])
            for each in found
        }

    def _building(self, colour):
        name = re.escape(self.words.building(colour))
        found = self._all("Building on {cell}: {building}.", building=name)
        return Cell.parse(found[0]["cell"]).index if found else OFF

    # --- questions -------------------------------------------------------------------------------

    @cached_property
    def _decision(self):
        found = (
            (match["player"], kind)
            for text, kind in _DECISIONS.items()
            for form in self._language.forms(text)
            for match in self._language.pattern(
                self.words.as_sentence(form), {"player": one_of(self.names)}
            ).finditer(self.text)
        )
        player, kind = next(found)
        seat = self.names.index(player)
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
        roles = self._first("Next war, between: {roles}.", "roles")
        found = re.findall(one_of(self._language.roles), roles)
        return WarDecision(seat, tuple(self._language.roles[role] for role in found))

    def _addition(self, seat):
        return AddDecision(seat, self.conflict)

    @property
    def conflict(self):
        """The conflict, from the text of its card or of its board."""
        attacker, defender = (
            Contender(
                self.names.index(side["player"].strip()),
                next(each for each, at in self._leaders.items() if at == Cell.parse(side["cell"])),
                Cell.parse(side["cell"]),
                int(side["strength"]),
                None if side["added"] == "?" else int(side["added"]),
            )
            for side in (self._all(text)[0] for text in _SIDES)
        )
        return Conflict(bool(self._all("Revolt.")), attacker.leader.colour, attacker, defender)

    @property
    def at_stake(self):
        """The tiles that attacker and defender of a war would lose."""
        texts = "If the attacker loses: {cells}.", "If the defender loses: {cells}."
        first, second = (set(cells(self._first(text, "cells"))) for text in texts)
        return first, second

    @property
    def _marked(self):
        return _in_order(self._first("Marked to choose from: {cells}.", "cells"))

    def _site(self, seat):
        building = self._first("Building to place: {building}.", "building")
        return SiteDecision(seat, self._language.buildings[building], self._marked)

    def _build(self, seat):
        text = "Possible monuments on {cells}: {monuments}."
        monuments = self._language.monuments
        choices = [
            (monuments[name], Cell.parse(each["cells"].split("–")[0]))
            for each in self._all(text, cells=_GAPS["square"])
            for name in re.findall(one_of(monuments), each["monuments"])
        ]
        centres = self._first("Possible ziggurats, by their centres: {cells}.", "cells")
        build = BuildDecision(seat, tuple(choices), _in_order(centres))
        assert build.spaces == self._marked
        return build

    def _take(self, seat):
        stays = _in_order(self._first("Treasures to choose from: {cells}.", "cells"))
        forced = _in_order(self._first("Always taken: {cells}.", "cells"))
        due = {*stays, *forced}
        return TakeDecision(seat, tuple(tuple(sorted(due - {cell})) for cell in stays))

    def _draw(self, seat):
        due = self._all(("{count} tile to draw.", "{count} tiles to draw."))[0]["count"]
        display = self._counts(self._first("Display: {tiles}.", "tiles"))
        colours = tuple(colour for colour in Colour if display[colour])
        return DrawDecision(seat, colours, bag=self._bag > 0, due=int(due), refill=True)


@dataclass(frozen=True)
class EndReader:
    """Reads the description of a game that has ended, in any language."""

    text: str
    words: Words = Words.of("en")  # noqa: RUF009

    @property
    def _language(self):
        return _language(self.words)

    def _all(self, text, **gaps):
        return list(self._language.find(text, self.text, **gaps))

    @property
    def standings(self):
        """By place from the first: place, name, spheres, treasures."""
        text = (
            "{place}. {player}: black {black}, red {red}, blue {blue}, green {green}, "
            "treasures spent {treasures}."
        )
        return [
            (
                int(each["place"]),
                each["player"],
                tuple(int(each[colour]) for colour in ("black", "red", "blue", "green")),
                int(each["treasures"]),
            )
            for each in self._all(text)
        ]

    @property
    def ties(self):
        """The two players of each tie, their totals, and whether it was broken."""
        broken = "{player} and {other} tie: {totals}. The next weakest colour decides."
        shared = "{player} and {other} tie: {totals}. They share the place."
        between = self.words.in_a_row(["", ""])
        found = [
            (self.text.index(each["totals"]), each, text is broken)
            for text in (broken, shared)
            for each in self._all(text)
        ]
        return [
            (each["player"], each["other"], each["totals"].split(between), is_broken)
            for _, each, is_broken in sorted(found, key=lambda one: one[0])
        ]

    @property
    def weakest(self):
        """By the number of a turn: everybody's weakest colour after it, by name."""
        between = self.words.in_a_row(["", ""])
        (found,) = self._all("Weakest colour after turns {turns}.")
        numbers = [int(turn) for turn in found["turns"].split(between)]
        rest = self.text.split(self.words._("Weakest colour after turns {turns}.", **found))[1]
        said = self.words.as_sentence(self.words.captioned("{player}", "{turns}"))
        lines = self._language.pattern(said, {"turns": r"[\d,、 ]+"}).finditer(rest)
        lines = [(line["player"], line["turns"]) for line in lines]
        return {
            turn: {name: int(values.split(between)[at]) for name, values in lines}
            for at, turn in enumerate(numbers)
        }

    def tiles(self, colour):
        """The spaces with that colour's face-up tiles."""
        found = self._all(_TILES_ON[colour])
        return set(cells_in_ranges(found[0]["cells"])) if found else set()


def _score(found):
    return Score(*(int(found[name]) for name in ("black", "red", "blue", "green", "treasures")))


def _number(part):
    return int(re.search(r"\d+", part)[0])


def _in_order(part):
    """Spaces one after the other: ``B2 B8``, or between commas."""
    return tuple(map(Cell.parse, re.findall(_CELL, part)))


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


def cells(part):
    """Spaces by column: ``B2,8 K11``."""
    for column, rows in re.findall(r"([A-P])([\d,]+)", part):
        for row in rows.split(","):
            yield Cell.parse(f"{column}{row}")


def lost(board, leader):
    """The tiles that would leave the board if that leader lost a war."""
    return set(cells_of(board.lost_supporters(leader)))
