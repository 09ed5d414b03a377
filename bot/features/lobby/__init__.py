"""A table before the game starts: its lobby and its set-up."""
