"""The objects on this Discord: people, servers, channels and messages, as the API's JSON."""

import re
import time
from base64 import b64decode
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from types import MappingProxyType
from typing import Any

Json = dict[str, Any]

TEXT, DIRECT, GROUP, NEWS_THREAD, THREAD = 0, 1, 3, 10, 11
THREADS = (NEWS_THREAD, THREAD)
EPHEMERAL, LOADING = 1 << 6, 1 << 7
BUTTON, LINK, FILE_UPLOAD = 2, 5, 19

PERMISSIONS = str((1 << 50) - 1)
"""All permissions: this stand-in does not test them."""
_EPOCH = 1_420_070_400_000
_LARGEST_EMOJI = 256 * 1024


class WireError(Exception):
    """A call that Discord refuses, with the status and its own code for the reason.

    *body* is the body of the answer: an object, or a page. A header that is empty is left out.
    """

    def __init__(self, status, code=0, message="refused", headers=MappingProxyType({}), body=None):
        super().__init__(f"{status} {code}: {message}")
        self.status, self.code, self.headers = status, code, headers
        self.body = {"code": code, "message": message} if body is None else body


def now():
    return datetime.now(UTC).isoformat()


class Clock:
    """The time on this Discord, in seconds: by it things grow old, and limits pass."""

    def __init__(self):
        self._ahead = 0.0
        self._stopped = None

    def __call__(self):
        now = time.perf_counter() if self._stopped is None else self._stopped
        return now + self._ahead

    def stop(self):
        """Stop the clock: only :meth:`forward` moves it."""
        self._stopped = time.perf_counter()

    def forward(self, seconds):
        """Let so much time pass at once."""
        self._ahead += seconds


class Snowflakes:
    """New ids, which contain the time as Discord's do, and grow."""

    def __init__(self):
        self._last = 0

    def __call__(self):
        moment = (int(time.time() * 1000) - _EPOCH) << 22
        self._last = max(self._last + 1, moment)
        return str(self._last)


