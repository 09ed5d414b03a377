"""The rules: the board, what is legal, what an action causes, and who may know what of it."""
