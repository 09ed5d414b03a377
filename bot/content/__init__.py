"""Messages as values: texts, buttons, names, pictures."""
