"""Panels around a board or on a card: players, hand, supply, headline, and their texts."""
