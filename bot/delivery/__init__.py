"""Bringing what is due to Discord. Nothing of Discord in here: a courier goes there."""

from bot.delivery.agenda import Agenda
from bot.delivery.delivery import AGAIN, SHOW, Delivery
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
    TooOld,
    ToUser,
    TryLater,
    Where,
)
from bot.delivery.presses import Presses
from bot.delivery.reports import Lacks, Reach

__all__ = [
    "AGAIN",
    "SHOW",
    "Agenda",
    "Courier",
    "CourierError",
    "Delivery",
    "DirectClosed",
    "Gone",
    "InChannel",
    "InTrouble",
    "Lacks",
    "Missing",
    "Post",
    "PostsDue",
    "Presses",
    "Reach",
    "Sent",
    "Target",
    "ToChannel",
    "ToHome",
    "ToUser",
    "TooOld",
    "TryLater",
    "Where",
]
