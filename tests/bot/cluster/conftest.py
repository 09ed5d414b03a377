from claiming import here

__all__ = ["here"]
