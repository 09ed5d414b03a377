"""Slash commands, their autocompletion, and a turn that is typed in one line."""
