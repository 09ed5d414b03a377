"""What is special about SQLite and PostgreSQL."""
