"""Values: what everyone may know of a game, what one player may know, and its history."""
