"""Matches between computer players (notation.md, "Commands"): ``python -m engine match``.

``players`` says who can play, ``game`` plays one game, ``records`` keeps games and finds them
again, ``playing`` plays all of them, in processes if wanted, ``figures`` says how they went.
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
