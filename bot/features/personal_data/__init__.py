"""What is stored about a user."""
