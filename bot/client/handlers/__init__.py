"""Handlers that need an interaction of Discord, one file per topic."""
