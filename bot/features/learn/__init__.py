"""Lessons, and advice in the first games."""
