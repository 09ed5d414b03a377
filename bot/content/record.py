"""The story of a game, from its record."""

import logging
from functools import lru_cache

from engine import FormatError, Story, read_game, story_of

log = logging.getLogger(__name__)


@lru_cache(maxsize=32)
def story_in(record: str) -> Story | None:
    """Return the story of a game; None if it cannot be replayed, such as after a change of rules.

    Slow: not for the event loop.
    """
    try:
        return story_of(read_game(record))
    except FormatError as error:
        log.warning("a game is shown without its story: %s", error)
        return None
