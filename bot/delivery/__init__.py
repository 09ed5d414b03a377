"""Bringing what is due to Discord. Nothing of Discord in here: a courier goes there."""

from bot.delivery.posts import (
    Courier,
    CourierError,
    DirectClosed,
    Gone,
    InChannel,
    InTrouble,
    Missing,
    Post,
    PostsDue,
    Sent,
    Target,
    ToChannel,
    ToHome,
    ToUser,
    TryLater,
    Where,
)
from bot.delivery.workers import Delivery

__all__ = [
    "Courier",
    "CourierError",
    "Delivery",
    "DirectClosed",
    "Gone",
    "InChannel",
    "InTrouble",
    "Missing",
    "Post",
    "PostsDue",
    "Sent",
    "Target",
    "ToChannel",
    "ToHome",
    "ToUser",
    "TryLater",
    "Where",
]
