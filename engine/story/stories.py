"""The story of a game, also as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, assert_never

from engine.notation.records import Step
from engine.rules.game import Game
from engine.story.counting import count
from engine.story.highlights import (
    FirstTreasure,
    Highlight,
    LastTreasure,
    LeadTaken,
    highlights_of,
)
from engine.story.statistics import (
    Battle,
    KingdomTaken,
    LeaderLost,
    MonumentYield,
    Statistics,
)
from engine.story.titles import TitleGiven, titles_of
from engine.values.decisions import Contender

__all__ = ["Story", "story_of"]

FORMAT = "te story 1"
"""The version of the JSON, raised when anything in it changes its meaning."""


@dataclass(frozen=True, slots=True)
class Story:
    """Statistics, moments and titles of a game."""

    statistics: Statistics
    highlights: tuple[Highlight, ...]
    """In order of turns."""
    titles: tuple[TitleGiven, ...]

    def dump(self) -> dict[str, Any]:
        """Return the story as a JSON object, described in ``engine/notation/README.md``."""
        counted = self.statistics
        names = [dynasty.value for dynasty in counted.dynasties]
        return {
            "format": FORMAT,
            "seats": names,
            "end": counted.end,
            "turns": counted.turns,
            "ranking": [
                {"place": each.place, "seat": names[each.seat], "spheres": each.spheres}
                for each in counted.ranking
            ],
            "players": [self.dump_seat(seat) for seat in range(len(names))],
            "weakest": counted.weakest,
            "leading": [[names[seat] for seat in seats] for seats in counted.leading],
            "conflicts": [_battle(names, battle) for battle in counted.battles],
            "monuments": [_monument(names, each) for each in counted.monuments],
            "moments": [_highlight(names, each) for each in self.highlights],
            "titles": [_title(names, each) for each in self.titles],
        }

    def dump_seat(self, seat: int) -> dict[str, Any]:
        """Return the part of one seat as a JSON object."""
        own = self.statistics.by_seat[seat]
        return {
            "seat": self.statistics.dynasties[seat].value,
            "turns": own.turns,
            "points": {source.value: points for source, points in own.points.items()},
            "conflicts": {
                "revolts attacking": own.revolts_attacking,
                "revolts defending": own.revolts_defending,
                "wars attacking": own.wars_attacking,
                "wars defending": own.wars_defending,
            },
            "added": own.added,
            "bought": {"conflicts": own.bought, "points": own.bought_points},
            "leaders lost": own.leaders_lost,
            "placed": own.placed,
            "given": own.given,
            "built": own.built,
            "swaps": own.swaps,
            "swapped": own.swapped,
            "catastrophes": own.catastrophes,
            "drawn": own.drawn,
            "expected": [round(tiles, 2) for tiles in own.expected],
        }


def story_of(played: Iterable[Game | Step]) -> Story:
    """Return the story of a game, from :func:`read_game`, as far as it was played.

    Raises what *played* raises.
    """
    statistics = count(played)
    return Story(statistics, highlights_of(statistics), titles_of(statistics))


def _battle(names: Sequence[str], battle: Battle) -> dict[str, Any]:
    conflict = battle.conflict
    return {
        "turn": battle.turn,
        "kind": "revolt" if conflict.internal else "war",
        "colour": conflict.colour.letter,
        "attacker": _party(names, conflict.attacker),
        "defender": _party(names, conflict.defender),
        "winner": names[conflict.winner.seat],
        "points": battle.points,
        "removed": battle.removed,
    }


def _party(names: Sequence[str], party: Contender) -> dict[str, Any]:
    return {"seat": names[party.seat], "strength": party.strength, "added": party.added}


def _monument(names: Sequence[str], monument: MonumentYield) -> dict[str, Any]:
    return {
        "turn": monument.turn,
        "seat": None if monument.seat is None else names[monument.seat],
        "built": "z" if monument.monument is None else str(monument.monument),
        "cell": str(monument.cell),
        "points": monument.points,
    }


def _highlight(names: Sequence[str], highlight: Highlight) -> dict[str, Any]:
    match highlight:
        case LeadTaken(turn, seats, changes):
            leading = [names[seat] for seat in seats]
            return {"kind": "lead", "turn": turn, "seats": leading, "changes": changes}
        case Battle():
            return _battle(names, highlight)
        case KingdomTaken(turn, conflict, size):
            return {
                "kind": "kingdom",
                "turn": turn,
                "to": names[conflict.winner.seat],
                "from": names[conflict.loser.seat],
                "by": "revolt" if conflict.internal else "war",
                "size": size,
            }
        case MonumentYield():
            return {"kind": "monument", **_monument(names, highlight)}
        case LeaderLost(turn, seat, leader, points, by):
            return {
                "kind": "leader lost",
                "turn": turn,
                "seat": names[seat],
                "leader": str(leader),
                "points": points,
                "by": names[by],
            }
        case FirstTreasure(turn, seat, cells) | LastTreasure(turn, seat, cells):
            first = isinstance(highlight, FirstTreasure)
            return {
                "kind": "first treasures" if first else "last treasures",
                "turn": turn,
                "seat": names[seat],
                "cells": [str(cell) for cell in cells],
            }
        case _:
            assert_never(highlight)


def _title(names: Sequence[str], given: TitleGiven) -> dict[str, Any]:
    return {
        "title": given.title.value,
        "seat": names[given.seat],
        "count": given.count,
        **({} if given.leader is None else {"leader": given.leader.letter}),
    }
