"""Interactions: a press or a command is read, acknowledged, handled and answered."""
