"""The connection to Discord: login, gateway, shards, limits, servers and members."""
