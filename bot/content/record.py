"""What is made from the record of a game."""

from functools import lru_cache

from engine import Story, read_game, story_of


@lru_cache(maxsize=32)
def story_in(record: str) -> Story:
    """Tell the story of a game. Takes a while: not for the event loop."""
    return story_of(read_game(record))
