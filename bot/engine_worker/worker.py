"""The process in which computer players think: reads requests and writes answers, one by one.

It ends at the end of its input, whatever has become of the program that started it. It knows the
engine, and nothing else of the project: no store, no Discord.
"""

import os
import pickle
import signal
import sys
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO

from bot.engine_worker.requests import Failed, frame, load, read_frame

_NICENESS = 10
"""Players who press something go first."""


def main(patience: float) -> None:
    """Answer until there is nothing more to read.

    *patience*: by what the seconds of each request are multiplied.
    """
    # Ctrl+C, or what stops a service, is meant for the program, which ends us.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # there is none on Windows
        os.nice(_NICENESS)
    # Whatever is printed by mistake goes to the log, and not between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError), answers:  # the program has ended
        serve(sys.stdin.buffer, answers, patience)


def serve(requests: IO[bytes], answers: IO[bytes], patience: float) -> None:
    """Say that the process listens, and answer each request."""
    _write(answers, b"")
    while (message := read_frame(requests)) is not None:
        _write(answers, pickle.dumps(_answered(message, patience)))


def _write(answers: IO[bytes], message: bytes) -> None:
    answers.write(frame(message))
    answers.flush()


def _answered(message: bytes, patience: float) -> object:
    """The answer to a request; of an error no more than its kind and its place."""
    began = time.monotonic()
    try:
        request = load(message)
        until = began + request.seconds * patience
        return request.answer(lambda: time.monotonic() >= until)
    except Exception as error:  # noqa: BLE001  # it goes to the caller
        places = traceback.extract_tb(error.__traceback__)
        last = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "?"
        return Failed(f"{type(error).__name__} at {last}")  # its words may tell of a hand


if __name__ == "__main__":
    main(float(sys.argv[1]))
