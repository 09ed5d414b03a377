"""Charts: the scores of a game, its course, and each player's expectation."""
