"""The pages on which the decisions of a turn are taken, in a game or in an imagined turn."""
