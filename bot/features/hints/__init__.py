"""Hints, and the rule for who may ask for them."""
