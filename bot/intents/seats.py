"""What users can want about seats, as values: join, be asked to, let a seat pass, take one."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain import Purpose
from bot.intents import BOT, USER, Intent, form, register, user_id, written


@dataclass(frozen=True, slots=True)
class Join(Intent):
    """Sit down at a table."""


@dataclass(frozen=True, slots=True)
class Leave(Intent):
    """Get up from a table that has not started."""


@dataclass(frozen=True, slots=True)
class Start(Intent, purpose=Purpose.START):
    """Start a game before all seats are taken."""


@dataclass(frozen=True, slots=True)
class AskAlso(Intent, purpose=Purpose.START):
    """Ask one more user to join; None if the one meant is none who could play."""

    user_id: int | None


@dataclass(frozen=True, slots=True)
class Accept(Intent):
    """Join, as that user, who was asked by name."""

    user_id: int


@dataclass(frozen=True, slots=True)
class Decline(Intent):
    """Do not join, as that user, who was asked by name."""

    user_id: int


@dataclass(frozen=True, slots=True)
class AskOfferSeat(Intent):
    """Offer one's seat, if that is confirmed."""


@dataclass(frozen=True, slots=True)
class OfferSeat(Intent):
    """Offer one's seat to anybody."""


@dataclass(frozen=True, slots=True)
class OfferSeatTo(Intent):
    """Offer one's seat to a user; None if the one chosen is none who could play."""

    user_id: int | None


@dataclass(frozen=True, slots=True)
class KeepSeat(Intent):
    """Offer one's seat to nobody any more."""


@dataclass(frozen=True, slots=True)
class TakeSeat(Intent):
    """Take a seat that is free."""


@dataclass(frozen=True, slots=True)
class RefuseSeat(Intent):
    """Do not take a seat that was offered by name."""


register(
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
