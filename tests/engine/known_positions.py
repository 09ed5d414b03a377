"""Positions with a turn that is known to be good and one that is known to be a mistake.

They stand in ``tests/fixtures/positions``; its README says how they are written. Here they are
read, and turns are held against what is written there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from engine import (
    Action,
    Dynasty,
    Game,
    Level,
    Step,
    asked_of,
    decide,
    expected_at,
    judge,
    moments_of,
    overlooked,
    parse_action,
    played_turns,
    questions_worth_asking,
    read_game,
    turns_that_mattered,
)

FOLDER = Path(__file__).parents[1] / "fixtures" / "positions"

_NOTE = re.compile(r"# (Kind|Best|Good|Mistake|Why): (.*)")
_MORE = re.compile(r"#   +(.*)")
_AT_LEAST = re.compile(r"([krbgt])\+([1-9][0-9]*)")


def outcome_of(before, after):
    """The outcome of a turn for its player: ``k1 t2 wins``, or ``nothing``.

    Points by colour, then treasures; at the end ``wins``, ``shares`` the first place, or ``loses``.
    """
    seat = before.active
    scores = zip("krbgt", after.scores[seat], before.scores[seat], strict=True)
    parts = [f"{letter}{now - then}" for letter, now, then in scores if now != then]
    if after.over:
        first = [each.seat for each in after.ranking() if each.place == 1]
        won = "wins" if first == [seat] else "shares"
        parts.append(won if seat in first else "loses")
    return " ".join(parts) or "nothing"


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn: the game before it and after each of its decisions."""

    before: Game
    decisions: tuple[tuple[Dynasty, Action], ...]
    after: Game

    @property
    def own(self):
        """The decisions of the turn's player, in notation."""
        dynasty = self.before.seats[self.before.active]
        return tuple(str(action) for who, action in self.decisions if who is dynasty)

    @property
    def outcome(self):
        """The outcome for its player."""
        return outcome_of(self.before, self.after)

    def __str__(self):
        decided = "; ".join(f"{dynasty.value} {action}" for dynasty, action in self.decisions)
        return f"{decided} => {self.outcome}"


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """A position with its best turns, a good one, a mistake, and the reasons."""

    path: Path
    kind: str
    best: str
    good: Turn
    mistake: Turn
    promised: tuple[str, str]
    """The outcomes that the file gives for the good turn and the mistake."""
    why: str
    text: str
    """The record or position itself, without the notes."""
    game: Game

    @classmethod
    def read(cls, path):
        """Read one file. Raises ValueError, or FormatError, for what cannot be read."""
        notes, text = _split(path.read_text(encoding="utf-8"))
        *_, last = read_game(text)
        game = last.game if isinstance(last, Step) else last
        good, _, by_good = notes["Good"].partition(" => ")
        mistake, _, by_mistake = notes["Mistake"].partition(" => ")
        return cls(
            path,
            notes["Kind"],
            notes["Best"],
            parse_turn(game, good),
            parse_turn(game, mistake),
            (by_good, by_mistake),
            notes["Why"],
            text,
            game,
        )

    @property
    def name(self):
        """The name of its file."""
        return self.path.stem

    def is_best(self, turn):
        """True if that turn is one of the best."""
        return matches(self.best, turn)

    def with_the_mistake(self):
        """A finished game in which the mistake is made, and *medium* plays on for all seats."""
        steps = list(read_game(self.text))
        decisions = list(self.mistake.decisions)
        game = self.mistake.after
        while not game.over:
            turn = play_turn(game, Level.MEDIUM, seed=len(decisions))
            decisions += turn.decisions
            game = turn.after
        return [*steps, *_steps(self.game, decisions)]

    def turn_of_the_mistake(self, steps):
        """The turn of such a game in which the mistake is made."""
        made = len(list(read_game(self.text))) + len(self.mistake.decisions) - 1
        (turn,) = (turn for turn in played_turns(steps) if turn.end == made)
        return turn


def _steps(game, decisions):
    for dynasty, action in decisions:
        game, events = game.apply(game.seats.index(dynasty), action)
        yield Step(0, dynasty, action, game, events)


def _split(text):
    """The notes at the top of a file, and the rest of it."""
    notes = {}
    lines = text.splitlines()
    name = ""
    while lines and lines[0].startswith("#"):
        line = lines.pop(0)
        if note := _NOTE.fullmatch(line):
            name, value = note.groups()
            if name in notes:
                raise ValueError(f"{name} is written twice")
            notes[name] = value
        elif name and (more := _MORE.fullmatch(line)):
            notes[name] += f" {more[1]}"
        else:
            raise ValueError(f"this is no note: {line}")
    return notes, "\n".join(lines) + "\n"


def known_positions():
    """All of them, by name."""
    return [KnownPosition.read(path) for path in sorted(FOLDER.glob("*.te"))]


# --- turns ----------------------------------------------------------------------------------------


def parse_turn(game, text):
    """The turn that is written ``A r@E5; A +2; B +0; A end``.

    Raises ValueError unless it is a whole one, and IllegalAction unless it is legal.
    """
    decisions, now = [], game
    for line in text.split("; "):
        letter, decision = line.split(" ")
        dynasty, action = Dynasty(letter), parse_action(decision)
        if _is_done(game, now):
            raise ValueError(f"the turn is over before {line}")
        now, _ = now.apply(game.seats.index(dynasty), action)
        decisions.append((dynasty, action))
    if not _is_done(game, now):
        raise ValueError(f"the turn is not over: {text}")
    return Turn(game, tuple(decisions), now)


def play_turn(game, level, *, seed=0):
    """The turn that a computer plays; what others decide in it is decided by the same level."""
    decisions, now = [], game
    while not _is_done(game, now):
        seat = now.decision.seat
        action = decide(now.view(seat), now.scores, level, seed=seed + len(decisions))
        now, _ = now.apply(seat, action)
        decisions.append((game.seats[seat], action))
    return Turn(game, tuple(decisions), now)


def _is_done(start, now):
    return now.over or now.active != start.active


# --- patterns -------------------------------------------------------------------------------------


def matches(pattern, turn):
    """True if a turn is of a class (README.md of the positions)."""
    return any(
        all(_holds(part.strip(), turn) for part in alternative.split(";"))
        for alternative in pattern.split("|")
    )


def _holds(part, turn):
    if part.startswith("!"):
        return not _holds(part[1:], turn)
    outcome = turn.outcome.split()
    if part in {"wins", "loses"}:
        return part in outcome
    if at_least := _AT_LEAST.fullmatch(part):
        letter, least = at_least.groups()
        return any(word[0] == letter and int(word[1:]) >= int(least) for word in outcome)
    return any(fnmatchcase(own, each) for each in spelled_out(part) for own in turn.own)


def spelled_out(part):
    """``r/k@F7/G7`` spelled out: ``r@F7``, ``r@G7``, ``k@F7``, ``k@G7``."""
    what, at, where = part.partition("@")
    return [f"{one}{at}{other}" for one in what.split("/") for other in where.split("/")]


# --- looking back ---------------------------------------------------------------------------------


def turns_that_decided(steps):
    """The turns that decided a finished game, as the bot finds them: at most three."""
    turns = played_turns(steps)
    course = expected_at(moments_of(steps))
    asked = [asked_of(steps, turn) for turn in turns]
    missed = [overlooked(each) for each in asked]
    closer = questions_worth_asking(turns, course, missed, 3)
    return turns_that_mattered([(turns[at], judge(asked[at])) for at in closer])
