"""How fast a game is played, and when each player can be called."""
