"""Use cases about people rather than one table: settings, results, vacations, their data."""
