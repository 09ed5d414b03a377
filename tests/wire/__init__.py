"""A stand-in for Discord on the wire: the real process plays against it, unchanged."""
