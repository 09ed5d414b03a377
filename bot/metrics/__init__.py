"""The program's health and metrics, for monitoring."""
