"""For whoever watches over the program: its health, and its figures."""
