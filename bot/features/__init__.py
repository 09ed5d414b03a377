"""One folder per feature: pages and handlers. Nothing of Discord in here."""
