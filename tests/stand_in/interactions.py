"""Presses, commands and keystrokes in the app, and their answers."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from enum import IntEnum

from tests.stand_in.rules import added_by, context_of
from tests.stand_in.world import EPHEMERAL, LOADING, PERMISSIONS, Json, WireError, World, member

ACKNOWLEDGED_IN = 3.0
"""Seconds after which an acknowledgement comes too late."""
ANSWERED_IN = 900.0
"""Seconds after which nothing can be answered any more."""

_MOST_FOLLOWUPS = 5
"""Below an answer where only the user has added the bot."""


class Kind(IntEnum):
    """The kinds of interactions."""

    COMMAND = 2
    COMPONENT = 3
    SUGGESTIONS = 4
    WINDOW = 5


class Callback(IntEnum):
    """The kinds of acknowledgements."""

    MESSAGE = 4
    THINKING = 5
    LATER = 6
    """The message that was pressed will be changed."""
    CHANGE = 7
    CHOICES = 8
    WINDOW = 9


@dataclass
class Interaction:
    """One command, press or keystroke. Times are those of :func:`time.perf_counter`."""

    world: World

    id: str
    token: str
    kind: Kind
    channel_id: str
    message: Json | None = None
    """The answer, if there is one; until then the message that was pressed."""
    content: str = ""
    """The content of the answer: another press may have changed the message since."""
    window: Json | None = None
    """The window that was opened as the answer."""
    followups: dict[str, Json] = field(default_factory=dict)
    choices: list[Json] = field(default_factory=list)
    """The suggestions."""
    dispatched: float = field(default_factory=time.perf_counter)
    receivers: set[str] = field(default_factory=set)
    """The live processes that receive it."""
    acknowledged: float | None = None
    acknowledged_by: str = ""
    """The process that acknowledged it."""
    refused: list[str] = field(default_factory=list)
    """The processes that were too late to acknowledge it."""
    answered: float | None = None
    overtaken: bool = False
    """True if a later press on the same message was answered: no answer is needed then."""
    lost: bool = False
    """True if the bot was gone before it had answered: it need not have received it."""
    by_user_alone: bool = False
    """True if only the user has added the bot, not the place of the interaction."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set with the answer, or when no answer can come any more."""

    def __post_init__(self):
        self._began = self.world.clock()

    @property
    def answer_text(self):
        """The last answer: below what was pressed, or in its place."""
        return [self.content, *(each["content"] for each in self.followups.values())][-1]

    def lose(self):
        """Stop waiting for an answer, unless it has come."""
        self.lost |= not self.done.is_set()
        self.done.set()

    def lose_with(self, by):
        """Stop waiting for the answer of a process that has died."""
        self.receivers.discard(by)
        if self.acknowledged_by == by if self.acknowledged else not self.receivers:
            self.lose()

    def overtake(self):
        """Expect no answer: a later press on the same message was answered."""
        self.overtaken |= not self.done.is_set()
        if self.overtaken and self.acknowledged is not None:
            self.done.set()

    # --- the bot's calls -------------------------------------------------------------------------

    def acknowledge(self, body, uploads, by=""):
        """Accept the only callback. Return Discord's answer to it."""
        world = self.world
        if self.acknowledged is not None:
            self.refused.append(by)
            raise WireError(400, 40060, "Interaction has already been acknowledged.")
        if world.clock() - self._began > ACKNOWLEDGED_IN:
            raise WireError(404, 10062, "Unknown interaction")
        kind, data = Callback(body["type"]), body.get("data") or {}
        if kind is Callback.WINDOW and self.kind is Kind.WINDOW:
            raise WireError(400, 50035, "Invalid Form Body")
        self.acknowledged, self.acknowledged_by = time.perf_counter(), by
        match kind:
            case Callback.MESSAGE | Callback.THINKING:
                flags = LOADING if kind is Callback.THINKING else 0
                self.message = world.post(self.channel_id, data, uploads, flags)
            case Callback.CHANGE:
                world.edit(self.message, data, uploads)
            case Callback.CHOICES:
                self.choices = data["choices"]
        if kind not in (Callback.THINKING, Callback.LATER):
            self._answer(self.message)
        if self.overtaken:
            self.done.set()
        if kind is Callback.WINDOW:
            self.content, self.window = data["title"], data
        answer = {"interaction": {"id": self.id, "type": self.kind}, "resource": {"type": kind}}
        if kind in (Callback.MESSAGE, Callback.THINKING):
            answer["interaction"] |= {
                "response_message_id": self.message["id"],
                "response_message_loading": kind is Callback.THINKING,
                "response_message_ephemeral": bool(self.message["flags"] & EPHEMERAL),
            }
            answer["resource"]["message"] = self.message
        return answer

    def edit_original(self, body, uploads):
        """Replace the answer."""
        message = self.world.edit(self.original(), body, uploads)
        self._answer(message)
        return message

    def delete_original(self):
        """Take the answer away. Answers what it was."""
        message = self.original()
        self.world.check_there(message)
        self.world.delete(message)
        return message

    def follow_up(self, body, uploads):
        """Show something below the answer, or as the answer below the message that was pressed."""
        original = self.original()
        if self.by_user_alone and len(self.followups) == _MOST_FOLLOWUPS:
            raise WireError(400, 40094, "The maximum number of follow up messages is reached")
        message = self.world.post(self.channel_id, body, uploads)
        self.followups[message["id"]] = message
        if self.answered is None and not original["flags"] & LOADING:
            self._answer(message)
        return message

    def original(self):
        """The answer so far. Raises WireError if there is none, or if it was deleted."""
        if self.world.clock() - self._began > ANSWERED_IN:
            raise WireError(401, 50027, "Invalid Webhook Token")
        if self.acknowledged is None or self.message is None:
            raise WireError(404, 10015, "Unknown Webhook")
        return self.message

    def _answer(self, message):
        if self.answered is None:
            self.answered = time.perf_counter()
        if message is not None:
            self.content = message["content"]
        self.done.set()


def payload(interaction, user, data, pressed):
    """The body of its INTERACTION_CREATE."""
    world = interaction.world
    channel = world.channel(interaction.channel_id)
    event = {
        "id": interaction.id,
        "application_id": world.application,
        "type": interaction.kind,
        "data": data,
        "channel": channel | {"permissions": PERMISSIONS},
        "channel_id": channel["id"],
        "token": interaction.token,
        "version": 1,
        "app_permissions": PERMISSIONS,
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 10 * 1024 * 1024,
    }
    event["context"] = context_of(world, channel)
    event["authorizing_integration_owners"] = added_by(world, channel, user)
    if "guild_id" not in channel:
        event["user"] = user
    else:
        guild_id = channel["guild_id"]
        event |= {
            "guild_id": guild_id,
            "guild": {"id": guild_id, "locale": "en-US", "features": []},
            "guild_locale": "en-US",
            "member": member(user),
        }
    if pressed is not None:
        event["message"] = pressed
    return event


def new_token():
    return secrets.token_urlsafe(24)
