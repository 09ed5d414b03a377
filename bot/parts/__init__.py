"""Pieces of pages that several features show: from a `Table` or a `Seat`, without services."""
