"""Tests. A package, so that files of one name in different folders do not clash."""
