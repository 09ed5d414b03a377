"""The players of a game that has started: their proposals and seats."""
