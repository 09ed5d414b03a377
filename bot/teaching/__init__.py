"""Teaching material in files (texts in each language, positions), and when it fits."""
