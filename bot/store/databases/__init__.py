"""Adapters for SQLite and PostgreSQL."""
