"""The meaning of Discord's error codes, in one table for all calls that the bot makes.

From discord.com/developers/docs/topics/opcodes-and-status-codes, as of August 2026.
"""

from collections.abc import Mapping
from enum import Enum

import discord


class Meaning(Enum):
    """The cause of a refusal, and the bot's reaction."""

    MESSAGE_GONE = "the message is gone: it is sent again"
    CHANNEL_GONE = "the channel is gone"
    PERMISSION = "this place is closed until an admin opens it: the next one is tried"
    FULL = "this server can't have another thread: the next place is the channel"
    PLACE = "this place is closed: the next one is tried"
    CLOSED = "this person takes no direct messages: the next place is tried"
    PERSON = "this person cannot be reached, and may have left"
    CONTENT = "this content is refused: a simpler message is sent"
    EARLY = "too early: it is tried again"
    DONE = "it has already been done"
    LATE = "too late for an answer"
    FAULT = "a fault of ours: it is tried a few times, then the host is told"


UNKNOWN_GUILD = 10004
UNKNOWN_MEMBER = 10007
UNKNOWN_USER = 10013
UNKNOWN_CHANNEL = 10003
UNKNOWN_EMOJI = 10014
TOO_MANY_OLD_EDITS = 30046
MISSING_ACCESS = 50001
INVALID_FORM = 50035
THREAD_ARCHIVED = 50083
INVALID_EMOJI = 50151
THREAD_LOCKED = 160005

MEANINGS: Mapping[int, Meaning] = {
    UNKNOWN_CHANNEL: Meaning.CHANNEL_GONE,  # Unknown channel
    UNKNOWN_GUILD: Meaning.PLACE,  # Unknown guild
    UNKNOWN_MEMBER: Meaning.PERSON,  # Unknown member
    10008: Meaning.MESSAGE_GONE,  # Unknown message
    UNKNOWN_USER: Meaning.PERSON,  # Unknown user
    UNKNOWN_EMOJI: Meaning.CONTENT,  # Unknown emoji
    10015: Meaning.LATE,  # Unknown webhook
    10062: Meaning.LATE,  # Unknown interaction
    20009: Meaning.CONTENT,  # Explicit content cannot be sent to the recipient
    20015: Meaning.PLACE,  # Requires a premium subscription
    20016: Meaning.EARLY,  # Slowmode rate limit
    20022: Meaning.EARLY,  # Announcement rate limits
    20024: Meaning.PLACE,  # Under minimum age
    20028: Meaning.EARLY,  # Channel write rate limit
    20029: Meaning.EARLY,  # Server write rate limit
    20031: Meaning.CONTENT,  # Names contain words that are not allowed
    20035: Meaning.PLACE,  # Premium level too low
    30015: Meaning.CONTENT,  # Too many attachments
    30033: Meaning.PLACE,  # Too many thread participants
    30034: Meaning.EARLY,  # Too many commands created today
    TOO_MANY_OLD_EDITS: Meaning.EARLY,  # Too many edits to old messages
    40003: Meaning.CLOSED,  # Opening direct messages too fast
    40004: Meaning.CONTENT,  # Sending has been temporarily disabled
    40005: Meaning.CONTENT,  # Request entity too large
    40006: Meaning.EARLY,  # Feature temporarily disabled
    40007: Meaning.PERSON,  # The user is banned from this guild
    40043: Meaning.LATE,  # Application interaction failed to send
    40058: Meaning.PLACE,  # Cannot send a message in a forum channel
    40060: Meaning.DONE,  # Interaction has already been acknowledged
    40062: Meaning.EARLY,  # Service resource is being rate limited
    40066: Meaning.PLACE,  # No tags available for non-moderators
    40067: Meaning.PLACE,  # A tag is required
    40094: Meaning.LATE,  # Too many follow-up messages
    40333: Meaning.EARLY,  # Cloudflare is blocking your request
    MISSING_ACCESS: Meaning.PERMISSION,  # Missing access
    50002: Meaning.CLOSED,  # Invalid account type
    50003: Meaning.PLACE,  # Cannot execute action on a DM channel
    50005: Meaning.MESSAGE_GONE,  # The message is by another user
    50006: Meaning.CONTENT,  # Cannot send an empty message
    50007: Meaning.CLOSED,  # Cannot send messages to this user
    50008: Meaning.PLACE,  # Cannot send in a non-text channel
    50009: Meaning.PLACE,  # Channel verification level is too high
    50013: Meaning.PERMISSION,  # You lack permissions
    50021: Meaning.MESSAGE_GONE,  # System message
    50024: Meaning.PLACE,  # Cannot execute on this channel type
    50027: Meaning.LATE,  # Invalid webhook token
    50033: Meaning.PERSON,  # Invalid Recipient(s)
    INVALID_FORM: Meaning.CONTENT,  # Invalid form body
    50045: Meaning.CONTENT,  # File exceeds the maximum size
    50046: Meaning.CONTENT,  # Invalid file uploaded
    50055: Meaning.PLACE,  # Invalid guild
    50068: Meaning.PLACE,  # Invalid message type
    THREAD_ARCHIVED: Meaning.PERMISSION,  # The thread is archived
    50095: Meaning.PLACE,  # This server is not available in your location
    50097: Meaning.PLACE,  # This server needs monetization
    50101: Meaning.PLACE,  # This server needs more boosts
    50110: Meaning.CONTENT,  # The provided file is invalid
    50123: Meaning.CONTENT,  # The provided file type is invalid
    50146: Meaning.CONTENT,  # Uploaded file not found
    INVALID_EMOJI: Meaning.CONTENT,  # The specified emoji is invalid
    50178: Meaning.CLOSED,  # The user account must first be verified
    50278: Meaning.PERSON,  # No mutual guilds
    60003: Meaning.PLACE,  # Two factor is required
    110000: Meaning.EARLY,  # Index not yet available
    130000: Meaning.EARLY,  # API resource is overloaded
    160004: Meaning.DONE,  # The message has a thread already
    THREAD_LOCKED: Meaning.PERMISSION,  # Thread is locked
    160006: Meaning.FULL,  # Too many active threads
    160007: Meaning.FULL,  # Too many active announcement threads
    200000: Meaning.CONTENT,  # Blocked by automatic moderation
    200001: Meaning.CONTENT,  # Title blocked by automatic moderation
    240000: Meaning.CONTENT,  # Blocked by harmful links filter
    400001: Meaning.CONTENT,  # File uploads are limited for this guild
}
"""By code, with Discord's own words. Any other code is a fault of ours."""

ABOUT_EMOJIS = frozenset({UNKNOWN_EMOJI, INVALID_FORM, INVALID_EMOJI})
"""Codes that an emoji alone may cause."""
LEFT_AS_IT_IS = frozenset(
    {Meaning.CLOSED, Meaning.PERSON, Meaning.PLACE, Meaning.FULL, Meaning.CONTENT}
)
"""Refusals after which an outdated message is left there: no one can fix them or needs to."""


def meaning_of(error: BaseException) -> Meaning:
    """Return the meaning of an error from a Discord API call."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    return MEANINGS.get(code, Meaning.FAULT)


def is_refusal(error: Exception) -> bool:
    """True if Discord refuses a call for good, so that trying again would not help."""
    if not isinstance(error, discord.HTTPException) or error.status in {401, 429}:
        return False
    coded = bool(error.code) and error.status < 500
    return (coded or error.status == 400) and meaning_of(error) is not Meaning.EARLY
