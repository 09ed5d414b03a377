"""The board: ground and water, the pieces on it, and the marks over it."""
