"""One game of a match: its bag, its seating, and its result."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine import (
    Action,
    ActionDecision,
    Dynasty,
    EndTurn,
    Game,
    IllegalAction,
    full_bag,
    write_record,
)
from engine.commands.match.players import PLAYERS

MOST_TURNS = 60
"""The number of turns of each player after which a game is stopped and counted as it is."""


class Seating(NamedTuple):
    """One game of a match: a bag, and a rotation of the table. Both are counted from 0."""

    bag: int
    rotation: int


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a game, by seat."""

    seating: Seating
    names: tuple[str, ...]
    shares: tuple[float, ...]
    """Each seat's share of the win: a shared first place is divided."""
    spheres: tuple[tuple[int, ...], ...]
    """The four spheres of each seat with treasures spent, ascending (R14.3)."""
    milliseconds: tuple[tuple[float, ...], ...] | None
    """The CPU time of each decision; None if unknown."""


class Played(NamedTuple):
    """A finished game: its result, its record, and the CPU time of each decision."""

    result: MatchResult
    record: str
    milliseconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """The players and settings of a match. Equal matches have equal games on any machine."""

    players: tuple[str, ...]
    seed: int
    board: str
    options: tuple[str, ...]
    nodes: int | None

    def __str__(self) -> str:
        """Return the arguments that make this match, except the number of bags."""
        words = [f"match --players {','.join(self.players)} --seed {self.seed}"]
        words.append(f"--board {self.board} --options '{' '.join(self.options)}'")
        if self.nodes is not None:
            words.append(f"--nodes {self.nodes}")
        return " ".join(words)

    def seatings(self, bags: int) -> Iterator[Seating]:
        """Return the games on *bags* bags: each bag once for every rotation of the table."""
        return (Seating(bag, turn) for bag in range(bags) for turn in range(len(self.players)))

    def names(self, seating: Seating) -> tuple[str, ...]:
        """Return the players by seat."""
        return self.players[seating.rotation :] + self.players[: seating.rotation]

    def start(self, seating: Seating) -> tuple[Game, str]:
        """Return the game before its first decision, and its whole bag."""
        full = full_bag(self.board)
        bag = "".join(_dice(self.seed, "bag", seating.bag).sample(full, len(full)))
        seats = list(Dynasty)[: len(self.players)]
        return Game.start(seats, bag, self.board, self.options), bag

    def play(self, seating: Seating) -> Played:
        """Play a game to its end, or to :data:`MOST_TURNS`.

        Raises RuntimeError if a player's decision is illegal, which is a bug.
        """
        names = self.names(seating)
        dice = _dice(self.seed, "game", *seating)
        start, bag = self.start(seating)
        game = start
        decided: list[tuple[Dynasty, Action]] = []
        milliseconds: list[float] = []
        turns = 0
        while not game.over and not stopped(game, turns):
            seat = game.decision.seat
            view, player = game.view(seat), PLAYERS[names[seat]]
            seed = dice.getrandbits(32)
            began = time.process_time()
            action = player(view, game.scores, seed=seed, nodes=self.nodes)
            milliseconds.append((time.process_time() - began) * 1000)
            decided.append((game.seats[seat], action))
            try:
                game, _ = game.apply(seat, action)
            except IllegalAction as illegal:
                raise RuntimeError(
                    f"{names[seat]} decided {action} in {seating} of {self}: {illegal}"
                ) from illegal
            turns += isinstance(action, EndTurn)
        headers = [("Players", ", ".join(names)), ("Site", str(self))]
        return Played(
            self.result(seating, game, [dynasty for dynasty, _ in decided], milliseconds),
            write_record(start, bag, decided, headers),
            tuple(milliseconds),
        )

    def result(
        self,
        seating: Seating,
        end: Game,
        deciders: Sequence[Dynasty],
        milliseconds: Sequence[float] | None,
    ) -> MatchResult:
        """Return the result of the game *end*.

        *deciders* are the dynasties that took its decisions, *milliseconds* the CPU times of these.
        """
        placings = sorted(end.ranking(), key=lambda placing: placing.seat)
        firsts = sum(placing.place == 1 for placing in placings)
        by_seat: list[list[float]] = [[] for _ in placings]
        if milliseconds is not None:
            for dynasty, taken in zip(deciders, milliseconds, strict=True):
                by_seat[end.seats.index(dynasty)].append(taken)
        return MatchResult(
            seating,
            self.names(seating),
            tuple(1 / firsts if placing.place == 1 else 0.0 for placing in placings),
            tuple(placing.ascending for placing in placings),
            None if milliseconds is None else tuple(map(tuple, by_seat)),
        )


def stopped(game: Game, turns: int) -> bool:
    """True if a game is stopped here, after *turns* ended turns of all players together."""
    return turns >= MOST_TURNS * len(game.seats) and isinstance(game.decision, ActionDecision)


def _dice(*of: object) -> random.Random:
    """Return a generator of the same numbers for the same arguments, on any machine."""
    return random.Random(" ".join(map(str, of)))  # noqa: S311  (a game, no secret)
