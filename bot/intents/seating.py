"""What somebody can want about seats, as values: join, be asked to, let a seat pass, take one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.intents.forms import BOT, USER, Form, form, user_id, written

__all__ = [
    "Accept",
    "AskAlso",
    "AskOfferSeat",
    "Decline",
    "Join",
    "KeepSeat",
    "Leave",
    "OfferSeat",
    "OfferSeatTo",
    "RefuseSeat",
    "Seating",
    "Start",
    "TakeSeat",
]


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down at a table."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up from a table that has not started."""


@dataclass(frozen=True, slots=True)
class Start:
    """Start a game before all seats are taken."""


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
    Join
    | Leave
    | Start
    | AskAlso
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

FORMS: tuple[Form[Seating], ...] = (
    form("join", Join),
    form("leave", Leave),
    form("start", Start),
    form("join+", AskAlso, user_id=written(user_id, none=BOT)),
    form("accept", Accept, user_id=written(user_id)),
    form("decline", Decline, user_id=written(user_id)),
    form("offer", AskOfferSeat),
    form("offer!", OfferSeat),
    form("offer-to", OfferSeatTo, user_id=USER),
    form("keep", KeepSeat),
    form("take", TakeSeat),
    form("refuse", RefuseSeat),
)
