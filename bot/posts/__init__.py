"""The messages that the bot sends by itself."""
