"""Messages as discord.py sends them: their parts, their emojis, the permissions they need."""
