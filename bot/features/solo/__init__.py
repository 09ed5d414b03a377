"""A game alone against computers."""
