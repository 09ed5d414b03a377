"""Which moves matter to a player, and why (docs/moves.md)."""
