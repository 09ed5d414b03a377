"""Intents about seats: join, invite, offer a seat, take one."""

from bot.domain.game_lookup import Purpose
from bot.intents import Intent
from bot.intents.spelling import Chosen, UserId


class Join(Intent, word="join"):
    """Join a lobby."""


class Leave(Intent, word="leave"):
    """Leave a lobby."""


class Start(Intent, word="start", purpose=Purpose.START):
    """Start a game before all seats are taken."""


class AskAlso(Intent, word="join+", purpose=Purpose.START):
    """Ask one more user to join; None for one who cannot play."""

    user_id: UserId | None


class Accept(Intent, word="accept"):
    """Join, as that user, who was asked by name."""

    user_id: UserId


class Decline(Intent, word="decline"):
    """Decline an invitation, as that user, who was asked by name."""

    user_id: UserId


class AskOfferSeat(Intent, word="offer"):
    """Show the confirmation of offering the seat."""


class OfferSeat(Intent, word="offer!"):
    """Offer the player's seat to anybody."""


class OfferSeatTo(Intent, word="offer-to"):
    """Offer the player's seat to a user; None for one who cannot play."""

    user_id: Chosen[UserId | None] = None


class KeepSeat(Intent, word="keep"):
    """End the offer of the player's seat."""


class TakeSeat(Intent, word="take"):
    """Take a seat that is free."""


class RefuseSeat(Intent, word="refuse"):
    """Decline a seat that was offered by name."""
