"""Time limits of the tests, in seconds."""

LONG = 300.0
"""Seconds after which what does not come never will, on a machine with much to do."""
