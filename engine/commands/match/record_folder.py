"""A folder with the games of a match as records, so that none is played twice."""

from __future__ import annotations

import os
from pathlib import Path

from engine import EndTurn, FormatError, Game, Step, headers_of, read_game
from engine.commands.kit import CommandError, read_text
from engine.commands.match.match_game import Match, MatchResult, Played, Seating, stopped

_RECORD = ".te"
_TIMES = ".cpu"
"""The suffix of a file beside a record: the CPU milliseconds of each decision, a line each."""


class Records:
    """A folder of a match's games: ``00001-2.te`` is that of the first bag in its second seating.

    A file is written under another name and renamed, so that files are always complete. A game that
    cannot be read, or does not reach its end, is played again.
    """

    def __init__(self, folder: str, match: Match) -> None:
        """Create the folder if it is missing.

        Raises CommandError if that fails, or if it contains games of another match.
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
        """Raise CommandError if *path* is a game of another match."""
        text = read_text(str(path))
        try:
            next(read_game(text))
        except FormatError:
            return  # its start is incomplete: it will be played again
        site = headers_of(text).get("Site")
        if site != str(self._match):
            of = "no match" if site is None else site
            raise CommandError(
                f"{self._folder}: this folder holds games of another match, {path.name} of {of}"
            )

    def find(self, seating: Seating) -> MatchResult | None:
        """Return the result of a game that was played to its end; None if it was not."""
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
                    return None  # it continues beyond the end of a game in a match
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

    def store(self, played: Played) -> None:
        """Write a game. Raises CommandError if that is impossible."""
        seating = played.result.seating
        times = "".join(f"{taken:.3f}\n" for taken in played.milliseconds)
        # The record last: a record then always has its times.
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
