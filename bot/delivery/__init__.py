"""Sends due messages to Discord. Independent of Discord: a courier makes the calls."""

from bot.delivery.agenda import Agenda
from bot.delivery.posts import (
    CLOCK_SKEW,
    FLEETING,
    LASTING,
    Courier,
    CourierError,
    DeskPost,
    Destination,
    DirectMessagesClosed,
    Gone,
    InChannel,
    InTrouble,
    MessageSearch,
    MissingPermission,
    NoThread,
    NotTaken,
    PlaceClosed,
    Post,
    PostKind,
    PostsDue,
    PublicPost,
    SealPost,
    SentMessage,
    Target,
    ToChannel,
    ToHome,
    TooEarly,
    TooOld,
    ToUser,
    TryLater,
)
from bot.delivery.presses import Overtaken, Press, Presses
from bot.delivery.server_posts import Page, ServerPosts
from bot.delivery.shown_games import Lacks, Reach
from bot.delivery.sync import Delivery
from bot.store.queries.due import AGAIN, SHOW
