"""Charts: the scores of a game, its course, and what each player can expect."""