@dataclass
class World:
    """Everything is found by its id, a string of digits."""

    clock: Clock = field(default_factory=Clock)
    new_id: Snowflakes = field(default_factory=Snowflakes)
    users: dict[str, Json] = field(default_factory=dict)
    guilds: dict[str, Json] = field(default_factory=dict)
    channels: dict[str, Json] = field(default_factory=dict)
    messages: dict[str, dict[str, Json]] = field(default_factory=dict)
    """The messages of each channel, oldest first."""
    gone: set[str] = field(default_factory=set)
    """The messages that only one person saw, and that were deleted."""
    files: dict[str, bytes] = field(default_factory=dict)
    """The files attached to messages."""
    directs: dict[str, str] = field(default_factory=dict)
    """The channel of each person's direct messages."""
    closed: dict[str, int] = field(default_factory=dict)
    """People with closed direct messages, with the error code: 50007 or 50278."""
    departed: set[tuple[str, str]] = field(default_factory=set)
    """The servers, each with somebody who is no member any more."""
    without_bot: set[str] = field(default_factory=set)
    """The servers that the bot is not in: they have thrown it out, or never added it."""
    users_can_install: bool = True
    """True if users may add the application to their own account."""
    installs: set[str] = field(default_factory=set)
    """The users who have."""
    stale: set[str] = field(default_factory=set)
    """The users whose direct messages answer 50001 until they are opened again, as they do now and
    then to an application that users have added."""
    commands: list[Json] = field(default_factory=list)
    """The commands as the bot registered them."""
    emojis: dict[str, Json] = field(default_factory=dict)
    """The bot's own."""

    def __post_init__(self):
        self.bot = self.add_user("Two Rivers", bot=True)
        self.application = self.new_id()
        self._first_guild_id = int(self.new_id()) | ((1 << 22) - 1)
        self._numbers = count(1)
        self._posted = {}

    # --- adding ----------------------------------------------------------------------------------

    def add_user(self, name, *, bot=False):
        user = {
            "id": self.new_id(),
            "username": name,
            "global_name": None if bot else name.capitalize(),
            "discriminator": "0",
            "avatar": None,
            "bot": bot,
        }
        self.users[user["id"]] = user
        return user

    def add_guild(self, name="Mesopotamia"):
        """A server. Those that are added one after the other are on one shard after the other."""
        guild_id = str(self._first_guild_id + (len(self.guilds) << 22))
        everyone = {
            "id": guild_id,
            "name": "@everyone",
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "permissions": PERMISSIONS,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }
        guild = {
            "id": guild_id,
            "name": name,
            "owner_id": guild_id,
            "roles": [everyone],
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": "en-US",
            "member_count": 5,
            "members": [member(self.bot)],
            "voice_states": [],
            "presences": [],
        }
        self.guilds[guild_id] = guild
        return guild

    def add_channel(self, guild_id):
        number = next(self._numbers)
        channel = {
            "id": self.new_id(),
            "type": TEXT,
            "guild_id": guild_id,
            "name": f"games-{number}",
            "position": number,
            "permission_overwrites": [],
            "parent_id": None,
            "last_message_id": None,
        }
        return self._add(channel)

    def add_thread(self, parent, body, thread_id=None):
        """A thread; given a message's id, the one made from that message."""
        moment = now()
        thread = {
            "id": thread_id or self.new_id(),
            "type": body.get("type", THREAD),
            "guild_id": parent["guild_id"],
            "parent_id": parent["id"],
            "owner_id": self.bot["id"],
            "name": body["name"],
            "last_message_id": None,
            "message_count": 0,
            "member_count": 1,
            "rate_limit_per_user": 0,
            "thread_metadata": {
                "archived": False,
                "auto_archive_duration": body.get("auto_archive_duration", 1440),
                "archive_timestamp": moment,
                "locked": False,
                "create_timestamp": moment,
            },
        }
        return self._add(thread)

    def direct(self, user_id):
        """A user's direct messages with the bot, created at the first call."""
        user = found(self.users, user_id, 10013, "Unknown User")
        if user_id not in self.directs:
            channel_id = self.directs[user_id] = self.new_id()
            self._add(
                {"id": channel_id, "type": DIRECT, "recipients": [user], "last_message_id": None}
            )
        return self.channels[self.directs[user_id]]

    def add_group(self, *users):
        """Direct messages of several people: the bot is never one of them."""
        group = {
            "id": self.new_id(),
            "type": GROUP,
            "recipients": [*users],
            "name": None,
            "icon": None,
            "owner_id": users[0]["id"],
            "last_message_id": None,
        }
        return self._add(group)

    def reaches(self, user_id):
        """True if the bot can write to a user, who has added it or is in one of its servers."""
        servers = self.guilds.keys() - self.without_bot
        is_member = any((each, user_id) not in self.departed for each in servers)
        return is_member or user_id in self.installs

    def add_emoji(self, name, image):
        """An emoji of the bot's own; *image* is a data URI, stored with it."""
        if not re.fullmatch(r"\w{2,32}", name) or name in {
            each["name"] for each in self.emojis.values()
        }:
            raise WireError(400, 50035, "Invalid Form Body")
        if len(b64decode(image.partition(",")[2])) > _LARGEST_EMOJI:
            raise WireError(400, 50138, "Failed to resize asset below the maximum size: 262144")
        emoji = {
            "id": self.new_id(),
            "name": name,
            "animated": False,
            "available": True,
            "managed": False,
            "require_colons": True,
            "roles": [],
            "user": self.bot,
        }
        self.emojis[emoji["id"]] = emoji
        return emoji

    def _add(self, channel):
        self.channels[channel["id"]] = channel
        self.messages[channel["id"]] = {}
        return channel

    # --- finding ---------------------------------------------------------------------------------

    def channel(self, channel_id):
        return found(self.channels, channel_id, 10003, "Unknown Channel")

    def message(self, channel_id, message_id):
        self.channel(channel_id)
        return found(self.messages[channel_id], message_id, 10008, "Unknown Message")

    def threads(self, guild_id):
        return [
            channel
            for channel in self.channels.values()
            if channel["type"] in THREADS and channel["guild_id"] == guild_id
        ]

    def whole_guild(self, guild):
        """A server with its channels and threads, as a bot receives it when it connects."""
        channels = [
            each
            for each in self.channels.values()
            if each.get("guild_id") == guild["id"] and each["type"] not in THREADS
        ]
        return guild | {"channels": channels, "threads": self.threads(guild["id"])}

    def age(self, message):
        """The age of a message in seconds; a copied one is new."""
        now = self.clock()
        return now - self._posted.setdefault(message["id"], now)

    # --- messages --------------------------------------------------------------------------------

    def post(self, channel_id, body, uploads, flags=0):
        """A new message of the bot's; one that only one person sees is not in the channel."""
        message = {
            "id": self.new_id(),
            "channel_id": channel_id,
            "type": 0,
            "author": self.bot,
            "content": body.get("content") or "",
            "timestamp": now(),
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "embeds": [],
            "attachments": self._attached(channel_id, body, uploads, []),
            "pinned": False,
            "flags": body.get("flags", 0) | flags,
            "components": body.get("components") or [],
        }
        self._posted[message["id"]] = self.clock()
        if "nonce" in body:
            message["nonce"] = body["nonce"]
        if not message["flags"] & EPHEMERAL:
            self.messages[channel_id][message["id"]] = message
            self.channels[channel_id]["last_message_id"] = message["id"]
        return message

    def edit(self, message, body, uploads):
        """Change of a message what the body names. Raises WireError if it was deleted."""
        if message["flags"] & EPHEMERAL:
            self.check_there(message)
        else:
            found(self.messages[message["channel_id"]], message["id"], 10008, "Unknown Message")
        message["content"] = body.get("content", message["content"]) or ""
        message["components"] = body.get("components", message["components"]) or []
        if "attachments" in body:
            before = message["attachments"]
            message["attachments"] = self._attached(message["channel_id"], body, uploads, before)
            for gone in before:
                if gone not in message["attachments"]:
                    del self.files[gone["id"]]
        message["flags"] &= ~LOADING
        message["edited_timestamp"] = now()
        return message

    def check_there(self, message):
        """Raise WireError if a message that only one person sees was deleted."""
        if message["id"] in self.gone:
            raise WireError(404, 10008, "Unknown Message")

    def delete(self, message):
        """Take a message away, with its files."""
        if message["flags"] & EPHEMERAL:
            self.gone.add(message["id"])
        else:
            del self.messages[message["channel_id"]][message["id"]]
        for file in message["attachments"]:
            del self.files[file["id"]]

    def _attached(self, channel_id, body, uploads, before):
        kept = {attachment["id"]: attachment for attachment in before}
        return [
            kept.get(str(named["id"]))
            or self._attach(channel_id, named, uploads[f"files[{named['id']}]"])
            for named in body.get("attachments") or ()
        ]

    def _attach(self, channel_id, named, data):
        attachment_id = self.new_id()
        self.files[attachment_id] = data
        url = f"https://cdn.example/{channel_id}/{attachment_id}/{named['filename']}"
        return {
            "id": attachment_id,
            "filename": named["filename"],
            "description": named.get("description"),
            "size": len(data),
            "url": url,
            "proxy_url": url,
        }


def member(user):
    """A user as a member of a server."""
    return {
        "user": user,
        "nick": None,
        "roles": [],
        "joined_at": "2030-01-01T00:00:00+00:00",
        "premium_since": None,
        "permissions": PERMISSIONS,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def found(things, wanted, code, message):
    """A thing by its id. Raises WireError with Discord's own code if there is none."""
    try:
        return things[wanted]
    except KeyError:
        raise WireError(404, code, message) from None


# --- views of a message --------------------------------------------------------------------------


def components(message):
    """The buttons and selects."""
    for row in message["components"]:
        yield from row.get("components", ())


def states_seen(message):
    """The states that its buttons carry."""
    seen = {each["custom_id"].split(":")[3] for each in components(message) if "custom_id" in each}
    return seen - {"-"}


def emojis_on(components):
    """The emojis on buttons and in selects."""
    for row in components:
        for each in row.get("components", ()):
            shown = [each, *each.get("options", ())]
            yield from (one["emoji"] for one in shown if one.get("emoji"))


def labels(message):
    """The labels of the buttons that do something."""
    return [
        each["label"]
        for each in components(message)
        if each["type"] == BUTTON and each["style"] != LINK
    ]
