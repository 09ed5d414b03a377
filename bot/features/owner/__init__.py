"""The host of the bot on Discord: how it is, announcements, maintenance."""
