"""One migration each; once released they never change."""
