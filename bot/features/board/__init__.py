"""What a player sees of a game: the desk, the board, parts of it, and why not."""
