"""What those who manage a server can set and do."""
