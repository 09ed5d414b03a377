"""Queries and changes, one module per table of the database."""
