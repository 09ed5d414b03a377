"""The desk, which shows something of every feature, and the answers to presses."""
