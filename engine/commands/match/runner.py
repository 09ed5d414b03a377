"""Plays all games of a match, one by one or in several processes, with the same result."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing.connection import wait as wait_for

from engine.commands.kit import CommandError
from engine.commands.match.match_game import Match, MatchResult, Played, Seating
from engine.commands.match.record_folder import Records

MOST_JOBS = 61
"""The maximum number of processes of Python's pool on every system."""


def games_of(match: Match, bags: int, jobs: int, folder: str | None) -> list[MatchResult]:
    """Return the results of the games on *bags* bags, in order, for any number of *jobs*.

    With a *folder*, games in it are not played again, and new ones are stored in it. Raises
    CommandError if the folder is unusable, or if a process ends unexpectedly.
    """
    records = None if folder is None else Records(folder, match)
    results: dict[Seating, MatchResult] = {}
    missing: list[Seating] = []
    for seating in match.seatings(bags):
        found = None if records is None else records.find(seating)
        if found is None:
            missing.append(seating)
        else:
            results[seating] = found
    for played in _play_all(match, missing, min(jobs, len(missing))):
        if records is not None:
            records.store(played)
        results[played.result.seating] = played.result
    return [results[seating] for seating in match.seatings(bags)]


def _play_all(match: Match, seatings: Iterable[Seating], jobs: int) -> Iterator[Played]:
    """Play these games and yield them in any order."""
    if jobs <= 1:
        yield from map(match.play, seatings)
        return
    # Spawned, as everywhere: a process then does not depend on what was loaded here.
    spawned = multiprocessing.get_context("spawn")
    to_come = iter(seatings)
    with ProcessPoolExecutor(jobs, spawned, initializer=_initialize) as pool:
        running: set[Future[Played]] = set()
        try:
            while True:
                more = islice(to_come, 2 * jobs - len(running))
                running |= {pool.submit(match.play, seating) for seating in more}
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for game in done:
                    yield game.result()
        except BrokenProcessPool:
            raise CommandError("match: one of the processes was ended from outside") from None
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _initialize() -> None:
    """Initialize a process: it ends silently when it is interrupted or its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent has ended, even if that was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait_for([parent.sentinel])
    os._exit(1)
