"""What Discord's refusals mean: one table of its error codes, for all calls that the bot makes.

From discord.com/developers/docs/topics/opcodes-and-status-codes, as of August 2026. Each row lists
the calls that may get the code; Discord documents that for few codes.
"""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

import discord


class Meaning(Enum):
    """What the bot does about a refusal."""

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


class Call(Enum):
    """A Discord API call."""

    OPEN_DIRECTS = "POST /users/@me/channels"
    SEND = "POST /channels/…/messages"
    EDIT = "PATCH /channels/…/messages/…"
    DELETE = "DELETE /channels/…/messages/…"
    READ = "GET /channels/…/messages"
    START_THREAD = "POST /channels/…/messages/…/threads"
    CHANNEL = "GET, PATCH /channels/…"
    ANSWER = "POST /interactions/…/callback, /webhooks/…"
    SERVER = "GET /guilds/…"
    MEMBER = "GET /guilds/…/members/…"
    COMMANDS = "PUT /applications/…/commands"
    EMOJIS = "POST /applications/…/emojis"


class ErrorCode(NamedTuple):
    """A row of the table."""

    told: str
    """What Discord says."""
    calls: tuple[Call, ...]
    meaning: Meaning


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

_OPEN, _SEND, _EDIT, _DELETE, _READ = (
    Call.OPEN_DIRECTS,
    Call.SEND,
    Call.EDIT,
    Call.DELETE,
    Call.READ,
)
_THREAD, _CHANNEL, _ANSWER = Call.START_THREAD, Call.CHANNEL, Call.ANSWER
_SHOWING = _SEND, _EDIT, _ANSWER
_THERE = _SEND, _EDIT, _DELETE, _READ, _THREAD, _CHANNEL
_NAMED = _THREAD, _CHANNEL
_M = Meaning

