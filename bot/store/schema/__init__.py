"""The tables of the database, and the types of their columns."""
