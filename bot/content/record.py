"""What is made from the record of a game."""

import logging
from functools import lru_cache

from engine import FormatError, Story, read_game, story_of

log = logging.getLogger(__name__)


@lru_cache(maxsize=32)
def story_in(record: str) -> Story | None:
    """Tell the story of a game; None if it cannot be replayed, such as by rules that have changed.

    Takes a while: not for the event loop.
    """
    try:
        return story_of(read_game(record))
    except FormatError as error:
        log.warning("the story of a game cannot be told: %s", error)
        return None
