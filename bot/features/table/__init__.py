"""The players of a game that has started: what they agree upon, and who plays which seat."""
