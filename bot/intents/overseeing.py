"""What somebody who manages a server can want, as values."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SeeCheck"]


@dataclass(frozen=True, slots=True)
class SeeCheck:
    """See which permissions the bot needs where that is pressed, and whether it has them."""
