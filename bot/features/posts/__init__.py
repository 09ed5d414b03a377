"""Public messages of a game, and which of them are due."""
