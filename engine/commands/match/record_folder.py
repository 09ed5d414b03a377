"""The games of a match in a folder, each as a record: what was played is not played again."""

from __future__ import annotations

import os
from pathlib import Path

from engine import EndTurn, FormatError, Game, Step, headers_of, read_game
from engine.commands.kit import CommandError, read_text
from engine.commands.match.match_game import Match, MatchResult, Played, Seating, stopped

_RECORD = ".te"
_TIMES = ".cpu"
"""Beside a record: the CPU milliseconds of each of its decisions, a line each."""


class Records:
    """A folder of a match's games: ``00001-2.te`` is that of the first bag in its second seating.

    A file is written under another name and renamed, so there are whole ones only. One that cannot
    be read, or does not reach the end of its game, is played again.
    """

    def __init__(self, folder: str, match: Match) -> None:
        """Make the folder if there is none.

        Raises CommandError if it cannot be, or holds games of another match.
        """
        self._folder, self._match = Path(folder), match
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            there = sorted(self._folder.glob(f"?????-[1-4]{_RECORD}"))
        except (OSError, ValueError) as error:
            raise _unusable(folder, error) from None
        for path in there:
            self._check(path)

    def _check(self, path: Path) -> None:
        """Raise CommandError if that is a game of another match."""
        text = read_text(str(path))
        try:
            next(read_game(text))
        except FormatError:
            return  # not even its start is whole: it will be played again
        site = headers_of(text).get("Site")
        if site != str(self._match):
            of = "no match" if site is None else site
            raise CommandError(
                f"{self._folder}: this folder holds games of another match, {path.name} of {of}"
            )

    def find(self, seating: Seating) -> MatchResult | None:
        """How that game went if it was played to its end before; None if not."""
        path = self._path(seating, _RECORD)
        decided: list[Step] = []
        turns = 0
        try:
            for step in read_game(read_text(str(path))):
                if isinstance(step, Game):
                    end = step
                    if end != self._match.start(seating)[0]:
                        return None
                elif stopped(end, turns):
                    return None  # it goes on where a match does not
                else:
                    end = step.game
                    decided.append(step)
                    turns += isinstance(step.action, EndTurn)
        except (CommandError, FormatError):
            return None
        if not (end.over or stopped(end, turns)):
            return None
        deciders = [step.dynasty for step in decided]
        times = self._times(seating)
        if times is not None and len(times) != len(deciders):
            times = None
        return self._match.result(seating, end, deciders, times)

    def keep(self, played: Played) -> None:
        """Write a game. Raises CommandError if that is impossible."""
        seating = played.result.seating
        times = "".join(f"{taken:.3f}\n" for taken in played.milliseconds)
        # The record last: where there is one, its times are there, too.
        self._write(self._path(seating, _TIMES), times)
        self._write(self._path(seating, _RECORD), played.record)

    def _times(self, seating: Seating) -> list[float] | None:
        try:
            return [float(line) for line in read_text(str(self._path(seating, _TIMES))).split()]
        except (CommandError, ValueError):
            return None

    def _write(self, path: Path, text: str) -> None:
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            aside.write_text(text, encoding="utf-8", newline="\n")
            aside.replace(path)
        except OSError as error:
            raise _unusable(str(path), error) from None

    def _path(self, seating: Seating, ending: str) -> Path:
        return self._folder / f"{seating.bag + 1:05}-{seating.rotation + 1}{ending}"


def _unusable(name: str, error: Exception) -> CommandError:
    reason = error.strerror if isinstance(error, OSError) else error
    return CommandError(f"{name}: records cannot be kept here: {reason}")
