from two_programs import world

__all__ = ["world"]
