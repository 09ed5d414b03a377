"""For hosts: commands for the database, and where the program runs."""
