"""State of the client in memory: answers under way, rate limits, open desks."""
