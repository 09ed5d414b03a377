"""The messages that the bot sends by itself, and which of them are due."""
