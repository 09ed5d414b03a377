"""Queries and changes, one module per table of the database.

Every function works on a connection of :class:`bot.store.Store` and within its transaction.
"""
