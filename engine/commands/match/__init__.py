"""Matches between computer players (notation.md, "Commands"): ``python -m engine match``.

``players`` lists the players, ``match_game`` plays one game, ``record_folder`` stores and finds
games, ``runner`` plays all of them, in several processes if requested, ``figures`` sums up.
"""

from engine.commands.match.figures import lines_of
from engine.commands.match.match_game import MOST_TURNS, Match
from engine.commands.match.players import PLAYERS
from engine.commands.match.runner import MOST_JOBS, games_of

__all__ = [
    "MOST_JOBS",
    "MOST_TURNS",
    "PLAYERS",
    "Match",
    "games_of",
    "lines_of",
]
