"""The engine's command lines: shared parts, and a module for each group of commands.

This is the only place in the engine with files and random numbers. It uses the engine's front door,
as bot and renderer do; only ``__main__`` imports it.
"""

from engine.commands.kit import (
    Answer,
    CommandError,
    CommandParser,
    at_end,
    last_game,
    played,
    players,
    read_text,
    run,
    view_as,
)

__all__ = [
    "Answer",
    "CommandError",
    "CommandParser",
    "at_end",
    "last_game",
    "played",
    "players",
    "read_text",
    "run",
    "view_as",
]
