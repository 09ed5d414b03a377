"""Migrations, backups, transfers, and damaged rows."""
