"""The engine's command lines: what they share, and a module for each group of commands.

This is the only place in the engine that reads, writes and rolls dice. It stands outside the
engine's front door like everybody else; nothing in the engine imports it but ``__main__``.
"""

from engine.commands.kit import (
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
