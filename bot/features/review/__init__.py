"""Looking back on a game that has ended."""
