"""The engine's command lines: what they share, and a module for each group of commands.

This is the only place in the engine that reads, writes and rolls dice. It uses the
engine's front door, as bot and renderer do; only ``__main__`` imports it.
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
