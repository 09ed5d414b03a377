"""The desk, which shows something of every feature; and what answers a press with it."""
