"""What somebody can want about seats, as values: be asked to join, let one pass, take one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "Accept",
    "AskAlso",
    "AskOfferSeat",
    "AskToJoin",
    "Decline",
    "KeepSeat",
    "OfferSeat",
    "OfferSeatTo",
    "RefuseSeat",
    "Seating",
    "TakeSeat",
]


@dataclass(frozen=True, slots=True)
class AskToJoin:
    """Ask these users and no others to join; *bots* if one chosen is none who could play."""

    users: tuple[int, ...]
    bots: bool = False


@dataclass(frozen=True, slots=True)
class AskAlso:
    """Ask one more user to join; None if the one meant is none who could play."""

    user_id: int | None


@dataclass(frozen=True, slots=True)
class Accept:
    """Join, as that user, who was asked by name."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Do not join, as that user, who was asked by name."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AskOfferSeat:
    """Offer the own seat, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Offer the own seat to anybody."""


@dataclass(frozen=True, slots=True)
class OfferSeatTo:
    """Offer the own seat to a user; None if the one chosen is none who could play."""

    user_id: int | None


@dataclass(frozen=True, slots=True)
class KeepSeat:
    """Offer the own seat to nobody any more."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a seat that is free."""


@dataclass(frozen=True, slots=True)
class RefuseSeat:
    """Do not take a seat that was offered by name."""


Seating: TypeAlias = (
    AskAlso
    | Accept
    | Decline
    | AskOfferSeat
    | OfferSeat
    | OfferSeatTo
    | KeepSeat
    | TakeSeat
    | RefuseSeat
)
"""What is about who plays."""
