"""Advice: the moves that matter to a player, and why (docs/moves.md)."""
