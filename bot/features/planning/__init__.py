"""Planning the next turn, and a note to oneself."""
