"""Games and positions as text, as stored JSON, and turn by turn (notation.md)."""
