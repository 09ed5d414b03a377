"""Whether what is stored can be put together by this version."""

from collections.abc import Iterator
from contextlib import contextmanager

from bot.store import Damaged, decoding
from engine import Game, GameError, load_game


def state_of(text: str) -> Game:
    """A stored state. Raises Damaged if it is none."""
    with decoding_game("a state of the game"):
        return load_game(text)


@contextmanager
def decoding_game(what: str) -> Iterator[None]:
    """Raise Damaged, with none of its words, for any error of putting *what* together."""
    try:
        with decoding(what):
            yield
    except GameError:
        raise Damaged(f"{what} is none that this version knows") from None
