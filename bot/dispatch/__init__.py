"""What a user wants at a table, and who answers it."""
