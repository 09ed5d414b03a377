"""Requests, their contexts, and the table of handlers."""
