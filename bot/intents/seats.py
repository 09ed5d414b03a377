"""Intents about seats: join, ask others to, pass a seat on, take one."""

from bot.domain.game_lookup import Purpose
from bot.intents import Intent
from bot.intents.spelling import Chosen, UserId


class Join(Intent, word="join"):
    """Sit down at a table."""


class Leave(Intent, word="leave"):
    """Get up from a table that has not started."""


class Start(Intent, word="start", purpose=Purpose.START):
    """Start a game before all seats are taken."""


class AskAlso(Intent, word="join+", purpose=Purpose.START):
    """Ask one more user to join; None if the one meant is none who could play."""

    user_id: UserId | None


class Accept(Intent, word="accept"):
    """Join, as that user, who was asked by name."""

    user_id: UserId


class Decline(Intent, word="decline"):
    """Do not join, as that user, who was asked by name."""

    user_id: UserId


class AskOfferSeat(Intent, word="offer"):
    """Offer one's seat, if that is confirmed."""


class OfferSeat(Intent, word="offer!"):
    """Offer one's seat to anybody."""


class OfferSeatTo(Intent, word="offer-to"):
    """Offer one's seat to a user; None if the one chosen is none who could play."""

    user_id: Chosen[UserId | None] = None


class KeepSeat(Intent, word="keep"):
    """Offer one's seat to nobody any more."""


class TakeSeat(Intent, word="take"):
    """Take a seat that is free."""


class RefuseSeat(Intent, word="refuse"):
    """Do not take a seat that was offered by name."""
