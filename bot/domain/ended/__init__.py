"""Values of games that have ended."""
