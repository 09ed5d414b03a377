"""Settings and powers of a server's managers."""
