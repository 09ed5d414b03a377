"""Bringing what is due to Discord. Nothing of Discord in here: a courier goes there."""

from bot.delivery.agenda import Agenda
from bot.delivery.delivery import Delivery
from bot.delivery.posts import (
    CLOCKS_APART,
    Courier,
    CourierError,
    DeskPost,
    DirectClosed,
    Gone,
    InChannel,
    InTrouble,
    Missing,
    Post,
    PostsDue,
    PublicPost,
    Sent,
    Sought,
    Target,
    ToChannel,
    ToHome,
    TooOld,
    ToUser,
    TryLater,
    Where,
)
from bot.delivery.presses import Overtaken, Press, Presses
from bot.delivery.reports import Lacks, Reach
from bot.store.queries.due import AGAIN, SHOW

__all__ = [
    "AGAIN",
    "CLOCKS_APART",
    "SHOW",
    "Agenda",
    "Courier",
    "CourierError",
    "Delivery",
    "DeskPost",
    "DirectClosed",
    "Gone",
    "InChannel",
    "InTrouble",
    "Lacks",
    "Missing",
    "Overtaken",
    "Post",
    "PostsDue",
    "Press",
    "Presses",
    "PublicPost",
    "Reach",
    "Sent",
    "Sought",
    "Target",
    "ToChannel",
    "ToHome",
    "ToUser",
    "TooOld",
    "TryLater",
    "Where",
]
