"""Messages as discord.py sends them: components, emojis, and needed permissions."""
