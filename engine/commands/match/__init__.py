"""Matches between computer players (notation.md, "Commands"): ``python -m engine match``.

``players`` lists who can play, ``match_game`` plays one game, ``record_folder`` keeps games and
finds them again, ``runner`` plays all of them, in processes if asked to, ``figures`` sums up.
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
