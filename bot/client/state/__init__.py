"""What the client keeps in memory: what is being answered, how often, and open desks."""
