"""Two Rivers: a Discord bot on which people play Tigris & Euphrates asynchronously."""

__version__ = "0.4.0"
