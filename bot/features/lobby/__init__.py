"""A table before the game starts: who joins, and how it is played."""
