"""Two Rivers: a Discord bot on which people play Tigris & Euphrates asynchronously."""
