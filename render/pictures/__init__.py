"""Complete pictures, exported by the front door."""
