"""Migrations of the database: one file each, in the order of their numbers, in ``versions``."""
