"""What players propose to each other, and the page about the table."""
