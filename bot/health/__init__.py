"""Whether the program works: examined for /healthz, the metrics and the owner's page."""
