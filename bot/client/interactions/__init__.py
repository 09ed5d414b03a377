"""Interactions: presses and commands are read, acknowledged, handled and answered."""
