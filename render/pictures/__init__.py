"""Whole pictures, as the front door offers them."""
