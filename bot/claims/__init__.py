"""Several programs on one database: which of them acts on which game."""