ERROR_CODES: Mapping[int, ErrorCode] = {
    UNKNOWN_CHANNEL: ErrorCode("Unknown channel", _THERE, _M.CHANNEL_GONE),
    UNKNOWN_GUILD: ErrorCode("Unknown guild", (*_THERE, Call.SERVER), _M.PLACE),
    UNKNOWN_MEMBER: ErrorCode("Unknown member", (Call.MEMBER,), _M.PERSON),
    10008: ErrorCode("Unknown message", (_EDIT, _DELETE, _READ, _THREAD), _M.MESSAGE_GONE),
    UNKNOWN_USER: ErrorCode("Unknown user", (_OPEN, _SEND, Call.MEMBER), _M.PERSON),
    UNKNOWN_EMOJI: ErrorCode("Unknown emoji", _SHOWING, _M.CONTENT),
    10015: ErrorCode("Unknown webhook", (_ANSWER,), _M.LATE),
    10062: ErrorCode("Unknown interaction", (_ANSWER,), _M.LATE),
    20009: ErrorCode("Explicit content cannot be sent to the recipient", _SHOWING, _M.CONTENT),
    20015: ErrorCode("Requires a premium subscription", (_SEND, _THREAD), _M.PLACE),
    20016: ErrorCode("Slowmode rate limit", (_SEND, _EDIT, _THREAD), _M.EARLY),
    20022: ErrorCode("Announcement rate limits", (_EDIT,), _M.EARLY),
    20024: ErrorCode("Under minimum age", (_OPEN, _SEND, _READ), _M.PLACE),
    20028: ErrorCode("Channel write rate limit", _THERE, _M.EARLY),
    20029: ErrorCode("Server write rate limit", _THERE, _M.EARLY),
    20031: ErrorCode("Names contain words that are not allowed", _NAMED, _M.CONTENT),
    20035: ErrorCode("Premium level too low", (_SEND, _THREAD), _M.PLACE),
    30015: ErrorCode("Too many attachments", _SHOWING, _M.CONTENT),
    30033: ErrorCode("Too many thread participants", (_SEND, _EDIT), _M.PLACE),
    30034: ErrorCode("Too many commands created today", (Call.COMMANDS,), _M.EARLY),
    TOO_MANY_OLD_EDITS: ErrorCode("Too many edits to old messages", (_EDIT,), _M.EARLY),
    40003: ErrorCode("Opening direct messages too fast", (_OPEN, _SEND), _M.CLOSED),
    40004: ErrorCode("Sending has been temporarily disabled", (_OPEN, *_SHOWING), _M.CONTENT),
    40005: ErrorCode("Request entity too large", _SHOWING, _M.CONTENT),
    40006: ErrorCode("Feature temporarily disabled", (_OPEN, *_THERE, _ANSWER), _M.EARLY),
    40007: ErrorCode("The user is banned from this guild", (_OPEN, Call.MEMBER), _M.PERSON),
    40043: ErrorCode("Application interaction failed to send", (_ANSWER,), _M.LATE),
    40058: ErrorCode("Cannot send a message in a forum channel", (_SEND,), _M.PLACE),
    40060: ErrorCode("Interaction has already been acknowledged", (_ANSWER,), _M.DONE),
    40062: ErrorCode("Service resource is being rate limited", tuple(Call), _M.EARLY),
    40066: ErrorCode("No tags available for non-moderators", (_SEND, _THREAD), _M.PLACE),
    40067: ErrorCode("A tag is required", (_SEND, _THREAD), _M.PLACE),
    40094: ErrorCode("Too many follow-up messages", (_ANSWER,), _M.LATE),
    40333: ErrorCode("Cloudflare is blocking your request", tuple(Call), _M.EARLY),
    MISSING_ACCESS: ErrorCode("Missing access", (*_THERE, Call.SERVER), _M.PERMISSION),
    50002: ErrorCode("Invalid account type", (_OPEN,), _M.CLOSED),
    50003: ErrorCode("Cannot execute action on a DM channel", _THERE, _M.PLACE),
    50005: ErrorCode("The message is by another user", (_EDIT, _DELETE), _M.MESSAGE_GONE),
    50006: ErrorCode("Cannot send an empty message", _SHOWING, _M.CONTENT),
    50007: ErrorCode("Cannot send messages to this user", (_OPEN, _SEND, _EDIT), _M.CLOSED),
    50008: ErrorCode("Cannot send in a non-text channel", (_SEND, _READ), _M.PLACE),
    50009: ErrorCode("Channel verification level is too high", (_SEND, _READ), _M.PLACE),
    50013: ErrorCode("You lack permissions", (_OPEN, *_THERE), _M.PERMISSION),
    50021: ErrorCode("System message", (_EDIT, _DELETE, _THREAD), _M.MESSAGE_GONE),
    50024: ErrorCode("Cannot execute on this channel type", _THERE, _M.PLACE),
    50027: ErrorCode("Invalid webhook token", (_ANSWER,), _M.LATE),
    50033: ErrorCode("Invalid Recipient(s)", (_OPEN, _SEND), _M.PERSON),
    INVALID_FORM: ErrorCode("Invalid form body", (*_SHOWING, *_NAMED), _M.CONTENT),
    50045: ErrorCode("File exceeds the maximum size", _SHOWING, _M.CONTENT),
    50046: ErrorCode("Invalid file uploaded", _SHOWING, _M.CONTENT),
    50055: ErrorCode("Invalid guild", _THERE, _M.PLACE),
    50068: ErrorCode("Invalid message type", (_THREAD,), _M.PLACE),
    THREAD_ARCHIVED: ErrorCode("The thread is archived", _THERE, _M.PERMISSION),
    50095: ErrorCode("This server is not available in your location", _THERE, _M.PLACE),
    50097: ErrorCode("This server needs monetization", (_SEND, _THREAD), _M.PLACE),
    50101: ErrorCode("This server needs more boosts", (_SEND, _THREAD), _M.PLACE),
    50110: ErrorCode("The provided file is invalid", _SHOWING, _M.CONTENT),
    50123: ErrorCode("The provided file type is invalid", _SHOWING, _M.CONTENT),
    50146: ErrorCode("Uploaded file not found", _SHOWING, _M.CONTENT),
    INVALID_EMOJI: ErrorCode("The specified emoji is invalid", _SHOWING, _M.CONTENT),
    50178: ErrorCode("The user account must first be verified", (_OPEN, _SEND), _M.CLOSED),
    50278: ErrorCode("No mutual guilds", (_OPEN, _SEND, _EDIT), _M.PERSON),
    60003: ErrorCode("Two factor is required", (_DELETE, _THREAD, _CHANNEL), _M.PLACE),
    110000: ErrorCode("Index not yet available", (_READ,), _M.EARLY),
    130000: ErrorCode("API resource is overloaded", tuple(Call), _M.EARLY),
    160004: ErrorCode("The message has a thread already", (_THREAD,), _M.DONE),
    THREAD_LOCKED: ErrorCode("Thread is locked", (_SEND, _EDIT, _CHANNEL), _M.PERMISSION),
    160006: ErrorCode("Too many active threads", (_SEND, *_NAMED), _M.FULL),
    160007: ErrorCode("Too many active announcement threads", (_SEND, *_NAMED), _M.FULL),
    200000: ErrorCode("Blocked by automatic moderation", (*_SHOWING, *_NAMED), _M.CONTENT),
    200001: ErrorCode("Title blocked by automatic moderation", _NAMED, _M.CONTENT),
    240000: ErrorCode("Blocked by harmful links filter", (*_SHOWING, *_NAMED), _M.CONTENT),
    400001: ErrorCode("File uploads are limited for this guild", _SHOWING, _M.CONTENT),
}
"""By code. Any other code is a fault of ours."""

ABOUT_EMOJIS = frozenset({UNKNOWN_EMOJI, INVALID_FORM, INVALID_EMOJI})
"""Codes that an emoji alone may cause."""
LEFT_AS_IT_IS = frozenset(
    {Meaning.CLOSED, Meaning.PERSON, Meaning.PLACE, Meaning.FULL, Meaning.CONTENT}
)
"""Refusals after which an outdated message is left there: no one can fix them or needs to."""


def meaning_of(error: BaseException) -> Meaning:
    """What an error from a Discord API call means."""
    code = error.code if isinstance(error, discord.HTTPException) else 0
    row = ERROR_CODES.get(code)
    return Meaning.FAULT if row is None else row.meaning


def is_refusal(error: Exception) -> bool:
    """Whether Discord refuses a call for good, so that trying again would not help."""
    if not isinstance(error, discord.HTTPException) or error.status in {401, 429}:
        return False
    coded = bool(error.code) and error.status < 500
    return (coded or error.status == 400) and meaning_of(error) is not Meaning.EARLY
