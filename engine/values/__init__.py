"""The vocabulary of a game: spaces, material, actions, decisions, events, reasons, options.

Values that print and parse; none of them knows a whole game.
"""
