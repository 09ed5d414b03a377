"""Taking the decisions of a turn."""
