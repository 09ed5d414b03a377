"""Commands for hosts, and checks of the environment."""
