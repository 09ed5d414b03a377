"""The rules: the board, legal actions, their effects, and the views that hide secrets."""
